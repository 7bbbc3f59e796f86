//! Bounds and examples: constants of the program.

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};

use crate::{field, paths};

const LIMIT: i64 = 3;

#[derive(Deserialize, LlmExtract)]
struct Bounds {
    #[llm(range(min = -5, max = LIMIT))]
    a: i64,
    #[llm(range(min = -0.5, max = 60.0 * 60.0))]
    b: f64,
    #[llm(range(min = 2 * LIMIT, max = 340_282_366_920_938_463_463_374_607_431_768_211_455))]
    c: u128,
    #[llm(multiple_of = 0.25)]
    d: f32,
    #[llm(one_of(1, -2, 3))]
    e: i8,
    #[llm(range(max = 60 * 60), warn)]
    f: u32,
    #[llm(len(min = usize::MIN, max = 2))]
    g: Vec<u8>,
    #[llm(format = "date")]
    h: String,
}

#[test]
fn takes_constant_bounds() {
    let bounds = |a, b, c, d, e, f| Bounds {
        a,
        b,
        c,
        d,
        e,
        f,
        g: vec![],
        h: "2026-11-30".into(),
    };
    assert_eq!(paths(&bounds(-5, 3600.0, 6, 0.75, -2, 0)), [""; 0]);
    assert_eq!(
        paths(&bounds(-6, 3600.5, 5, 0.7, 2, 9999)),
        ["/a", "/b", "/c", "/d", "/e"]
    );
    assert_eq!(paths(&bounds(4, -0.6, 6, 0.5, 1, 0)), ["/a", "/b"]);
}

#[derive(Clone, Serialize, Deserialize, LlmExtract)]
struct Point {
    x: i32,
}

const ORIGIN: Point = Point { x: 0 };

#[derive(Serialize, Deserialize, LlmExtract)]
#[llm(example = Examples::one())]
struct Examples {
    #[llm(example = ORIGIN)]
    a: Option<Point>,
    #[llm(example = ["x", "y"])]
    b: Vec<String>,
    #[llm(example = -1.5)]
    c: f64,
    #[llm(example = 'c')]
    d: char,
    #[llm(example = true)]
    e: bool,
    #[llm(example = 18_446_744_073_709_551_615)]
    f: u64,
    #[llm(example = vec![ORIGIN; 2])]
    g: Vec<Point>,
}

impl Examples {
    fn one() -> Examples {
        Examples {
            a: None,
            b: vec![],
            c: 0.0,
            d: 'd',
            e: false,
            f: 1,
            g: vec![],
        }
    }
}

#[test]
fn writes_examples_as_wire_values() {
    let of = |name| field::<Examples>(name).example.unwrap()().to_string();
    assert_eq!(of("a"), r#"{"x":0}"#);
    assert_eq!(of("b"), r#"["x","y"]"#);
    assert_eq!(of("c"), "-1.5");
    assert_eq!(of("d"), r#""c""#);
    assert_eq!(of("e"), "true");
    assert_eq!(of("f"), "18446744073709551615");
    assert_eq!(of("g"), r#"[{"x":0},{"x":0}]"#);
    assert_eq!(Examples::SHAPE.example.unwrap()()["d"], "d");
}
