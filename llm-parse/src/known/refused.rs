//! What a dialect surely refuses of a type.
//!
//! # Design
//!
//! Lowering has the last word, at the first use; a constant can only foresee it. So nothing is counted here that lowering
//! may not count: types of one name are one type, and what is inside a type that is known at run time only, or below
//! [`LEVELS`] others, is not looked at.

use super::fit::slice;
use super::literal::{count, equal, text};
use super::tree::Node;
use crate::dialect::{Count, Keyword, Null, Place, Rules, Type};
use crate::rules::Rule;
use crate::shape::{Content, Enum, Field, Kind, Struct, Tagging, Variant};

/// How far values in values are followed: a constant may call 128 functions in each other, and no level takes more than 8.
const LEVELS: usize = 14;
/// The most steps of a path, and the most names round a value.
const STEPS: usize = 64;
/// The most names of types that are told apart.
const NAMES: usize = 512;
/// How many types may be followed again for their depth.
const REPEATS: usize = 1_000;

pub(crate) struct Walk {
    rules: &'static Rules,
    path: [&'static str; STEPS],
    len: usize,
    level: usize,
    /// The types around the place.
    open: [&'static str; STEPS],
    around: usize,
    seen: [&'static str; NAMES],
    names: usize,
    repeats: usize,
    /// Whether everything here was counted elsewhere.
    again: bool,
    /// Whether a rule may leave out some variants.
    ruled: bool,
    depth: u32,
    counted: [usize; Count::ALL],
    /// What was found before, and is passed over.
    before: [Option<Refusal>; MOST],
    refusal: Option<Refusal>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    Gap(&'static str),
    Depth(u32, u32),
    Number(usize, Count, u32),
}

impl Refusal {
    /// Whether both are of one kind, of which the first place is enough.
    const fn is_like(&self, other: &Refusal) -> bool {
        match (self, other) {
            (Refusal::Gap(one), Refusal::Gap(other)) => equal(one, other),
            (Refusal::Depth(..), Refusal::Depth(..)) => true,
            (Refusal::Number(_, one, _), Refusal::Number(_, other, _)) => {
                *one as usize == *other as usize
            }
            _ => false,
        }
    }
}

/// What is refused, and where.
pub(crate) struct Refused {
    pub(crate) what: Refusal,
    path: [&'static str; STEPS],
    len: usize,
}

impl Refused {
    pub(crate) const fn path(&self) -> &[&'static str] {
        self.path.split_at(self.len).0
    }
}

/// What these rules surely refuse, one of each kind.
pub(crate) struct Refusals {
    all: [Option<Refused>; MOST],
    pub(crate) len: usize,
}

impl Refusals {
    pub(crate) const fn at(&self, index: usize) -> Option<&Refused> {
        if index < self.len {
            self.all[index].as_ref()
        } else {
            None
        }
    }
}

/// As many kinds of refusals as there are.
const MOST: usize = 10;

/// Looks for one kind after the other, since a walk ends where it finds one.
pub(crate) const fn refusals(node: &'static Node, rules: &'static Rules) -> Refusals {
    let (mut all, mut before, mut len) = ([const { None }; MOST], [None; MOST], 0);
    while len < MOST
        && let Some(refused) = next(node, rules, before)
    {
        before[len] = Some(refused.what);
        all[len] = Some(refused);
        len += 1;
    }
    Refusals { all, len }
}

const fn next(
    node: &'static Node,
    rules: &'static Rules,
    before: [Option<Refusal>; MOST],
) -> Option<Refused> {
    let mut walk = Walk {
        rules,
        before,
        path: [""; STEPS],
        len: 0,
        level: 0,
        open: [""; STEPS],
        around: 0,
        seen: [""; NAMES],
        names: 0,
        repeats: 0,
        again: false,
        ruled: false,
        depth: 0,
        counted: [0; Count::ALL],
        refusal: None,
    };
    if rules.object_root && is_no_object(node) {
        walk.enter();
        walk.property("value", false, walk.is_union(node));
        walk.step("value");
    }
    walk.value(node);
    let Walk {
        refusal, path, len, ..
    } = walk;
    match refusal {
        Some(what) => Some(Refused { what, path, len }),
        None => None,
    }
}

impl Walk {
    const fn value(&mut self, mut node: &'static Node) {
        if self.level == LEVELS {
            return;
        }
        self.level += 1;
        let (len, around, again) = (self.len, self.around, self.again);
        loop {
            match self.meet(node) {
                Met::First => {}
                Met::Again => self.again = true,
                Met::Known => break,
            }
            match &node.shape.kind {
                Kind::Newtype(newtype) => self.ruled |= may_leave_out(slice(&newtype.field.rules)),
                Kind::List(_) => _ = self.step("*"),
                Kind::Option(_) => {}
                _ => {
                    self.form(node);
                    break;
                }
            }
            if node.inside.is_empty() {
                break;
            }
            node = node.inside[0];
        }
        self.level -= 1;
        self.around = around;
        self.again = again;
        self.back(len);
    }

    /// Notes that a type stands here.
    const fn meet(&mut self, node: &'static Node) -> Met {
        let name = text(&node.shape.name);
        if self.refusal.is_some() {
            return Met::Known;
        }
        if name.is_empty() {
            return Met::First;
        }
        if self.is_around(name) {
            if node.endless && !self.rules.recursion {
                self.gap("a type that holds itself");
            }
            return Met::Known;
        }
        if !self.surround(name) {
            return Met::Known;
        }
        if !has(self.seen.split_at(self.names).0, name) {
            if self.names < NAMES {
                self.seen[self.names] = name;
                self.names += 1;
            }
            return Met::First;
        }
        // It was counted; only its depth may be more than before.
        self.repeats += 1;
        match self.rules.sizes.depth {
            Some(most)
                if self.repeats < REPEATS
                    && self.depth.saturating_add(node.depth) > most
                    && !self.was_found(&Refusal::Depth(self.depth, most)) =>
            {
                Met::Again
            }
            _ => Met::Known,
        }
    }

    const fn is_around(&self, name: &str) -> bool {
        has(self.open.split_at(self.around).0, name)
    }

    const fn surround(&mut self, name: &'static str) -> bool {
        let fits = self.around < self.open.len();
        if fits {
            self.open[self.around] = name;
            self.around += 1;
        }
        fits
    }

    const fn form(&mut self, node: &'static Node) {
        match &node.shape.kind {
            Kind::Map(_) if node.inside.len() == 2 => self.map(node),
            Kind::Tuple(fields) => self.tuple(node, slice(fields), 0),
            Kind::Struct(object) => self.object(node, object, 0),
            Kind::Enum(kind) => self.variants(node, kind, false),
            Kind::Any if matches!(self.rules.any, Place::Never) => self.gap("a value of any type"),
            _ => {}
        }
    }

    const fn map(&mut self, node: &'static Node) {
        self.step("*");
        if self.rules.maps() {
            return self.value(node.inside[1]);
        }
        self.enter();
        let mut index = 0;
        while index < 2 {
            let name = ["key", "value"][index];
            self.property(name, false, index == 1 && self.is_union(node.inside[1]));
            self.inner(name, node.inside[index]);
            index += 1;
        }
        self.leave();
    }

    /// The items count once, since alike ones are said once.
    const fn tuple(&mut self, node: &'static Node, fields: &'static [Field], first: usize) {
        const NAMES: [&str; 12] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"];
        let mut index = 0;
        while index < fields.len() && first + index < node.inside.len() {
            let counted = self.counted;
            self.ruled = may_leave_out(slice(&fields[index].rules));
            let name = if index < NAMES.len() {
                NAMES[index]
            } else {
                "*"
            };
            self.inner(name, node.inside[first + index]);
            if index > 0 && self.refusal.is_none() {
                self.counted = counted;
            }
            index += 1;
        }
    }

    const fn object(&mut self, node: &'static Node, object: &'static Struct, first: usize) {
        let fields = slice(&object.fields);
        self.enter();
        if fields.is_empty() && !self.rules.empty_objects {
            self.gap("an object without keys");
        }
        self.fields(node, fields, first);
        self.leave();
    }

    const fn fields(&mut self, node: &'static Node, fields: &'static [Field], first: usize) {
        let mut index = 0;
        while index < fields.len() && first + index < node.inside.len() {
            let (field, part) = (&fields[index], node.inside[first + index]);
            if field.flatten {
                self.merged(part);
            } else {
                let optional = !self.rules.all_required && !is_required(field, part);
                let name = text(&field.name);
                self.property(name, optional, self.is_union(part));
                self.ruled = may_leave_out(slice(&field.rules));
                self.inner(name, part);
            }
            index += 1;
        }
    }

    /// A value whose entries stand in the object around it.
    const fn merged(&mut self, node: &'static Node) {
        let (name, around) = (text(&node.shape.name), self.around);
        let is_again = !name.is_empty() && self.is_around(name);
        if self.level == LEVELS || is_again || !self.surround(name) {
            return;
        }
        self.level += 1;
        match &node.shape.kind {
            Kind::Struct(object) => self.fields(node, slice(&object.fields), 0),
            Kind::Enum(kind) => self.variants(node, kind, true),
            Kind::Option(_) | Kind::Newtype(_) if !node.inside.is_empty() => {
                self.merged(node.inside[0]);
            }
            Kind::Map(_) | Kind::Any if !self.rules.maps() => {
                self.gap("an object with keys of its own beside free ones");
            }
            _ => {}
        }
        self.level -= 1;
        self.around = around;
    }

    /// The variants, each an object of its own or merged into the one around.
    const fn variants(&mut self, node: &'static Node, kind: &'static Enum, flat: bool) {
        let (mut index, mut first) = (0, 0);
        let variants = slice(&kind.variants);
        while index < variants.len() {
            let variant = &variants[index];
            let tagging = if variant.untagged {
                &Tagging::Untagged
            } else {
                &kind.tagging
            };
            match (tagging, &variant.content) {
                (Tagging::External, Content::Unit) if !flat => self.name(variant),
                (Tagging::Untagged, content) if !flat => self.content(node, content, first),
                _ => {
                    self.variant(node, tagging, variant, first, flat);
                }
            }
            first += width(&variant.content);
            index += 1;
        }
    }

    const fn variant(
        &mut self,
        node: &'static Node,
        tagging: &'static Tagging,
        variant: &'static Variant,
        first: usize,
        flat: bool,
    ) {
        if !flat {
            self.enter();
        }
        let (name, content) = (text(&variant.name), &variant.content);
        match tagging {
            Tagging::External => {
                self.property(name, false, false);
                let len = self.step(name);
                self.content(node, content, first);
                self.back(len);
            }
            Tagging::Internal { tag } => {
                self.property(text(tag), false, false);
                self.parts(node, content, first);
            }
            Tagging::Adjacent { tag, content: key } => {
                self.property(text(tag), false, false);
                if !matches!(content, Content::Unit) {
                    self.property(text(key), false, false);
                    let len = self.step(text(key));
                    self.content(node, content, first);
                    self.back(len);
                }
            }
            Tagging::Untagged => self.parts(node, content, first),
        }
        if !flat {
            self.leave();
        }
    }

    const fn content(&mut self, node: &'static Node, content: &'static Content, first: usize) {
        match content {
            Content::Newtype(field) if first < node.inside.len() => {
                self.ruled = may_leave_out(slice(&field.rules));
                self.value(node.inside[first]);
            }
            Content::Tuple(fields) => self.tuple(node, slice(fields), first),
            Content::Struct(object) => self.object(node, object, first),
            _ => {}
        }
    }

    /// The content in the object around it.
    const fn parts(&mut self, node: &'static Node, content: &'static Content, first: usize) {
        match content {
            Content::Newtype(_) if first < node.inside.len() => self.merged(node.inside[first]),
            Content::Struct(object) => self.fields(node, slice(&object.fields), first),
            _ => {}
        }
    }

    /// A variant that is a name alone.
    const fn name(&mut self, variant: &'static Variant) {
        if self.ruled || variant.other {
            return;
        }
        let joins = variant.docs.is_none() || !self.rules.says(Type::String, Keyword::Const);
        self.count(Count::EnumValues, joins as usize);
        self.count(Count::Characters, count(text(&variant.name)));
    }

    const fn property(&mut self, name: &'static str, optional: bool, union: bool) {
        let len = self.step(name);
        self.count(Count::Properties, 1);
        self.count(Count::Characters, count(name));
        self.count(Count::Optional, optional as usize);
        self.count(Count::Unions, union as usize);
        self.back(len);
    }

    /// Whether a property of this type is surely of several types; an enum may be a reference to a definition.
    const fn is_union(&self, node: &'static Node) -> bool {
        let marks = !matches!(self.rules.null, Null::Nullable);
        match &node.shape.kind {
            Kind::Decimal => true,
            Kind::Option(_) if marks && !node.inside.is_empty() => says_something(node.inside[0]),
            _ => false,
        }
    }

    const fn inner(&mut self, step: &'static str, node: &'static Node) {
        let len = self.step(step);
        self.value(node);
        self.back(len);
    }

    /// Goes a step; returns how to come back.
    const fn step(&mut self, step: &'static str) -> usize {
        let len = self.len;
        if self.refusal.is_none() && len < self.path.len() {
            self.path[len] = step;
            self.len += 1;
        }
        len
    }

    const fn back(&mut self, len: usize) {
        if self.refusal.is_none() {
            self.len = len;
        }
    }

    const fn enter(&mut self) {
        self.depth += 1;
        if let Some(most) = self.rules.sizes.depth
            && self.depth > most
        {
            self.refuse(Refusal::Depth(self.depth, most));
        }
    }

    const fn leave(&mut self) {
        self.depth -= 1;
    }

    const fn count(&mut self, what: Count, more: usize) {
        if self.again {
            return;
        }
        let count = &mut self.counted[what as usize];
        *count += more;
        let count = *count;
        if let Some(most) = what.most(&self.rules.sizes)
            && count > most as usize
        {
            self.refuse(Refusal::Number(count, what, most));
        }
    }

    const fn gap(&mut self, what: &'static str) {
        self.refuse(Refusal::Gap(what));
    }

    const fn refuse(&mut self, what: Refusal) {
        if self.refusal.is_none() && !self.was_found(&what) {
            self.refusal = Some(what);
        }
    }

    const fn was_found(&self, what: &Refusal) -> bool {
        let mut rest: &[Option<Refusal>] = &self.before;
        while let [Some(before), after @ ..] = rest {
            if before.is_like(what) {
                return true;
            }
            rest = after;
        }
        false
    }
}

/// How a type was met.
enum Met {
    First,
    /// It was counted elsewhere, but may go deeper here.
    Again,
    /// There is nothing new in it.
    Known,
}

const fn has(names: &[&str], name: &str) -> bool {
    let mut rest = names;
    while let [one, after @ ..] = rest {
        if equal(one, name) {
            return true;
        }
        rest = after;
    }
    false
}

/// The number of types that the content refers to.
const fn width(content: &Content) -> usize {
    match content {
        Content::Unit => 0,
        Content::Newtype(_) => 1,
        Content::Tuple(fields) => slice(fields).len(),
        Content::Struct(object) => slice(&object.fields).len(),
    }
}

/// Whether rules may allow some of the values only.
const fn may_leave_out(rules: &[Rule]) -> bool {
    let mut rest = rules;
    while let [rule, after @ ..] = rest {
        if let Rule::OneOf(_) | Rule::Items(_) | Rule::Keys(_) | Rule::Values(_) = rule {
            return true;
        }
        rest = after;
    }
    false
}

/// As [`Field::is_required`].
const fn is_required(field: &Field, part: &'static Node) -> bool {
    !field.default && (field.custom || !accepts_missing(part))
}

/// As [`crate::shape::View::accepts_missing`].
const fn accepts_missing(mut node: &'static Node) -> bool {
    loop {
        node = match &node.shape.kind {
            Kind::Option(_) => return true,
            Kind::Newtype(newtype) if newtype.transparent => {
                if newtype.field.default {
                    return true;
                }
                if newtype.field.custom || node.inside.is_empty() {
                    return false;
                }
                node.inside[0]
            }
            _ => return false,
        };
    }
}

/// Whether the schema has a type, to which `null` is a further one.
const fn says_something(mut node: &'static Node) -> bool {
    loop {
        node = match &node.shape.kind {
            Kind::Any | Kind::Unit | Kind::Opaque(_) => return false,
            Kind::Option(_) | Kind::Newtype(_) if node.inside.is_empty() => return false,
            Kind::Option(_) | Kind::Newtype(_) => node.inside[0],
            _ => return true,
        };
    }
}

/// Whether the schema of a root is surely none of an object.
const fn is_no_object(mut node: &'static Node) -> bool {
    loop {
        node = match &node.shape.kind {
            Kind::Newtype(_) if !node.inside.is_empty() => node.inside[0],
            Kind::Enum(kind) => return slice(&kind.variants).len() != 1,
            Kind::Struct(_) | Kind::Any | Kind::Opaque(_) | Kind::Newtype(_) => return false,
            _ => return true,
        };
    }
}
