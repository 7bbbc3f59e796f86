//! The classes of words that the rows of answers are made of: phrases, with a comma between two.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A phrase of a class: `most appropriate` is a `kind`.
struct Phrase {
    class: &'static str,
    words: Vec<&'static str>,
}

/// The phrases of all classes by their first word.
static PHRASES: LazyLock<HashMap<&str, Vec<Phrase>>> = LazyLock::new(|| {
    let mut phrases: HashMap<&str, Vec<Phrase>> = HashMap::new();
    for (class, said) in CLASSES {
        for words in said.split(", ") {
            let words: Vec<&str> = words.split(' ').collect();
            let alike = phrases.entry(words[0]).or_default();
            alike.push(Phrase { class, words });
        }
    }
    phrases
});

/// The classes of the phrases that a text begins with, and how many parts of it each takes.
pub(super) fn begun_by(parts: &[&str]) -> impl Iterator<Item = (&'static str, usize)> {
    let alike = parts.first().and_then(|first| PHRASES.get(first));
    let begun = alike.into_iter().flatten();
    let begun = begun.filter(|phrase| parts.starts_with(&phrase.words));
    begun.map(|phrase| (phrase.class, phrase.words.len()))
}

/// Whether a word is one of those that say of something that it is the answer.
pub(crate) fn said_of_answers(word: &str) -> bool {
    const OTHER: [&str; 4] = ["explains", "besides", "because", "turn"];
    let classes = CLASSES.iter().filter(|(name, _)| !OTHER.contains(name));
    let mut words = classes.flat_map(|(_, phrases)| phrases.split([' ', ',']));
    words.any(|one| one == word)
}

const CLASSES: [(&str, &str); 29] = [
    (":", ":, ="),
    (",", ","),
    ("the", "the, a, an, my, our, your, this, its, that"),
    ("it", "it, this, that, these, those, there"),
    ("i", "i, we, you"),
    // What may be said of the answer without making another one of it.
    (
        "kind",
        "final, correct, right, best, overall, appropriate, most appropriate, suitable, most suitable, best fitting, \
         single, total, average, resulting, chosen, selected, predicted, assigned, main, primary, exact",
    ),
    // What an answer is called.
    (
        "noun",
        "answer, choice, classification, category, class, label, result, output, response, verdict, decision, rating, \
         score, value, option, selection, pick, prediction, conclusion, recommendation, judgment, judgement, \
         assessment, evaluation, tag, outcome, total, sum, count, number, amount, level, status, type, grade, solution",
    ),
    (
        "choice",
        "answer, choice, classification, category, class, label, option, one, solution, result",
    ),
    // What the text that was read is called, and what in it is judged or measured.
    (
        "thing",
        "text, review, ticket, statement, message, sentence, document, email, comment, post, tweet, article, request, \
         issue, claim, passage, description, tone, mood, sentiment, feeling, attitude, emotion, title, priority, severity, \
         urgency, topic, intent, language, currency, price, cost, population, temperature, average, mean, median, \
         length, width, height, weight, distance, age, year, speed, rate, difference, product, quotient, remainder, \
         duration, size, area, volume, percentage, balance, fee, salary, quantity, depth, index, position, rank",
    ),
    (
        "is",
        "is, are, would be, should be, must be, will be, has to be, seems to be, appears to be, equals, is equal to, \
         is given as, is given in, comes to, remains",
    ),
    // What only makes it surer.
    (
        "sure",
        "clearly, definitely, certainly, obviously, undoubtedly, therefore, thus, hence, indeed, simply, very, strongly, \
         highly, extremely, overwhelmingly, really, exactly, precisely",
    ),
    ("should", "should, would, will, must"),
    ("would", "would, will, should, can, must, have to"),
    (
        "choose",
        "say, choose, chose, have chosen, pick, select, answer, recommend, assign, go with, opt for, settle on, \
         conclude, say it is, say that it is",
    ),
    (
        "sort",
        "classify, categorize, categorise, label, rate, mark, tag, score, grade, give, consider, describe, assign",
    ),
    (
        "sorted",
        "classified, categorized, categorised, labeled, labelled, rated, marked, tagged, scored, graded, considered, \
         described, best classified, best described",
    ),
    (
        "as",
        "as, as a, as an, as the, a, an, in, under, into, to be",
    ),
    (
        "belongs",
        "falls under, falls into, falls in, belongs to, belongs in, belongs under, fits, fits into",
    ),
    ("has", "has, expresses, conveys, shows, carries"),
    // What is counted by one each.
    ("unit", "degrees, points, stars, items, entries"),
    (
        "for",
        "for this, for the, for that, for your, of this, in this",
    ),
    (
        "here",
        "here, overall, now, currently, at the moment, in this case, in tone, in nature",
    ),
    (
        "so",
        "so, therefore, thus, hence, overall, finally, in conclusion, in summary, in short, here is, sure, certainly, \
         of course, okay, ok, yes, well, in this case",
    ),
    (
        "given",
        "based on, given, considering, according to, after, from, for, in, looking at, judging by",
    ),
    (
        "about",
        "of, for, to, in, about, on, from, at, with, between, by, expressed in, expressed by, given in, mentioned in, \
         shown in, stated in",
    ),
    (
        "because",
        "because, since, due to, given, based on, as the, as it, as this, as there, so the",
    ),
    // What an explanation or a closing word begins with; what takes an answer back begins otherwise: `Wait`, `But`, `No`.
    (
        "explains",
        "the, a, an, this, that, these, those, it, its, there, i, we, he, she, they, you, both, all, each, in, on, for, \
         with, from, at, by, here, let, please, thank, if you, reason, reasoning, explanation, justification, \
         rationale, note, answer, confidence, hope",
    ),
    ("besides", "the, this, there, it"),
    // Words that turn round or weaken what the words round them say, and are none of a description: they are few, as
    // those of grammar are.
    (
        "turn",
        "no, not, never, nobody, nothing, none, neither, nor, cannot, hardly, barely, scarcely, rarely, seldom, longer, \
         without, except, but, or, if, unless, until, than, least, less, more, other, another, only, even, almost, \
         nearly, instead, rather, far, opposite",
    ),
];
