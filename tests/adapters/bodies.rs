//! What providers answer, each in its own form.

use serde_json::{Value, json};

use crate::faulty_server::Play;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Speaks {
    ChatCompletions,
    Responses,
    Anthropic,
    Gemini,
    Cohere,
    Ollama,
}

/// A body of JSON.
pub(crate) fn play(body: &Value) -> Play {
    Play::ok(body.to_string()).with_header("content-type", "application/json")
}

impl Speaks {
    pub(crate) fn text(self, text: &str) -> Value {
        self.answer(text, None)
    }

    /// A call of the tool, its arguments as text.
    pub(crate) fn call(self, id: &str, name: &str, arguments: &str) -> Value {
        self.answer("", Some((id, name, arguments)))
    }

    /// Of 10 tokens of the prompt, 4 are cached; of 5 of the reply, 2 were thoughts.
    fn answer(self, text: &str, call: Option<(&str, &str, &str)>) -> Value {
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        match self {
            Speaks::ChatCompletions => {
                let (calls, finish) = match call {
                    Some((id, name, arguments)) => {
                        let function = json!({"name": name, "arguments": arguments});
                        let call = json!({"id": id, "type": "function", "function": function});
                        (json!([call]), "tool_calls")
                    }
                    None => (Value::Null, "stop"),
                };
                let mut message = json!({"role": "assistant", "content": text});
                if !calls.is_null() {
                    message["tool_calls"] = calls;
                }
                let choice = json!({"index": 0, "message": message, "finish_reason": finish});
                json!({
                    "id": "c1", "object": "chat.completion", "created": 1, "model": "m",
                    "choices": [choice],
                    "usage": {
                        "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15,
                        "prompt_tokens_details": {"cached_tokens": 4},
                        "completion_tokens_details": {"reasoning_tokens": 2},
                    },
                })
            }
            Speaks::Responses => {
                let part = json!({"type": "output_text", "text": text, "annotations": []});
                let said = json!({"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]});
                let item = call.map_or(said, |(id, name, arguments)| {
                    json!({"type": "function_call", "id": "fc_1", "call_id": id, "name": name, "arguments": arguments, "status": "completed"})
                });
                json!({
                    "id": "r1", "object": "response", "created_at": 1, "model": "m",
                    "status": "completed", "output": [item], "tools": [],
                    "usage": {
                        "input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
                        "input_tokens_details": {"cached_tokens": 4},
                        "output_tokens_details": {"reasoning_tokens": 2},
                    },
                })
            }
            Speaks::Anthropic => {
                let (part, finish) = match call {
                    Some((id, name, arguments)) => (
                        json!({"type": "tool_use", "id": id, "name": name, "input": json(arguments)}),
                        "tool_use",
                    ),
                    None => (json!({"type": "text", "text": text}), "end_turn"),
                };
                json!({
                    "id": "m1", "type": "message", "role": "assistant", "model": "m",
                    "content": [part], "stop_reason": finish, "stop_sequence": null,
                    "usage": {
                        "input_tokens": 6, "cache_read_input_tokens": 4, "output_tokens": 5,
                        "output_tokens_details": {"thinking_tokens": 2},
                    },
                })
            }
            Speaks::Gemini => {
                let part = match call {
                    Some((_, name, arguments)) => {
                        json!({"functionCall": {"name": name, "args": json(arguments)}})
                    }
                    None => json!({ "text": text }),
                };
                let content = json!({"role": "model", "parts": [part]});
                json!({
                    "responseId": "g1", "modelVersion": "m",
                    "candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
                    "usageMetadata": {
                        "promptTokenCount": 10, "cachedContentTokenCount": 4,
                        "candidatesTokenCount": 3, "thoughtsTokenCount": 2, "totalTokenCount": 15,
                    },
                })
            }
            Speaks::Cohere => json!({
                "chat_history": [{"role": "CHATBOT", "message": text}],
                "finish_reason": "COMPLETE",
                "meta": {"tokens": {"input_tokens": 10, "output_tokens": 5}},
            }),
            Speaks::Ollama => {
                let mut message = json!({"role": "assistant", "content": text});
                if let Some((id, name, arguments)) = call {
                    let function = json!({"name": name, "arguments": json(arguments)});
                    message["tool_calls"] = json!([{"id": id, "function": function}]);
                }
                json!({
                    "model": "m", "message": message, "done": true, "done_reason": "stop",
                    "prompt_eval_count": 10, "prompt_eval_cached_count": 4, "eval_count": 5,
                })
            }
        }
    }

    /// A refusal, where the provider has a form for it.
    pub(crate) fn refusal(self) -> Option<Value> {
        let mut body = self.text("");
        match self {
            Speaks::ChatCompletions => {
                let message = &mut body["choices"][0]["message"];
                message["content"] = Value::Null;
                message["refusal"] = "I cannot".into();
            }
            Speaks::Responses => {
                let part = json!({"type": "refusal", "refusal": "I cannot"});
                body["output"][0]["content"][0] = part;
            }
            Speaks::Anthropic => {
                body["content"] = json!([{"type": "text", "text": "I cannot"}]);
                body["stop_reason"] = "refusal".into();
            }
            Speaks::Gemini => {
                body.as_object_mut().unwrap().remove("candidates");
                body["promptFeedback"] = json!({"blockReason": "SAFETY"});
            }
            Speaks::Cohere | Speaks::Ollama => return None,
        }
        Some(body)
    }

    /// The same body, cut off by the limit of tokens.
    pub(crate) fn cut(self, text: &str) -> Value {
        let mut body = self.text(text);
        match self {
            Speaks::ChatCompletions => body["choices"][0]["finish_reason"] = "length".into(),
            Speaks::Responses => {
                body["status"] = "incomplete".into();
                body["incomplete_details"] = json!({"reason": "max_output_tokens"});
            }
            Speaks::Anthropic => body["stop_reason"] = "max_tokens".into(),
            Speaks::Gemini => body["candidates"][0]["finishReason"] = "MAX_TOKENS".into(),
            Speaks::Cohere => body["finish_reason"] = "MAX_TOKENS".into(),
            Speaks::Ollama => body["done_reason"] = "length".into(),
        }
        body
    }
}
