//! What the sentences beside a value say against it: that it is not the answer, or only an example of one.
//!
//! # Design
//!
//! Most replies say something beside their value, and most of that is harmless. So only two sentences are heard, the one
//! that leads into the value and the first one behind it; and a cue counts only where nothing but filling stands between
//! it and the value: `Do not return {..}` is against the value, `I did not find an address: {..}` is not.

mod against;
mod behind;
mod classes;
mod known;
mod lead;
mod rows;

pub(crate) use against::partial;
pub(crate) use behind::{behind, names_another};
pub(crate) use known::leads_plainly;
pub(crate) use lead::lead;

/// How much of the text on each side of a value is heard.
const NEAR: usize = 200;

/// What may stand between a cue and the value, or the end of the sentence.
const FILLING: &str = " a an the this that these it its is are was were be been would will should could might look looks \
    like as with by to in of for and or just only simply following form format json object list array value values answer \
    answers output result response reply patch text return returns give gives use uses send write respond produce emit \
    print submit provide accept call anything something one me you your my here below above follows correct valid \
    possible good right example examples version please ";

/// The words beside a value that say that it is not the answer, or are none that are said beside one; `near` is what
/// stands right before it. Without `own` any word may be one of the type.
pub(crate) fn disclaimer<'t>(
    before: &'t str,
    near: &'t str,
    after: &'t str,
    own: Option<&dyn Own>,
) -> Option<&'t str> {
    let is_own = |word: &str| own.is_some_and(|own| own.has(word));
    denial(before, after)
        .or_else(|| against::against(before, after, own))
        .or_else(|| lead::strange(near, &is_own))
        .or_else(|| behind::strange(after, &is_own))
}

/// Whether what a value says under a key of its own is against it.
pub(crate) fn remark(said: &str, own: &dyn Own) -> bool {
    let said = said.trim_matches('"');
    behind(said).is_some() || against::against("", said, Some(own)).is_some()
}

/// The words of a type and of a value of it.
pub(crate) trait Own {
    /// Whether a word is of the type's name.
    fn is_type(&self, word: &str) -> bool;

    /// Whether a word is of the name of a field or a variant.
    fn names(&self, word: &str) -> bool;

    /// Whether a word is one of these, of what is said of the type, or of the value.
    fn has(&self, word: &str) -> bool;
}

/// The words beside a value that say that it is not the answer.
pub(crate) fn denial<'t>(before: &'t str, after: &'t str) -> Option<&'t str> {
    lead(before).or_else(|| behind(after))
}

/// The words of a sentence in lower case, without those of tags that end something, and with `not` for `n't`.
pub(crate) fn words(sentence: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (index, part) in sentence.split('<').enumerate() {
        let part = match part.strip_prefix('/') {
            Some(tag) if index > 0 => tag.split_once('>').map_or("", |(_, rest)| rest),
            _ => part,
        };
        let parts = part.split(|c: char| !c.is_alphanumeric());
        for word in parts.filter(|word| !word.is_empty()) {
            let negated = word == "t" && words.last().is_some_and(|last| last.ends_with('n'));
            words.push(if negated {
                "not".to_owned()
            } else {
                word.to_lowercase()
            });
        }
    }
    words
}

/// Whether a list of words between spaces has a word.
pub(crate) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}

fn is_filling(words: &[String]) -> bool {
    words.iter().all(|word| has(FILLING, word))
}

/// Whether words begin with those of a phrase; what follows them then.
fn after<'w>(words: &'w [String], phrase: &str) -> Option<&'w [String]> {
    let mut rest = words;
    for word in phrase.split(' ') {
        rest = rest.split_first().filter(|(first, _)| *first == word)?.1;
    }
    Some(rest)
}

/// Where the sentences of a line end: behind a sign that white space follows, unless it belongs to a letter (`e.g.`).
fn ends(line: &str) -> impl DoubleEndedIterator<Item = usize> {
    let letter = |at: usize| {
        let mut before = line[..at].chars().rev();
        before.next().is_some_and(char::is_alphabetic)
            && !before.next().is_some_and(char::is_alphanumeric)
    };
    let signs = line.match_indices(['.', '!', '?', ';']).map(|(at, _)| at);
    signs.filter(move |at| {
        let next = line[at + 1..].chars().next();
        next.is_none_or(char::is_whitespace) && !letter(*at)
    })
}

#[cfg(test)]
mod tests {
    use super::{Own, disclaimer};

    /// Of a type that has no words.
    struct Unnamed;

    impl Own for Unnamed {
        fn is_type(&self, _: &str) -> bool {
            false
        }

        fn names(&self, _: &str) -> bool {
            false
        }

        fn has(&self, _: &str) -> bool {
            false
        }
    }

    /// Replies with `@` for the value.
    fn is_against(reply: &str) -> bool {
        let (before, after) = reply.split_once('@').expect("a value");
        disclaimer(before, before, after, Some(&Unnamed)).is_some()
    }

