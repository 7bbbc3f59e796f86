//! What the words before a value say of it: that it is the answer, or an example or a draft of it.

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

const ANSWER: [&str; 19] = [
    "final",
    "answer",
    "correct",
    "corrected",
    "correction",
    "actual",
    "actually",
    "revised",
    "updated",
    "improved",
    "fixed",
    "instead",
    "wait",
    "on reflection",
    "output",
    "result",
    "response",
    "for your",
    "for the given",
];

const EXAMPLE: [&str; 19] = [
    "example",
    "examples",
    "eg",
    "e g",
    "for instance",
    "draft",
    "sample",
    "template",
    "schema",
    "placeholder",
    "original",
    "input",
    "previous",
    "earlier",
    "wrong",
    "incorrect",
    "first version",
    "first attempt",
    "first try",
];

/// What the words right before a value say of it: those of the last line that has any, the last of either kind.
pub(crate) fn cue(before: &str) -> Cue {
    let mut from = before.len().saturating_sub(NEAR);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let line = before[from..]
        .lines()
        .map(|line| line.trim_matches(|c: char| !c.is_alphanumeric()))
        .rfind(|line| !line.is_empty() && !line.eq_ignore_ascii_case("json"));
    let words = line
        .unwrap_or_default()
        .split(|c: char| !c.is_alphanumeric());
    let mut said = String::from(" ");
    for word in words.filter(|word| !word.is_empty()) {
        said.extend(word.chars().flat_map(char::to_lowercase).chain([' ']));
    }
    let last = |phrases: &[&str]| {
        let ends = phrases.iter().filter_map(|phrase| {
            let at = said.rfind(&format!(" {phrase} "))?;
            Some(at + phrase.len())
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
            ("That is a sampled value, now ", Cue::Plain),
            ("", Cue::Plain),
        ] {
            assert_eq!(cue(before), said, "{before}");
        }
    }
}
