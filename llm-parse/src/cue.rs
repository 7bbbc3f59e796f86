//! What the words before a value say of it: that it is the answer, or an example or a draft of it.

use crate::candidate::ceil;
use crate::disclaimer::{lead, words};

/// What a value is said to be; what is likelier the answer comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cue {
    Answer,
    #[default]
    Plain,
    Example,
}

/// How much of the text before a value is looked at.
const NEAR: usize = 200;

const ANSWER: [&str; 35] = [
    " final ",
    " answer ",
    " correct ",
    " corrected ",
    " correction ",
    " actual ",
    " actually ",
    " revised ",
    " updated ",
    " improved ",
    " fixed ",
    " instead ",
    " wait ",
    " on reflection ",
    " output ",
    " result ",
    " response ",
    " for your ",
    " for the given ",
    " should use ",
    " should be ",
    " filled in ",
    " changed to ",
    " becomes ",
    " meant ",
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
    let said = format!(" {} ", words(line.unwrap_or_default()).join(" "));
    // The longer of two phrases that end together says more: `previous answer`.
    let last = |phrases: &[&str]| {
        let ends = phrases.iter().filter_map(|phrase| {
            let at = said.rfind(phrase)?;
            Some((at + phrase.len(), phrase.len()))
        });
        ends.max()
    };
    match (last(&ANSWER), last(&EXAMPLE)) {
        (Some(answer), example) if Some(answer) > example => Cue::Answer,
        (_, Some(_)) => Cue::Example,
        _ => Cue::Plain,
    }
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
