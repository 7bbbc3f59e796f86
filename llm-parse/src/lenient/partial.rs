//! A sentence beside a value that says that a list is not whole: `I left out the second one.`, `Truncated list:`.

use super::more::{is_count_of_more, words};
use crate::candidate::ceil;

/// How much of the text behind a value is heard.
const NEAR: usize = 400;

/// Beginnings of words that tell of something left out.
const STEMS: [&str; 9] = [
    "omit",
    "truncat",
    "incomplet",
    "partial",
    "abbreviat",
    "abridg",
    "unreadabl",
    "illegibl",
    "stopped",
];

/// Words that do so together.
const PAIRS: [(&str, &str); 14] = [
    ("left", "out"),
    ("leave", "out"),
    ("leaving", "out"),
    ("left", "off"),
    ("cut", "off"),
    ("cut", "short"),
    ("stop", "here"),
    ("not", "readable"),
    ("not", "all"),
    ("not", "complete"),
    ("not", "included"),
    ("not", "listed"),
    ("not", "shown"),
    ("those", "above"),
];

/// What offers or denies it.
const UNSAID: [&str; 10] = [
    "you", "your", "if", "no", "nothing", "none", "without", "never", "nobody", "any",
];

/// What tells of items where it is not plain that a list is meant.
const OTHERS: [&str; 8] = [
    "more",
    "other",
    "others",
    "rest",
    "remaining",
    "further",
    "additional",
    "items",
];

/// What the list is that may not be whole.
pub(crate) enum Listed<'n> {
    /// The value, of so many items.
    Root(usize),
    /// One in the value, under one of these keys.
    Inside(&'n [&'n str]),
}

/// The sentence behind a value that says that a list is not whole.
pub(crate) fn partial_behind<'t>(behind: &'t str, listed: &Listed<'_>) -> Option<&'t str> {
    let near = &behind[..ceil(behind, NEAR)];
    // What is said behind another value is said of that one.
    let near = &near[..near.find(['{', '[']).unwrap_or(near.len())];
    let ends = |c: char| matches!(c, '.' | '!' | '?' | ';' | '\n');
    near.split(ends)
        .map(str::trim)
        .find(|sentence| is_partial(sentence, listed))
}

/// The sentence that leads into a list and says so.
pub(crate) fn partial_before(before: &str) -> Option<&str> {
    let lines = before.lines().map(str::trim);
    let line = lines
        .rev()
        .find(|line| !line.is_empty() && !line.starts_with("```"))?;
    let line = line.rsplit(". ").next()?;
    let lower = line.to_lowercase();
    let words = words(&lower);
    let count = |word: &str| {
        word.bytes().all(|b| b.is_ascii_digit()) || super::more::COUNTS.contains(&word)
    };
    let first = words
        .windows(2)
        .any(|pair| pair[0] == "first" && count(pair[1]));
    // What was asked for is whole.
    let asked = words.ends_with(&["as", "requested"]) || words.ends_with(&["you", "asked", "for"]);
    let first = first && !asked;
    let ends = line.ends_with([':', '*', '#']);
    (ends && (first || leaves(&words))).then_some(line)
}

fn is_partial(sentence: &str, listed: &Listed<'_>) -> bool {
    let lower = sentence.to_lowercase().replace("n't", " not");
    let words = words(&lower);
    if words.iter().any(|word| UNSAID.contains(word)) {
        return false;
    }
    if is_mark(&words) {
        return true;
    }
    let more = words.windows(2).any(is_count_of_more) && !lower.contains("more than");
    let of_items = match listed {
        Listed::Root(count) => return more || leaves(&words) || counts_more(&words, *count),
        Listed::Inside(keys) => {
            let one = |word: &str| word.trim_end_matches('s').to_owned();
            let is_key = |word: &str| keys.iter().any(|key| one(key) == one(word));
            let mut said = words.iter();
            said.any(|word| OTHERS.contains(word) || is_key(word))
        }
    };
    of_items && (more || leaves(&words))
}

/// Whether a remark is only a mark that the text was cut: `(truncated)`, `Continued below.`
fn is_mark(words: &[&str]) -> bool {
    const LONGEST: usize = 3;
    let cut = |word: &&str| ["truncated", "continued", "continues"].contains(word);
    words.len() <= LONGEST && words.iter().any(cut)
}

fn leaves(words: &[&str]) -> bool {
    let stem = |word: &&str| STEMS.iter().any(|stem| word.starts_with(stem));
    let pair = |pair: &[&str]| PAIRS.contains(&(pair[0], pair[1]));
    words.iter().any(stem) || words.windows(2).any(pair)
}

/// `There are 5 people` behind a list of two.
fn counts_more(words: &[&str], count: usize) -> bool {
    let ["there", "are" | "were", number, ..] = words else {
        return false;
    };
    number.parse::<usize>().is_ok_and(|number| number > count)
}

#[cfg(test)]
mod tests {
    use super::{Listed, partial_before, partial_behind};

    #[test]
    fn a_remark_says_that_a_list_is_not_whole() {
        for remark in [
            "There are 3 more people that I left out.",
            "I left out the second count because it is unclear.",
            "Due to length, I stopped here.",
            "The counts are in order. Two others aren't readable.",
            "There are 5 people in the text.",
            "Some rows were omitted.",
            "The list is incomplete.",
            "Note: not all rows are in it.",
        ] {
            assert!(
                partial_behind(remark, &Listed::Root(2)).is_some(),
                "{remark}"
            );
        }
        for remark in [
            "There are 2 people in the text.",
            "No rows were omitted.",
            "The text doesn't say more than that.",
            "Let me know if you need the rows that I left out.",
            "The ages are 3 more than last year, more than twice.",
            "I sorted them by name.",
            "Each has a count. Is that all right?",
        ] {
            assert_eq!(partial_behind(remark, &Listed::Root(2)), None, "{remark}");
        }
    }

    #[test]
    fn a_remark_on_a_list_in_an_object_names_it() {
        let inside = Listed::Inside(&["lines"]);
        for remark in [
            "There are 3 more lines that I left out.",
            "One line was omitted.",
            "The remaining ones are left out.",
            "(truncated)",
            "Continued below.",
        ] {
            assert!(partial_behind(remark, &inside).is_some(), "{remark}");
        }
        for remark in ["I left out the e-mail address.", "The tax is omitted."] {
            assert_eq!(partial_behind(remark, &inside), None, "{remark}");
        }
    }

    #[test]
    fn what_leads_into_a_list_says_so_too() {
        for lead in [
            "Truncated list:",
            "Here are the first 2:\n```json\n",
            "A partial list:",
        ] {
            assert!(partial_before(lead).is_some(), "{lead}");
        }
        for lead in [
            "The list:",
            "First, the counts:",
            "No item is left out. Here it is:",
        ] {
            assert_eq!(partial_before(lead), None, "{lead}");
        }
    }
}
