//! Comments that stand for what was left out: `// 12 more`, `/* same for others */`.
//!
//! A comment that is taken for one in vain costs another attempt; one that is not costs the items.

/// A longer comment tells of something else.
pub(super) const LONGEST: usize = 80;

/// Words that tell of something left out wherever they stand.
pub(super) const TELLING: [&str; 12] = [
    "omitted",
    "remaining",
    "etc",
    "etcetera",
    "usw",
    "truncated",
    "elided",
    "abridged",
    "snip",
    "snipped",
    "brevity",
    "remainder",
];

/// Two words that do so together.
const PAIRS: [(&str, &str); 11] = [
    ("so", "on"),
    ("so", "forth"),
    ("go", "here"),
    ("goes", "here"),
    ("not", "shown"),
    ("not", "listed"),
    ("left", "out"),
    ("to", "come"),
    ("to", "follow"),
    ("and", "more"),
    ("the", "rest"),
];

/// Counts, besides those in digits.
pub(super) const COUNTS: [&str; 25] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "fifteen",
    "twenty",
    "fifty",
    "dozen",
    "dozens",
    "hundred",
    "hundreds",
    "thousands",
    "few",
    "several",
    "many",
    "some",
    "lots",
];

/// Whether a comment says that something was left out: `// ... 12 more`.
pub(super) fn stands_for_more(comment: &str) -> bool {
    let text = comment.trim_matches(|c: char| c.is_whitespace() || "/*#".contains(c));
    if text.len() > LONGEST {
        return false;
    }
    let dots = |text: &str| text.starts_with("...") || text.starts_with('…');
    let inner = text.trim_matches(|c: char| c.is_whitespace() || "([<>])".contains(c));
    let ends = inner.ends_with("...") || inner.ends_with('…');
    // An interface, not what remains.
    let lower = text.replace("REST", "").to_lowercase();
    let words = words(&lower);
    dots(inner) || ends || lower.contains("省略") || tells(&words) || is_of_some(&words)
}

/// Whether an item of a list only says that there are others: `...`, `… (12 more)`, `and so on`.
pub(crate) fn is_ellipsis(item: &str) -> bool {
    if item.len() > LONGEST || !may_be_ellipsis(item.as_bytes()) {
        return false;
    }
    let inner = item.trim_matches(|c: char| c.is_whitespace() || "([<>])+".contains(c));
    let dots = inner.starts_with("...") || inner.starts_with('…');
    let lower = inner.to_lowercase();
    match &words(&lower)[..] {
        [] => dots,
        words if dots => tells(words),
        ["etc" | "etcetera"]
        | ["et", "al"]
        | ["and", "more" | "others"]
        | ["and", "so", "on" | "forth"] => true,
        words if item.starts_with(['(', '[', '<']) && tells(words) => true,
        ["and", count @ ..] | count => count.len() == 2 && is_count_of_more(count),
    }
}

