//! The sentence behind a value.

use super::known::may_follow;
use super::{NEAR, after, ends, has, is_filling, words};
use crate::candidate::ceil;

/// What has to follow what takes a value back.
#[derive(Clone, Copy)]
enum Then {
    Anything,
    /// A sign that the sentence makes a break there: `Wait, ..`, but not `Wait time is in minutes.`
    Break,
    /// Nothing but filling: `Ignore this.`, but not `Ignore the empty fields.`
    Filling,
}
use Then::{Anything, Break, Filling};

/// What opens a sentence that takes back what stands before it.
const RETRACTIONS: [(&str, Then); 27] = [
    ("actually", Anything),
    ("oops", Anything),
    ("scratch that", Anything),
    ("strike that", Anything),
    ("on second thought", Anything),
    ("on reflection", Anything),
    ("my mistake", Anything),
    ("my bad", Anything),
    ("i meant", Anything),
    ("i made a mistake", Anything),
    ("i made an error", Anything),
    ("let me correct", Anything),
    ("let me redo", Anything),
    ("let me fix", Anything),
    ("let me try again", Anything),
    ("never mind", Anything),
    ("nevermind", Anything),
    ("wait", Break),
    ("hmm", Break),
    ("no", Break),
    ("edit", Break),
    ("correction", Break),
    ("ignore", Filling),
    ("disregard", Filling),
    ("forget", Filling),
    ("do not", Filling),
    ("don not", Filling),
];

/// What a sentence may open with before what counts.
const OPENING: &str = " but however well and so although oh ah sorry apologies please ";

/// What a sentence is about that is about the value.
const SUBJECT: &str = " this that these those which the above it answer answers json object list array value values patch one reply \
    response output result data operation operations change changes ";

const VERBS: &str = " is isn s was wasn are aren were would wouldn could might may looks seems ";

/// What may stand between a verb and what is said of the value.
const ADVERBS: &str = " a an be been just only merely simply clearly obviously probably likely purely quite my also still \
    of course ";

/// What is said of a value that is wrong, or not the text's.
const FAULTS: &str =
    " wrong incorrect invalid bad mistaken unnecessary needless fictional fictitious made ";
const KINDS: &str =
    " example sample template placeholder dummy mock illustration hypothetical illustrative ";

/// What is denied of a value that is not the answer.
const MERITS: &str = " answer right correct valid needed necessary required real final true what acceptable wanted asked \
    intended the meant it ok okay good ";

/// What may follow a fault: else something else is at fault, as in `an invalid date`.
const NEXT: &str = " because since so but and for only to up though or as though not in if when ";

/// The sentence behind a value that says that it is not the answer.
pub(crate) fn behind(after: &str) -> Option<&str> {
    let (sentence, inline) = sentence(after)?;
    if inline && sentence.starts_with(['?', '❌', '✗', '✘']) {
        return sentence.get(..sentence.chars().next()?.len_utf8());
    }
    let aside = inline && sentence.starts_with(['(', '/', '#', '<', '←', '-', '–', '—', '~']);
    let all = words(sentence);
    let opening = all.iter().take_while(|word| has(OPENING, word)).count();
    let words = &all[opening..];
    let against = retracts(words, sentence)
        || condemns(words, is_lower(sentence), aside)
        || names_another(sentence, inline);
    against.then_some(sentence)
}

/// The sentence behind a value that is none of those that leave it as it is.
pub(super) fn strange<'t>(after: &'t str, is_own: &dyn Fn(&str) -> bool) -> Option<&'t str> {
    let (sentence, _) = sentence(after)?;
    let is_about_next = sentence.contains(['{', '[']) || after.contains(['{', '[']);
    (!is_about_next && !may_follow(sentence, is_own)).then_some(sentence)
}

