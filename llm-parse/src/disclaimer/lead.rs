//! The sentence that leads into a value.

use super::known::may_lead;
use super::{NEAR, after, ends, has, is_filling, words};
use crate::candidate::ceil;

/// Where a cue counts.
#[derive(Clone, Copy)]
enum Reach {
    /// Where nothing but filling stands between it and the value.
    Value,
    /// There, or where the sentence begins with it.
    Start,
    /// Right before the value.
    Next,
    /// As `Value`, unless the sentence is about mending or what stood before: `I fixed the invalid JSON: {..}`.
    Fault,
    /// As `Value`, unless it is a known one: `I filled your template: {..}`.
    Kind,
    /// At the end of the sentence, unless the answer has that form: `In the form: {..}`.
    Form,
}
use Reach::{Fault, Form, Kind, Next, Start, Value};

/// What says of the value behind it that it is not the answer.
const CUES: [(&str, Reach); 51] = [
    // Denied: `do not return {..}`, `the answer is not {..}`, `I cannot answer: {..}`.
    ("not", Value),
    ("never", Value),
    ("cannot", Value),
    ("unable", Value),
    ("avoid", Value),
    ("refused", Value),
    ("ignore", Value),
    ("disregard", Value),
    ("forget", Value),
    ("discard", Value),
    // Another one is the answer.
    ("instead of", Next),
    ("rather than", Next),
    ("unlike", Next),
    // Found fault with: `a wrong answer would be {..}`.
    ("wrong", Fault),
    ("incorrect", Fault),
    ("invalid", Fault),
    ("bad", Fault),
    ("mistaken", Fault),
    // What was before, or is to be.
    ("old", Fault),
    ("previous", Fault),
    ("previously", Fault),
    ("earlier", Fault),
    ("original", Fault),
    ("former", Fault),
    ("outdated", Fault),
    ("rejected", Fault),
    ("discarded", Fault),
    ("expected", Next),
    // What only gives the form.
    ("format", Form),
    ("form", Form),
    ("structure", Form),
    ("schema", Form),
    // One of many that would do.
    ("for example", Start),
    ("for instance", Start),
    ("e g", Start),
    ("eg", Start),
    ("such as", Value),
    ("something like", Value),
    ("anything like", Value),
    ("zum beispiel", Start),
    ("par exemple", Start),
    ("por ejemplo", Start),
    // Made to show the form.
    ("example", Kind),
    ("examples", Kind),
    ("sample", Kind),
    ("template", Kind),
    ("placeholder", Kind),
    ("dummy", Kind),
    ("hypothetical", Kind),
    // True in another world.
    ("suppose", Start),
    ("imagine", Start),
];

/// What says that a fault is mended.
const MENDED: &str = " corrected correct correction fixed fix fixes repaired mended revised updated improved sorry \
    apologies apologize apologise replaces replaced instead ";

/// What stands before the name of something that is known.
const KNOWN: &str = " the your this that given provided above same my ";

/// What says that the answer has a form.
const SHAPED: &str = " in as into to with by this my your following follows matching per ";

/// What says that there will be no answer, where the sentence says nothing else.
const REFUSALS: [&str; 5] = [
    "cannot",
    "can not",
    "unable to",
    "do not know",
    "don not know",
];

/// What a refusal is about.
const REFUSED: &str = " help comply say tell determine that this question request answer provide it the a an to with i am so ";

/// The sentence that leads into a value and says that it is not the answer.
pub(crate) fn lead(before: &str) -> Option<&str> {
    let (sentence, is_ended) = sentence(before)?;
    let words = words(clause(sentence));
    let against = if is_ended {
        refuses(&words)
    } else {
        disclaims(&words)
    };
    against.then_some(sentence)
}

