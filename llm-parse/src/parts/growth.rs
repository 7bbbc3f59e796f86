//! What is kept of a value that was cut off, and where it goes on.

use super::begun::Begun;
use super::edit::{Edit, Text, edit};
use super::ending::Ending;
use crate::cut::Cut;
use crate::fix::Fix;
use crate::path::{Path, Segment};
use crate::print::print;
use crate::read::Reader;
use crate::root::Wanted;
use crate::tree::{NodeId, NodeKind};
use crate::violation::{Code, Violation};

/// A value that goes on at a place: the container there is open, and so are all round it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Growth {
    pub(super) document: String,
    pub(super) open: Path,
    /// Whether the open container is a list whose next item was begun, and left out of the document.
    pub(super) begun: bool,
    /// What is to be seen of the item or entry of the open container that was left out.
    pub(super) seen: Option<Begun>,
    /// What was mended in it.
    pub(super) fixes: Vec<Fix>,
}

impl Growth {
    /// What is complete of a value that was cut off, its keys and values as the type's. `None` where nothing is.
    ///
    /// How the text ends is told where the value was read out of it, and not put together.
    pub(super) fn of(
        document: &str,
        cut: &Cut,
        ending: Option<&Ending>,
        wanted: Wanted<'_>,
        reader: &Reader,
    ) -> Option<Growth> {
        let raw = Text::read(document)?;
        let mut open = cut.path().clone();
        let mut begun = false;
        let mut seen = cut.begun.as_deref().cloned();
        if raw.locate(&open).is_none() && is_item(&open) {
            begun = true;
            open = parent(&open)?;
        }
        let mut changes = Vec::new();
        let last = raw.locate(&open)?;
        if !is_container(&raw, last) {
            begun = is_item(&open);
            seen = begun_at(&raw, &open);
            changes.push((open.clone(), Edit::Remove));
            open = parent(&open)?;
        } else if let Some(ending) = ending {
            let is_list = raw.tree.kind(last) == NodeKind::List;
            begun |= is_list && *ending == Ending::Item;
            seen = Begun::unseen(ending).filter(|_| !is_list).or(seen);
        }
        let complete = Growth {
            document: edit(&raw, changes)?,
            open,
            begun,
            seen,
            fixes: Vec::new(),
        };
        let Growth {
            document,
            open,
            begun,
            mut seen,
            ..
        } = complete.trimmed()?;
        let (aligned, mut fixes) = aligned(&document, wanted, reader)?;
        let is_new =
            |begun: &&mut Begun| !begun.seen.is_empty() && Some(&**begun) != cut.begun.as_deref();
        if let Some(seen) = seen.as_mut().filter(is_new) {
            // What was taken out before is to be seen too.
            if let Some(whole) = raw.text(&open.join(&Path::from(vec![seen.step.clone()]))) {
                seen.seen = vec![whole];
            }
            let as_wanted = aligned_at(&raw, &open, &seen.step, wanted, reader);
            let as_wanted = as_wanted.filter(|text| !seen.seen.contains(text));
            seen.seen.extend(as_wanted);
        }
        let open = moved(&Text::read(&document)?, &Text::read(&aligned)?, &open)?;
        fixes.iter_mut().for_each(Fix::forget_span);
        Some(Growth {
            document: aligned,
            open,
            begun,
            seen,
            fixes,
        })
    }

    /// The value without the container at a place, which is in the open; it goes on one level further out.
    pub(super) fn without(&self, path: &Path) -> Option<Growth> {
        let changes = vec![(path.clone(), Edit::Remove)];
        let text = Text::read(&self.document)?;
        Some(Growth {
            document: edit(&text, changes)?,
            open: parent(path)?,
            begun: is_item(path),
            seen: begun_at(&text, path),
            fixes: self.fixes.clone(),
        })
    }

    /// The entry at a place, where it was begun.
    pub(super) fn begun_at(&self, path: &Path) -> Option<&Begun> {
        let (Segment::Key(key), outer) = path.segments().split_last()? else {
            return None;
        };
        let begun = self.seen.as_ref().filter(|begun| begun.may_be(key));
        begun.filter(|_| outer == self.open.segments())
    }

    /// Drops the item that is growing in a list, where little is lost by it: it is asked for once more.
    fn trimmed(self) -> Option<Growth> {
        const LITTLE: usize = 200;
        let text = Text::read(&self.document)?;
        for at in 0..self.open.segments().len() {
            let list = head(&self.open, at);
            let node = text.locate(&list)?;
            if text.tree.kind(node) == NodeKind::List {
                let item = head(&self.open, at + 1);
                let dropped = text.text(&item)?.len();
                if dropped <= LITTLE.max(self.document.len() / 2) {
                    return self.without(&item);
                }
            }
        }
        Some(self)
    }

    /// Takes over what was mended in what is there.
    pub(super) fn keep_fixes(&mut self, earlier: &[Fix]) {
        self.fixes.splice(0..0, earlier.iter().cloned());
        self.fixes.iter_mut().for_each(Fix::forget_span);
        if let Some(text) = Text::read(&self.document) {
            self.fixes.retain(|fix| is_in(&text, fix.path()));
        }
    }

