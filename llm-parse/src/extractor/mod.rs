//! Extraction over an async client: `extract`, and `Extractor` for its settings.

mod settings;

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::sync::Arc;

use serde::Serialize;

use crate::LlmExtract;
use crate::attempt::Extraction;
use crate::checks::Check;
use crate::client::{Client, Mode, Reply};
use crate::client_settings::ClientSettings;
use crate::driver::{ByShape, Reading, Watch, drive, drive_checked, machine};
use crate::error::Error;
use crate::facts::Facts;
use crate::machine::Machine;
use crate::policy::Policy;
use crate::prompt::Prompt;
use crate::read::Parsed;

type Prepare<'c> = Box<dyn Fn(Prompt) -> Prompt + Send + Sync + 'c>;

/// Asks a model for a value, and asks again until it is right: 4 attempts at the most.
///
/// For other settings, and for what the value cost, see [`Extractor`].
///
/// # Errors
///
/// [`Error`] tells every attempt and what was wrong with it.
///
/// # Examples
///
/// ```
/// use llm_parse::{LlmExtract, extract, testing::Script};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     age: u8,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let client = Script::new(["Ada is 36", r#"{"name": "Ada", "age": 36}"#]);
/// let person: Person = extract(&client, "Ada Lovelace died at 36").await?;
/// assert_eq!(person.age, 36);
/// assert_eq!(client.requests().len(), 2);
/// # Ok::<(), llm_parse::Error>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn extract<T: LlmExtract>(
    client: &dyn Client,
    prompt: impl Into<Prompt>,
) -> impl Future<Output = Result<T, Error>> + Send {
    let mut machine = machine(Facts::of::<T>(), prompt.into(), Policy::new(), &[client]);
    async move {
        let value = drive::<T, _>(&mut machine, &[client], &Watch::default(), ByShape).await?;
        Ok(value.into_value())
    }
}

/// Asks models for values, with settings of its own; shared and used as often as you like.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
/// use llm_parse::{Extractor, LlmExtract, Strategy, testing::Script};
///
/// #[derive(serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     age: u8,
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let small = Script::new(["Ada is 36"]);
/// let large = Script::new([r#"{"name": "Ada", "age": 36}"#]);
/// let extractor = Extractor::new(&small)
///     .fallback(&large)
///     .max_attempts(1)
///     .deadline(Duration::from_secs(30));
///
/// let extraction = extractor.run::<Person>("Ada Lovelace died at 36").await?;
/// assert_eq!(extraction.value.name, "Ada");
/// assert_eq!(extraction.attempts().len(), 2);
/// # Ok::<(), llm_parse::Error>(()) })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Extractor<'c> {
    clients: Vec<Box<dyn Client + 'c>>,
    policy: Policy,
    /// What is different for fallback clients, by their index.
    settings: Vec<(usize, ClientSettings)>,
    watch: Watch<'c>,
    prepare: Option<Prepare<'c>>,
}

impl<'c> Extractor<'c> {
    /// An extractor with the default policy. A reference, a box or an `Arc` of a client is a client.
    pub fn new(client: impl Client + 'c) -> Self {
        Extractor {
            clients: vec![Box::new(client)],
            policy: Policy::new(),
            settings: Vec::new(),
            watch: Watch::default(),
            prepare: None,
        }
    }
}

