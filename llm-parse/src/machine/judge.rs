//! How an answer is judged.

use serde_json::Value;

use super::Machine;
use crate::LlmExtract;
use crate::align::expected;
use crate::attempt::{Attempt, Outcome};
use crate::client::{Mode, Reply};
use crate::example::is_made_up;
use crate::judgement::{Judgement, Read, is_cut, refusal};
use crate::optional::{Answer, plain_text};
use crate::parts::{fewer, say_the_same};
use crate::path::Path;
use crate::plan::Plan;
use crate::prompt::Message;
use crate::read::{ParseError, Parsed, Reader};
use crate::violation::{Code, Violation};

impl Machine {
    /// What a reply to the request that is under way is worth.
    pub(crate) fn judge<T: LlmExtract>(&self, reply: &Reply) -> Judgement<T> {
        self.judge_by(reply, &Reader::parse_kept)
    }

    /// The same, in a run for what is known only at run time.
    pub(crate) fn judge_value(&self, reply: &Reply) -> Judgement<Value> {
        self.judge_by(reply, &|reader, text| self.value_of(reader, text))
    }

    pub(super) fn value_of(
        &self,
        reader: &Reader,
        text: &str,
    ) -> Result<Parsed<Value>, ParseError> {
        reader.parse_value_kept(self.facts.wanted(), text)
    }

    pub(super) fn judge_by<T>(&self, reply: &Reply, read: Read<'_, T>) -> Judgement<T> {
        let made;
        let plan = if let Some(plan) = &self.plan {
            plan
        } else {
            made = self.make_plan();
            &made
        };
        let form = self.form_of(plan);
        let (part, kept) = (plan.part.as_deref(), plan.kept.as_ref());
        let judgement = Judgement::of(reply, &self.policy.reader, read, form, part, kept);
        if let Some(copied) = self.copied_example(plan, &judgement) {
            // Nothing of it is worth keeping.
            return Judgement {
                document: None,
                ..judgement.refused(copied)
            };
        }
        match self.lost_by_the_cut(&judgement) {
            Some(lost) => judgement.refused(lost),
            None => judgement,
        }
    }

    /// That a value is the example which the request showed: weak models copy it, and nothing of it is the task's.
    fn copied_example<T>(&self, plan: &Plan, judgement: &Judgement<T>) -> Option<Violation> {
        let text = judgement.value.as_ref()?.text.as_deref()?;
        let example = &*self.facts.example;
        let holds = |message: &Message| message.text().contains(example);
        let shown = plan.messages.iter().any(holds) || self.answers().any(Attempt::is_copy);
        let own = self.state.prompt.messages().iter().any(holds);
        let copied = shown && !own && say_the_same(example, text) && is_made_up(example);
        copied.then(|| {
            let wanted = expected(self.facts.view(), &[]);
            let message = format!(
                "this is the example of the form, not the answer; answer with {wanted}, filled from the task"
            );
            Violation::new(Path::default(), Code::SchemaEchoed, wanted, "the example")
                .with_message(message)
        })
    }

    /// What a value lacks of what this client gave before it was cut off. A value that is given twice is right.
    fn lost_by_the_cut<T>(&self, judgement: &Judgement<T>) -> Option<Violation> {
        let text = judgement.value.as_ref()?.text.as_deref()?;
        let is_cut_off = |attempt: &&Attempt| attempt.outcome == Outcome::CutOff;
        let cut_off = self.answers().find(is_cut_off)?;
        let lost = fewer(cut_off, text, &self.facts, &self.policy.reader)?;
        let since = self.answers().take_while(|attempt| !is_cut_off(attempt));
        let mut documents = since.filter_map(|attempt| attempt.document.as_deref());
        (!documents.any(|before| say_the_same(before, text))).then_some(lost)
    }

    /// What a reply is worth for which text may stand.
    pub(crate) fn judge_answer<T: LlmExtract>(&self, reply: &Reply) -> Judgement<Answer<T>> {
        let asks_for_part = match &self.plan {
            Some(plan) => plan.part.is_some(),
            None => self.make_plan().part.is_some(),
        };
        let whole = !asks_for_part && !is_cut(&reply.finish) && refusal(reply).is_none();
        let text = plain_text(reply, &self.policy.reader).filter(|_| whole);
        // Without tools a word or a number may be the value without its quotes.
        let is_word = |text: &str| self.mode() != Mode::Tool && !text.contains(char::is_whitespace);
        let value = text
            .is_none_or(is_word)
            .then(|| self.judge(reply).map(Answer::Value));
        match (value, text) {
            (Some(value), None) => value,
            (Some(value), Some(_)) if value.value.is_some() => value,
            (_, text) => Judgement::valid(Parsed {
                text: text.map(str::to_owned),
                ..Parsed::clean(Answer::Text(text.unwrap_or_default().to_owned()))
            }),
        }
    }
}
