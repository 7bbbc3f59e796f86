//! Untagged variants that are never reached.
//!
//! # Design
//!
//! serde takes the first variant that accepts a value. Where an earlier one accepts whatever is written of a later one,
//! the later is never read, and its value is taken for the earlier in silence. Rules do not count, since serde does not
//! know them. A key that the later ignores is not written of it, so that an earlier one which needs no key takes its
//! objects. Where it is not certain, nothing is said.

use super::constant::takes_all_of;
use crate::shape::{Content, Enum, Field, Key, Kind, Map, Struct, Tagging, Variant, View};

/// The first two untagged variants of which the earlier takes all that the later takes.
pub(super) fn shadowed<'s>(view: View<'s>, kind: &'s Enum) -> Option<(&'s Variant, &'s Variant)> {
    let all_untagged = matches!(kind.tagging, Tagging::Untagged);
    let mut earlier: Vec<&Variant> = Vec::new();
    for later in kind
        .variants
        .iter()
        .filter(|one| all_untagged || one.untagged)
    {
        let covers = |one: &&Variant| {
            let mut cover = Cover {
                open: Vec::new(),
                fuel: FUEL,
            };
            cover.takes(
                Form::of_content(view, &one.content),
                Form::of_content(view, &later.content),
            )
        };
        if let Some(first) = earlier.iter().copied().find(covers) {
            return Some((first, later));
        }
        earlier.push(later);
    }
    None
}

/// The most comparisons for one pair of variants.
const FUEL: usize = 4096;

struct Cover {
    /// The pairs that are being compared, the earlier first.
    open: Vec<(Key, Key)>,
    fuel: usize,
}

/// What a type or a variant looks like, below its newtypes.
#[derive(Clone, Copy)]
struct Form<'s> {
    view: View<'s>,
    what: What<'s>,
    /// The type, where this is all of it.
    key: Option<Key>,
}

