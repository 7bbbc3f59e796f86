//! What servers are known to answer, right and wrong, and what is to come of it: `rows.jsonl`, and the failures of
//! `../data/openai/failures.jsonl`.
//!
//! A body has marks where the answer goes: `$TEXT` for its JSON inside a string (`$FRONT` and `$BACK` for its two parts,
//! `$HALF` for the first where the second never comes, `$TWICE` where it is encoded twice), `"$VALUE"` for the JSON itself,
//! `$NAME` for the tool's name, `"$USAGE"`, `"$PROMPT"` and `"$COMPLETION"` for what it cost.

#![allow(dead_code, reason = "nobody who includes this file uses all of it")]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use llm_parse::{LlmExtract, Mode, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::faulty_server::{Manner, Play};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Deserialize, LlmExtract)]
pub(crate) struct Item {
    pub(crate) id: u64,
    #[llm(len(min = 1))]
    pub(crate) name: String,
}

impl Item {
    /// The right answer with this number.
    pub(crate) fn of(id: u64) -> Item {
        Item {
            id,
            name: format!("item “{id}”"),
        }
    }

    /// Tokens of prompt and reply.
    pub(crate) fn tokens(&self) -> [u64; 2] {
        [100 + self.id, 7]
    }
}

/// One thing that servers do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    /// What it is about, after the table of what providers send.
    pub(crate) fact: String,
    pub(crate) name: String,
    #[serde(default)]
    mode: Asked,
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    json: Option<Value>,
    #[serde(default)]
    body: String,
    #[serde(default)]
    manner: Manner,
    /// How many blanks follow the body.
    #[serde(default)]
    pad: usize,
    /// How long the server asks to wait, where that is a time the tests can wait.
    #[serde(default)]
    pub(crate) waits_ms: Option<u64>,
    /// Whether the client is given up for it.
    #[serde(default)]
    pub(crate) ends: bool,
    /// Whether the client has to wait until it loses patience.
    #[serde(default)]
    pub(crate) slow: bool,
    /// What is to come of it.
    pub(crate) want: Outcome,
}

fn ok() -> u16 {
    200
}

/// The modes in which a row may be an answer.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Asked {
    #[default]
    Any,
    Tool,
    Text,
    #[serde(skip)]
    Only(Mode),
}

pub(crate) static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let rows = include_str!("rows.jsonl").lines();
    let rows = rows
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")));
    let failures = include_str!("../data/openai/failures.jsonl").lines();
    rows.chain(failures.map(failure)).collect()
});

fn failure(line: &str) -> Row {
    let case: Value = serde_json::from_str(line).unwrap();
    let mode = serde_json::from_value(case["mode"].clone()).unwrap();
    let mut row: Row = serde_json::from_value(json!({
        "fact": "errors",
        "name": case["name"],
        "status": case["status"],
        "headers": case["headers"],
        "body": case["body"],
        "want": {"NoReply": case["kind"]},
    }))
    .unwrap();
    row.mode = Asked::Only(mode);
    row.ends = case["wait_ms"].as_u64().is_some_and(|wait| wait > 100);
    row
}

impl Row {
    pub(crate) fn fits(&self, mode: Mode) -> bool {
        match self.mode {
            Asked::Any => true,
            Asked::Tool => mode == Mode::Tool,
            Asked::Text => mode != Mode::Tool,
            Asked::Only(only) => mode == only,
        }
    }

    /// The row's answer, where this item is the right one.
    pub(crate) fn play(&self, item: &Item) -> Play {
        let mut body = self.template();
        for (mark, text) in marks(item) {
            body = body.replace(mark, &text);
        }
        body.extend(std::iter::repeat_n(' ', self.pad));
        let play = Play::status(self.status, body).sent(self.manner);
        let headers = self.headers.iter();
        headers.fold(play, |play, (name, value)| play.with_header(name, value))
    }

    fn template(&self) -> String {
        self.json
            .as_ref()
            .map_or_else(|| self.body.clone(), Value::to_string)
    }

    /// The tokens that the answer costs.
    pub(crate) fn tokens(&self, item: &Item) -> [u64; 2] {
        let template = self.template();
        let is_told = template.contains("$USAGE") || template.contains("$PROMPT");
        if is_told && !self.is_no_reply() {
            item.tokens()
        } else {
            [0, 0]
        }
    }

    pub(crate) fn is_no_reply(&self) -> bool {
        matches!(self.want, Outcome::NoReply(_))
    }
}

fn marks(item: &Item) -> [(&'static str, String); 11] {
    let text = json!({"id": item.id, "name": item.name}).to_string();
    // Between a key and its value.
    let (front, back) = text.split_at(text.find(",\"name\"").unwrap() + 8);
    let inside = |text: &str| {
        let quoted = Value::from(text).to_string();
        quoted[1..quoted.len() - 1].to_owned()
    };
    let [prompt, completion] = item.tokens();
    let usage = json!({"prompt_tokens": prompt, "completion_tokens": completion});
    [
        ("$TEXT", inside(&text)),
        ("$TWICE", inside(&Value::from(&*text).to_string())),
        ("$FRONT", inside(front)),
        ("$BACK", inside(back)),
        ("$HALF", inside(front)),
        ("\"$VALUE\"", text),
        ("$NAME", "Item".to_owned()),
        ("$ID", item.id.to_string()),
        ("\"$USAGE\"", usage.to_string()),
        ("\"$PROMPT\"", prompt.to_string()),
        ("\"$COMPLETION\"", completion.to_string()),
    ]
}
