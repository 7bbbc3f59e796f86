//! A reply that comes as server-sent events although it was asked for whole: some gateways always stream.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::envelope::{NoReply, has_answer};
use super::failure::Fault;
use super::raw::{items_at, raw_at};

/// Puts the events of a body together into the body of a whole reply; `None` where it holds none. An event that cannot be
/// read leaves a hole in the answer, and what is missing at the end may be the most of it: neither makes a reply.
pub(super) fn gather(body: &str) -> Option<Result<String, NoReply>> {
    let fields = ["data:", "event:", "id:", "retry:", ":"];
    let is_stream = fields.iter().any(|field| body.starts_with(field));
    is_stream.then(|| Gathered::read(body)?.whole())
}

/// What the events tell so far.
#[derive(Default)]
struct Gathered {
    choice: Map<String, Value>,
    message: Map<String, Value>,
    calls: Vec<Call>,
    usage: Value,
    ended: bool,
}

#[derive(Default)]
struct Call {
    index: Option<u64>,
    id: String,
    name: String,
    arguments: String,
}

const HOLE: NoReply = NoReply::Unreadable("an event of the reply cannot be read");

impl Gathered {
    /// The data of all events is one text of JSON values, whether or not empty lines keep them apart (HTML standard,
    /// section 9.2.6).
    fn read(body: &str) -> Result<Gathered, NoReply> {
        let mut gathered = Gathered::default();
        let mut data = String::new();
        for line in body.lines().filter_map(|line| line.strip_prefix("data:")) {
            if line.trim() == "[DONE]" {
                gathered.ended = true;
                break;
            }
            data.extend([line, "\n"]);
        }
        for event in serde_json::Deserializer::from_str(&data).into_iter::<&RawValue>() {
            match event {
                Ok(event) => gathered.event(event.get())?,
                Err(error) if error.is_eof() => return Err(NoReply::BROKEN),
                Err(_) => return Err(HOLE),
            }
        }
        Ok(gathered)
    }

    fn event(&mut self, text: &str) -> Result<(), NoReply> {
        let event: Value = serde_json::from_str(text).map_err(|_| HOLE)?;
        if let Some(fault) = event.get("error").and_then(Fault::read) {
            return Err(NoReply::Fault(fault));
        }
        if let Some(usage) = event.get("usage").filter(|usage| !usage.is_null()) {
            self.usage = usage.clone();
        }
        let choices = event.get("choices").and_then(Value::as_array);
        for (at, choice) in choices.into_iter().flatten().enumerate() {
            if choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0 {
                self.choice(choice, text, &format!("/choices/{at}"))?;
            }
        }
        Ok(())
    }

    fn choice(&mut self, choice: &Value, text: &str, at: &str) -> Result<(), NoReply> {
        let whole = choice.get("message").is_some() && has_answer(choice);
        for (key, value) in choice.as_object().into_iter().flatten() {
            match (key.as_str(), value) {
                ("delta", Value::Object(delta)) if !whole => {
                    self.delta(delta, text, &format!("{at}/delta"))?;
                }
                // The whole message, which some servers send at the end.
                ("message", Value::Object(message)) if whole => {
                    self.message.clear();
                    self.calls.clear();
                    self.delta(message, text, &format!("{at}/message"))?;
                }
                (_, Value::Null) | ("delta" | "message", _) => {}
                ("text", _) => self.add("content", value)?,
                _ => {
                    self.ended |= key.ends_with("finish_reason") || key == "finishReason";
                    self.choice.insert(key.clone(), value.clone());
                }
            }
        }
        Ok(())
    }

    fn delta(&mut self, delta: &Map<String, Value>, text: &str, at: &str) -> Result<(), NoReply> {
        for (key, value) in delta {
            match (key.as_str(), value) {
                ("tool_calls", Value::Array(calls)) => {
                    let texts = items_at(text, &format!("{at}/tool_calls"));
                    for (call, text) in calls.iter().zip(texts) {
                        self.call(call, text)?;
                    }
                }
                ("function_call", Value::Object(_)) => {
                    self.call(
                        value,
                        raw_at(text, &format!("{at}/function_call")).ok_or(HOLE)?,
                    )?;
                }
                (
                    "content" | "refusal" | "reasoning_content" | "reasoning" | "thinking"
                    | "reasoning_details",
                    _,
                ) => self.add(key, value)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Adds a piece to a text that is kept as the list of its pieces.
    fn add(&mut self, key: &str, piece: &Value) -> Result<(), NoReply> {
        let pieces = self.message.entry(key).or_insert_with(|| json!([]));
        match (pieces, piece) {
            (_, Value::Null) => {}
            (Value::Array(pieces), Value::String(_)) => pieces.push(piece.clone()),
            (Value::Array(pieces), Value::Array(more)) => pieces.extend_from_slice(more),
            _ => return Err(HOLE),
        }
        Ok(())
    }

    fn call(&mut self, piece: &Value, text: &str) -> Result<(), NoReply> {
        let (function, at) = match piece.get("function") {
            Some(function) => (function, "/function/arguments"),
            None => (piece, "/arguments"),
        };
        let word = |value: &Value, key| value.get(key).and_then(Value::as_str).map(str::to_owned);
        let index = piece.get("index").and_then(Value::as_u64);
        let id = word(piece, "id").unwrap_or_default();
        let name = word(function, "name").unwrap_or_default();
        let place = self.place(index, &id, &name);
        let call = &mut self.calls[place];
        for (held, said) in [(&mut call.id, id), (&mut call.name, name)] {
            if held.is_empty() {
                *held = said;
            }
        }
        match function.get("arguments") {
            None | Some(Value::Null) => {}
            Some(Value::String(piece)) => call.arguments.push_str(piece),
            Some(Value::Object(_)) => {
                call.arguments.push_str(raw_at(text, at).ok_or(HOLE)?);
            }
            Some(_) => return Err(HOLE),
        }
        Ok(())
    }

    /// The call that a piece belongs to. Some servers give every call the same index, and some give none: a piece that
    /// brings an id and a name of its own begins another call.
    fn place(&mut self, index: Option<u64>, id: &str, name: &str) -> usize {
        let known = match index {
            Some(_) => self.calls.iter().rposition(|call| call.index == index),
            None if id.is_empty() => self.calls.len().checked_sub(1),
            None => self.calls.iter().rposition(|call| call.id == id),
        };
        let is_other = |call: &Call| !id.is_empty() && !name.is_empty() && call.id != id;
        let known = known.filter(|known| !is_other(&self.calls[*known]));
        known.unwrap_or_else(|| {
            self.calls.push(Call {
                index,
                ..Call::default()
            });
            self.calls.len() - 1
        })
    }

    fn whole(mut self) -> Result<String, NoReply> {
        if !self.ended {
            return Err(NoReply::BROKEN);
        }
        let call = |call: &Call| {
            let function = json!({ "name": call.name, "arguments": call.arguments });
            json!({ "id": call.id, "function": function })
        };
        let calls = self.calls.iter().map(call).collect();
        self.message
            .insert("tool_calls".to_owned(), Value::Array(calls));
        self.choice
            .insert("message".to_owned(), Value::Object(self.message));
        Ok(json!({ "choices": [self.choice], "usage": self.usage }).to_string())
    }
}
