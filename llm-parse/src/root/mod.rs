//! From a text to the one candidate that is the value: which part of the reply is the answer.
//!
//! # Design
//!
//! Candidates are tried in rank order; the first that aligns with the shape, decodes and passes its checks is the
//! value, unless one at a likelier place is of the type but broken or wrong. Where none does, the error tells of the one that came nearest.

mod asked;
mod bare;
mod boxed;
mod broken;
mod classes;
mod cut;
mod doubt;
mod echo;
mod forms;
mod gaps;
mod join;
mod loose;
mod nearest;
mod outer;
mod own;
mod parts;
mod phrases;
mod remark;
mod rival;
mod sentence;
mod speech;
mod trial;

use crate::RuntimeShape;
use crate::align::Findings;
use crate::candidate::{self, Limits, Place};
use crate::cue::Cue;
use crate::faults;
use crate::foreign;
use crate::path::Path;
use crate::read::{Leniency, ParseError, Reader};
use crate::shape::{Kind, View};
use crate::tree::{NONE, NodeId, Tree};
use crate::violation::{Code, Violation};
pub(crate) use classes::said_of_answers;
use forms::in_order;
pub(crate) use forms::is_text;
use nearest::Nearest;

/// Decodes an aligned tree and runs the checks; whether the value is the answer.
pub(crate) type Finish<'f> = dyn FnMut(&Tree<'_>, NodeId, &mut Findings) -> bool + 'f;

/// What is read.
#[derive(Clone, Copy)]
pub(crate) enum Wanted<'s> {
    Type(View<'s>),
    Document(&'s RuntimeShape),
}

impl<'s> Wanted<'s> {
    /// The shape that tells the forms of a reply apart, and the document where there is one.
    fn form(self) -> (View<'s>, Option<&'s RuntimeShape>) {
        let document = match self {
            Wanted::Document(document) => document,
            Wanted::Type(view) if matches!(view.shape.kind, Kind::Opaque(_)) => {
                foreign::shape(view)
            }
            Wanted::Type(view) => return (view, None),
        };
        (document.view(), Some(document))
    }
}

/// Looks for the value in a text.
pub(crate) fn search(
    reader: &Reader,
    text: &str,
    wanted: Wanted<'_>,
    finish: &mut Finish<'_>,
) -> Result<Findings, ParseError> {
    if text.len() > reader.max_bytes.min(NONE as usize - 1) {
        let wanted = format!("a text of at most {} bytes", reader.max_bytes);
        let violation = Violation::new(
            Path::default(),
            Code::Size,
            wanted,
            format!("{} bytes", text.len()),
        );
        return Err(ParseError::new(vec![violation]));
    }
    let (view, document) = wanted.form();
    let facts = faults::facts(match wanted {
        Wanted::Type(view) => view,
        Wanted::Document(_) => view,
    });
    if let Some(fault) = &facts.fault {
        return Err(ParseError::new(vec![fault.clone()]));
    }
    let limits = Limits {
        leniency: reader.leniency,
        max_depth: reader.max_depth,
    };
    let mut found = candidate::find(text, &limits);
    let mut search = Search {
        reader,
        view,
        document,
        prune: matches!(wanted, Wanted::Document(_)),
        checks: facts.checks,
        nearest: None,
        bar: None,
        alike: false,
    };
    if is_text(view) && reader.leniency != Leniency::Strict {
        return search.whole_text(&mut found, finish);
    }
    let order = match reader.leniency {
        Leniency::Coerce if search.join(&mut found).is_some() => vec![0],
        _ => in_order(&found, view),
    };
    if let Some((findings, root)) = search.candidates(&mut found, &order, finish) {
        return search.accept(findings, &found, root);
    }
    if reader.leniency == Leniency::Coerce
        && let Some(findings) = search.bare(&mut found, finish)
    {
        return Ok(findings);
    }
    Err(search.error(&found))
}

struct Search<'r, 's> {
    reader: &'r Reader,
    view: View<'s>,
    /// What the value is held to besides.
    document: Option<&'s RuntimeShape>,
    prune: bool,
    checks: bool,
    /// What was found of the candidate that came nearest.
    nearest: Option<Nearest>,
    /// Where a value of the type stands that is broken or wrong.
    bar: Option<(bool, Place, Cue)>,
    /// Whether what was tried last is a value of the type, but for what is wrong in it.
    alike: bool,
}
