//! What is asked of a type.

use super::Walk;
use crate::dialect::Null;
use crate::known::fit::slice;
use crate::known::literal::equal;
use crate::known::tree::Node;
use crate::rules::Rule;
use crate::shape::{Field, Kind};

impl Walk {
    /// Whether a property of this type is surely of several types; an enum may be a reference to a definition.
    pub(super) const fn is_union(&self, node: &'static Node) -> bool {
        let marks = !matches!(self.rules.null, Null::Nullable);
        match &node.shape.kind {
            Kind::Decimal => true,
            Kind::Option(_) if marks && !node.inside.is_empty() => says_something(node.inside[0]),
            _ => false,
        }
    }
}

pub(super) const fn has(names: &[&str], name: &str) -> bool {
    let mut rest = names;
    while let [one, after @ ..] = rest {
        if equal(one, name) {
            return true;
        }
        rest = after;
    }
    false
}

/// Whether rules may allow some of the values only.
pub(super) const fn may_leave_out(rules: &[Rule]) -> bool {
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
pub(super) const fn is_required(field: &Field, part: &'static Node) -> bool {
    !field.default && (field.custom || !accepts_missing(part))
}

/// As [`crate::shape::View::accepts_missing`].
pub(super) const fn accepts_missing(mut node: &'static Node) -> bool {
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
pub(super) const fn says_something(mut node: &'static Node) -> bool {
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
pub(super) const fn is_no_object(mut node: &'static Node) -> bool {
    loop {
        node = match &node.shape.kind {
            Kind::Newtype(_) if !node.inside.is_empty() => node.inside[0],
            Kind::Enum(kind) => return slice(&kind.variants).len() != 1,
            Kind::Struct(_) | Kind::Any | Kind::Opaque(_) | Kind::Newtype(_) => return false,
            _ => return true,
        };
    }
}
