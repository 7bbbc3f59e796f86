//! Words and signs beside a name or number that deny, weaken or compare it.

use std::ops::Range;

/// Whether words beside a name deny or weaken it: before it in its sentence, or right after it.
pub(super) fn is_denied(text: &str, words: &[Range<usize>], at: Range<usize>) -> bool {
    const AFTER: usize = 3;
    let start = text[..words[at.start].start]
        .rfind(['.', '!', '?', ';', '\n'])
        .unwrap_or(0);
    let before = words[..at.start]
        .iter()
        .rev()
        .take_while(|word| word.start >= start);
    let after = words[at.end..].iter().take(AFTER);
    let asks = text[words[at.end - 1].end..]
        .find(['.', '!', '?', ';', '\n'])
        .is_some_and(|end| text[words[at.end - 1].end + end..].starts_with('?'));
    let lead = text[..words[at.start].start].trim_end_matches(['$', '€']);
    let signed = lead.ends_with(|c| "!¬~<>≤≥≠–−(".contains(c)) || is_compared(lead.trim_end());
    asks || signed || before.chain(after).any(|word| denies(&text[word.clone()]))
}

/// Whether a text ends with a sign that compares what follows it: `>=`, `≈`.
fn is_compared(lead: &str) -> bool {
    let arrow = lead.ends_with("->") || lead.ends_with("=>");
    let sign = lead.trim_end_matches('=');
    !arrow && sign.ends_with(['<', '>', '≤', '≥', '≈', '±', '~', '≠'])
}

/// Whether a number is what the sentence says: `It is 5`, `Level: 5`, `**5**`, `.. makes 5`.
pub(super) fn is_said(text: &str, words: &[Range<usize>], at: usize) -> bool {
    const LINKS: [&str; 20] = [
        "is", "are", "was", "were", "be", "been", "equals", "as", "say", "says", "said", "answer",
        "choose", "pick", "select", "label", "rate", "return", "value", "result",
    ];
    const BETWEEN: [&str; 14] = [
        "a",
        "an",
        "the",
        "in",
        "of",
        "to",
        "given",
        "clearly",
        "definitely",
        "most",
        "likely",
        "currently",
        "now",
        "still",
    ];
    let before = text[..words[at].start].trim_end();
    let words_after = words.len() - at - 1;
    let next = words.get(at + 1);
    let marked =
        text[..words[at].start].ends_with(['*', '"', '\'', '`', '_', '“', '‘', '$', '€', '£']);
    let mut words = words[..at]
        .iter()
        .rev()
        .map(|word| text[word.clone()].to_lowercase());
    let link = words
        .by_ref()
        .take(4)
        .find(|word| !BETWEEN.contains(&word.as_str()));
    let last = words_after == 0 && !before.contains(['.', ';', '!', '?', '\n']);
    marked
        || last
        || (before.is_empty() && next.is_some_and(|word| LINKS.contains(&&text[word.clone()])))
        || before.ends_with([':', '=', '.', '!', '\n'])
        || link.is_some_and(|word| LINKS.contains(&word.as_str()))
}

pub(super) fn is_yes_or_no(word: &str) -> bool {
    word.eq_ignore_ascii_case("yes") || word.eq_ignore_ascii_case("no")
}

/// Whether a word beside a number makes another number of it.
pub(super) fn is_factor(word: &str) -> bool {
    const WORDS: [&str; 16] = [
        "minus", "negative", "plus", "times", "half", "third", "quarter", "dozen", "dozens",
        "hundred", "thousand", "million", "millions", "billion", "trillion", "squared",
    ];
    WORDS.contains(&word.to_lowercase().as_str())
}

/// Whether a word beside a number says that it is not the exact one.
pub(super) fn is_rough(word: &str) -> bool {
    const WORDS: [&str; 28] = [
        "minimum",
        "maximum",
        "min",
        "max",
        "guess",
        "guessing",
        "estimate",
        "estimates",
        "approximation",
        "bound",
        "about",
        "around",
        "roughly",
        "approximately",
        "approx",
        "circa",
        "ca",
        "over",
        "under",
        "above",
        "below",
        "near",
        "or",
        "something",
        "close",
        "up",
        "estimated",
        "shy",
    ];
    WORDS.contains(&word.to_lowercase().as_str())
}

/// Whether the word right before a name says that less or more than it is meant: `somewhat low`.
pub(super) fn is_weak(word: &str) -> bool {
    const WORDS: [&str; 16] = [
        "somewhat",
        "slightly",
        "mostly",
        "largely",
        "mainly",
        "half",
        "semi",
        "quasi",
        "borderline",
        "moderately",
        "below",
        "above",
        "beyond",
        "between",
        "near",
        "guess",
    ];
    WORDS.contains(&word.to_lowercase().as_str())
}

pub(super) fn denies(word: &str) -> bool {
    // In the languages in which models answer most.
    const OTHERS: [&str; 24] = [
        "nicht", "kein", "keine", "keinen", "nie", "niemals", "weder", "pas", "jamais", "ni",
        "aucun", "aucune", "non", "mai", "nunca", "ningún", "ninguna", "não", "nem", "niet",
        "geen", "nooit", "не", "нет",
    ];
    const WORDS: [&str; 47] = [
        "likely",
        "far",
        "partly",
        "partially",
        "once",
        "until",
        "untrue",
        "not",
        "no",
        "never",
        "neither",
        "nor",
        "cannot",
        "without",
        "except",
        "unless",
        "rather",
        "instead",
        "unlike",
        "hardly",
        "barely",
        "scarcely",
        "anything",
        "less",
        "maybe",
        "perhaps",
        "possibly",
        "probably",
        "might",
        "may",
        "could",
        "presumably",
        "potentially",
        "unlikely",
        "unsure",
        "uncertain",
        "almost",
        "nearly",
        "doubt",
        "wrong",
        "incorrect",
        "nobody",
        "than",
        "least",
        "most",
        "either",
        "if",
    ];
    let word = word.to_lowercase();
    let word = word.as_str();
    WORDS.contains(&word)
        || OTHERS.contains(&word)
        || word.contains(['不', '没', '沒', '未', '非'])
        || word.contains("ない")
        || word.ends_with("n't")
        || word.ends_with("n’t")
}
