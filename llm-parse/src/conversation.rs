//! A conversation that only what succeeded enters.

use std::future::Future;

use serde::{Deserialize, Serialize};

use crate::LlmExtract;
use crate::attempt::Extraction;
use crate::checks::{Check, Verdict};
use crate::driver::ByShape;
use crate::error::{Error, ErrorKind, Failure};
use crate::extractor::Extractor;
use crate::facts::Facts;
use crate::prompt::{Message, Prompt};
use crate::text::ByParse;

/// A history of messages, on which values are asked for.
///
/// Only what succeeded enters it: what was asked, and one message of the model's with the value that was accepted, as
/// [`Extraction::answer`] has it. A refused answer, the feedback on it and the patches that mended it never do, and a run that
/// fails, or whose future is dropped, leaves it as it was.
///
/// # Examples
///
/// ```
/// use llm_parse::{Conversation, Extractor, LlmExtract, testing::Script};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct City {
///     name: String,
///     people: u32,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let client = Script::new([
///     "Oslo, of course!",
///     r#"Here it is: {"name": "Oslo", "people": 717710}"#,
///     r#"{"name": "Bergen", "people": 291940}"#,
/// ]);
/// let extractor = Extractor::new(&client);
/// let mut conversation = Conversation::new();
/// conversation.ask::<City>(&extractor, "The largest city of Norway?").await?;
/// conversation.ask::<City>(&extractor, "And the second largest?").await?;
///
/// let said: Vec<_> = conversation.messages().iter().map(|message| message.text()).collect();
/// assert_eq!(said, [
///     "The largest city of Norway?",
///     r#"{"name":"Oslo","people":717710}"#,
///     "And the second largest?",
///     r#"{"name": "Bergen", "people": 291940}"#,
/// ]);
/// # Ok::<(), llm_parse::Error>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    messages: Vec<Message>,
}

impl Conversation {
    /// A conversation in which nothing was said.
    pub fn new() -> Self {
        Conversation::default()
    }

    /// The messages in order.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// Adds a message, such as instructions or the result of a tool.
    pub fn push(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// The history, and then what is to be asked: a prompt for any kind of run, whose success is then
    /// [entered](Conversation::enter).
    pub fn with(&self, input: impl Into<Prompt>) -> Prompt {
        let input = input.into();
        Prompt::from([&self.messages[..], input.messages()].concat())
    }

    /// Adds what was asked and the value that was accepted.
    pub fn enter<T>(&mut self, input: impl Into<Prompt>, extraction: &Extraction<T>) {
        self.messages.extend_from_slice(input.into().messages());
        self.messages.push(Message::assistant(extraction.answer()));
    }

    /// Asks for a value. [`Extractor::prepare`] rewrites the input, not the history.
    ///
    /// # Errors
    ///
    /// As for [`Extractor::run`].
    pub fn ask<T: LlmExtract>(
        &mut self,
        extractor: &Extractor<'_>,
        input: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let input = extractor.prepared(input.into());
        self.answered(extractor, input)
    }

    /// Asks for a value as an answer to the history as it is.
    ///
    /// # Errors
    ///
    /// As for [`Extractor::run`]; nothing is sent where nothing was said.
    pub fn ask_as_is<T: LlmExtract>(
        &mut self,
        extractor: &Extractor<'_>,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        self.answered(extractor, Prompt::default())
    }

    async fn answered<T: LlmExtract>(
        &mut self,
        extractor: &Extractor<'_>,
        input: Prompt,
    ) -> Result<Extraction<T>, Error> {
        let machine = extractor.machine(Facts::of::<T>(), self.turn(&input)?);
        let extraction = extractor.drive(machine, ByShape).await?;
        self.enter(input, &extraction);
        Ok(extraction)
    }

    /// Asks for a value that also passes a check, as [`Extractor::run_checked`] does.
    ///
    /// # Errors
    ///
    /// As for [`Extractor::run_checked`].
    pub fn ask_checked<T: LlmExtract + Send + Sync>(
        &mut self,
        extractor: &Extractor<'_>,
        input: impl Into<Prompt>,
        check: impl Check<T>,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let input = extractor.prepared(input.into());
        async move {
            let machine = extractor.machine(Facts::of::<T>(), self.turn(&input)?);
            let extraction = extractor.drive_checked(machine, check).await?;
            self.enter(input, &extraction);
            Ok(extraction)
        }
    }

    /// Asks for an answer that a function of yours reads, as [`Extractor::run_with`] does.
    ///
    /// # Errors
    ///
    /// As for [`Extractor::run_with`].
    pub fn ask_with<T, E: Into<Verdict>>(
        &mut self,
        extractor: &Extractor<'_>,
        input: impl Into<Prompt>,
        parse: impl FnMut(&str) -> Result<T, E> + Send,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let input = extractor.prepared(input.into());
        async move {
            let machine = extractor.machine(Facts::of_text(), self.turn(&input)?);
            let extraction = extractor.drive(machine, ByParse(parse)).await?;
            self.enter(input, &extraction);
            Ok(extraction)
        }
    }

    fn turn(&self, input: &Prompt) -> Result<Prompt, Error> {
        let messages = [&self.messages[..], input.messages()].concat();
        if messages.is_empty() {
            let failure = Failure::new(
                ErrorKind::Settings,
                "the conversation is empty; ask something",
            );
            return Err(Error::new(failure, Vec::new(), None));
        }
        Ok(messages.into())
    }
}

impl From<Vec<Message>> for Conversation {
    fn from(messages: Vec<Message>) -> Conversation {
        Conversation { messages }
    }
}

impl From<Prompt> for Conversation {
    fn from(prompt: Prompt) -> Conversation {
        prompt.messages().to_vec().into()
    }
}

impl From<&Conversation> for Prompt {
    fn from(conversation: &Conversation) -> Prompt {
        conversation.messages.clone().into()
    }
}
