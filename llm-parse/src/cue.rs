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

const ANSWER: [&str; 20] = [
    "final",
    "answer",
    "correct",
    "corrected",
    "correction",
    "actual",
    "actually",
    "revised",
    "revision",
    "updated",
    "improved",
    "fixed",
    "instead",
    "wait",
    "reflection",
    "output",
    "result",
    "response",
    "your",
    "now",
];

const EXAMPLE: [&str; 21] = [
    "example",
    "examples",
    "eg",
    "instance",
    "draft",
    "sample",
    "template",
    "format",
    "schema",
    "placeholder",
    "original",
    "input",
    "previous",
    "earlier",
    "old",
    "wrong",
    "incorrect",
    "invalid",
    "first",
    "attempt",
    "try",
];

/// What the words right before a value say of it: those of the last line that has any, the last word of either kind.
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
        .split(|c: char| !c.is_alphanumeric() && c != '.');
    let mut cues = words.filter_map(|word| {
        let word = word.replace('.', "").to_lowercase();
        match word.as_str() {
            word if ANSWER.contains(&word) => Some(Cue::Answer),
            word if EXAMPLE.contains(&word) => Some(Cue::Example),
            _ => None,
        }
    });
    cues.next_back().unwrap_or_default()
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
            ("", Cue::Plain),
        ] {
            assert_eq!(cue(before), said, "{before}");
        }
    }
}