    #[test]
    fn what_is_said_against_a_value_is_heard() {
        for reply in [
            "A wrong answer would be @",
            "An incorrect response: @",
            "**Wrong:**\n@",
            "Bad example: @",
            "Do not return @",
            "Do not return this:\n@",
            "Don't answer with @",
            "You should never output something like @",
            "I cannot answer. For example @",
            "I cannot answer. @",
            "I'm sorry, I can't help with that. @",
            "Sorry, I do not know. @",
            "I cannot answer: @",
            "The answer is not @.",
            "Avoid @",
            "Instead of @, use another.",
            "For example, @ would do, but there is nothing in the text",
            "(for example @)",
            "There is none. E.g. @",
            "There is none (e.g. @)",
            "For instance, if there were a total: @",
            "Something like @",
            "A reply such as @",
            "Here is an example: @",
            "Example output:\n\n@",
            "### Example\n@",
            "<example>\n@\n</example>",
            "As a sample: @",
            "A hypothetical answer would be @",
            "If there were an invoice, I would return @",
            "Suppose the total were 10: @",
            "Zum Beispiel: @",
            "@ Actually the total is 11.",
            "@\n\nActually, it is 11.",
            "@\n```\nActually, it is 11.",
            "@ Wait, that is not right.",
            "@\nWait - the total is 11",
            "@\nHmm, no.",
            "@ No, 11.",
            "@ Oops, the total is 11.",
            "@ Scratch that.",
            "@ Sorry, I meant 11.",
            "@\nCorrection: the total is 11.",
            "@\nEdit: 11",
            "@ Ignore this.",
            "@\nPlease ignore the above answer.",
            "@ Do not use this.",
            "@ is not needed.",
            "@ is wrong.",
            "@ isn't right",
            "@ would be wrong.",
            "@ would do, but there is nothing in the text.",
            "@ might be the answer.",
            "@ (wrong)",
            "@ (just an example)",
            "@ <- wrong",
            "@ // wrong",
            "@ ❌",
            "@\nThis is wrong.",
            "@\nThat's not right.",
            "@\nBut this is not the answer.",
            "@\nThis is just an example.",
            "@\nThis is only a placeholder, since the text has no invoice.",
            "@\nThis answer is incorrect because of the tax.",
            "@\nThis patch is not needed.",
            "@\nThese changes are not necessary.",
            "@\nThe above is made up.",
            "@\nThe total should be 11.",
            "@ The total is actually 11.",
            "@ or 11",
            "Is it @?",
        ] {
            assert!(is_against(reply), "{reply}");
        }
    }

    #[test]
    fn what_is_said_beside_a_value_is_not_against_it() {
        for reply in [
            "@",
            "Here is the JSON: @ Let me know if you need anything else!",
            "Here is the JSON:\n```json\n@\n```\nNote that the total includes tax.",
            "@ I assumed the year to be 2024.",
            "@\n\nThe total does not include tax.",
            "@\nNo address was given.",
            "@\nNo email was found, so it is null.",
            "@\nThere is no phone number in the text.",
            "@\nWait time is in minutes.",
            "@\nEdit the file as needed.",
            "@\nIgnore the empty fields.",
            "@\nDo not use this key in production.",
            "@ is the answer.",
            "@ is what you asked for.",
            "@ represents the invoice.",
            "@ Would you like me to explain?",
            "@ Could you confirm the date?",
            "@\nIs there anything else?",
            "@\nThis is a valid JSON object.",
            "@\nThis is not wrong.",
            "@\nIt is not stated who the customer is.",
            "@\nThis is a sample invoice from the text.",
            "@\nThis is the template you gave me, filled in.",
            "@\nThe date is invalid in the text, so it is null.",
            "@\nThis is an invalid date in the text.",
            "@\nOr, if you prefer, as a table.",
            "@ - the first one",
            "@\nThe date should be checked.",
            "@\nHowever, the age is missing.",
            "@\nSorry for the delay.",
            "@\nFor example, 'Bob' became 'Robert'.",
            "@ [1]",
            "I did not find an address: @",
            "I could not find the email, so it is null: @",
            "The email is not given: @",
            "I'm unable to tell the age, so it is null: @",
            "The invoice has no total. Here is the rest: @",
            "I do not give reasons: @",
            "Don't worry, here it is: @",
            "I fixed the invalid JSON: @",
            "Sorry for the wrong answer: @",
            "Apologies for the incorrect response. Here it is: @",
            "Wait, that was wrong. @",
            "Here is the corrected answer instead: @",
            "Instead of prose, JSON: @",
            "Rather than explaining, here is the answer: @",
            "I filled your template: @",
            "Based on the example: @",
            "Following the given sample: @",
            "Dates are in ISO 8601 (e.g. 2024-01-01): @",
            "I wrote names in full, for example Robert for Bob: @",
            "Here is an example of the data in the text: @",
            "If I understand you, this is it: @",
            "The JSON output would look like this: @",
            "The answer would be: @",
            "I would classify this as follows: @",
            "It should be @",
            "It is a bad review: @",
            "The sample was taken on Monday: @",
            "For example, an invoice has a total. Here is yours: @",
            "Not all fields are given. @",
            "This is not easy. @",
            "</example>\nHere it is: @",
        ] {
            assert!(!is_against(reply), "{reply}");
        }
    }
}
