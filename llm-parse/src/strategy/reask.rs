//! Shows the model its answer and what is wrong with it.

use serde::de::IgnoredAny;

use super::{Situation, Strategy};
use crate::attempt::Attempt;
use crate::client::{Mode, Reply, ToolCall};
use crate::feedback::{clamp, faults, feedback};
use crate::fix::{Fix, FixKind};
use crate::path::{Path, Segment};
use crate::plan::Plan;
use crate::prompt::Message;
use crate::tools::{Choices, Kept};
use crate::violation::{Code, Violation};

/// How many characters of an answer are shown to the model that gave it.
const ANSWER_CHARS: usize = 16_000;

pub(super) fn plan(situation: &Situation<'_>) -> Plan {
    let takes_calls = situation.form.mode == Mode::Tool && situation.facts.items().is_some();
    Plan {
        kept: Kept::of(situation.last).filter(|_| takes_calls && !situation.facts.optional),
        ..Plan::whole(messages(situation), situation.facts)
    }
}

fn messages(situation: &Situation<'_>) -> Vec<Message> {
    let mut messages = situation.first();
    let last = situation.last;
    let refusals = refusals(last);
    let text = format!(
        "{refusals}{}\n{}{}",
        feedback(last),
        situation.repetition(),
        situation.form.again()
    );
    // Calls beside which others were kept are not what is wrong.
    let is_kept = |fix: &Fix| fix.kind() == FixKind::Kept;
    let document = last.document.as_ref();
    let is_other = !refusals.is_empty() || last.fixes().iter().any(is_kept);
    let reply = match document.filter(|_| is_other) {
        Some(document) => Reply::text(document.as_str()),
        None => last.answer().unwrap_or_default(),
    };
    if reply.tool_calls.is_empty() {
        messages.push(Message::assistant(shown(&reply)));
        messages.push(Message::user(text));
    } else {
        answer_calls(&mut messages, situation, &reply);
    }
    messages
}

/// Why an answer of this strategy's was not taken, though something in it may be right.
fn refusals(last: &Attempt) -> String {
    let of_calls = last.strategy() == Some(Strategy::Reask);
    let refusals = last.violations().iter();
    let refusals = refusals.filter(|violation| of_calls && violation.code() == Code::Patch);
    refusals.fold(String::new(), |out, refusal| {
        format!(
            "{out}The last answer was not taken: {}.\n",
            refusal.message()
        )
    })
}

/// No provider takes a turn without text.
fn shown(reply: &Reply) -> String {
    match reply.content.trim() {
        "" => "(empty)".to_owned(),
        content => clamp(content, ANSWER_CHARS),
    }
}

/// Replays the calls and answers each: a transcript in which one is left open is refused.
fn answer_calls(messages: &mut Vec<Message>, situation: &Situation<'_>, reply: &Reply) {
    let calls: Vec<_> = reply
        .tool_calls
        .iter()
        .enumerate()
        .map(|(i, call)| replayed(call, i))
        .collect();
    let ids: Vec<_> = calls.iter().map(|call| call.id.clone()).collect();
    messages.push(Message::assistant(clamp(&reply.content, ANSWER_CHARS)).with_tool_calls(calls));
    let results = results(situation, reply);
    messages.extend(
        ids.into_iter()
            .zip(results)
            .map(|(id, text)| Message::tool(id, text)),
    );
}

/// What each call came to.
fn results(situation: &Situation<'_>, reply: &Reply) -> Vec<String> {
    let last = situation.last;
    let end = format!("{}{}", situation.repetition(), situation.form.again());
    let mut results = match situation.form.choices {
        Some(choices) if !last.violations().is_empty() => {
            feedback_for_calls(last.violations(), &reply.tool_calls, choices)
        }
        _ => {
            let others = if situation.facts.items().is_some() {
                "A part of the list, of which the first result tells what is wrong."
            } else {
                "Not accepted, as the first call was not. One call is enough."
            };
            let mut results = vec![others.to_owned(); reply.tool_calls.len()];
            results[0] = feedback(last);
            results
        }
    };
    let closing = match situation.form.choices {
        Some(choices) if choices.several => results.len() - 1,
        _ => 0,
    };
    results[closing] = format!("{}\n{end}", results[closing]);
    results
}

/// What is wrong with each call, with places in its own arguments.
fn feedback_for_calls(
    violations: &[Violation],
    calls: &[ToolCall],
    choices: &Choices,
) -> Vec<String> {
    let mut own: Vec<Vec<Violation>> = vec![Vec::new(); calls.len()];
    for violation in violations {
        let at = match violation.path().segments().first() {
            Some(Segment::Index(index)) if choices.several && *index < calls.len() => Some(*index),
            _ => None,
        };
        let call = &calls[at.unwrap_or_default()];
        let item = Path::from(at.map(Segment::Index).into_iter().collect::<Vec<_>>());
        let base = match choices.named(&call.name) {
            Some(choice) => item.join(&choice.path()),
            None => item.clone(),
        };
        let path = base
            .rest_of(violation.path())
            .or_else(|| item.rest_of(violation.path()));
        let place = path.unwrap_or_else(|| violation.path().clone());
        own[at.unwrap_or_default()].push(violation.clone().at(place));
    }
    let others = if choices.several {
        "This call is right: make it again as it is."
    } else {
        "Not accepted, as the first call was not. One call is enough."
    };
    own.iter()
        .map(|violations| match &violations[..] {
            [] => others.to_owned(),
            violations => format!("Not valid:\n{}", faults(violations)),
        })
        .collect()
}

fn replayed(call: &ToolCall, index: usize) -> ToolCall {
    let id = match call.id.as_str() {
        "" => format!("call_{index}"),
        id => id.to_owned(),
    };
    ToolCall::new(id, &call.name, arguments(&call.arguments))
}

/// The arguments as a JSON object, since no provider takes back anything else.
fn arguments(text: &str) -> String {
    let is_object = |text: &str| {
        text.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(text).is_ok()
    };
    if is_object(text) && text.len() <= 4 * ANSWER_CHARS {
        return text.to_owned();
    }
    match serde_json::from_str::<String>(text) {
        Ok(inner) if is_object(&inner) && inner.len() <= 4 * ANSWER_CHARS => inner,
        _ => "{}".to_owned(),
    }
}
