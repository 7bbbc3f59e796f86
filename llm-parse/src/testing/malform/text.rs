//! Malformations of the text as a whole, and of what stands around it.

use super::random::Random;
use super::tokens::{Token, split};

/// Puts characters between the tokens that JSON does not know.
pub(super) fn spaces(tokens: &mut [Token], random: &mut Random, spaces: &[&str]) -> bool {
    let space = random.pick(spaces);
    // What stands before the first is not inside the value.
    let all = (1..tokens.len()).filter(|place| tokens[*place].plain);
    let places = random.places(all.collect());
    for place in &places {
        let text = format!("{space}{}", tokens[*place].text);
        tokens[*place].text = text;
    }
    !places.is_empty()
}

pub(super) fn in_string(text: &mut String) -> bool {
    serde_json::to_string(text).is_ok_and(|quoted| {
        *text = quoted;
        true
    })
}

pub(super) fn escaped(text: &mut String) -> bool {
    text.contains('"') && in_string(text) && {
        *text = text[1..text.len() - 1].to_owned();
        text.contains('"')
    }
}

/// Puts the beginning of the text before it.
pub(super) fn restart(text: &mut String, random: &mut Random) -> bool {
    let Some(end) = inside(text, random) else {
        return false;
    };
    *text = format!("{}\n{text}", &text[..end]);
    true
}

pub(super) fn cut_off(text: &mut String, random: &mut Random) -> bool {
    inside(text, random).map(|end| text.truncate(end)).is_some()
}

/// Cuts the text, and goes on with white space.
pub(super) fn endless_space(text: &mut String, random: &mut Random) -> bool {
    let space = random.pick(&["\n", " ", "\t\t", "\n  "]);
    cut_off(text, random) && {
        text.extend(std::iter::repeat_n(space, 200));
        true
    }
}

/// A place inside the text.
fn inside(text: &str, random: &mut Random) -> Option<usize> {
    let mut places: Vec<_> = text.char_indices().map(|(place, _)| place).collect();
    places.retain(|place| *place > 0);
    random.place(&places)
}

pub(super) fn fence(text: &mut String, random: &mut Random, closed: bool) -> bool {
    let tag = random.pick(&["json", "", "JSON", "json5", "javascript"]);
    let end = if closed { "\n```" } else { "" };
    *text = format!("```{tag}\n{text}{end}");
    true
}

pub(super) fn tags(text: &mut String, random: &mut Random, closed: bool) -> bool {
    let tag = random.pick(&["answer", "json", "output", "result"]);
    *text = if closed {
        format!("<{tag}>\n{text}\n</{tag}>")
    } else {
        format!("<{tag}>\n{text}")
    };
    true
}

pub(super) fn before(text: &mut String, random: &mut Random) -> bool {
    let sentence = random.pick(&[
        "Here is the JSON you asked for:",
        "Sure! Based on the text, this is what I found.",
        "I've extracted the data; it's below:",
        "**Result**",
        "Step 1: read the text. Step 2: fill in the fields.",
        "### Answer (as requested)",
    ]);
    *text = format!("{sentence}\n\n{text}");
    true
}

pub(super) fn after(text: &mut String, random: &mut Random) -> bool {
    let sentence = random.pick(&[
        "Let me know if you need anything else!",
        "I hope that's what you wanted. Note: values not found are null.",
        "*Confidence: high*",
        "The text doesn't say more than that.",
    ]);
    *text = format!("{text}\n\n{sentence}");
    true
}

pub(super) fn braces(text: &mut String, random: &mut Random) -> bool {
    let sentence = random.pick(&[
        "I replaced {placeholder} by the value from the text [1]:",
        "With the sets {a, b} and [c, d) in mind:",
        "As in the template `{{ user.name }}`:",
        "- [x] done\n- [ ] checked",
    ]);
    *text = format!("{sentence}\n{text}");
    true
}

pub(super) fn stray_bracket(text: &mut String, random: &mut Random) -> bool {
    let bracket = random.pick(&["} ", "] ", "{\n", "[\n", "},\n"]);
    text.insert_str(0, bracket);
    true
}

pub(super) fn other_fence(text: &mut String, random: &mut Random) -> bool {
    let code = random.pick(&[
        "```python\nimport json\ndata = json.loads(text)\n```",
        "```bash\ncurl -d '{\"q\": 1}' https://example.org\n```",
        "```sql\nSELECT * FROM t WHERE a[1] = '{}';\n```",
    ]);
    *text = format!("{code}\n\n{text}");
    true
}

/// Puts a draft before the text, whose values are not the final ones.
pub(super) fn draft(text: &mut String, json: &str, random: &mut Random) -> bool {
    let tag = random.pick(&["think", "thinking"]);
    let draft: String = split(json)
        .iter()
        .map(|token| match token.kind {
            super::tokens::Kind::Number => "1",
            super::tokens::Kind::Text => "\"?\"",
            _ => token.text.as_str(),
        })
        .collect();
    *text = format!("<{tag}>\nMaybe {draft}? Let's check: it's not quite that.\n</{tag}>\n{text}");
    true
}

/// Adds another object; one that is told from the value by words only where that is to be so.
pub(super) fn other_value(text: &mut String, random: &mut Random, told: bool) -> bool {
    let others = [
        "For comparison: {\"previous_run\": \"none\"}",
        "{\"tokens_used\": 112}",
        "{\"confidence\": 0.8, \"notes\": []}",
    ];
    let other = random.pick(if told { &others[..1] } else { &others });
    *text = format!("{text}\n{other}");
    true
}
