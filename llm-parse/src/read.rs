//! Reads a model's reply into a typed value: `parse`, and `Reader` for its settings.

use std::ops::Range;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::LlmExtract;
use crate::RuntimeShape;
use crate::align::Findings;
use crate::check::Checker;
use crate::cut::Cut;
use crate::decode::{DecodeError, decode, direct};
use crate::fix::{Fix, FixKind, FixKinds};
use crate::inner::value_of;
use crate::places::Places;
use crate::print::print;
use crate::root::Wanted;
use crate::shape::View;
use crate::stack;
use crate::tree::{Cursor, NodeId, Tree};
use crate::violation::{Code, Violation};

/// Reads a value out of a model's reply, with the defaults of [`Reader`].
///
/// # Errors
///
/// [`ParseError`] holds all violations at once, in declaration order.
pub fn parse<T: LlmExtract>(text: &str) -> Result<Parsed<T>, ParseError> {
    Reader::new().parse(text)
}

/// How far reading goes to make sense of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Leniency {
    /// The whole text is JSON, and fits as it is.
    Strict,
    /// JSON is looked for in the text and its syntax repaired, but values fit as they are.
    Repair,
    /// Values are also coerced where only one reading makes sense.
    #[default]
    Coerce,
}

/// Reads replies; the settings of [`parse`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Reader {
    pub(crate) leniency: Leniency,
    pub(crate) max_depth: usize,
    pub(crate) max_bytes: usize,
    pub(crate) cut_off: bool,
    pub(crate) refused: FixKinds,
    /// Whether clean JSON, and what is nearly that, is read without a tree.
    pub(crate) direct: bool,
}

impl Default for Reader {
    fn default() -> Self {
        Reader::new()
    }
}

impl Reader {
    /// The defaults: [`Leniency::Coerce`], a depth of 64, 16 MiB, not cut off.
    pub const fn new() -> Self {
        Reader {
            leniency: Leniency::Coerce,
            max_depth: 64,
            max_bytes: 16 << 20,
            cut_off: false,
            refused: FixKinds::NONE,
            direct: true,
        }
    }