    /// The attempt's account of the cut.
    pub(super) fn cut(&self) -> Option<Cut> {
        let text = Text::read(&self.document)?;
        let mut lists = Vec::new();
        let mut complete = None;
        let depth = self.open.segments().len();
        for at in 0..=depth {
            let here = head(&self.open, at);
            let node = text.locate(&here)?;
            if text.tree.kind(node) == NodeKind::List {
                let growing = usize::from(at < depth);
                lists.push((here, text.tree.len(node).saturating_sub(growing)));
                if growing == 1 && complete.is_none() {
                    complete = Some(self.without(&head(&self.open, at + 1))?.document);
                }
            }
        }
        let path = match lists.last() {
            // The item that is missing: what goes on without it is not the value.
            Some((list, items)) if self.begun && *list == self.open => {
                list.join(&Path::from(vec![Segment::Index(*items)]))
            }
            _ => self.open.clone(),
        };
        Some(Cut {
            begun: self.seen.clone().map(Box::new),
            path,
            lists,
            complete: Some(complete.unwrap_or_else(|| self.document.clone())),
        })
    }

    /// What is wrong with the value.
    pub(super) fn violation(&self, message: &str) -> Violation {
        let code = Code::CutOff;
        Violation::new(
            self.open.clone(),
            code,
            "a complete value",
            "the end of the text",
        )
        .with_message(message)
    }
}

/// What is to be seen of a value that is left out.
fn begun_at(text: &Text<'_>, path: &Path) -> Option<Begun> {
    let step = path.segments().last()?.clone();
    Some(Begun::at(step, text.text(path)?))
}

/// The value that is left out of an open container, as the type has it.
fn aligned_at(
    raw: &Text<'_>,
    open: &Path,
    step: &Segment,
    wanted: Wanted<'_>,
    reader: &Reader,
) -> Option<String> {
    let (whole, _) = aligned(&print(&raw.tree, raw.root), wanted, reader)?;
    let whole = Text::read(&whole)?;
    let open = moved(raw, &whole, open)?;
    whole.text(&open.join(&Path::from(vec![step.clone()])))
}

fn is_item(path: &Path) -> bool {
    matches!(path.segments().last(), Some(Segment::Index(_)))
}

/// The text with keys, variants and values as a shape has them, as far as they fit. `None` where the text would then hide
/// what is wrong.
fn aligned(text: &str, wanted: Wanted<'_>, reader: &Reader) -> Option<(String, Vec<Fix>)> {
    let reader = reader.clone().cut_off(false);
    match reader.parse_text(wanted, text) {
        Ok(parsed) => Some((parsed.value, parsed.fixes)),
        Err(error) if error.violations.iter().any(is_hidden) => None,
        Err(error) => Some((error.partial?, error.fixes)),
    }
}

/// Whether a place is in a value, or was before its key was taken out.
fn is_in(text: &Text<'_>, path: &Path) -> bool {
    let outer = || match path.segments().last() {
        Some(Segment::Key(_)) => parent(path).and_then(|outer| text.locate(&outer)),
        _ => None,
    };
    text.locate(path).or_else(outer).is_some()
}

/// Whether a violation is about what is no longer to be seen in a value that was read.
pub(super) fn is_hidden(violation: &Violation) -> bool {
    matches!(
        violation.code(),
        Code::DuplicateKey
            | Code::Ambiguous
            | Code::FixRefused
            | Code::CutOff
            | Code::NoJson
            | Code::SchemaEchoed
            | Code::Syntax
            | Code::Depth
            | Code::Size
    )
}

/// Where a path leads after a text was aligned; as far as it leads.
fn moved(raw: &Text<'_>, aligned: &Text<'_>, path: &Path) -> Option<Path> {
    let mut steps = path.segments();
    let mut from = raw.root;
    // The value may have stood under a key of its own.
    if let [Segment::Key(key), rest @ ..] = steps
        && raw.tree.len(from) == 1
        && child(aligned, aligned.root, &steps[0]).is_none()
        && raw.tree.kind(from) == NodeKind::Object
    {
        let inner = child(raw, from, &Segment::Key(key.clone()))?;
        if raw.tree.kind(inner) == aligned.tree.kind(aligned.root)
            && raw.tree.len(inner) == aligned.tree.len(aligned.root)
        {
            (from, steps) = (inner, rest);
        }
    }
    let mut to = aligned.root;
    let mut out = Vec::new();
    for step in steps {
        let next = child(raw, from, step)?;
        let step = match child(aligned, to, step) {
            Some(_) => step.clone(),
            // A map that was written as a list goes on as a map.
            None if raw.tree.kind(from) == NodeKind::List => break,
            None => renamed(raw, from, next, aligned, to)?,
        };
        (from, to) = (next, child(aligned, to, &step)?);
        out.push(step);
    }
    is_container(aligned, to).then(|| Path::from(out))
}

/// The key that stands in the place of another one.
fn renamed(
    raw: &Text<'_>,
    from: NodeId,
    value: NodeId,
    aligned: &Text<'_>,
    to: NodeId,
) -> Option<Segment> {
    let is_object = |text: &Text<'_>, node| text.tree.kind(node) == NodeKind::Object;
    if !is_object(raw, from)
        || !is_object(aligned, to)
        || raw.tree.len(from) != aligned.tree.len(to)
    {
        return None;
    }
    let place = raw
        .tree
        .entries(from)
        .position(|(_, other)| other == value)?;
    let (key, _) = aligned.tree.entries(to).nth(place)?;
    Some(Segment::Key(aligned.tree.name(key)))
}

fn child(text: &Text<'_>, node: NodeId, step: &Segment) -> Option<NodeId> {
    text.tree.locate(node, &Path::from(vec![step.clone()]))
}

pub(super) fn is_container(text: &Text<'_>, node: NodeId) -> bool {
    matches!(text.tree.kind(node), NodeKind::List | NodeKind::Object)
}

/// The first steps of a path.
pub(super) fn head(path: &Path, steps: usize) -> Path {
    Path::from(path.segments()[..steps].to_vec())
}

/// `None` for the root.
pub(super) fn parent(path: &Path) -> Option<Path> {
    let steps = path.segments().len().checked_sub(1)?;
    Some(head(path, steps))
}
