//! A model that errs as models do, and repairs what it is told about.

mod ask;
mod fault;
mod memory;
mod table;
mod trial;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;

use super::malform::Random;
use super::{Malform, Malformation};
use crate::LlmExtract;
use crate::client::{
    BoxFuture, Capabilities, Client, ClientError, Finish, Mode, Reply, Request, ToolCall, Usage,
};
use ask::Ask;
use fault::Judge;
use memory::Memory;

pub use table::{Score, Table};
pub use trial::Trial;

/// Counts the tokens of a text.
type Tokens = Arc<dyn Fn(&str) -> usize + Send + Sync>;

/// A model that knows the right answer, and errs as models do: the client of one extraction, the same for the same seed.
///
/// Its first answer has [faults](Simulator::faults) that no reading can mend. Of those that a request names by their
/// paths it [repairs](Simulator::repairs) each with a probability; those that it is not told about stay. It answers in
/// the form that a request asks for: the whole value, the operations of a patch, some values, or the rest of one.
///
/// # Examples
///
/// ```
/// use llm_parse::{Extractor, LlmExtract, blocking, testing::Simulator};
///
/// #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize, LlmExtract)]
/// struct Person {
///     name: String,
///     #[llm(range(min = 0, max = 150))]
///     age: u8,
/// }
///
/// let ada = Person { name: "Ada".to_owned(), age: 36 };
/// let model = Simulator::of(&ada).seed(7).faults(1).repairs(1.0);
/// let extraction = blocking::run::<Person>(&Extractor::new(&model), "Ada Lovelace died at 36")?;
/// assert_eq!(extraction.value, ada);
/// assert_eq!(extraction.attempts().len(), 2);
/// assert!(extraction.usage().prompt_tokens > 0);
/// # Ok::<(), llm_parse::Error>(())
/// ```
#[must_use]
pub struct Simulator {
    right: Value,
    judge: Judge,
    malform: Malform,
    seed: u64,
    habits: Habits,
    modes: Vec<Mode>,
    tokens: Tokens,
    memory: Mutex<Option<Memory>>,
}

/// What the model does how often.
#[derive(Clone, Debug)]
struct Habits {
    faults: usize,
    first: Option<Value>,
    repairs: f64,
    repeats: f64,
    malforms: f64,
}

