//! Failures and their corrections, collected as JSON Lines and read back.

use std::error::Error as StdError;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::LlmExtract;
use crate::attempt::{Attempt, Extraction, Outcome};
use crate::facts::label;
use crate::prompt::{Message, Prompt, Role};
use crate::shape::View;
use crate::shot::Shot;
use crate::strategy::Strategy;
use crate::violation::Violation;

/// An answer that was refused, and the value that was accepted in its stead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Correction {
    /// What was asked, without any instructions.
    pub prompt: Prompt,
    /// What the model answered first: its text, and the tools that it called.
    pub refused: Message,
    /// What was wrong with it.
    pub violations: Vec<Violation>,
    /// The value that was accepted, as JSON text.
    #[serde(serialize_with = "write_json", deserialize_with = "read_json")]
    pub value: String,
    /// What tells the type of the value.
    pub of: String,
}

fn write_json<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let value: &RawValue = serde_json::from_str(text).map_err(serde::ser::Error::custom)?;
    value.serialize(serializer)
}

fn read_json<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let value = Box::<RawValue>::deserialize(deserializer)?;
    Ok(value.get().to_owned())
}

/// The answer that was refused; of one that only changed or completed an earlier one, the whole as it stood then.
fn refused(attempt: &Attempt) -> Option<Message> {
    let reply = attempt.reply()?;
    match (attempt.outcome(), attempt.strategy()) {
        (Outcome::Valid | Outcome::Refused, _) => None,
        (
            _,
            None
            | Some(
                Strategy::Reask
                | Strategy::StrictFormat
                | Strategy::JsonStrict
                | Strategy::Simplified
                | Strategy::Custom(_),
            ),
        ) => {
            let calls = reply.tool_calls.clone();
            Some(Message::assistant(&*reply.content).with_tool_calls(calls))
        }
        _ => attempt.document.as_deref().map(Message::assistant),
    }
}

impl Correction {
    /// The failures of a run, each with the value that the run came to.
    pub fn all<T: LlmExtract>(
        prompt: impl Into<Prompt>,
        extraction: &Extraction<T>,
    ) -> Vec<Correction> {
        let prompt = prompt.into();
        let correction = |attempt: &Attempt| {
            Some(Correction {
                prompt: prompt.clone(),
                refused: refused(attempt)?,
                violations: attempt.violations().to_vec(),
                value: extraction.answer().to_owned(),
                of: label(View::of(T::SHAPE)),
            })
        };
        extraction
            .attempts()
            .iter()
            .filter_map(correction)
            .collect()
    }

    /// Reads what a [`Recorder`] wrote. Blank lines are passed over.
    ///
    /// # Errors
    ///
    /// [`RecordError`] names the first line that cannot be read.
    pub fn read(lines: impl BufRead) -> Result<Vec<Correction>, RecordError> {
        let mut out = Vec::new();
        for (line, number) in lines.lines().zip(1..) {
            let broken = |source: Box<dyn StdError + Send + Sync>| RecordError {
                line: number,
                source,
            };
            let line = line.map_err(|error| broken(error.into()))?;
            if !line.trim().is_empty() {
                out.push(serde_json::from_str(&line).map_err(|error| broken(error.into()))?);
            }
        }
        Ok(out)
    }
}

impl From<&Correction> for Shot {
    /// The last thing that the user said, and the value that was accepted.
    fn from(correction: &Correction) -> Shot {
        let messages = correction.prompt.messages();
        let is_question = |message: &&Message| message.role() == Role::User;
        let question = messages.iter().rfind(is_question);
        let text = question.map_or("", Message::text);
        let attachments = question.map_or(&[][..], Message::attachments);
        Shot::of(
            correction.of.clone(),
            text.to_owned(),
            correction.value.clone(),
        )
        .with_attachments(attachments.iter().cloned())
    }
}

impl From<Correction> for Shot {
    fn from(correction: Correction) -> Shot {
        Shot::from(&correction)
    }
}

/// Writes the failures of runs and their corrections as JSON Lines, to learn from: as few-shot examples, or as data for
/// training.
///
/// A line holds what was asked, what was answered and refused, what was wrong with it, and the value that was accepted.
/// It holds no setting, no instruction of [`Extractor::system`](crate::Extractor::system), no error of a client and no
/// reasoning, so no key; but it holds the prompt, and whatever is in that.
///
/// ```
/// use llm_parse::{Correction, Extractor, LlmExtract, Recorder, blocking, testing::Script};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     age: u8,
/// }
///
/// let recorder = Recorder::new(Vec::new());
/// let extractor = Extractor::new(Script::new([r#"{"age": "young"}"#, r#"{"age": 36}"#]));
/// let extraction = blocking::run::<Person>(&extractor, "Ada is 36")?;
/// recorder.record("Ada is 36", &extraction)?;
///
/// let lines = recorder.into_inner();
/// let corrections = Correction::read(&lines[..])?;
/// assert_eq!(corrections[0].refused.text(), r#"{"age": "young"}"#);
/// assert_eq!(corrections[0].value, r#"{"age": 36}"#);
///
/// // The next runs are shown what was right.
/// let client = Script::new([r#"{"age": 41}"#]);
/// blocking::run::<Person>(&Extractor::new(&client).shots(&corrections), "Bo is 41")?;
/// assert_eq!(client.requests()[0].messages()[1].text(), "Ada is 36");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Recorder<W = File> {
    writer: Mutex<W>,
}

impl Recorder {
    /// A recorder that adds to a file, which is made where there is none.
    ///
    /// # Errors
    ///
    /// Where the file cannot be opened.
    pub fn append(path: impl AsRef<Path>) -> io::Result<Recorder> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Recorder::new(file))
    }
}

impl<W: Write> Recorder<W> {
    /// A recorder that writes there.
    pub fn new(writer: W) -> Recorder<W> {
        Recorder {
            writer: Mutex::new(writer),
        }
    }

    /// Writes a line for each failure of a run; returns how many there were. Nothing is written of a run without any.
    ///
    /// # Errors
    ///
    /// Where the writer fails.
    pub fn record<T: LlmExtract>(
        &self,
        prompt: impl Into<Prompt>,
        extraction: &Extraction<T>,
    ) -> io::Result<usize> {
        let corrections = Correction::all(prompt, extraction);
        let mut lines = Vec::new();
        for correction in &corrections {
            serde_json::to_writer(&mut lines, correction)?;
            lines.push(b'\n');
        }
        if !lines.is_empty() {
            // All at once, so that the lines of several processes are not mixed.
            let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.write_all(&lines)?;
            writer.flush()?;
        }
        Ok(corrections.len())
    }

    /// The writer.
    pub fn into_inner(self) -> W {
        let writer = self.writer.into_inner();
        writer.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W> fmt::Debug for Recorder<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}

/// A line that holds no correction.
#[derive(Debug)]
pub struct RecordError {
    line: usize,
    source: Box<dyn StdError + Send + Sync>,
}

impl RecordError {
    /// The number of the line, from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} holds no correction", self.line)
    }
}

impl StdError for RecordError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.source)
    }
}
