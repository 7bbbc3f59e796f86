//! A crate without the prelude.

#![no_implicit_prelude]

mod types {
    #[derive(::serde::Serialize, ::serde::Deserialize, ::llm_parse::LlmExtract)]
    #[llm(check = Reply::check, title = "Reply", json_schema)]
    pub struct Reply<T> {
        #[llm(
            len(min = 1),
            pattern = "^[ab]",
            one_of("a", "b"),
            example = "a",
            check = text
        )]
        text: ::std::string::String,
        #[llm(unique, items(range(min = 1, max = 5)), example = [1, 2])]
        list: ::std::vec::Vec<u8>,
        value: ::std::option::Option<T>,
        #[llm(opaque)]
        foreign: ::std::vec::Vec<u8>,
        pair: Pair,
        kind: Kind,
    }

    impl<T> Reply<T> {
        fn check(&self) -> ::std::result::Result<(), ::std::string::String> {
            ::std::result::Result::Ok(())
        }
    }

    fn text(_: &str) -> ::std::result::Result<(), &'static str> {
        ::std::result::Result::Ok(())
    }

    #[derive(::serde::Serialize, ::serde::Deserialize, ::llm_parse::LlmExtract)]
    pub struct Pair(u8, #[llm(range(min = -1.5))] f64);

    #[derive(::serde::Serialize, ::serde::Deserialize, ::llm_parse::LlmExtract)]
    #[serde(untagged)]
    pub enum Kind {
        Unit,
        Newtype(#[llm(range(max = 3))] u8),
        Struct {
            #[serde(default)]
            a: bool,
        },
    }
}

fn main() {
    let _ = <types::Reply<u8> as ::llm_parse::LlmExtract>::schema();
}
