//! The words that may lead into an answer, and what may stand behind one: what is none of these is not taken for it.
//!
//! # Design
//!
//! No list of words that deny ever ends: `Previously:`, `Scrap this:`, `Forget it:`. So what leads into a value in a few
//! words has to be made of the words here, of those of the type and of the value itself; another word may only describe
//! what an answer is called, as in `Contact details:`. A longer sentence may have others, but not more than half.

use super::{has, words};
use crate::root::said_of_answers;

/// As many words say nothing but what the value is.
const SHORT: usize = 4;

/// What an answer in JSON is called, besides what any answer is.
const HEADS: &str = " json object array list map data record entry entries item items info information details detail response \
    reply extraction extract analysis summary profile card block code snippet dictionary dict document file payload fields \
    field values arguments args parameters call calls report representation results outputs answers table patch operations edits \
    changes daten ergebnis antwort ausgabe objekt résultat réponse données sortie objet resultado respuesta datos salida \
    objeto risultato risposta dati resposta dados resultaat antwoord gegevens результат ответ данные ";

/// What leads to it.
pub(super) const LEADING: &str = " all both every each what es lautet inhalt extrahierte putting together heres below follows following then again let me us see please and or like first next step part \
    page no ve ll re d had do did does could get got gets gives take look looks find finds found return returns \
    returned returning provide provides provided produce produced generate generated generating create created build \
    built make made making extracted extracting parse parsed parsing fill filled filling format formatted formatting \
    form structured converted complete completed requested required asked wanted needed represents representing matches \
    matching matched conforming valid validated clean cleaned corrected fixed revised updated improved new latest \
    actual true raw pure plain minified actually instead meant rest prose schema template sample example examples input \
    action tool function response_format const var export default module exports print thanks thank great perfect \
    absolutely happy glad hi hello alright done excellent wonderful nice apologies sorry think thought thoughts process \
    reasoning wait oops hmm correction yours mine expected counted listed sorted grouped collected compiled summarized \
    summarised attempt try use end hier ist sind das der die den dein deine ihr ihre als im und folgende folgenden \
    folgt folgendes ergibt sich basierend auf dem gerne natürlich claro gewünschte gewünschten extrahierte extrahierten voici voilà le la les l un une au du des extrait extraite \
    extraites demandé demandées suivant suivants aquí aqui está están esta tienes el los las del extraídos solicitados \
    siguiente formato ecco il lo gli o os em en het de вот ";

/// What denies in a script without spaces between words, where another word is part of a sentence nobody can list.
const DENIALS: [&str; 12] = [
    "以前", "之前", "不是", "不要", "错误", "錯誤", "間違", "忽略", "無視", "假设", "仮に", "아닙",
];

/// What stands before a name, and not before a word that describes one.
const ARTICLES: &str = " a an the this that these those it them him her all my your our its their me us you what der die das \
    den le la les el los las il ";

/// What stands between what an answer is called and what it is of.
const PARTS: &str = " of for from in about ";

/// What is said of a name for the value behind it: `The colours are ..`.
const STATING: &str = " is are says shows prints equals ";

/// What may be said of the value under a heading of its own: `Note: ..`.
const HEADINGS: &str = " note notes explanation explanations reasoning reason reasons rationale justification confidence source \
    sources summary usage hint tip tips remark remarks comment comments assumption assumptions legend example disclaimer next steps \
    step analysis evidence key points details important please ps p s text user human assistant question input output \
    answer result response instruction instructions prompt task system end here confidence_score url https http total \
    warning warnings validation currency language status format units version caveat caveats limitations uncertainty verification hinweis hinweise anmerkung anmerkungen erklärung begründung remarque remarques explication nota notas explicación \
    spiegazione 注 注意 说明 備考 ";

/// What a model says of its own work that leaves it as it is: `I assumed ..`, `My confidence ..`.
const WORK: &str = " trust was wasn didn don couldn haven wasn won wouldn have ve had am m do did could can cannot will ll would d hope think believe assumed assume used set extracted \
    left chose found included omitted excluded inferred interpreted kept converted noticed rated picked marked based treated \
    classified gave put followed wrote also see made added only just normalized normalised removed filled translated counted \
    took selected tried understand understood read recommend suggest need want wanted may might should apologize appreciate \
    confidence reasoning assumption assumptions notes analysis explanation approach interpretation answer apologies pleasure \
    focused formatted listed sorted ordered grouped ignored skipped identified determined derived calculated computed rounded \
    replaced corrected fixed changed simplified shortened double checked verified validated ensured returned provided mapped ";

/// Whether a sentence may lead into an answer; `is_own` tells the words of the type and of the value.
pub(super) fn may_lead(said: &[String], is_own: &dyn Fn(&str) -> bool) -> bool {
    let is_known = |word: &String| {
        let short = word.chars().nth(1).is_none() || word.starts_with(|c: char| c.is_ascii_digit());
        short
            || has(LEADING, word)
            || has(STATING, word)
            || is_head(word)
            || said_of_answers(word)
            || is_unspaced(word)
            || is_own(word)
    };
    let announced = matches!(said, [here, is, ..] if here == "here" && has(" is s are ", is));
    let said = if announced { &said[2..] } else { said };
    let strange = said.iter().filter(|word| !is_known(word)).count();
    if said.len() > SHORT {
        return strange * 2 <= said.len();
    }
    let is_part = |at: usize| {
        let of = said[..at].iter().rposition(|word| has(PARTS, word));
        of.is_some_and(|of| said[..of].iter().any(|word| is_head(word)))
    };
    let describes = |at: usize| {
        let next = said[at + 1..].iter().find(|word| is_known(word));
        next.is_some_and(|next| is_head(next) || has(STATING, next))
            && !said[at + 1..].iter().any(|word| has(ARTICLES, word))
    };
    strange <= 2 && (0..said.len()).all(|at| is_known(&said[at]) || describes(at) || is_part(at))
}

/// Whether every word is one that leads to an answer, whatever it is about.
pub(crate) fn leads_plainly(said: &[String]) -> bool {
    let known = |word: &String| has(LEADING, word) || is_head(word) || said_of_answers(word);
    said.iter().all(known)
}

/// Whether a word is of Chinese, Japanese, Korean or Thai, and does not deny.
fn is_unspaced(word: &str) -> bool {
    word.starts_with(|c| matches!(c, '\u{e00}'..='\u{e7f}' | '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7ff}'))
        && !DENIALS.iter().any(|denial| word.contains(denial))
}

fn is_head(word: &str) -> bool {
    has(HEADS, word)
}

/// Whether a sentence may stand behind a value and leave it as it is.
pub(super) fn may_follow(sentence: &str, is_own: &dyn Fn(&str) -> bool) -> bool {
    let said = words(sentence);
    if let [first, next, ..] = &said[..]
        && has(" i we my our ", first)
    {
        return has(WORK, next) || is_own(next);
    }
    let Some((label, _)) = sentence.split_once(':') else {
        return true;
    };
    let label = words(label);
    label.len() > 2
        || label.iter().any(|word| is_own(word))
        || label.iter().all(|word| has(HEADINGS, word))
}