/// Whether a text begins as one that stands for others does.
#[inline]
pub(crate) fn may_be_ellipsis(text: &[u8]) -> bool {
    let opens = |word: &[u8]| {
        let head = text.get(..word.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    match text.first() {
        // The first byte of an ellipsis, among others.
        Some(b'.' | b'[' | b'(' | b'<' | b'+' | 0xE2) => true,
        Some(b'e' | b'E') => opens(b"etc") || opens(b"et al"),
        Some(b'a' | b'A') => opens(b"and "),
        _ => false,
    }
}

/// `b and c similar`, `only the first item shown`: what is said of some items, where all should stand.
fn is_of_some(words: &[&str]) -> bool {
    const ALIKE: [&str; 5] = ["similar", "similarly", "likewise", "alike", "ditto"];
    const SHOWN: [&str; 6] = [
        "shown",
        "listed",
        "included",
        "displayed",
        "given",
        "extracted",
    ];
    let some = words.contains(&"only") || words.contains(&"first");
    words.last().is_some_and(|last| ALIKE.contains(last))
        || (some && words.iter().any(|word| SHOWN.contains(word)))
}

pub(super) fn words(lower: &str) -> Vec<&str> {
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// The words without those that lead to what is told.
pub(super) fn head<'w, 't>(words: &'w [&'t str]) -> &'w [&'t str] {
    const LEADING: [&str; 8] = ["and", "plus", "with", "then", "the", "all", "there", "are"];
    let led = words.iter().take_while(|word| LEADING.contains(word));
    &words[led.count()..]
}

pub(super) fn tells(words: &[&str]) -> bool {
    const NONE: [&str; 3] = ["no", "nothing", "none"];
    if words.first().is_some_and(|word| NONE.contains(word)) {
        return false;
    }
    let head = head(words);
    words.iter().any(|word| TELLING.contains(word))
        || words
            .windows(2)
            .any(|pair| PAIRS.contains(&(pair[0], pair[1])) || is_count_of_more(pair))
            && !words.windows(2).any(|pair| pair == ["more", "than"])
        || names_others(head)
        || goes_on(head)
}

/// `12 more`, `a few others`.
pub(super) fn is_count_of_more(pair: &[&str]) -> bool {
    const MORE: [&str; 8] = [
        "more",
        "others",
        "other",
        "additional",
        "further",
        "weitere",
        "autres",
        "más",
    ];
    let [count, more, ..] = pair else {
        return false;
    };
    let count = count.bytes().any(|byte| byte.is_ascii_digit()) || COUNTS.contains(count);
    count && MORE.contains(more)
}

/// `more items`, `others unchanged`, `rest as before`: what is told of begins the comment.
pub(super) fn names_others(words: &[&str]) -> bool {
    const SAID: [&str; 20] = [
        "unchanged",
        "of",
        "is",
        "are",
        "as",
        "same",
        "follow",
        "follows",
        "here",
        "below",
        "like",
        "similar",
        "similarly",
        "likewise",
        "stay",
        "stays",
        "to",
        "go",
        "not",
        "people",
    ];
    let next_tells = |next: &&str| SAID.contains(next);
    let several = |next: &&str| next.ends_with('s') && !["details", "less"].contains(next);
    let next = words.get(1);
    match words.first() {
        Some(&"rest" | &"others") => next.is_none_or(next_tells),
        Some(&"more") => next.is_none_or(|next| next_tells(next) || several(next)),
        Some(&"other" | &"additional" | &"further" | &"similar" | &"unchanged") => {
            next.is_some_and(|next| several(next) || *next == "people")
        }
        _ => false,
    }
}

/// `continue for the rest`, `same for others`, `add more here`.
fn goes_on(words: &[&str]) -> bool {
    const SAME: [&str; 6] = [
        "same",
        "similarly",
        "likewise",
        "ditto",
        "repeat",
        "repeated",
    ];
    const ADD: [&str; 7] = ["add", "include", "insert", "append", "fill", "list", "see"];
    const OTHERS: [&str; 6] = ["others", "other", "rest", "more", "additional", "further"];
    const ALL: [&str; 4] = ["all", "each", "every", "everyone"];
    let Some((first, after)) = words.split_first() else {
        return false;
    };
    let others = || after.iter().any(|word| OTHERS.contains(word));
    let all = || after.iter().any(|word| ALL.contains(word));
    let continues = |word: &&str| ["continue", "continues", "continued"].contains(word);
    (SAME.contains(first) && (others() || all() || after.first() == Some(&"for")))
        || (ADD.contains(first) && others() && !after.contains(&"than"))
        || (words.iter().take(3).any(continues) && !words.contains(&"from"))
}

#[cfg(test)]
mod tests {
    use super::{is_ellipsis, stands_for_more};

    #[test]
    fn an_item_may_stand_for_others() {
        for item in [
            "...",
            "…",
            "[...]",
            "… (12 more)",
            "... and 3 others",
            "(12 more)",
            "and 12 more",
            "and more",
            "et al.",
            "[truncated]",
            "(continue as above)",
            "+3 more",
            "... rest omitted",
            "etc.",
            "and so on",
        ] {
            assert!(is_ellipsis(item), "{item}");
        }
        for item in [
            "",
            "…and then he left",
            "...but why?",
            "12 more chairs",
            "more",
            "a ...",
            "others",
            "-",
            ".",
            "..",
            "many",
        ] {
            assert!(!is_ellipsis(item), "{item}");
        }
    }

    #[test]
    fn what_is_left_out_is_told_in_many_ways() {
        for comment in [
            "// ... 12 more",
            "// 12 more",
            "# 12 more",
            "/* 12 more */",
            "// (12 more)",
            "// +12 more",
            "// and 12 more",
            "// 12 more items",
            "// plus several others",
            "// there are many more",
            "// and so on",
            "// more items",
            "// more",
            "// and more",
            "// other entries",
            "// continue for the rest",
            "// list continues",
            "// rest unchanged",
            "// the rest",
            "// rest of the list",
            "/* same for others */",
            "// repeat for each person",
            "// add more rows as needed",
            "// items go here",
            "// etc.",
            "/* rest omitted */",
            "// (truncated)",
            "// 其余省略",
            "// same for b",
            "/* b and c similar */",
            "(only the first item shown)",
        ] {
            assert!(stands_for_more(comment), "{comment}");
        }
    }

    #[test]
    fn a_comment_on_a_value_stands_for_nothing() {
        for comment in [
            "// one",
            "// 2 more than last year",
            "// no more",
            "// nothing more",
            "// more precisely: 4.2",
            "// more details below",
            "// REST endpoint",
            "// at rest",
            "// rest day",
            "// unchanged",
            "// same as above",
            "// continued from page 3",
            "// the other one",
            "// from line 2",
            "// next, and last: it's",
            "// as shown in the text",
        ] {
            assert!(!stands_for_more(comment), "{comment}");
        }
    }
}
