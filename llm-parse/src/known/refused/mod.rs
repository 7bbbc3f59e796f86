//! What a dialect surely refuses of a type.
//!
//! # Design
//!
//! Lowering has the last word, at the first use; a constant can only foresee it. So nothing is counted here that lowering
//! may not count: types of one name are one type, and what is inside a type that is known at run time only, or below
//! [`LEVELS`] others, is not looked at.

mod counts;
mod questions;
mod refusal;
mod variants;

use super::fit::slice;
use super::literal::text;
use super::tree::Node;
use crate::dialect::{Count, Place, Rules};
use crate::shape::{Field, Kind, Struct};
use questions::{has, is_no_object, is_required, may_leave_out};
use refusal::MOST;
pub(crate) use refusal::{Refusal, Refusals, Refused, refusals};

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
}

/// How a type was met.
enum Met {
    First,
    /// It was counted elsewhere, but may go deeper here.
    Again,
    /// There is nothing new in it.
    Known,
}
