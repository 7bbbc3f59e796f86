//! How each mode is said to each provider, whichever library speaks to it.

use llm_parse::{Client, Mode, RequestParts};
use serde_json::{Value, json};

use crate::bodies::Speaks::{self, Anthropic, ChatCompletions, Gemini, Responses};
use crate::faulty_server::Server;
use crate::{schema, sent};

/// What stands at a place of the body of a request in a mode.
type Said = (Speaks, Mode, &'static str, Value);

pub(crate) fn modes() -> [Said; 10] {
    use Mode::{JsonObject, JsonSchema, Tool};
    [
        (
            ChatCompletions,
            JsonSchema,
            "/response_format/json_schema/schema",
            schema(),
        ),
        (
            ChatCompletions,
            Tool,
            "/tools/0/function/parameters",
            schema(),
        ),
        (ChatCompletions, Tool, "/tool_choice", json!("required")),
        (
            ChatCompletions,
            JsonObject,
            "/response_format",
            json!({"type": "json_object"}),
        ),
        (Responses, JsonSchema, "/text/format/schema", schema()),
        (
            Anthropic,
            JsonSchema,
            "/output_config/format/schema",
            schema(),
        ),
        (Anthropic, Tool, "/tools/0/input_schema", schema()),
        (Anthropic, Tool, "/tool_choice/type", json!("any")),
        (
            Gemini,
            JsonSchema,
            "/generationConfig/responseJsonSchema",
            schema(),
        ),
        (
            Gemini,
            Tool,
            "/toolConfig/functionCallingConfig/mode",
            json!("ANY"),
        ),
    ]
}

/// Holds what clients of a library send to the table.
pub(crate) fn are_said<C: Client>(
    table: impl IntoIterator<Item = Said>,
    client: impl Fn(&Server, Speaks) -> C,
    parts: fn(Mode) -> RequestParts,
) {
    for (speaks, mode, pointer, expected) in table {
        let server = Server::new([]);
        let client = client(&server, speaks);
        let can = Client::capabilities(&client);
        assert!(can.modes.contains(&mode), "{speaks:?} {mode:?}");
        let body = sent(&client, &server, parts(mode));
        let said = body.pointer(pointer);
        assert_eq!(said, Some(&expected), "{speaks:?} {mode:?}: {body}");
    }
}