/// The sentence that leads into a value and is none that leads into an answer.
pub(super) fn strange<'t>(before: &'t str, is_own: &dyn Fn(&str) -> bool) -> Option<&'t str> {
    let (sentence, is_ended) = sentence(before)?;
    let line = before
        .trim_end_matches("json")
        .trim_end_matches(['`', '\n', ' ']);
    let inline = !before.trim_end_matches(' ').ends_with('\n');
    let call = before.trim_end_matches(' ').ends_with('(');
    let ends = line.ends_with([':', ',', '*', '_', '>', '-', '–', '—']);
    let leads = !call && (inline || ends || is_heading(line));
    let said = words(clause(sentence));
    let strange = leads && !is_ended && !said.is_empty() && !may_lead(&said, is_own);
    strange.then_some(sentence)
}

fn is_heading(text: &str) -> bool {
    text.lines()
        .next_back()
        .is_some_and(|line| line.trim_start().starts_with('#'))
}

/// The last sentence before a value, and whether it is ended.
fn sentence(before: &str) -> Option<(&str, bool)> {
    let near = &before[ceil(before, before.len().saturating_sub(NEAR))..];
    let is_mark = |c: char| !c.is_alphanumeric() && !".!?:<".contains(c);
    let line = near
        .lines()
        .map(|line| line.trim_matches(is_mark))
        .rfind(|line| {
            let word = line.trim_matches(|c: char| !c.is_alphanumeric());
            !word.is_empty() && !word.eq_ignore_ascii_case("json")
        })?;
    let mut ends = ends(line).map(|end| end + 1).rev();
    let last = ends.next().unwrap_or(0);
    let is_ended = last == line.len();
    let start = if is_ended {
        ends.next().unwrap_or(0)
    } else {
        last
    };
    Some((line[start..].trim(), is_ended))
}

/// What stands in an open parenthesis is said for itself.
fn clause(sentence: &str) -> &str {
    let open = sentence
        .rfind('(')
        .filter(|open| !sentence[*open..].contains(')'));
    open.map_or(sentence, |open| &sentence[open..])
}

fn disclaims(words: &[String]) -> bool {
    let opens = CONDITIONS
        .iter()
        .any(|condition| after(words, condition).is_some());
    let conditional = opens && words.iter().any(|word| has(UNREAL, word));
    conditional || CUES.iter().any(|cue| counts(words, *cue))
}

/// What a sentence opens with that is true of another case only.
const CONDITIONS: [&str; 5] = ["if", "in case", "should you", "unless", "assuming"];

/// What shows that the case is another one.
const UNREAL: &str = " would could might were had mean meant intended prefer preferred wanted rather other another instead ";

fn counts(words: &[String], (cue, reach): (&str, Reach)) -> bool {
    let takes_back = |at: usize| match reach {
        Fault => is_of_before(&words[..at]) || words.iter().any(|word| has(MENDED, word)),
        Kind => at.checked_sub(1).is_some_and(|at| has(KNOWN, &words[at])),
        Form => words.iter().any(|word| has(SHAPED, word)),
        Value | Next | Start => false,
    };
    (0..words.len()).any(|at| {
        after(&words[at..], cue).is_some_and(|rest| {
            let begins =
                matches!(reach, Start) && words[..at].iter().all(|word| has(OPENING, word));
            let is_near = match reach {
                Next | Form => rest.is_empty(),
                _ => is_filling(rest),
            };
            begins || (is_near && !takes_back(at))
        })
    })
}

/// Whether what is said is said of what stood before: `that was ..`.
fn is_of_before(words: &[String]) -> bool {
    matches!(words, [.., what, verb] if has(" that above ", what) && has(" is s was ", verb))
}

/// What a sentence may open with before what counts.
const OPENING: &str = " so but and well or as now ";

fn refuses(words: &[String]) -> bool {
    (0..words.len()).any(|at| {
        REFUSALS.iter().any(|refusal| {
            let rest = after(&words[at..], refusal);
            rest.is_some_and(|rest| rest.iter().all(|word| has(REFUSED, word)))
        })
    })
}
