//! What every provider wants of a request.

use llm_parse::{Mode, Request, Role};

use crate::fate::MARK;

/// Whether a provider would take the request.
pub(crate) fn is_sound(request: &Request) {
    assert_ne!(request.mode, Mode::Auto);
    let messages = request.messages();
    let last = messages.last().expect("a message");
    assert!(
        matches!(last.role(), Role::User | Role::Tool),
        "{messages:?}"
    );
    let mut open: Vec<&str> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let text = message.text();
        assert!(
            !text.contains(MARK),
            "a fault of the wire in the prompt: {text}"
        );
        assert!(text.len() < 200_000, "{} bytes", text.len());
        let calls = message.tool_calls();
        assert!(
            !text.is_empty() || !calls.is_empty(),
            "an empty message: {messages:?}"
        );
        assert!(message.role() != Role::System || index == 0, "{messages:?}");
        if let Some(id) = message.tool_call_id() {
            let place = open.iter().position(|call| *call == id);
            open.remove(place.expect("a result of a call that was made"));
        } else {
            assert!(open.is_empty(), "a call without a result: {messages:?}");
            let twice = index > 0 && messages[index - 1].role() == message.role();
            assert!(!twice, "two turns of one side: {messages:?}");
        }
        open.extend(calls.iter().map(|call| call.id.as_str()));
        let object = |text: &str| serde_json::from_str::<serde_json::Map<_, _>>(text).is_ok();
        assert!(
            calls
                .iter()
                .all(|call| !call.id.is_empty() && object(&call.arguments))
        );
    }
    assert!(open.is_empty(), "a call without a result: {messages:?}");
}
