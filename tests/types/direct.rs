//! What is read straight from the text is what is read over the tree.

use llm_parse::testing::{Malform, Malformation};
use llm_parse::{__private, Leniency, LlmExtract, Reader};
use serde_json::Value;

use crate::judge::Case;
use crate::mutants;
use crate::rng::Rng;

/// How many random values of a type are read, and of these how many are altered.
const SAMPLES: usize = 24;
const ALTERED: usize = 3;

/// How many of a type's texts are broken in one byte, and how often each malformation is tried.
const BROKEN: usize = 120;
const MALFORMED: usize = 2;

/// Reads a text in both ways; whether the direct way had something to say.
pub(crate) fn compare<T: LlmExtract + PartialEq>(text: &str, depth: usize) -> Result<bool, String> {
    let mut said = false;
    for leniency in [Leniency::Strict, Leniency::Repair, Leniency::Coerce] {
        let reader = Reader::new().leniency(leniency).max_depth(depth);
        let Some(direct) = __private::direct::<T>(&reader, text) else {
            continue;
        };
        said = true;
        let over_tree = reader.direct(false).parse::<T>(text);
        let parsed = over_tree.map_err(|error| format!("{leniency:?}: refused: {error}"))?;
        if parsed.value != direct.0 {
            return Err(format!("{leniency:?}: another value"));
        }
        if !parsed.warnings.is_empty() || parsed.fixes != direct.1 {
            return Err(format!(
                "{leniency:?}: {:?} {:?} over the tree, {:?} directly",
                parsed.fixes, parsed.warnings, direct.1
            ));
        }
    }
    Ok(said)
}

/// Where the two ways differ.
pub(crate) fn faults(cases: &[Case]) -> Vec<String> {
    let mut faults = Vec::new();
    for case in cases {
        let found = texts(case).into_iter().filter_map(|(text, depth)| {
            let error = (case.both)(&text, depth).err()?;
            Some(format!("{}: {error}: {text}", case.name))
        });
        faults.extend(found.take(3));
    }
    faults
}

/// The types of which some text is read directly.
pub(crate) fn direct(cases: &[Case]) -> usize {
    let is_direct = |case: &&Case| {
        let mut rng = Rng::new(11);
        (0..SAMPLES).any(|_| (case.both)(&(case.text)(&mut rng), 64) == Ok(true))
    };
    cases.iter().filter(is_direct).count()
}

/// Texts with faults of one reading that are not read directly.
pub(crate) fn left_to_the_tree() -> Vec<&'static str> {
    type Value = std::collections::BTreeMap<String, Vec<(String, Option<bool>)>>;
    const TEXTS: [&str; 10] = [
        r#"{"a": [["x", true],], "b": [["y", null]],}"#,
        "Here you are:\n```json\n{\"a\": [[\"x\", true]]}\n```\nThat is all.",
        "<think>a {\"b\": []}</think>\n{\"a\": []}",
        r"{'a': [['x', True], ['', None]]}",
        "{a: [[\"x\", false]]}",
        "{\"a\": [[\"x\", true]] // one\n, # two\n\"b\": [] /* three */}",
        "{\"a\": [[\"x\", true]]\n\"b\": [[\"x\", true]\n[\"y\", true]]}",
        "{\"a\": [[\"x\ny\", true]]}",
        "\u{feff}{\"a\": []}",
        "{\"a\": []}\n\nThat is all.",
    ];
    let is_left = |text: &&str| compare::<Value>(text, 64) != Ok(true);
    TEXTS.into_iter().filter(is_left).collect()
}

/// Texts of values, right and altered, spread out and broken, each with a depth.
fn texts(case: &Case) -> Vec<(String, usize)> {
    let mut rng = Rng::new(11);
    let plain: Vec<String> = (0..SAMPLES).map(|_| (case.text)(&mut rng)).collect();
    let mut texts: Vec<(String, usize)> = plain.iter().map(|text| (text.clone(), 64)).collect();
    texts.extend(plain.iter().map(|text| (text.clone(), rng.below(4))));
    for text in &plain {
        let Ok(value) = serde_json::from_str::<Value>(text) else {
            continue;
        };
        texts.push((serde_json::to_string_pretty(&value).unwrap(), 64));
        texts.push((escaped(text, &mut rng), 64));
    }
    let values = plain
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok());
    for value in values.take(ALTERED) {
        let altered = mutants::of(&value);
        texts.extend(altered.iter().map(|mutant| (mutant.whole.to_string(), 64)));
    }
    let malformed = malformed(&plain, &mut rng);
    for reply in &malformed {
        texts.push((broken(reply, &mut rng), 64));
    }
    texts.extend(malformed.into_iter().map(|reply| (reply, 64)));
    for _ in 0..BROKEN {
        let text = &plain[rng.below(plain.len())];
        texts.push((broken(text, &mut rng), 64));
    }
    texts
}

/// Replies malformed in each way, alone and together with others.
fn malformed(plain: &[String], rng: &mut Rng) -> Vec<String> {
    let all = Malformation::all();
    let mut replies = Vec::new();
    for one in all.repeat(MALFORMED) {
        let Ok(value) = serde_json::from_str::<Value>(&plain[rng.below(plain.len())]) else {
            continue;
        };
        let alone = Malform::new(rng.bits()).with(one);
        let pair = alone.clone().with(rng.pick(all));
        let three = pair.clone().with(rng.pick(all));
        let made = [alone, pair, three].map(|malform| malform.apply(&value).reply().to_owned());
        replies.extend(made);
    }
    replies
}

/// The text with a character written as an escape.
fn escaped(text: &str, rng: &mut Rng) -> String {
    let letters: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, c)| c.is_alphabetic() && u32::from(*c) < 0x1_0000)
        .collect();
    if letters.is_empty() {
        return text.to_owned();
    }
    let (at, c) = letters[rng.below(letters.len())];
    let end = at + c.len_utf8();
    format!("{}\\u{:04x}{}", &text[..at], u32::from(c), &text[end..])
}

/// The text with a character or a piece left out, put in, doubled or changed.
fn broken(text: &str, rng: &mut Rng) -> String {
    const PIECES: [&str; 48] = [
        "",
        "\"",
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "-",
        ".",
        "0",
        "1",
        "9",
        "e",
        "E5",
        "+",
        "null",
        "true",
        "false",
        " ",
        "\n",
        "\t",
        "\u{1}",
        "é",
        "00",
        "1.0",
        "-0",
        "99999999999999999999",
        "\"a\":1,",
        "\"\"",
        "//",
        "'",
        "''",
        "True",
        "None",
        "# c\n",
        "// c\n",
        "/* c */",
        "a:",
        "\n\"",
        "\n{",
        "```",
        "\n```\n",
        "<think>",
        "</think>",
        "and ",
        "；",
    ];
    let places: Vec<usize> = text
        .char_indices()
        .map(|(at, _)| at)
        .chain([text.len()])
        .collect();
    let from = rng.below(places.len());
    let to = (from + rng.below(3)).min(places.len() - 1);
    let (before, inside, after) = (
        &text[..places[from]],
        &text[places[from]..places[to]],
        &text[places[to]..],
    );
    match rng.below(4) {
        0 => format!("{before}{inside}{inside}{after}"),
        1 => before.to_owned(),
        _ => format!("{before}{}{after}", rng.pick(&PIECES)),
    }
}