/// The first sentence behind a value, and whether it stands on the value's own line.
fn sentence(after: &str) -> Option<(&str, bool)> {
    let near = &after[..ceil(after, NEAR)];
    let rest = near.trim_start();
    if rest.starts_with(['{', '[']) {
        return None;
    }
    let gap = &near[..near.len() - rest.len()];
    let inline = !gap.contains('\n') && !rest.starts_with("```");
    let rest = rest.trim_start_matches("```").trim_start();
    let line = rest.lines().next()?;
    let end = ends(line).find(|end| *end > 0);
    Some((&line[..end.unwrap_or(line.len())], inline))
}

/// Whether a sentence goes on with the value as its subject.
fn is_lower(sentence: &str) -> bool {
    let first = sentence.chars().find(|c| c.is_alphanumeric());
    first.is_some_and(char::is_lowercase)
}

fn retracts(words: &[String], sentence: &str) -> bool {
    RETRACTIONS.iter().any(|(cue, then)| {
        after(words, cue).is_some_and(|rest| match then {
            Anything => true,
            // Otherwise the sentence is about the next value.
            Filling => is_filling(rest) && !sentence.contains(['{', '[']),
            Break => breaks(sentence, cue) || rest.is_empty(),
        })
    })
}

/// Whether a sign stands behind the first of these words.
fn breaks(sentence: &str, word: &str) -> bool {
    let lower = sentence.to_lowercase();
    let rest = lower.find(word).and_then(|at| lower.get(at + word.len()..));
    rest.is_some_and(|rest| {
        rest.trim_start()
            .starts_with([',', ':', '.', '!', '…', '-', '–', '—'])
    })
}

/// Whether a sentence finds fault with the value: `this is wrong`, `is not needed`, `(an example)`, `would do, but ..`.
fn condemns(words: &[String], goes_on: bool, aside: bool) -> bool {
    let subject = words.iter().take_while(|word| has(SUBJECT, word)).count();
    let (verb, said) = match words[subject..].split_first() {
        Some((verb, said)) if has(VERBS, verb) => (Some(verb), said),
        _ if aside => (None, words),
        _ => return false,
    };
    // The value itself is the subject.
    let own = goes_on && subject == 0 && verb.is_some();
    if subject == 0 && !own && !aside {
        return false;
    }
    let denied = said
        .iter()
        .take_while(|word| has(ADVERBS, word) || *word == "not")
        .any(|word| word == "not");
    let known = said.first().is_some_and(|word| word == "the");
    let rest = said
        .iter()
        .position(|word| !has(ADVERBS, word) && word != "not" && word != "the");
    let rest = &said[rest.unwrap_or(said.len())..];
    let next = rest
        .get(1)
        .is_none_or(|next| has(NEXT, next) || is_filling(std::slice::from_ref(next)));
    let wished = own && verb.is_some_and(|verb| has(" would could might may ", verb));
    let first = rest.first().map_or("", String::as_str);
    if denied {
        return own || has(MERITS, first);
    }
    wished || (next && (has(FAULTS, first) || (!known && has(KINDS, first))))
}

/// Whether a sentence gives another value: `The total should be 11.`, `or 11`.
pub(crate) fn names_another(sentence: &str, inline: bool) -> bool {
    const CORRECTIONS: [&str; 5] = [
        " should be ",
        " should have been ",
        " is actually ",
        " was actually ",
        " are actually ",
    ];
    const ALTERNATIVES: [&str; 8] = [
        "or maybe ",
        "or ",
        "maybe ",
        "perhaps ",
        "possibly ",
        "alternatively ",
        "could be ",
        "should be ",
    ];
    let is_value =
        |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || "\"'`“$€£-".contains(c));
    let lower = sentence.to_lowercase();
    let offered = ALTERNATIVES
        .iter()
        .find_map(|word| lower.strip_prefix(word));
    let alternative = offered.filter(|_| inline);
    let mut named = CORRECTIONS
        .iter()
        .filter_map(|correction| Some(lower.split_once(correction)?.1));
    named.any(is_value) || alternative.is_some_and(is_value)
}
