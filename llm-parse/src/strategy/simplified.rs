//! Asks with as few words as it can: no history, no instructions of others, nothing of the answers before.

use super::{Situation, joined};
use crate::client::Mode;
use crate::feedback::wanted;
use crate::prompt::{Message, Role};

pub(super) fn messages(situation: &Situation<'_>) -> Vec<Message> {
    let messages = situation.prompt.messages();
    let is_question = |message: &&Message| message.role() == Role::User;
    let question = messages.iter().rfind(is_question).map_or("", Message::text);
    let form = situation.form;
    let what = match form.mode {
        Mode::Tool => match form.choices {
            Some(_) => "Call one of these tools, with arguments".to_owned(),
            None => format!("Call the tool `{}`. Its arguments are", form.facts.name),
        },
        _ => "Answer with JSON only,".to_owned(),
    };
    let example = situation.fresh_example();
    let text = joined([
        format!("{question}\n\n{what} of this type:\n{}", form.outline()),
        example.map_or_else(String::new, |example| format!("For example:\n{example}")),
        format!(
            "{}{}",
            wanted(situation.last.violations()),
            situation.repetition()
        ),
    ]);
    let attachments = situation.prompt.attachments().cloned();
    vec![Message::user(text.trim()).with_attachments(attachments)]
}
