//! A refusal in plain words.

/// How far behind the words that decline the others may stand.
const NEAR: usize = 6;
/// A longer text says more than that.
const BYTES: usize = 1_000;

/// What declines, after `I` or `we`.
const DECLINING: [&str; 9] = [
    "can't",
    "cannot",
    "can not",
    "won't",
    "will not",
    "am unable",
    "'m unable",
    "am not able",
    "must decline",
];
/// What is declined: to serve the one who asks. That a value is not to be found in a text is no refusal.
const SERVICE: [&str; 8] = [
    "help", "assist", "comply", "fulfill", "fulfil", "request", "engage", "do that",
];

/// Whether a text says that the model will not do what it was asked for, in one of the forms that are known in English.
pub(crate) fn declines(text: &str) -> bool {
    if text.len() > BYTES || text.contains(['{', '[']) {
        return false;
    }
    let text = text.to_lowercase().replace('\u{2019}', "'");
    text.split(['.', '!', '?', '\n']).any(sentence_declines)
}

fn sentence_declines(sentence: &str) -> bool {
    let words: Vec<_> = sentence
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .collect();
    let text = format!(" {} ", words.join(" ").replace("i'm", "i 'm"));
    ["i", "we"].iter().any(|who| {
        DECLINING.iter().any(|how| {
            let said = format!(" {who} {how} ");
            let rest = text.split_once(&said).map(|(_, rest)| rest);
            rest.is_some_and(serves)
        })
    })
}

/// Whether the next words are about serving.
fn serves(rest: &str) -> bool {
    let near: Vec<_> = rest.split(' ').take(NEAR).collect();
    let near = format!(" {} ", near.join(" "));
    let mut services = SERVICE.iter();
    services.any(|service| near.contains(&format!(" {service} ")))
}

#[cfg(test)]
mod tests {
    use super::declines;

    #[test]
    fn what_declines_to_serve_is_a_refusal() {
        for text in [
            "I'm sorry, I can't help with that.",
            "I'm sorry, but I can\u{2019}t assist with that request.",
            "I cannot fulfill this request. It is against my guidelines.",
            "Sorry. I am not able to comply with that.",
            "I'm unable to help you with this.",
            "As an AI model, I must decline this request.",
            "We cannot assist you here!",
            "I won't do that.",
        ] {
            assert!(declines(text), "{text}");
        }
    }

    #[test]
    fn what_says_something_else_is_none() {
        for text in [
            "I am sorry to hear that.",
            "I cannot find a price in the text.",
            "I'm unable to determine the name.",
            "The customer says: the shop can't help with that.",
            "How can I help you?",
            "I do not know.",
            "I can't help with that. {\"a\": 1}",
            "",
        ] {
            assert!(!declines(text), "{text}");
        }
        assert!(!declines(&"I can't help with that. ".repeat(100)));
    }
}
