//! What the words before a value say of it: that it is the answer, or an example or a draft of it.

use crate::candidate::ceil;

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

/// Words that deny what stands right after them; further on they are about what was said before.
const DENIALS: [&str; 7] = [
    "not",
    "never",
    "wrong",
    "incorrect",
    "invalid",
    "bad",
    "refused",
];

/// Words that find fault with what stands before them.
const FAULTS: [&str; 5] = ["wrong", "incorrect", "invalid", "bad", "not"];

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
    // What ends a sentence is about what was said before: `Wait, that's wrong.`
    let ended = near.trim_end().ends_with(['.', '!']);
    let said = said(line.unwrap_or_default());
    let tail: Vec<&str> = said.split(' ').rev().skip(1).take(3).collect();
    let of_before = [" that was ", " that is ", " that s ", " above is "];
    let of_before = of_before.iter().any(|phrase| said.contains(phrase));
    if !ended && !of_before && tail.iter().any(|word| DENIALS.contains(word)) {
        return Cue::Example;
    }
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

/// Whether the words right behind a value say that it is wrong: `is wrong`, `(incorrect)`.
pub(crate) fn is_condemned(behind: &str) -> bool {
    let line = behind.lines().next().unwrap_or_default();
    let words = line.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).take(2).collect();
    match words[..] {
        ["is" | "was", second] => FAULTS.contains(&second),
        [first, ..] => line.trim_start().starts_with('(') && FAULTS.contains(&first),
        [] => false,
    }
}

/// Whether the words right before a value say that it is none: `is not`, `never return`.
pub(crate) fn is_denied(before: &str) -> bool {
    const SAYS: [&str; 8] = [
        "be", "return", "output", "write", "give", "answer", "use", "send",
    ];
    let line = before.lines().next_back().unwrap_or_default();
    let words = line
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .rev();
    let last: Vec<String> = words
        .filter(|word| !word.is_empty())
        .take(2)
        .map(str::to_lowercase)
        .collect();
    let denies = |word: &String| matches!(word.as_str(), "not" | "never") || word.ends_with("n't");
    let says = last
        .first()
        .is_some_and(|word| SAYS.contains(&word.as_str()));
    let ended = line.trim_end().ends_with(['.', '!', '?', ':', '>']);
    !ended && (last.first().is_some_and(denies) || (says && last.get(1).is_some_and(denies)))
}

/// The words of a line in lower case, each between two spaces. What stands in the tag that ends a part is about that.
fn said(line: &str) -> String {
    let mut said = String::from(" ");
    for part in line.split('<') {
        let part = match part.strip_prefix('/') {
            Some(tag) => tag.split_once('>').map_or("", |(_, rest)| rest),
            None => part,
        };
        let words = part.split(|c: char| !c.is_alphanumeric());
        for word in words.filter(|word| !word.is_empty()) {
            said.extend(word.chars().flat_map(char::to_lowercase).chain([' ']));
        }
    }
    said
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