impl Simulator {
    /// A model whose right answer is this value.
    ///
    /// # Panics
    ///
    /// Where the value cannot be serialised as JSON.
    #[track_caller]
    #[expect(
        clippy::panic,
        reason = "a value that is no JSON is a fault of the test"
    )]
    pub fn of<T: LlmExtract + Serialize>(right: &T) -> Simulator {
        let right = match serde_json::to_value(right) {
            Ok(right) => right,
            Err(error) => panic!("the value is no JSON: {error}"),
        };
        Simulator {
            right,
            judge: Judge::of::<T>(),
            malform: Malform::of::<T>(0),
            seed: 0,
            habits: Habits {
                faults: 1,
                first: None,
                repairs: 0.6,
                repeats: 0.0,
                malforms: 0.0,
            },
            modes: vec![Mode::Prompt],
            tokens: Arc::new(|text| text.len().div_ceil(4)),
            memory: Mutex::new(None),
        }
    }

    /// Sets what all that is random comes from.
    pub fn seed(mut self, seed: u64) -> Simulator {
        self.seed = seed;
        self
    }

    /// Sets how many faults the first answer has; fewer where the value has no room for them. By default it is one.
    pub fn faults(mut self, faults: usize) -> Simulator {
        self.habits.faults = faults;
        self
    }

    /// Sets the first answer: its faults are where it differs from the right one.
    pub fn first(mut self, answer: Value) -> Simulator {
        self.habits.first = Some(answer);
        self
    }

    /// Sets the probability, from 0 to 1, that a fault is repaired where the request names it. By default it is 0.6.
    pub fn repairs(mut self, probability: f64) -> Simulator {
        self.habits.repairs = probability;
        self
    }

    /// Sets the probability that the model answers a request of the same form word for word as the one before, where it
    /// is sampled at temperature 0. By default it never does.
    pub fn repeats(mut self, probability: f64) -> Simulator {
        self.habits.repeats = probability;
        self
    }

    /// Sets the probability that an answer is no clean JSON but malformed in some way. By default none is.
    pub fn malforms(mut self, probability: f64) -> Simulator {
        self.habits.malforms = probability;
        self
    }

    /// Sets the modes that the model understands, best first; by default only [`Mode::Prompt`].
    pub fn modes(mut self, modes: impl IntoIterator<Item = Mode>) -> Simulator {
        self.modes = modes.into_iter().collect();
        self
    }

    /// Sets how tokens are counted, such as by the tokenizer of a model; by default one is taken for four bytes.
    pub fn tokens(mut self, count: impl Fn(&str) -> usize + Send + Sync + 'static) -> Simulator {
        self.tokens = Arc::new(count);
        self
    }

    /// The right answer.
    pub fn right(&self) -> &Value {
        &self.right
    }

    /// What the model answers.
    pub fn answer(&self, request: &Request) -> Reply {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let memory = memory.get_or_insert_with(|| self.begin(request));
        let ask = Ask::of(request, &memory.whole);
        let (text, finish) = self.limited(request, self.text(memory, request, ask));
        let usage = Usage::new(self.prompt_tokens(request), self.count(&text));
        let reply = match request.mode {
            Mode::Tool => {
                let call = ToolCall::new(format!("call_{}", memory.asked), &request.name, text);
                Reply::default().with_tool_calls([call])
            }
            _ => Reply::text(text),
        };
        reply.with_finish(finish).with_usage(usage)
    }

    fn begin(&self, request: &Request) -> Memory {
        let mut random = Random::new(self.seed);
        let faults = match &self.habits.first {
            Some(first) => self.judge.differences(&self.right, first),
            None => self
                .judge
                .draw(&self.right, self.habits.faults, &mut random),
        };
        Memory::new(random, faults, Arc::clone(&request.schema))
    }

    fn text(&self, memory: &mut Memory, request: &Request, ask: Ask) -> String {
        memory.asked += 1;
        let cold = request.parameters.temperature.is_some_and(|t| t <= 0.0);
        if let Some(last) = memory.last(&request.schema)
            && cold
            && memory.random.happens(self.habits.repeats)
        {
            return last;
        }
        let told = memory.told(request);
        if memory.asked > 1 {
            memory.repair(&told, self.habits.repairs);
        }
        let answer = ask.answer(&self.right, &memory.faults, &told);
        let text = self.written(&answer, memory);
        memory.remember(&request.schema, &text);
        text
    }

    fn written(&self, answer: &Value, memory: &mut Memory) -> String {
        if !memory.random.happens(self.habits.malforms) {
            return answer.to_string();
        }
        let all = Malformation::all();
        let malformation = all[memory.random.below(all.len())];
        let malform = self.malform.clone().seed(memory.random.bits());
        malform.with(malformation).apply(answer).reply().to_owned()
    }

    /// The text as far as the request lets the model write.
    fn limited(&self, request: &Request, text: String) -> (String, Finish) {
        let ends = match request.mode {
            Mode::Tool => Finish::ToolCalls,
            _ => Finish::Stop,
        };
        let Some(limit) = request.parameters.max_tokens else {
            return (text, ends);
        };
        if self.count(&text) <= u64::from(limit) {
            return (text, ends);
        }
        let ends: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
        let fits = ends.partition_point(|end| self.count(&text[..*end]) <= u64::from(limit));
        let end = ends[fits.saturating_sub(1)];
        (text[..end].to_owned(), Finish::Length)
    }

    /// The tokens of all texts that a provider shows the model.
    fn prompt_tokens(&self, request: &Request) -> u64 {
        let messages = request.messages().iter();
        let texts: u64 = messages
            .map(|message| {
                let calls = message.tool_calls().iter();
                let calls: u64 = calls
                    .map(|call| self.count(&call.name) + self.count(&call.arguments))
                    .sum();
                self.count(message.text()) + calls
            })
            .sum();
        match request.mode {
            Mode::JsonSchema | Mode::Tool => texts + self.count(&request.schema.to_string()),
            _ => texts,
        }
    }

    fn count(&self, text: &str) -> u64 {
        (self.tokens)(text) as u64
    }
}

impl Client for Simulator {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        Box::pin(async move { Ok(self.answer(request)) })
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::modes(self.modes.iter().copied())
    }

    #[expect(clippy::unnecessary_literal_bound, reason = "the trait's signature")]
    fn name(&self) -> &str {
        "simulator"
    }
}

impl fmt::Debug for Simulator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Simulator")
            .field("right", &self.right)
            .field("seed", &self.seed)
            .field("habits", &self.habits)
            .finish_non_exhaustive()
    }
}
