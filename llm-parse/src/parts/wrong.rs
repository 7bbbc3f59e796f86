//! Which values have to be asked for again.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::ask::{Ask, How, facts};
use super::edit::Text;
use super::focused::Focused;
use super::growth::{head, is_hidden};
use super::keys::Keys;
use super::reply::is_under;
use super::schema::Schemas;
use crate::attempt::{Attempt, Outcome};
use crate::facts::Facts;
use crate::fix::{Fix, FixKind};
use crate::path::{Path, Segment};
use crate::places::Places;
use crate::tree::{NodeId, NodeKind};
use crate::violation::{Code, Violation};

/// How many violations may be mended in this way.
const MOST: usize = 10;

/// What of an attempt is asked for again; `None` where not only parts of it are wrong.
pub(crate) fn wrong_values(last: &Attempt, whole: &Arc<Facts>) -> Option<Focused> {
    let is_value = matches!(
        last.outcome(),
        Outcome::Shape | Outcome::Rule | Outcome::Check
    );
    // What was wrong with a patch is not wrong with the value.
    let of_value = |violation: &&Violation| violation.code() != Code::Patch;
    let violations: Vec<_> = last.violations().iter().filter(of_value).cloned().collect();
    if !is_value || last.cut.is_some() || violations.len() > MOST {
        return None;
    }
    // What a doubtful reading left out would be lost without a word.
    let doubtful =
        |violation: &Violation| is_hidden(violation) && violation.code() != Code::DuplicateKey;
    let missing = |violation: &Violation| violation.code() == Code::Missing;
    let unknown = |fix: &Fix| fix.kind() == FixKind::UnknownKey;
    let elsewhere = last.violations().iter().any(missing) && last.fixes().iter().any(unknown);
    if elsewhere || last.violations().iter().any(doubtful) {
        return None;
    }
    let base = last.document.clone()?;
    let text = Text::read(&base)?;
    let schemas = Schemas {
        root: whole.document(),
        tree: &text.tree,
    };
    let mut there = Places::of(&text.tree);
    let mut places = places(&violations, &schemas, &mut there, text.root)?;
    // A model that could not say so much is asked for less of it at a time.
    let most = if last.is_part() && last.was_stopped() {
        places.len().div_ceil(2)
    } else {
        places.len()
    };
    let left = places.split_off(most).into_iter();
    let left = left.flat_map(|(_, violations)| violations).collect();
    let asked: Vec<_> = places.iter().map(|(path, _)| path).collect();
    if places.is_empty() || !keeps_any(&text, text.root, &Path::default(), &asked) {
        return None;
    }
    let (mut asks, mut wrong) = (Vec::new(), Vec::new());
    let (mut keys, mut defs) = (Keys::of(&text, whole.document()), Map::new());
    for (path, violations) in places {
        let found = schemas.at(&mut there, text.root, &path)?;
        asks.push(Ask {
            key: keys.key(&path, "value"),
            how: How::Set,
            required: true,
            note: format!("the value at {path}"),
            schema: schemas.joined(&found, &mut defs)?,
            path,
        });
        wrong.push(violations);
    }
    let part = facts(whole, &asks, defs)?;
    Some(Focused {
        asks,
        wrong,
        part,
        whole: Arc::clone(whole),
        left,
        fixes: last.fixes().to_vec(),
        base,
    })
}

/// Whether there is a value outside of what is asked for.
fn keeps_any(text: &Text<'_>, node: NodeId, at: &Path, asked: &[&Path]) -> bool {
    if asked.contains(&at) {
        return false;
    }
    let below = |step: Segment| at.join(&Path::from(vec![step]));
    match text.tree.kind(node) {
        NodeKind::Object => text.tree.entries(node).any(|(key, value)| {
            let key = Segment::Key(text.tree.text(key).into());
            keeps_any(text, value, &below(key), asked)
        }),
        NodeKind::List => text
            .tree
            .items(node)
            .enumerate()
            .any(|(index, item)| keeps_any(text, item, &below(Segment::Index(index)), asked)),
        _ => true,
    }
}

/// The places that are asked for, none inside another, each with what is wrong there.
fn places(
    violations: &[Violation],
    schemas: &Schemas<'_>,
    there: &mut Places<'_, '_>,
    root: NodeId,
) -> Option<Vec<(Path, Vec<Violation>)>> {
    let mut places: Vec<(Path, Vec<Violation>)> = Vec::new();
    for violation in violations {
        let place = place(violation, schemas, there, root)?;
        places.push((place, vec![violation.clone()]));
    }
    // An outer place comes before those inside it; else the order stays.
    let mut kept: Vec<(Path, Vec<Violation>)> = Vec::new();
    let outer = |path: &Path| {
        let around = places.iter().filter(|(other, _)| is_under(path, other));
        around.min_by_key(|(other, _)| other.segments().len())
    };
    for (path, wrong) in &places {
        let path = outer(path).map_or(path, |(outer, _)| outer);
        match kept.iter_mut().find(|(other, _)| other == path) {
            Some((_, all)) => all.extend_from_slice(wrong),
            None => kept.push((path.clone(), wrong.clone())),
        }
    }
    Some(kept)
}

/// The innermost value round a violation that can be asked for; `None` where it is the whole.
fn place(
    violation: &Violation,
    schemas: &Schemas<'_>,
    there: &mut Places<'_, '_>,
    root: NodeId,
) -> Option<Path> {
    let path = violation.path();
    let steps = path.segments().len();
    let deepest = match violation.code() {
        // The key is wrong, not its value.
        Code::UnknownKey => steps.checked_sub(1)?,
        _ => steps,
    };
    let mut can_be_asked = |at: &usize| {
        let here = head(path, *at);
        let is_key = matches!(here.segments().last(), Some(Segment::Key(_)));
        let may_be_new = *at == steps && is_key && violation.code() == Code::Missing;
        schemas.at(there, root, &here).is_some()
            && (there.locate(root, &here).is_some()
                || may_be_new && there.locate(root, &head(path, at - 1)).is_some())
    };
    let at = (1..=deepest).rev().find(|at| can_be_asked(at))?;
    Some(head(path, at))
}

impl<'s> Schemas<'s> {
    /// What is wanted at a path; `None` where nothing is known of it.
    pub(super) fn at(
        &self,
        there: &mut Places<'_, '_>,
        root: NodeId,
        path: &Path,
    ) -> Option<Vec<&'s Value>> {
        let mut schemas = vec![self.root];
        let mut node = Some(root);
        for step in path.segments() {
            schemas = self.step(&schemas, node?, step);
            if schemas.is_empty() {
                return None;
            }
            node = there.step(node?, step);
        }
        Some(schemas)
    }
}