#[derive(Clone, Copy)]
enum What<'s> {
    Unit,
    Tuple(&'s [Field]),
    Struct(&'s Struct),
    Shape(&'s Kind),
    /// Known by a description only, which need not be all that it takes.
    Unknown,
}

impl<'s> Form<'s> {
    fn of_content(view: View<'s>, content: &'s Content) -> Form<'s> {
        let what = match content {
            Content::Unit => What::Unit,
            Content::Newtype(field) => return Form::of_field(view, field),
            Content::Tuple(fields) => What::Tuple(fields),
            Content::Struct(kind) => What::Struct(kind),
        };
        let key = None;
        Form { view, what, key }
    }

    fn of_field(view: View<'s>, field: &Field) -> Form<'s> {
        let mut form = Form::of(view.at(field.shape));
        if field.custom {
            (form.what, form.key) = (What::Unknown, None);
        }
        form
    }

    fn of(view: View<'s>) -> Form<'s> {
        let (mut inner, mut depth) = (view, 0);
        let what = loop {
            match &inner.shape.kind {
                // A type that is described as another has a probe, and may refuse what the other takes.
                Kind::Newtype(newtype)
                    if inner.shape.probe.is_none() && !newtype.field.custom && depth < DEPTH =>
                {
                    inner = inner.at(newtype.field.shape);
                    depth += 1;
                }
                Kind::Newtype(_) | Kind::Opaque(_) => break What::Unknown,
                Kind::Unit => break What::Unit,
                Kind::Tuple(fields) => break What::Tuple(fields),
                Kind::Struct(kind) => break What::Struct(kind),
                kind => break What::Shape(kind),
            }
        };
        let key = inner.key();
        Form {
            view: inner,
            what,
            key,
        }
    }
}

/// The most newtypes round each other; a type that is one round itself has another fault.
pub(super) const DEPTH: usize = 64;

impl Cover {
    /// Whether the first takes whatever is written of the second.
    fn takes(&mut self, a: Form<'_>, b: Form<'_>) -> bool {
        let Some(fuel) = self.fuel.checked_sub(1) else {
            return false;
        };
        self.fuel = fuel;
        let pair = a.key.zip(b.key);
        // The same pair further out holds if this one does, since values are finite.
        if pair.is_some_and(|pair| pair.0 == pair.1 || self.open.contains(&pair)) {
            return true;
        }
        self.open.extend(pair);
        let takes = self.takes_form(a, b);
        self.open
            .truncate(self.open.len() - usize::from(pair.is_some()));
        takes
    }

    fn takes_form(&mut self, a: Form<'_>, b: Form<'_>) -> bool {
        match (a.what, b.what) {
            (What::Shape(Kind::Any), _) | (What::Unit, What::Unit) => true,
            (What::Unknown, _) | (_, What::Unknown) => false,
            (What::Shape(Kind::Option(inner)), _) => self.option(Form::of(a.view.at(*inner)), b),
            (What::Shape(Kind::Enum(kind)), _) if self.union(a, kind, b) => true,
            (_, What::Shape(Kind::Enum(kind))) => self.each_variant(a, b, kind),
            (What::Struct(first), What::Struct(second)) => {
                self.structure(a.view, first, b.view, second)
            }
            (What::Tuple(first), What::Tuple(second)) => {
                first.len() == second.len() && self.fields(a.view, first, b.view, second)
            }
            (What::Shape(Kind::List(list)), What::Tuple(fields)) => {
                let item = Form::of(a.view.at(list.item));
                (list.min..=list.max).contains(&fields.len())
                    && fields
                        .iter()
                        .all(|field| self.takes(item, Form::of_field(b.view, field)))
            }
            (What::Struct(kind), What::Shape(Kind::Map(map))) => {
                let value = Form::of(b.view.at(map.value));
                keys(a.view, kind, true).is_some_and(|wanted| {
                    needs_no_key(kind, &wanted)
                        && wanted
                            .iter()
                            .all(|(view, field)| self.takes(Form::of_field(*view, field), value))
                })
            }
            (What::Shape(Kind::Map(map)), What::Struct(kind)) => {
                let value = Form::of(a.view.at(map.value));
                let is_open = !kind.deny_unknown || kind.fields.iter().any(|field| field.flatten);
                is_any_text(a.view.at(map.key))
                    && (!is_open || matches!(value.what, What::Shape(Kind::Any)))
                    && kind
                        .fields
                        .iter()
                        .all(|field| self.takes(value, Form::of_field(b.view, field)))
            }
            (What::Shape(first), What::Shape(second)) => self.kinds(a.view, first, b.view, second),
            _ => false,
        }
    }

    fn kinds(&mut self, a: View<'_>, first: &Kind, b: View<'_>, second: &Kind) -> bool {
        match (first, second) {
            (Kind::Number, Kind::Number | Kind::Integer { .. } | Kind::Float { .. }) => true,
            (Kind::Float { single }, Kind::Float { single: other }) => !single || *other,
            (Kind::List(first), Kind::List(second)) => {
                first.min <= second.min
                    && first.max >= second.max
                    && self.takes(Form::of(a.at(first.item)), Form::of(b.at(second.item)))
            }
            (Kind::Map(first), Kind::Map(second)) => {
                self.takes(Form::of(a.at(first.key)), Form::of(b.at(second.key)))
                    && self.takes(Form::of(a.at(first.value)), Form::of(b.at(second.value)))
            }
            _ => takes_all_of(a.shape, b.shape),
        }
    }

    fn option(&mut self, inner: Form<'_>, b: Form<'_>) -> bool {
        match b.what {
            What::Unit => true,
            What::Shape(Kind::Option(other)) => {
                let other = Form::of(b.view.at(*other));
                self.takes(inner, other)
            }
            _ => self.takes(inner, b),
        }
    }

    fn union(&mut self, a: Form<'_>, kind: &Enum, b: Form<'_>) -> bool {
        let all_untagged = matches!(kind.tagging, Tagging::Untagged);
        let mut variants = kind
            .variants
            .iter()
            .filter(|one| all_untagged || one.untagged);
        variants.any(|one| self.takes(Form::of_content(a.view, &one.content), b))
    }

    /// Whether whatever is written of an enum is taken: names as strings, the rest as objects.
    fn each_variant(&mut self, a: Form<'_>, b: Form<'_>, kind: &Enum) -> bool {
        kind.variants.iter().all(|one| {
            if one.untagged || matches!(kind.tagging, Tagging::Untagged) {
                return self.takes(a, Form::of_content(b.view, &one.content));
            }
            match (a.what, &kind.tagging, &one.content) {
                (What::Shape(Kind::String(_)), Tagging::External, Content::Unit) => {
                    is_any_text(a.view)
                }
                (_, Tagging::External, Content::Unit) => false,
                (What::Shape(Kind::Map(map)), ..) => is_any_map(a.view, map),
                (What::Struct(first), tagging, content) => {
                    let known = keys_of_tagged(b.view, tagging, one, content);
                    ignores_all(a.view, first, known.as_deref())
                }
                _ => false,
            }
        })
    }

    fn fields(&mut self, a: View<'_>, first: &[Field], b: View<'_>, second: &[Field]) -> bool {
        let mut pairs = first.iter().zip(second);
        pairs.all(|(one, other)| self.takes(Form::of_field(a, one), Form::of_field(b, other)))
    }

    /// Whether the first finds what it needs among the keys of the second, and none that it denies. Whatever further keys
    /// the second ignores count only where the first needs some of its own.
    fn structure(&mut self, a: View<'_>, first: &Struct, b: View<'_>, second: &Struct) -> bool {
        let (Some(wanted), Some(written)) = (keys(a, first, true), keys(b, second, false)) else {
            return false;
        };
        let is_known = |(_, key): &(View<'_>, &Field)| {
            wanted.iter().any(|(_, field)| covers_names(field, key))
        };
        if first.deny_unknown && !(second.deny_unknown && written.iter().all(is_known)) {
            return false;
        }
        let may_lack = second.deny_unknown || needs_no_key(first, &wanted);
        wanted.iter().all(|(a, field)| {
            let mut shared = written.iter().filter(|(_, key)| share_name(field, key));
            match (shared.next(), shared.next()) {
                (None, _) => may_lack && !field.is_required(*a),
                (Some((b, key)), None) => {
                    covers_names(field, key)
                        && (!field.is_required(*a) || key.is_required(*b))
                        && self.takes(Form::of_field(*a, field), Form::of_field(*b, key))
                }
                _ => false,
            }
        })
    }
}

type Keys<'s> = Vec<(View<'s>, &'s Field)>;

/// The fields of an object, with those of what is flattened; `None` where there may be others. What takes any rest can be
/// left out.
fn keys<'s>(view: View<'s>, kind: &'s Struct, without_rest: bool) -> Option<Keys<'s>> {
    let (mut out, mut flat) = (Vec::new(), vec![(view, kind, 0)]);
    while let Some((view, kind, depth)) = flat.pop() {
        for field in kind.fields.iter() {
            if !field.flatten {
                out.push((view, field));
                continue;
            }
            let form = Form::of_field(view, field);
            match form.what {
                What::Struct(inner) if depth < DEPTH => flat.push((form.view, inner, depth + 1)),
                What::Shape(Kind::Option(_)) if without_rest => {}
                What::Shape(Kind::Map(map)) if without_rest && is_any_map(form.view, map) => {}
                _ => return None,
            }
        }
    }
    Some(out)
}

/// The names that stand in the object of a variant with a tag; `None` where there may be others.
fn keys_of_tagged<'s>(
    view: View<'s>,
    tagging: &'s Tagging,
    variant: &'s Variant,
    content: &'s Content,
) -> Option<Vec<&'s str>> {
    match tagging {
        Tagging::External => {
            let names = variant.aliases.iter().chain([&variant.name]);
            Some(names.map(|name| &**name).collect())
        }
        Tagging::Adjacent { tag, content } => Some(vec![&**tag, &**content]),
        Tagging::Internal { tag } => {
            let fields = match Form::of_content(view, content) {
                Form {
                    what: What::Unit, ..
                } => Vec::new(),
                Form {
                    what: What::Struct(kind),
                    view,
                    ..
                } => keys(view, kind, false)?,
                _ => return None,
            };
            let names = fields.into_iter().flat_map(|(_, field)| names(field));
            Some(names.chain([&**tag]).collect())
        }
        Tagging::Untagged => None,
    }
}

/// Whether an object of those names, or of any, says nothing that is looked at.
fn ignores_all(view: View<'_>, kind: &Struct, names: Option<&[&str]>) -> bool {
    let Some(wanted) = keys(view, kind, true) else {
        return false;
    };
    let is_free = |(_, field): &(View<'_>, &Field)| {
        names.is_some_and(|names| !names.iter().any(|name| goes_by(field, name)))
    };
    needs_no_key(kind, &wanted) && wanted.iter().all(is_free)
}

/// Whether an object without any of the keys is taken, whatever else stands there.
fn needs_no_key(kind: &Struct, keys: &[(View<'_>, &Field)]) -> bool {
    !kind.deny_unknown && !keys.iter().any(|(view, field)| field.is_required(*view))
}

/// Whether a field goes by all the names of another.
fn covers_names(field: &Field, other: &Field) -> bool {
    names(other).all(|name| goes_by(field, name))
}

fn share_name(field: &Field, other: &Field) -> bool {
    names(other).any(|name| goes_by(field, name))
}

fn names(field: &Field) -> impl Iterator<Item = &str> {
    let names = field.aliases.iter().chain([&field.name]);
    names.map(|name| &**name)
}

fn goes_by(field: &Field, name: &str) -> bool {
    names(field).any(|own| own == name)
}

fn is_any_map(view: View<'_>, map: &Map) -> bool {
    is_any_text(view.at(map.key)) && matches!(view.at(map.value).shape.kind, Kind::Any)
}

fn is_any_text(view: View<'_>) -> bool {
    match Form::of(view).what {
        What::Shape(Kind::String(form)) => form.accepts.is_none(),
        _ => false,
    }
}