impl Extractor<'_> {
    /// Asks for a value.
    ///
    /// # Errors
    ///
    /// [`Error`] tells every attempt and what was wrong with it; wrong settings fail before any request.
    pub fn run<T: LlmExtract>(
        &self,
        prompt: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let machine = self.machine(Facts::of::<T>(), self.prepared(prompt.into()));
        self.drive(machine, ByShape)
    }

    /// Asks for a value, starting from a reply that failed elsewhere; it is no attempt. Nothing is sent where it can be
    /// read after all.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run).
    pub fn repair<T: LlmExtract>(
        &self,
        prompt: impl Into<Prompt>,
        bad_reply: impl Into<Reply>,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let mut machine = self.machine(Facts::of::<T>(), self.prepared(prompt.into()));
        // Read again where it is valid after all: a value cannot be held by a future that moves between threads.
        let _ = machine.given::<T>(bad_reply.into(), Machine::judge);
        self.drive(machine, ByShape)
    }

    /// Changes a value by what a text says: the model is asked for a patch, so that what no operation names stays as it is,
    /// and a large value costs no more than what changes in it.
    ///
    /// The model sees the value as JSON in which the items of a list have names, `#0`, `#1`, .., that stay the same while
    /// the list changes; a patch has 1,000 operations at the most.
    ///
    /// A patch that is refused changes nothing: the next request shows the value as it was, that patch, and what was wrong
    /// with which operation, and asks for the whole patch once more. No operation is an answer then too. Where patches are
    /// in vain, the values that are wrong are asked for, then the whole, each time beside the value as it was.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run). What is read of the changed JSON takes the value's place, so a value that would not
    /// come back the same is refused before any request, as [`ErrorKind::RoundTrip`](crate::ErrorKind::RoundTrip) with the
    /// place: a type that has fields with `#[serde(skip)]` or `skip_serializing` (of any size but zero), a field with other names
    /// for writing and reading, a NaN, an infinity, `Some(None)`, a `serialize_with` that is not undone by reading. Only
    /// what a `serialize_with` rounds away cannot be seen. [`allow_resets`](Extractor::allow_resets) lets them pass.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_parse::{Extractor, LlmExtract, testing::Script};
    ///
    /// #[derive(serde::Serialize, serde::Deserialize, LlmExtract)]
    /// struct Contact {
    ///     name: String,
    ///     phones: Vec<String>,
    /// }
    ///
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let client = Script::new([
    ///     r#"{"operations": [{"op": "add", "path": "/phones/-", "value": "555 0199"}]}"#,
    /// ]);
    /// let ada = Contact { name: "Ada".into(), phones: vec!["555 0100".into()] };
    /// let extraction = Extractor::new(&client)
    ///     .update(&ada, "From now on I can be reached at 555 0199 too. Ada")
    ///     .await?;
    /// assert_eq!(extraction.value.phones, ["555 0100", "555 0199"]);
    /// # Ok::<(), llm_parse::Error>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn update<T: LlmExtract + Serialize>(
        &self,
        current: &T,
        prompt: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let mut machine = self.machine(Facts::of::<T>(), self.prepared(prompt.into()));
        machine.update(current, false);
        self.drive(machine, ByShape)
    }

    /// Changes a set of values by what a text says, as [`update`](Extractor::update) changes one: values are added under
    /// new keys, and taken away only where [`allow_deletes`](Extractor::allow_deletes) says so.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run).
    pub fn update_all<T: LlmExtract + Serialize>(
        &self,
        current: &BTreeMap<String, T>,
        prompt: impl Into<Prompt>,
    ) -> impl Future<Output = Result<Extraction<BTreeMap<String, T>>, Error>> + Send {
        let facts = Facts::of::<BTreeMap<String, T>>();
        let mut machine = self.machine(facts, self.prepared(prompt.into()));
        machine.update(current, true);
        self.drive(machine, ByShape)
    }

    /// The modes that the client of this index (0 is the first, then the fallbacks) turned out not to understand, for one
    /// type at least, in all runs so far.
    ///
    /// A mode is lost at once for a type where the client says that it cannot do it, and for all types where that happens
    /// with a second one and the mode never worked. Where its answers only looked as if it had not been told of the mode,
    /// it is lost for that run, and for all of the type after the second such run.
    pub fn lost_modes(&self, client: usize) -> Vec<Mode> {
        self.watch.memory.lost(client, None)
    }

    /// What becomes of a prompt before it is sent.
    pub(crate) fn prepared(&self, prompt: Prompt) -> Prompt {
        match &self.prepare {
            Some(rewrite) => rewrite(prompt),
            None => prompt,
        }
    }

    /// The machine of a run on a prompt that is prepared.
    pub(crate) fn machine(&self, facts: Arc<Facts>, prompt: Prompt) -> Machine {
        let set = |policy: Policy, (index, own): &(usize, ClientSettings)| {
            policy.client(*index, own.clone())
        };
        let policy = self.settings.iter().fold(self.policy.clone(), set);
        let mut machine = machine(facts, prompt, policy, &self.clients);
        for client in 0..self.clients.len() {
            let lost = self.watch.memory.lost(client, Some(machine.name()));
            machine.lose_modes(client, lost);
        }
        machine
    }

    pub(crate) async fn drive<T>(
        &self,
        mut machine: Machine,
        reading: impl Reading<T>,
    ) -> Result<Extraction<T>, Error> {
        let value = self.drive_on(&mut machine, reading).await?;
        Ok(machine.into_extraction(value))
    }

    pub(crate) async fn drive_on<T>(
        &self,
        machine: &mut Machine,
        reading: impl Reading<T>,
    ) -> Result<Parsed<T>, Error> {
        drive(machine, &self.clients, &self.watch, reading).await
    }

    pub(crate) async fn drive_checked<T: LlmExtract + Send + Sync>(
        &self,
        mut machine: Machine,
        check: impl Check<T>,
    ) -> Result<Extraction<T>, Error> {
        if let Some(fault) = check.fault() {
            machine.refuse(fault);
        }
        let value = drive_checked(&mut machine, &self.clients, &self.watch, &check).await?;
        Ok(machine.into_extraction(value))
    }
}

impl fmt::Debug for Extractor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.clients.iter().map(Client::name).collect();
        f.debug_struct("Extractor")
            .field("clients", &names)
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}
