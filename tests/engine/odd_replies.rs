//! Whatever a reply is, and wherever it ends, a run ends without a panic.

use llm_parse::testing::Script;
use llm_parse::{Extractor, Finish, LlmExtract, Mode, Reply, Strategy, ToolCall};
use serde::{Deserialize, Serialize};

use crate::block_on;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Café {
    #[serde(rename = "naïve key")]
    name: String,
    #[llm(range(min = 1, max = 9))]
    größe: u8,
    #[serde(default)]
    items: Vec<Item>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Item {
    #[llm(len(max = 5))]
    word: String,
    #[llm(range(min = 1, max = 9))]
    count: u8,
}

const WRONG: &str = r#"{"naïve key": "Zoë 🦀", "größe": 30, "items": [{"word": "日本", "count": 12}, {"word": "é", "count": 2}]}"#;
const CUT: &str =
    r#"{"naïve key": "Zoë 🦀", "größe": 3, "items": [{"word": "日本", "count": 1}, {"word": "é"#;

/// What models give instead of what was asked for.
const REPLIES: [&str; 9] = [
    r#"{"operations": [{"op": "replace", "path": "/größe", "value": 3}, {"op": "replace", "path": "/items/#0/count", "value": 4}]}"#,
    r#"[{"path": "/items/0/count", "value": "4"}, {"path": "/größe", "value": 3}]"#,
    r##"{"/größe": 3, "#/items/0/count": 4, "$.items[0].count": "é"}"##,
    r#"{"gr__e": 3, "items_0_count": "４"}"#,
    r#"{"naïve key": "Zoë 🦀", "größe": 3, "items": [{"word": "日本", "count": 1}, {"word": "é", "count": 2}, {"word": "🦀", "count": 3}]}"#,
    r#"{"items": [{"word": "é🦀", "count": 2}], "größe": 3}"#,
    "```json\n{“größe”： 3， “items_0_count”： 4}\n```\n🦀",
    "I’m sorry, I can’t help with that. 🦀",
    "größe: 3, items: [é, 日本]",
];

/// The text up to each of its characters, and with each of them in the place of the one before.
fn broken(text: &str) -> impl Iterator<Item = String> {
    let cuts = text.char_indices().map(|(at, _)| text[..at].to_owned());
    let doubled = text.char_indices().map(|(at, c)| {
        let (head, rest) = text.split_at(at);
        format!("{head}🦀{}", &rest[c.len_utf8()..])
    });
    cuts.chain(doubled)
}

fn run(strategy: Strategy, mode: Mode, reply: Reply) {
    let first = match strategy {
        Strategy::Continue => Reply::text(CUT).with_finish(Finish::Length),
        _ => Reply::text(WRONG),
    };
    let script = Script::new([first, reply.clone(), reply]);
    let extractor = Extractor::new(&script)
        .mode(mode)
        .strategies([strategy])
        .max_attempts(3);
    match block_on(extractor.run::<Café>("größe 3 🦀")) {
        Ok(done) => assert!(done.value.validate().is_ok(), "{done:?}"),
        Err(error) => assert!(error.attempts().len() > 1, "{error}"),
    }
}

#[test]
fn no_reply_to_any_strategy_panics() {
    use Strategy::{Continue, Focus, JsonStrict, Patch, Reask, Simplified, StrictFormat};
    for reply in REPLIES {
        for (at, text) in broken(reply).enumerate() {
            // All strategies on some of them, those that ask for parts on all.
            let whole = [Reask, JsonStrict, Simplified, StrictFormat][at % 4];
            for strategy in [Focus, Patch, Continue, whole] {
                let finish = if at % 2 == 0 {
                    Finish::Stop
                } else {
                    Finish::Length
                };
                run(
                    strategy,
                    Mode::Prompt,
                    Reply::text(&text).with_finish(finish),
                );
            }
            if at % 3 == 0 {
                let calls = [
                    ToolCall::new("c", "Café", &text),
                    ToolCall::new("", "", &text),
                ];
                run(whole, Mode::Tool, Reply::text(&text).with_tool_calls(calls));
            }
        }
    }
}
