//! Extraction whose values are checked at run time.

use std::future::Future;

use super::{Check, CheckContext, Verdict};
use crate::LlmExtract;
use crate::attempt::Extraction;
use crate::error::Error;
use crate::extractor::Extractor;
use crate::facts::Facts;
use crate::machine::Machine;
use crate::prompt::Prompt;
use crate::read::Parsed;
use crate::time::{Instant, within};

impl Extractor<'_> {
    /// Asks for a value that also passes a check of this call, which may hold any context and may wait.
    ///
    /// The check runs on values that are sound in all else, and once for each: where the model gives a refused value again, it
    /// is refused again without a look. What the check finds is told to the model as any violation is, with the path
    /// that it names. An error of the check itself, such as a database that is down, ends the run
    /// ([`Verdict::Abort`]). The deadline bounds checks too.
    ///
    /// A closure names the type of the value, `|order: &Order| ..`, which also says what is asked for; without it rustc finds
    /// no implementation that is general enough.
    ///
    /// # Errors
    ///
    /// As for [`run`](Extractor::run); [`ErrorKind::Aborted`](crate::ErrorKind::Aborted) where the check gave up.
    ///
    /// # Examples
    ///
    /// See [`Check`].
    pub fn run_checked<T: LlmExtract + Send + Sync>(
        &self,
        prompt: impl Into<Prompt>,
        check: impl Check<T>,
    ) -> impl Future<Output = Result<Extraction<T>, Error>> + Send {
        let machine = self.machine(Facts::of::<T>(), self.prepared(prompt.into()));
        self.drive_checked(machine, check)
    }
}

/// Runs the check on a value and tells the machine what came of it; whether the value is taken.
pub(crate) async fn is_taken<T: Sync>(
    machine: &mut Machine,
    value: &Parsed<T>,
    check: &impl Check<T>,
) -> bool {
    let text = value.text.as_deref().unwrap_or_default();
    if let Some(violations) = machine.refused_before(text) {
        machine.reject(&violations, text);
        return false;
    }
    let started = Instant::now();
    let limit = machine.remaining();
    let context = CheckContext::within(machine.prompt(), limit, machine.allowance());
    let verdict = within(limit, check.check(&value.value, &context)).await;
    let asked = context.into_recorded();
    let elapsed = match verdict {
        Some(_) => started.elapsed(),
        None => started.elapsed().max(limit.unwrap_or_default()),
    };
    machine.spent_on_checks(asked, elapsed);
    match verdict {
        Some(Ok(())) => return true,
        Some(Err(Verdict::Retry(violations))) => machine.reject(&violations, text),
        Some(Err(Verdict::Abort(source))) => machine.give_up_check(Some(source), text),
        None => machine.give_up_check(None, text),
    }
    false
}
