//! Answers in any format, which a function of the user's reads.

use std::future::Future;

use crate::attempt::{Extraction, Outcome};
use crate::checks::Verdict;
use crate::client::Reply;
use crate::driver::Reading;
use crate::error::Error;
use crate::extractor::Extractor;
use crate::facts::Facts;
use crate::judgement::{Judgement, is_cut, refusal};
use crate::machine::Machine;
use crate::prompt::Prompt;
use crate::read::Parsed;

impl Extractor<'_> {
    /// Asks for an answer that a function of yours reads: a number, XML, code, a grammar of your own.
    ///
    /// Nothing is sent but the prompt and [`system`](Extractor::system): say there what the answer is to be. The function
    /// gets the whole text of a reply, unless that is empty or was cut off, and says by its [`Verdict`] whether the model
    /// is to try again, and why, or the run is to end.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run); [`ErrorKind::Aborted`](crate::ErrorKind::Aborted) where the function gave up.
    ///
    /// # Examples
    ///
    /// ```
    /// use llm_parse::{Extractor, Verdict, testing::Script};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let client = Script::new(["about four", "4"]);
    /// let extractor = Extractor::new(&client);
    /// let extraction = extractor
    ///     .run_with("How much is 2 + 2? Answer with a number alone.", |text| {
    ///         text.trim().parse::<i32>().map_err(Verdict::retry)
    ///     })
    ///     .await?;
    /// assert_eq!(extraction.value, 4);
    /// let told = client.requests()[1].messages()[2].text().to_owned();
    /// assert!(told.contains("invalid digit found in string"));
    /// # Ok::<(), llm_parse::Error>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_with<T, E: Into<Verdict>>(
        &self,
        prompt: impl Into<Prompt>,
        parse: impl FnMut(&str) -> Result<T, E> + Send,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let machine = self.machine(Facts::of_text(), self.prepared(prompt.into()));
        self.drive(machine, ByParse(parse))
    }
}

/// By a function of the user's.
pub(crate) struct ByParse<F>(pub(crate) F);

impl<T, E, F> Reading<T> for ByParse<F>
where
    F: FnMut(&str) -> Result<T, E>,
    E: Into<Verdict>,
{
    fn read(&mut self, _: &Machine, reply: &Reply) -> Judgement<T> {
        Judgement::of_text(reply, |text| self.0(text).map_err(Into::into))
    }

    fn read_again(&mut self, machine: &Machine) -> Option<Parsed<T>> {
        self.read(machine, machine.accepted()?.reply()?).value
    }
}

impl<T> Judgement<T> {
    /// Judges a reply that is read by a function. What was cut off is not read: only the shape of a value tells whether
    /// it is whole.
    pub(crate) fn of_text(reply: &Reply, parse: impl FnOnce(&str) -> Result<T, Verdict>) -> Self {
        if refusal(reply).is_some() {
            return Judgement::failed(Outcome::Refused);
        }
        if reply.content.trim().is_empty() {
            return Judgement::failed(Outcome::Empty);
        }
        if is_cut(&reply.finish) {
            return Judgement::failed(Outcome::CutOff);
        }
        match parse(&reply.content) {
            Ok(value) => Judgement::valid(Parsed {
                value,
                fixes: Vec::new(),
                warnings: Vec::new(),
                text: Some(reply.content.clone()),
            }),
            Err(Verdict::Retry(violations)) => Judgement {
                violations: violations.to_vec(),
                ..Judgement::failed(Outcome::of(&violations))
            },
            Err(Verdict::Abort(source)) => Judgement {
                error: Some(source.to_string()),
                abort: Some(source),
                ..Judgement::failed(Outcome::Aborted)
            },
        }
    }
}
