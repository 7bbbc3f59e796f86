//! Lists and objects of a text, in step with their shapes.

use super::mend::Step;
use super::spot::{NO_RULES, Rules, Spot, Spread, inside, shape_of};
use super::text::Text;
use crate::lenient::may_be_ellipsis;
use crate::rules::Rule;
use crate::shape::{Field, Kind, List, Map, Struct};

/// A list or object that is open.
pub(super) struct Frame {
    pub(super) form: Form,
    /// The rules for the whole.
    rules: Rules,
    /// How many items or entries there were.
    pub(super) count: usize,
}

pub(super) enum Form {
    List(&'static List, Spread),
    Tuple(&'static [Field]),
    Map {
        key: Spread,
        value: Spread,
        /// Where the keys of this map begin.
        base: usize,
    },
    Struct {
        fields: &'static [Field],
        /// One bit for each field that was there.
        seen: u64,
        /// The fields after that of the last entry, and the bit of the first of them.
        rest: &'static [Field],
        bit: u64,
    },
}

impl Text<'_> {
    #[inline]
    pub(super) fn open(&mut self, bracket: u8) -> Option<()> {
        if self.depth >= self.max_depth {
            return None;
        }
        self.depth += 1;
        self.expect(bracket)
    }

    /// Reads the bracket that ends a list or an object.
    #[inline]
    pub(super) fn shut(&mut self, empty: bool, bracket: u8) -> Option<()> {
        if self.peek()? != bracket && self.advance(empty, bracket)? {
            return None;
        }
        self.at += 1;
        self.depth = self.depth.checked_sub(1)?;
        Some(())
    }

    #[inline]
    pub(super) fn open_list(&mut self) -> Option<Frame> {
        let form = match self.spot {
            Spot::Value(shape) => match &shape.kind {
                Kind::List(list) => Form::List(
                    list,
                    inside(shape_of(list.item)?, within(self.rules, items))?,
                ),
                Kind::Tuple(fields) => Form::Tuple(fields),
                _ => return None,
            },
            Spot::Tuple(fields) => Form::Tuple(fields),
            Spot::Struct(_) => return None,
        };
        self.open(b'[')?;
        Some(Frame {
            form,
            rules: self.rules,
            count: 0,
        })
    }

    #[inline]
    pub(super) fn open_object(&mut self) -> Option<Frame> {
        let form = match self.spot {
            Spot::Value(shape) => match &shape.kind {
                Kind::Map(map) => self.map(map)?,
                Kind::Struct(kind) => structure(kind),
                _ => return None,
            },
            Spot::Struct(kind) => structure(kind),
            Spot::Tuple(_) => return None,
        };
        self.open(b'{')?;
        Some(Frame {
            form,
            rules: self.rules,
            count: 0,
        })
    }

    fn map(&self, map: &'static Map) -> Option<Form> {
        Some(Form::Map {
            key: inside(shape_of(map.key)?, within(self.rules, keys))?,
            value: inside(shape_of(map.value)?, within(self.rules, values))?,
            base: self.keys.len(),
        })
    }

    /// Goes to the next item; whether there is one.
    #[inline]
    pub(super) fn next_item(&mut self, frame: &mut Frame) -> Option<bool> {
        let start = self.at;
        let usual = match self.peek()? {
            b']' => return Some(false),
            b',' if frame.count > 0 => {
                self.at += 1;
                !matches!(self.peek()?, b']' | b'/' | b'#')
            }
            next => frame.count == 0 && !matches!(next, b'/' | b'#'),
        };
        if !usual {
            self.at = start;
            if !self.advance(frame.count == 0, b']')? {
                return Some(false);
            }
        }
        self.step_to(Step::Index(frame.count));
        match &frame.form {
            Form::List(_, item) => {
                self.put(*item);
                if let Kind::String(_) = item.0.kind {
                    self.no_ellipsis()?;
                }
            }
            Form::Tuple(fields) => {
                let field = fields.get(frame.count)?;
                self.enter_field(field)?;
            }
            _ => return None,
        }
        frame.count += 1;
        Some(true)
    }

    /// Gives up where an item may be a text that stands for others.
    #[inline]
    fn no_ellipsis(&self) -> Option<()> {
        let next = self.source.as_bytes().get(self.at..)?;
        match next {
            [b'"' | b'\'', text @ ..] if may_be_ellipsis(text) => None,
            _ => Some(()),
        }
    }

    /// Ends a list or object, and holds it as a whole to its shape and rules.
    #[inline]
    pub(super) fn close(&mut self, frame: &Frame) -> Option<()> {
        let object = matches!(frame.form, Form::Struct { .. } | Form::Map { .. });
        let count = frame.count;
        self.shut(count == 0, if object { b'}' } else { b']' })?;
        match frame.form {
            // No field was there twice.
            Form::Struct { fields, .. } if count == fields.len() => return Some(()),
            Form::Struct { fields, seen, .. } => return self.absent(fields, seen),
            Form::Tuple(fields) => return (count == fields.len()).then_some(()),
            Form::List(list, _) if count < list.min || count > list.max => return None,
            Form::List(..) => {}
            Form::Map { base, .. } => {
                let repeated = is_repeated(&mut self.keys[base..]);
                self.keys.truncate(base);
                if repeated {
                    return None;
                }
            }
        }
        let mut rules = frame.rules.iter();
        rules
            .all(|rule| rule.broken_by_len(count).is_none())
            .then_some(())
    }
}

/// The rules for what is inside.
fn within(rules: Rules, inner: fn(&'static Rule) -> Option<Rules>) -> Rules {
    rules.iter().find_map(inner).unwrap_or(&NO_RULES)
}

fn items(rule: &'static Rule) -> Option<Rules> {
    match rule {
        Rule::Items(rules) => Some(rules),
        _ => None,
    }
}

fn keys(rule: &'static Rule) -> Option<Rules> {
    match rule {
        Rule::Keys(rules) => Some(rules),
        _ => None,
    }
}

fn values(rule: &'static Rule) -> Option<Rules> {
    match rule {
        Rule::Values(rules) => Some(rules),
        _ => None,
    }
}

fn structure(kind: &'static Struct) -> Form {
    Form::Struct {
        fields: &kind.fields,
        seen: 0,
        rest: &kind.fields,
        bit: 1,
    }
}

/// Whether a key stands twice.
fn is_repeated(keys: &mut [&str]) -> bool {
    const FEW: usize = 8;
    if keys.len() <= FEW {
        let mut rest = keys.iter().enumerate();
        return rest.any(|(index, key)| keys[..index].contains(key));
    }
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}