    /// Sets how far reading goes to make sense of a text.
    pub const fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = leniency;
        self
    }

    /// Refuses what needs a fix of this kind: it becomes a violation. May be called for several kinds.
    ///
    /// ```
    /// use llm_parse::{FixKind, Reader};
    ///
    /// let reader = Reader::new().without(FixKind::NumberFromText);
    /// assert!(reader.parse::<Vec<u8>>("[1, 2,]").is_ok());
    /// assert!(reader.parse::<Vec<u8>>("[1, \"2\"]").is_err());
    /// ```
    pub const fn without(mut self, kind: FixKind) -> Self {
        self.refused = self.refused.with(kind);
        self
    }

    /// Sets how many lists and objects may be nested in each other: 128 at the most, or 10,000 with the feature `deep`.
    ///
    /// `serde` needs stack for each level, up to 28 KiB of it for wide types without optimisation. Above 128 levels the
    /// value is read on a stack of its own, which is made for the depth of the text.
    pub const fn max_depth(mut self, depth: usize) -> Self {
        self.max_depth = if depth > stack::DEEPEST {
            stack::DEEPEST
        } else {
            depth
        };
        self
    }

    /// Sets how many bytes a text may have.
    pub const fn max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// Says that the provider reported the reply as cut off at its limit of tokens.
    pub const fn cut_off(mut self, cut_off: bool) -> Self {
        self.cut_off = cut_off;
        self
    }

    /// Sets whether what can be is read without a tree, which makes no difference but in time.
    #[doc(hidden)]
    pub const fn direct(mut self, direct: bool) -> Self {
        self.direct = direct;
        self
    }

    /// Reads a value out of a text.
    ///
    /// # Errors
    ///
    /// [`ParseError`] holds all violations at once, in declaration order.
    pub fn parse<T: LlmExtract>(&self, text: &str) -> Result<Parsed<T>, ParseError> {
        match stack::with_room(text, self.max_depth, || direct(self, text)) {
            Some((value, fixes)) => Ok(Parsed {
                fixes,
                ..Parsed::clean(value)
            }),
            None => self.read_as(text, Wanted::Type(View::of(T::SHAPE)), finish::<T>),
        }
    }

    /// Reads a value, and keeps it as JSON text too.
    pub(crate) fn parse_kept<T: LlmExtract>(&self, text: &str) -> Result<Parsed<T>, ParseError> {
        let strict = self.clone().leniency(Leniency::Strict);
        if let Some((value, _)) = stack::with_room(text, self.max_depth, || direct(&strict, text)) {
            return Ok(Parsed {
                text: Some(text.trim().to_owned()),
                ..Parsed::clean(value)
            });
        }
        self.keep(text, Wanted::Type(View::of(T::SHAPE)), finish::<T>)
    }

    /// Reads a value of what is known only at run time, and keeps it as JSON text too.
    pub(crate) fn parse_value_kept(
        &self,
        wanted: Wanted<'_>,
        text: &str,
    ) -> Result<Parsed<Value>, ParseError> {
        self.keep(text, wanted, decoded)
    }

    fn keep<T>(
        &self,
        text: &str,
        wanted: Wanted<'_>,
        finish: impl Fn(&Tree<'_>, NodeId, &mut Findings) -> Option<T>,
    ) -> Result<Parsed<T>, ParseError> {
        let mut kept = None;
        let parsed = self.read_as(text, wanted, |tree, root, findings| {
            let value = finish(tree, root, findings)?;
            kept = Some(print(tree, root));
            Some(value)
        })?;
        Ok(Parsed {
            text: kept,
            ..parsed
        })
    }

    /// Reads a value out of a text by a shape that is known only at run time.
    ///
    /// # Errors
    ///
    /// [`ParseError`] holds all violations at once. A number that `serde_json` cannot hold is one.
    pub fn parse_value(
        &self,
        shape: &RuntimeShape,
        text: &str,
    ) -> Result<Parsed<Value>, ParseError> {
        self.read_as(text, Wanted::Document(shape), decoded)
    }

    /// Reads a value as JSON text: shape and rules are held, numbers keep every digit, and no check is run.
    pub(crate) fn parse_text(
        &self,
        wanted: Wanted<'_>,
        text: &str,
    ) -> Result<Parsed<String>, ParseError> {
        self.read_as(text, wanted, |tree, node, _| Some(print(tree, node)))
    }

    /// What is mended where a text is read by a shape.
    pub(crate) fn align(&self, view: View<'_>, text: &str) -> Result<Vec<Fix>, ParseError> {
        let read = self.read_as(text, Wanted::Type(view), |_, _, _| Some(()));
        read.map(|parsed| parsed.fixes)
    }

    pub(crate) fn read_as<T>(
        &self,
        text: &str,
        wanted: Wanted<'_>,
        finish: impl FnMut(&Tree<'_>, NodeId, &mut Findings) -> Option<T>,
    ) -> Result<Parsed<T>, ParseError> {
        stack::with_room(text, self.max_depth, || self.find(text, wanted, finish))
    }

    fn find<T>(
        &self,
        text: &str,
        wanted: Wanted<'_>,
        mut finish: impl FnMut(&Tree<'_>, NodeId, &mut Findings) -> Option<T>,
    ) -> Result<Parsed<T>, ParseError> {
        let mut value = None;
        let findings = crate::root::search(self, text, wanted, &mut |tree, root, findings| {
            value = finish(tree, root, findings);
            value.is_some()
        })?;
        match value {
            Some(value) => Ok(Parsed {
                value,
                fixes: findings.fixes,
                warnings: findings.warnings,
                text: None,
            }),
            None => Err(ParseError::new(findings.violations)),
        }
    }
}

/// Decodes an aligned value.
fn decoded<T: DeserializeOwned>(
    tree: &Tree<'_>,
    node: NodeId,
    findings: &mut Findings,
) -> Option<T> {
    let decoded = decode(Cursor { tree, node });
    decoded
        .map_err(|error| findings.violations.push(refused(tree, node, &error)))
        .ok()
}

/// The same, and runs its checks.
fn finish<T: LlmExtract>(tree: &Tree<'_>, root: NodeId, findings: &mut Findings) -> Option<T> {
    let value: T = decoded(tree, root, findings)?;
    if !findings.checks && !findings.defaults {
        return Some(value);
    }
    let mut checker = Checker::new(findings.defaults);
    value.__check(&mut checker, &[]);
    let (violations, warnings) = checker.into_parts();
    let mut places = Places::of(tree);
    let mut place = |violation: Violation| places.place(root, violation);
    findings
        .violations
        .extend(violations.into_iter().map(&mut place));
    findings
        .warnings
        .extend(warnings.into_iter().map(&mut place));
    findings.violations.is_empty().then_some(value)
}

/// What `Deserialize` refused.
fn refused(tree: &Tree<'_>, root: NodeId, error: &DecodeError) -> Violation {
    let node = error.node().unwrap_or(root);
    let path = tree.path_of(node, &tree.parents(root));
    Violation::new(path, Code::Decode, "", "")
        .with_message(error.to_string())
        .with_span(Some(tree.span(node)))
}

/// A value that was read, and what was mended on the way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parsed<T> {
    /// The value.
    pub value: T,
    /// What was repaired, coerced, ignored or dropped.
    pub fixes: Vec<Fix>,
    /// What soft rules and checks (`#[llm(warn)]`) found.
    pub warnings: Vec<Violation>,
    /// The value as text, where the engine has use for it.
    pub(crate) text: Option<String>,
}

impl<T> Parsed<T> {
    pub(crate) fn clean(value: T) -> Self {
        Parsed {
            value,
            fixes: Vec::new(),
            warnings: Vec::new(),
            text: None,
        }
    }

    pub(crate) fn map<U>(self, into: impl FnOnce(T) -> U) -> Parsed<U> {
        Parsed {
            value: into(self.value),
            fixes: self.fixes,
            warnings: self.warnings,
            text: self.text,
        }
    }

    /// The value alone.
    #[inline]
    pub fn into_value(self) -> T {
        self.value
    }
}

/// Why a text could not be read into a value.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseError {
    pub(crate) violations: Vec<Violation>,
    pub(crate) fixes: Vec<Fix>,
    pub(crate) partial: Option<String>,
    pub(crate) cut: Option<Box<Cut>>,
}

impl ParseError {
    pub(crate) fn new(violations: Vec<Violation>) -> ParseError {
        ParseError {
            violations,
            fixes: Vec::new(),
            partial: None,
            cut: None,
        }
    }

    /// Everything that is wrong, in declaration order; never empty.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// What was mended before.
    pub fn fixes(&self) -> &[Fix] {
        &self.fixes
    }

    /// What was read before the fault or the cut.
    pub fn partial(&self) -> Option<Value> {
        value_of(self.partial.as_deref()?)
    }

    /// Where the text was cut off and what of it is complete, where it ended inside a value.
    pub fn cut(&self) -> Option<&Cut> {
        self.cut.as_deref()
    }

    /// Whether the text ended inside the value.
    pub fn is_cut_off(&self) -> bool {
        self.violations
            .iter()
            .any(|violation| violation.code() == Code::CutOff)
    }

    /// The bytes of the text that the first violation is about.
    pub fn span(&self) -> Option<Range<usize>> {
        self.violations.first().and_then(Violation::span)
    }
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, violation) in self.violations.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseError {}
