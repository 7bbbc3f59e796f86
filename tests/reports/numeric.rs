//! Numbers keep every digit, or are refused.

use llm_parse::{Code, LlmExtract, Reader, parse};
use serde::Deserialize;
use serde_json::Value;

use crate::{at, faults, read, refused};

const LARGEST: &str = "340282366920938463463374607431768211455";

/// B051
#[test]
fn integers_of_128_bits_are_exact_or_blamed_on_the_type() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Flat {
        amount: u128,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Signed {
        amount: i128,
    }
    let text = format!(r#"{{"amount":{LARGEST}}}"#);
    assert_eq!(read::<Flat>(&text).amount, u128::MAX);
    assert_eq!(
        read::<Flat>(&format!("{{amount: '{LARGEST}',}}")).amount,
        u128::MAX
    );
    assert_eq!(faults::<Signed>(&text), at("/amount", Code::Range));
    assert_eq!(
        read::<Signed>(r#"{"amount":-170141183460469231731687303715884105728}"#).amount,
        i128::MIN
    );
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Budget {
        #[serde(flatten)]
        flat: Flat,
    }
    let error = refused::<Budget>(&text);
    assert_eq!(error.violations()[0].code(), Code::TypeFault, "{error}");
}

/// B105
#[test]
fn depth_is_a_limit_that_is_named_and_can_be_set() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Comment {
        children: Vec<Comment>,
    }
    let nested = |depth: usize| {
        format!(
            "{}{{\"children\":[]}}{}",
            "{\"children\":[".repeat(depth),
            "]}".repeat(depth)
        )
    };
    let deep = nested(200);
    for reader in [Reader::new(), Reader::new().max_depth(128)] {
        let error = reader.parse::<Comment>(&deep).unwrap_err();
        assert_eq!(error.violations()[0].code(), Code::Depth, "{error}");
        assert!(!error.is_cut_off());
    }
    assert_eq!(faults::<Value>(&deep)[0].1, Code::Depth);
    assert!(Reader::new().parse::<Comment>(&nested(40)).is_err());
    assert!(
        Reader::new()
            .max_depth(100)
            .parse::<Comment>(&nested(40))
            .is_ok()
    );
    assert!(Reader::new().parse::<Comment>(&nested(20)).is_ok());
}

/// B166
#[test]
fn a_repair_leaves_large_integers_alone() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Row {
        id: u64,
    }
    for id in [4_802_522_163_220_689_939, u64::MAX, 9_007_199_254_740_993] {
        for text in [
            format!("{{'id': {id},}}"),
            format!("{{id: \"{id}\"}}"),
            format!("the id is\n```json\n{{\"id\": {id} // large\n}}\n```"),
        ] {
            assert_eq!(read::<Row>(&text).id, id, "{text}");
        }
    }
}

/// B167
#[test]
fn every_number_is_exact() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Numbers {
        a: i64,
        b: f64,
        c: u32,
        d: f64,
        e: u64,
    }
    for text in [
        r#"{"a":618033988749894849,"b":0.1,"c":1e3,"d":-0.0,"e":12345678901234567891}"#,
        r#"{"a":618033988749894849,"b":0.1,"c":1e3,"d":-0.0,"e":12345678901234567891,}"#,
    ] {
        let numbers = read::<Numbers>(text);
        assert_eq!(numbers.a, 618_033_988_749_894_849);
        assert_eq!(numbers.b.to_bits(), 0.1_f64.to_bits());
        assert_eq!(numbers.c, 1000);
        assert_eq!(numbers.d.to_bits(), (-0.0_f64).to_bits());
        assert_eq!(numbers.e, 12_345_678_901_234_567_891);
    }
    for text in [
        "5.187848314319592e49",
        "1.9275814160560206e-50",
        "2.2250738585072011e-308",
    ] {
        let value: f64 = text.parse().unwrap();
        assert_eq!(read::<f64>(text).to_bits(), value.to_bits());
        assert_eq!(
            read::<Vec<f64>>(&format!("[{text},]"))[0].to_bits(),
            value.to_bits()
        );
    }
}

/// B168
#[test]
fn a_large_number_may_stand_in_quotes() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Row {
        id: u64,
        #[serde(default)]
        delta: i64,
    }
    for text in [
        r#"{"id":"577215664901532861"}"#,
        r#"{"id":577215664901532861}"#,
    ] {
        assert_eq!(read::<Row>(text).id, 577_215_664_901_532_861);
    }
    let text = r#"{"id":"18446744073709551615","delta":"-9223372036854775808"}"#;
    assert_eq!(read::<Row>(text).delta, i64::MIN);
    assert_eq!(
        faults::<Row>(r#"{"id":"18446744073709551616"}"#),
        at("/id", Code::Range)
    );
}

/// B169
#[test]
fn what_is_out_of_range_is_refused() {
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Byte {
        n: u8,
    }
    #[derive(Debug, Deserialize, LlmExtract)]
    struct Float {
        n: f64,
    }
    for n in [
        "\"NaN\"",
        "\"inf\"",
        "1e400",
        "300",
        "-1",
        "256",
        "-0.5",
        "1e99999999999",
        "NaN",
        "Infinity",
    ] {
        let error = refused::<Byte>(&format!("{{\"n\":{n}}}"));
        assert_eq!(
            error.violations()[0].path().to_string(),
            "/n",
            "{n}: {error}"
        );
    }
    let line = refused::<Byte>(r#"{"n":300}"#).to_string();
    assert!(line.contains("0 to 255") && line.contains("300"), "{line}");
    for n in ["1e400", "-1e400", "\"1e400\"", "NaN", "-Infinity"] {
        let error = refused::<Float>(&format!("{{\"n\":{n}}}"));
        assert_eq!(
            error.violations()[0].path().to_string(),
            "/n",
            "{n}: {error}"
        );
    }
    assert!(parse::<Float>(r#"{"n":1e308}"#).is_ok());
}
