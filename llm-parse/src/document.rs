//! Extraction by a shape that is known only at run time.

use std::future::Future;

use serde_json::Value;

use crate::attempt::Extraction;
use crate::client::Reply;
use crate::driver::Reading;
use crate::error::Error;
use crate::extractor::Extractor;
use crate::facts::Facts;
use crate::judgement::Judgement;
use crate::machine::Machine;
use crate::prompt::Prompt;
use crate::read::Parsed;
use crate::runtime::RuntimeShape;

impl Extractor<'_> {
    /// Asks for a value of a shape that is known only at run time, in all else as [`run`](Extractor::run) does.
    ///
    /// The document's `title` and `description` name the schema or the tool in the request. A provider gets the document
    /// as it is where it takes any JSON Schema, and what its dialect can say of it elsewhere; the value is held to all of
    /// it.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run).
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_parse::{Extractor, RuntimeShape, testing::Script};
    /// use serde_json::json;
    ///
    /// let shape = RuntimeShape::from_json_schema(&json!({
    ///     "title": "Person",
    ///     "type": "object",
    ///     "properties": { "name": { "type": "string" }, "age": { "type": "integer", "maximum": 150 } },
    ///     "required": ["name", "age"]
    /// }))?;
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let client = Script::new([r#"{"name": "Ada", "age": 360}"#, r#"{"name": "Ada", "age": "36"}"#]);
    /// let extraction = Extractor::new(&client).run_value(&shape, "Ada Lovelace died at 36").await?;
    /// assert_eq!(extraction.value, json!({ "name": "Ada", "age": 36 }));
    /// assert_eq!(extraction.attempts().len(), 2);
    /// # Ok::<(), llm_parse::Error>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_value(
        &self,
        shape: &RuntimeShape,
        prompt: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<Value>, Error>> + Send {
        let machine = self.machine(Facts::of_shape(shape), self.prepared(prompt.into()));
        self.drive(machine, ByDocument)
    }

    /// Asks for such a value, starting from a reply that failed elsewhere, as [`repair`](Extractor::repair) does.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run).
    pub fn repair_value(
        &self,
        shape: &RuntimeShape,
        prompt: impl Into<Prompt>,
        bad_reply: impl Into<Reply>,
    ) -> impl Future<Output = Result<Extraction<Value>, Error>> + Send {
        let mut machine = self.machine(Facts::of_shape(shape), self.prepared(prompt.into()));
        let _ = machine.given(bad_reply.into(), Machine::judge_value);
        self.drive(machine, ByDocument)
    }

    /// Changes such a value by what a text says, as [`update`](Extractor::update) does.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run), and [`ErrorKind::RoundTrip`](crate::ErrorKind::RoundTrip) where the value as it is
    /// now is not valid, or has keys that the document does not declare, which would be lost.
    pub fn update_value(
        &self,
        shape: &RuntimeShape,
        current: &Value,
        prompt: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<Value>, Error>> + Send {
        let mut machine = self.machine(Facts::of_shape(shape), self.prepared(prompt.into()));
        machine.update_value(current);
        self.drive(machine, ByDocument)
    }
}

/// By the document.
struct ByDocument;

impl Reading<Value> for ByDocument {
    fn read(&mut self, machine: &Machine, reply: &Reply) -> Judgement<Value> {
        machine.judge_value(reply)
    }

    fn read_again(&mut self, machine: &Machine) -> Option<Parsed<Value>> {
        machine.read_value_again()
    }
}
