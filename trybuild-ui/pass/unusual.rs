//! Forms that are seldom written.

#![allow(dead_code)]

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
enum Discriminants {
    X = {
        fn block(b: ()) {
            b
        }
        0
    },
    Y = 7,
}

#[derive(Deserialize, LlmExtract)]
enum OneVariant {
    Only(u8),
}

#[derive(Deserialize, LlmExtract)]
struct Braces {}

#[derive(Deserialize, LlmExtract)]
#[llm()]
#[serde()]
struct NoKeys {
    #[llm()]
    r#type: (u8, String),
    #[llm(len(min = 1,),)]
    r#match: Vec<[(i32, i32); 2]>,
}

macro_rules! grouped {
    ($name:ident, $ty:ty, $min:expr, $pattern:literal, $check:path, $doc:expr) => {
        #[doc = $doc]
        #[derive(Deserialize, LlmExtract)]
        struct $name<const N: usize> {
            #[llm(range(min = $min))]
            #[doc = $doc]
            number: Option<$ty>,
            #[llm(pattern = $pattern, check = $check)]
            text: String,
            many: Vec<$ty>,
        }
    };
}

grouped!(Grouped, i16, -3, "^[a-z]$", any, concat!("a", "b"));

fn any(_: &str) -> Result<(), String> {
    Ok(())
}

fn main() {
    assert_eq!(Grouped::<3>::SHAPE.description().as_deref(), Some("ab"));
    let reply = Grouped::<3> {
        number: Some(0),
        text: String::from("ab"),
        many: vec![],
    };
    assert!(reply.validate().is_err());
    assert!(Discriminants::X.validate().is_ok());
}
