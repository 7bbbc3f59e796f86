//! What is wrong with a value, and where.

use std::fmt;
use std::ops::{Deref, Range};

use serde::{Deserialize, Serialize};

use crate::path::Path;

/// The kind of a [`Violation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Code {
    /// The value has another type than the one that is declared.
    Type,
    /// A required key is absent.
    Missing,
    /// A key that is not declared, where undeclared keys are denied.
    UnknownKey,
    /// One key with two different values.
    DuplicateKey,
    /// A number outside its range: the `range` rule, or the bounds of the Rust type.
    Range,
    /// A number that breaks `multiple_of`.
    MultipleOf,
    /// A string, list or map that breaks `len`, a list of another length than the Rust type's, or a list or map with
    /// less in it than the answer had that was cut off before.
    Len,
    /// A string that breaks `pattern`.
    Pattern,
    /// A string that breaks `format`, or that the type's own parser refuses.
    Format,
    /// A list that breaks `unique`.
    Unique,
    /// A value that is none of the allowed ones: `one_of`, or the variants of an enum.
    OneOf,
    /// The text ends inside the value.
    CutOff,
    /// The text contains no JSON value.
    NoJson,
    /// The model returned the schema instead of a value.
    SchemaEchoed,
    /// Two readings of the text are equally good and differ.
    Ambiguous,
    /// The value needs a fix that the reader does not allow ([`Reader::without`](crate::Reader::without)).
    FixRefused,
    /// The text cannot be read, not even tolerantly.
    Syntax,
    /// The value is nested deeper than the limit.
    Depth,
    /// The text is longer than the limit.
    Size,
    /// A check of the user's refused the value.
    Check,
    /// The type's own `Deserialize` refused the value.
    Decode,
    /// A patch of the model's that could not be applied, or may not be: the value stands as it was before.
    Patch,
    /// The type itself can never be read: a fault of the program, not of the reply.
    TypeFault,
}

/// One thing that is wrong with a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violation {
    path: Path,
    code: Code,
    expected: String,
    found: String,
    message: Option<String>,
    span: Option<Range<usize>>,
}

impl Violation {
    /// What a check of your own finds wrong: where, as a JSON Pointer, and what the model is told, word for word.
    ///
    /// ```
    /// let violation = llm_parse::Violation::check("/items/2/price", "no price is below the cost");
    /// assert_eq!(violation.to_string(), "/items/2/price: no price is below the cost");
    /// ```
    pub fn check(path: impl Into<Path>, message: impl Into<String>) -> Violation {
        Violation::new(path.into(), Code::Check, "", "").with_message(message)
    }

    /// A violation that says `expected .., found ..`.
    pub(crate) fn new(
        path: Path,
        code: Code,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Violation {
        Violation {
            path,
            code,
            expected: expected.into(),
            found: found.into(),
            message: None,
            span: None,
        }
    }

    /// Says that null is wanted too.
    pub(crate) fn offer_null(&mut self) {
        if !self.expected.ends_with("null") {
            self.expected.push_str(" or null");
        }
    }

    /// Replaces the message.
    pub(crate) fn with_message(mut self, message: impl Into<String>) -> Violation {
        self.message = Some(message.into());
        self
    }

    /// The same, which tells what is wanted and not what was found.
    pub(crate) fn as_wanted(&self) -> Violation {
        match self.expected.as_str() {
            "" => self.clone(),
            expected => self.clone().with_message(format!("expected {expected}")),
        }
    }

    /// Says where in the model's text the value stands.
    pub(crate) fn with_span(mut self, span: Option<Range<usize>>) -> Violation {
        self.span = span;
        self
    }

    /// Puts the path below another one.
    pub(crate) fn under(mut self, base: &Path) -> Violation {
        self.path = base.join(&self.path);
        self
    }

    /// Moves it to another place.
    pub(crate) fn at(mut self, path: Path) -> Violation {
        self.path = path;
        self
    }

    /// Forgets where in the reply it stands, since it stands in no reply.
    pub(crate) fn forget_span(&mut self) {
        self.span = None;
    }

    /// Counts the span from so many bytes further ahead in the text.
    pub(crate) fn shift(&mut self, by: usize) {
        self.span = self.span.take().map(|span| span.start + by..span.end + by);
    }

    /// Where in the value; the path of a missing key is the key's own.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The kind.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What is wanted, as a noun phrase: `an integer from 1 to 5`. Empty where only a message is known.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// What stands there instead, bounded in length. Empty where only a message is known.
    pub fn found(&self) -> &str {
        &self.found
    }

    /// What the model is told, without the path; the verbatim text of a check's error.
    pub fn message(&self) -> String {
        match &self.message {
            Some(message) => message.clone(),
            None => format!("expected {}, found {}", self.expected, self.found),
        }
    }

    /// The bytes of the model's text that this is about: a string's include its quotes, a missing key's are those of
    /// the object. `None` where there is no text, as in [`LlmExtract::validate`](crate::LlmExtract::validate).
    pub fn span(&self) -> Option<Range<usize>> {
        self.span.clone()
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            let mut path = String::new();
            self.path.write_short(&mut path)?;
            write!(f, "{}: ", OneLine(&path))?;
        }
        write!(f, "{}", OneLine(&self.message()))
    }
}

/// Displays text on one line: each run of line breaks is one space.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.0.split(['\n', '\r']).filter(|line| !line.is_empty());
        if let Some(first) = lines.next() {
            f.write_str(first)?;
        }
        lines.try_for_each(|line| write!(f, " {line}"))
    }
}

/// Everything that is wrong with a value; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Violations(Vec<Violation>);

impl Violations {
    /// `Ok` where nothing is wrong.
    ///
    /// # Errors
    ///
    /// The violations, where there are any.
    pub fn check(violations: Vec<Violation>) -> Result<(), Violations> {
        if violations.is_empty() {
            Ok(())
        } else {
            Err(Violations(violations))
        }
    }
}

impl From<Violation> for Violations {
    fn from(violation: Violation) -> Violations {
        Violations(vec![violation])
    }
}

impl IntoIterator for Violations {
    type Item = Violation;
    type IntoIter = std::vec::IntoIter<Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Deref for Violations {
    type Target = [Violation];

    fn deref(&self) -> &[Violation] {
        &self.0
    }
}

impl fmt::Display for Violations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, violation) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{violation}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Violations {}
