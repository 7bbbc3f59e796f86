//! What the words before a value say of it: that it is the answer, or an example or a draft of it.

use crate::candidate::ceil;
use crate::disclaimer::{has, lead, leads_plainly, words};

/// What a value is said to be; what is likelier the answer comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cue {
    Answer,
    #[default]
    Plain,
    Example,
    /// Not of this question, but of one that the model asked itself behind its answer.
    Beyond,
}

/// How much of the text before a value is looked at.
const NEAR: usize = 200;

/// What corrects what stands before.
const CORRECTION: [&str; 23] = [
    " final ",
    " correct ",
    " corrected ",
    " correction ",
    " actually ",
    " revised ",
    " updated ",
    " improved ",
    " fixed ",
    " instead ",
    " wait ",
    " on reflection ",
    " changed to ",
    " redo ",
    " oops ",
    " hmm ",
    " sorry ",
    " apologies ",
    " my mistake ",
    " scratch that ",
    " try again ",
    " better version ",
    " second attempt ",
];

/// What calls a value the answer, where nothing else is said.
const ANSWER: [&str; 12] = [
    " answer ",
    " output ",
    " result ",
    " response ",
    " for your ",
    " for the given ",
    " should use ",
    " should be ",
    " filled in ",
    " meant ",
    " becomes ",
    " actual ",
];

const EXAMPLE: [&str; 28] = [
    " before ",
    " for comparison ",
    " example ",
    " examples ",
    " eg ",
    " e g ",
    " for instance ",
    " draft ",
    " sample ",
    " template ",
    " schema ",
    " placeholder ",
    " original ",
    " input ",
    " previous ",
    " earlier ",
    " old ",
    " first version ",
    " first attempt ",
    " first try ",
    " version 1 ",
    " attempt 1 ",
    " try 1 ",
    " v1 ",
    " instead of ",
    " rather than ",
    " previous answer ",
    " example output ",
];

/// What shows that one value is made of another.
const ARROWS: [&str; 5] = ["→", "⇒", "➡", "->", "=>"];

/// What leaves out the rest of a line.
const COMMENTS: [&str; 5] = ["<!--", "/*", "//", "#", "~~"];

/// What the words right before a value say of it: those of the last line that has any, the last of either kind.
pub(crate) fn cue(before: &str) -> Cue {
    let near = &before[ceil(before, before.len().saturating_sub(NEAR))..];
    if near.trim().is_empty() {
        return Cue::Plain;
    }
    if ARROWS.contains(&near.trim()) {
        return Cue::Answer;
    }
    if COMMENTS.iter().any(|sign| near.trim_end().ends_with(sign)) {
        return Cue::Example;
    }
    let line = near
        .lines()
        .map(|line| line.trim_matches(|c: char| !c.is_alphanumeric() && c != '<'))
        .rfind(|line| !line.is_empty() && !line.eq_ignore_ascii_case("json"));
    if lead(before).is_some() {
        return Cue::Example;
    }
    let line = line.unwrap_or_default();
    let said = format!(" {} ", words(line).join(" "));
    // The longer of two phrases that end together says more: `previous answer`.
    let last = |phrases: &[&str]| {
        let ends = phrases.iter().filter_map(|phrase| {
            let at = said.rfind(phrase)?;
            Some((at + phrase.len(), phrase.len()))
        });
        ends.max()
    };
    let clause = line.rsplit([',', ';', '.', '!']).next();
    let plain = leads_plainly(&words(clause.unwrap_or_default()));
    let answer = last(&CORRECTION).max(last(&ANSWER).filter(|_| plain));
    match (answer, last(&EXAMPLE)) {
        (Some(answer), example) if Some(answer) > example => Cue::Answer,
        (_, Some(_)) => Cue::Example,
        _ => Cue::Plain,
    }
}

/// What a question is called that is put to a model.
const QUESTIONS: &str = " user human q question questions query text input inputs instruction instructions prompt task problem \
    request example examples exercise passage document email message review ticket ";

/// The signs of a chat's form that stand before what is said to a model.
const TURNS: [&str; 9] = [
    "<|im_start|>",
    "<|im_end|>",
    "<|user|>",
    "<|endoftext|>",
    "<|eot_id|>",
    "<|end|>",
    "</s>",
    "<s>",
    "[INST]",
];

/// Whether a text between two values puts another question: `Text: ..`, `### Input`, `User: ..`.
pub(crate) fn asks_anew(between: &str) -> bool {
    let near = &between[ceil(between, between.len().saturating_sub(5 * NEAR))..];
    let is_question = |line: &str| {
        let heading = line.trim_start().starts_with(['#', '*']);
        let line = line
            .trim()
            .trim_start_matches(|c: char| !c.is_alphanumeric());
        let label = line.split_once(':').map(|(label, _)| label);
        let label = label.or_else(|| Some(line).filter(|_| heading));
        let label = words(label.unwrap_or_default());
        let numbered =
            matches!(&label[..], [_, number] if number.bytes().all(|b| b.is_ascii_digit()));
        label.first().is_some_and(|first| has(QUESTIONS, first)) && (label.len() == 1 || numbered)
    };
    TURNS.iter().any(|turn| near.contains(turn)) || near.lines().any(is_question)
}

#[cfg(test)]
mod tests {
    use super::{Cue, cue};

    #[test]
    fn the_last_telling_word_of_the_last_line_tells() {
        for (before, said) in [
            ("For example, ", Cue::Example),
            ("E.g.\n```json\n", Cue::Example),
            (" would be valid. For your text:\n", Cue::Answer),
            ("Let me think. A first version:\n\n```json\n", Cue::Example),
            (
                "\n\nWait, no, I missed one. The right answer is:\n",
                Cue::Answer,
            ),
            ("An example of the final answer: ", Cue::Answer),
            ("The final answer, unlike the example: ", Cue::Example),
            ("An example follows.\nHere it is:\n", Cue::Plain),
            ("The first object: ", Cue::Plain),
            ("<example>", Cue::Example),
            ("</example>\nHere: ", Cue::Plain),
            ("</example>\n", Cue::Plain),
            ("<previous_answer>\n", Cue::Example),
            ("Do not output ", Cue::Example),
            ("Incorrect: ", Cue::Example),
            (
                " is wrong, since it is too small, so the answer is ",
                Cue::Answer,
            ),
            ("Instead of ", Cue::Example),
            (" Wait, that's wrong. ", Cue::Answer),
            ("\nSorry, that was wrong:\n", Cue::Answer),
            (" Oops, I meant ", Cue::Answer),
            ("\nHmm, no.\n", Cue::Answer),
            (" → ", Cue::Answer),
            ("Attempt 1:\n", Cue::Example),
            ("<!-- ", Cue::Example),
            ("That is a sampled value, now ", Cue::Plain),
            ("", Cue::Plain),
        ] {
            assert_eq!(cue(before), said, "{before}");
        }
    }
}
