//! A value that may not be there.

use llm_parse::testing::{Script, assert_contract, assert_reads_malformed};
use llm_parse::{
    Capabilities, Extraction, Extractor, Leniency, LlmExtract, Maybe, Mode, Parsed, Reader, parse,
};
use serde::Deserialize;
use serde_json::json;

use crate::{GOOD, Ticket, block_on, ticket};

fn read(text: &str) -> Option<Maybe<Ticket>> {
    parse::<Maybe<Ticket>>(text).ok().map(Parsed::into_value)
}

fn reason(text: &str) -> Option<String> {
    read(text)?.reason().map(str::to_owned)
}

#[test]
fn the_contract_holds() {
    assert_contract::<Maybe<Ticket>>();
    assert_contract::<Maybe<Vec<u8>>>();
    assert_contract::<Vec<Maybe<u8>>>();
}

#[test]
fn the_outline_says_both_forms() {
    let outline = Maybe::<Ticket>::outline();
    assert!(outline.contains("\"found\": "), "{outline}");
    assert!(outline.contains("\"not_found\": string"), "{outline}");
    assert!(outline.contains("Why it is not there"), "{outline}");
    assert!(!outline.contains("null"), "{outline}");
}

#[test]
fn what_serde_reads_is_read_the_same() {
    for text in [
        format!("{{\"found\":{GOOD}}}"),
        r#"{"not_found":"no ticket"}"#.to_owned(),
        r#"{"not_found":""}"#.to_owned(),
    ] {
        let strict: Maybe<Ticket> = serde_json::from_str(&text).unwrap();
        let parsed = parse::<Maybe<Ticket>>(&text).unwrap();
        assert_eq!(parsed.value, strict, "{text}");
        assert!(parsed.fixes.is_empty(), "{text}");
    }
    // `None` is a value of its own.
    let parsed = parse::<Maybe<Option<u8>>>(r#"{"found": null}"#).unwrap();
    assert_eq!(parsed.value, Maybe::Found(None));
}

#[test]
fn words_for_nothing_are_not_found() {
    for (text, words) in [
        ("null", ""),
        ("```json\nnull\n```", ""),
        ("\"not found\"", "not found"),
        ("\"not_found\"", "not_found"),
        ("Not found.", ""),
        ("N/A", ""),
        (r#"{"found": null}"#, ""),
        (r#"{"not_found": null}"#, ""),
        (r#"{"found": null, "not_found": null}"#, ""),
        (r#"{"found": null, "not_found": "no ticket"}"#, "no ticket"),
        (r#"{"NotFound": "no ticket"}"#, "no ticket"),
        (
            r#"{"type": "not_found", "value": "no ticket"}"#,
            "no ticket",
        ),
    ] {
        assert_eq!(reason(text).as_deref(), Some(words), "{text}");
        let fixes = parse::<Maybe<Ticket>>(text).unwrap().fixes;
        assert!(!fixes.is_empty(), "{text}");
    }
}

#[test]
fn the_bare_value_is_found() {
    for text in [
        GOOD.to_owned(),
        format!("Here it is: {GOOD}"),
        format!("{{\"found\": {GOOD}, \"not_found\": null}}"),
        format!("{{\"found\": {GOOD}, \"not_found\": \"\"}}"),
        format!("{{\"Found\": {GOOD}}}"),
    ] {
        assert_eq!(read(&text), Some(Maybe::Found(ticket())), "{text}");
    }
    let bytes = parse::<Maybe<Vec<u8>>>("[1, 2]").unwrap().value;
    assert_eq!(bytes, Maybe::Found(vec![1, 2]));
}

#[test]
fn what_may_mean_anything_is_neither() {
    for text in [
        "I am sorry.",
        "{}",
        r#"{"error": "no ticket"}"#,
        r#""there is none in the mail""#,
        r#"{"found": {"title": "a", "priority": 1}, "not_found": "it is not there"}"#,
        "false",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    // A string that may be the value, or the reason why there is none.
    for text in [r#""no name in the mail""#, r#"{"reason": "no name"}"#] {
        assert!(parse::<Maybe<String>>(text).is_err(), "{text}");
    }
    let strict = Reader::new().leniency(Leniency::Repair);
    assert!(strict.parse::<Maybe<Ticket>>("null").is_err());
    assert!(strict.parse::<Maybe<Ticket>>(GOOD).is_err());
}

#[test]
fn a_broken_value_is_a_violation_inside_it() {
    let error = parse::<Maybe<Ticket>>(r#"{"title": "a", "priority": "high"}"#).unwrap_err();
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["/found/priority"]);
}

#[test]
fn it_stands_anywhere() {
    let text = json!([1, null, "n/a", {"not_found": "smudged"}, {"found": 4}]).to_string();
    let values = parse::<Vec<Maybe<u8>>>(&text).unwrap().value;
    let numbers: Vec<_> = values.iter().map(Maybe::found).collect();
    assert_eq!(numbers, [Some(&1), None, None, None, Some(&4)]);
}

#[test]
fn every_mode_may_say_that_it_is_not_there() {
    for mode in [Mode::JsonSchema, Mode::JsonObject, Mode::Prompt] {
        let answers = [
            r#"{"not_found": "no ticket"}"#,
            r#"{"value": {"not_found": "no ticket"}}"#,
        ];
        for (answer, strict) in answers.into_iter().zip([false, true]) {
            let mut can = Capabilities::modes([mode]);
            if strict {
                can = can.dialect(llm_parse::dialect::OpenAiStrict);
            }
            let script = Script::new([answer]).capabilities(can);
            let extraction: Extraction<Maybe<Ticket>> =
                block_on(Extractor::new(&script).run("hello")).unwrap();
            assert_eq!(extraction.value.reason(), Some("no ticket"), "{mode:?}");
            assert_eq!(script.requests()[0].mode, mode);
        }
    }
}

#[test]
fn no_malformed_reply_is_read_as_another_value() {
    let missing = Maybe::NotFound("the mail is \"about\" a train, {not} a ticket".to_owned());
    assert_reads_malformed(&[Maybe::Found(ticket()), missing], 0..4);
    let lists = [
        Maybe::Found(vec![1_u8, 2]),
        Maybe::NotFound("no number".to_owned()),
    ];
    assert_reads_malformed(&lists, 0..4);
}

#[test]
fn a_variant_of_your_own_may_stand_for_null() {
    #[derive(Debug, PartialEq, Deserialize, LlmExtract)]
    #[serde(rename_all = "snake_case")]
    enum Colour {
        Red,
        #[llm(alias = "null")]
        Unknown,
    }
    assert_eq!(parse::<Colour>("null").unwrap().value, Colour::Unknown);
    assert_eq!(
        parse::<Vec<Colour>>(r#"["red", null]"#).unwrap().value,
        [Colour::Red, Colour::Unknown]
    );
    assert_eq!(parse::<Option<Colour>>("null").unwrap().value, None);
    assert!(parse::<Colour>("\"none\"").is_err());
}
