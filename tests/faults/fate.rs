//! What becomes of a request.

use std::time::Duration;

use llm_parse::testing::{Malform, Malformation, Simulator};
use llm_parse::{
    ClientError, ClientErrorKind, Finish, LlmExtract, Mode, Reply, Request, ToolCall, Usage,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::random::Random;
use crate::world::Answers;

/// Stands in every fault's message, and in no prompt.
pub(crate) const MARK: &str = "FAULT-OF-THE-WIRE";

/// What comes back, and after what time.
#[derive(Debug)]
pub(crate) struct Fate {
    pub(crate) result: Result<Reply, ClientError>,
    pub(crate) after: Duration,
}

impl Fate {
    pub(crate) fn of(reply: Reply) -> Fate {
        Fate {
            result: Ok(reply),
            after: Duration::ZERO,
        }
    }

    /// One of all that may happen to a request with these answers, to which a model would give this reply.
    pub(crate) fn draw(
        random: &mut Random,
        request: &Request,
        answers: &Answers,
        reply: &Reply,
    ) -> Fate {
        let result = match random.below(100) {
            0..34 => Err(fault(random)),
            34..38 => Ok(refused(random)),
            38..66 => Ok(reply.clone()),
            66..70 => Ok(cut(random, reply.clone())),
            _ => Ok(answer(random, request, answers)),
        };
        let after = match random.below(20) {
            0 => Duration::from_secs(30 + random.below(600) as u64),
            1 => Duration::ZERO,
            _ => Duration::from_millis(random.below(4_000) as u64),
        };
        Fate { result, after }
    }
}

/// A model that answers in the form that it is asked for, right in the end.
pub(crate) fn model<T: LlmExtract + Serialize>(seed: u64, right: &T) -> Simulator {
    let mut random = Random::new(seed ^ 0x5eed);
    Simulator::of(right)
        .seed(seed)
        .faults(random.below(4))
        .repairs(0.7)
        .malforms(0.2)
        .repeats(0.3)
}

/// The reply as far as the limit of tokens let the model write.
fn cut(random: &mut Random, mut reply: Reply) -> Reply {
    let text = match reply.tool_calls.first_mut() {
        Some(call) => &mut call.arguments,
        None => &mut reply.content,
    };
    let end = random.below(text.len() + 1);
    let end = (0..=end).rfind(|end| text.is_char_boundary(*end));
    text.truncate(end.unwrap_or(0));
    reply.with_finish(Finish::Length)
}

fn fault(random: &mut Random) -> ClientError {
    let transient = |what: &str| ClientError::transient(format!("{MARK}: {what}"));
    match random.below(16) {
        0..3 => transient("connection reset").with_source(std::io::Error::other(MARK)),
        3..5 => transient("timed out"),
        5..9 => ClientError::rate_limit(retry_after(random)).with_status(429),
        9..13 => {
            let status = *random.pick(&[&500, &502, &503, &504, &524, &529]);
            let error = transient("the server failed").with_status(status);
            match retry_after(random) {
                Some(wait) => error.with_retry_after(wait),
                None => error,
            }
        }
        13 => ClientError::new(ClientErrorKind::Auth, format!("{MARK}: no key")).with_status(401),
        14 => ClientError::permanent(format!("{MARK}: malformed envelope")).with_status(400),
        _ => ClientError::new(
            ClientErrorKind::Unsupported,
            format!("{MARK}: unknown mode"),
        ),
    }
}

/// What the forms of `Retry-After` come to: none, a past date, milliseconds, fractions, seconds, a date, a far date, and
/// more than time can hold.
fn retry_after(random: &mut Random) -> Option<Duration> {
    match random.below(9) {
        0..2 => None,
        2 => Some(Duration::ZERO),
        3 => Some(Duration::from_millis(1 + random.below(999) as u64)),
        4 => Some(Duration::from_millis(1_500)),
        5 => Some(Duration::from_secs(1 + random.below(60) as u64)),
        6 => Some(Duration::from_nanos(1)),
        7 => Some(Duration::from_secs(86_400)),
        _ => Some(Duration::MAX),
    }
}

fn refused(random: &mut Random) -> Reply {
    match random.below(2) {
        0 => Reply::text("").with_refusal("I cannot help with that."),
        _ => Reply::text("").with_finish(Finish::ContentFilter),
    }
}

fn answer(random: &mut Random, request: &Request, answers: &Answers) -> Reply {
    let text = content(random, request, answers);
    let reply = in_form(random, request, text);
    match random.below(12) {
        0 => reply,
        1 => reply.with_usage(Usage::new(u64::MAX, 7)),
        _ => {
            let (prompt, completion) = (random.below(2_000) as u64, random.below(900) as u64);
            let mut usage = Usage::new(prompt, completion);
            usage.cached_tokens = prompt / 3;
            usage.reasoning_tokens = completion / 2;
            reply.with_usage(usage)
        }
    }
}

/// Text that holds the right answer, or none.
fn content(random: &mut Random, request: &Request, answers: &Answers) -> String {
    let patch = answers.patch(random, request).filter(|_| random.chance(70));
    let right = patch.as_ref().unwrap_or(&answers.right);
    let malform = match patch {
        Some(_) => Malform::new,
        None => answers.malform,
    };
    match random.below(10) {
        0..2 => right.to_string(),
        2..5 => malformed(random, malform, right),
        5..7 => {
            let mut faulty = right.clone();
            if let Some(order) = faulty.pointer_mut(answers.order_at) {
                spoil(random, order);
            }
            if random.chance(30) {
                malformed(random, malform, &faulty)
            } else {
                faulty.to_string()
            }
        }
        7 => garbage(random),
        8 => {
            let text = right.to_string();
            let end = (0..=random.below(text.len())).rfind(|end| text.is_char_boundary(*end));
            text[..end.unwrap_or(0)].to_owned()
        }
        _ => String::new(),
    }
}

fn malformed(random: &mut Random, malform: fn(u64) -> Malform, value: &Value) -> String {
    let all = Malformation::all();
    let mut malform = malform(random.bits());
    for _ in 0..=random.below(2) {
        malform = malform.with(all[random.below(all.len())]);
    }
    malform.apply(value).reply().to_owned()
}

/// Puts one to three faults into an order that no reading can mend; into operations none.
fn spoil(random: &mut Random, value: &mut Value) {
    if value["lines"].is_null() {
        return;
    }
    for _ in 0..=random.below(3) {
        let lines = value["lines"].as_array().map_or(0, Vec::len);
        let line = random.below(lines.max(1));
        match random.below(9) {
            5.. if lines == 0 => {}
            0 => value["priority"] = json!(9),
            1 => value["priority"] = json!("very high"),
            2 => value["id"] = json!("number 7"),
            3 => value["status"] = json!("on its way"),
            4 => value["customer"] = json!("J"),
            5 => value["lines"] = json!([]),
            6 => value["lines"][line]["quantity"] = json!(-3),
            7 => value["lines"][line]["price"] = json!("dear"),
            _ => {
                if let Some(entries) = value.as_object_mut() {
                    entries.shift_remove(random.pick(&["customer", "status", "priority"]));
                }
            }
        }
    }
}

fn garbage(random: &mut Random) -> String {
    let prose = [
        "I am sorry.",
        "{\"error\": \"overloaded\"}",
        "<html><body>502</body></html>",
        "[[[[",
        "}",
        "null",
        "\u{0}\u{fffd}",
    ];
    match random.below(4) {
        0 => "{\"a\":".repeat(random.below(300)),
        1 => (0..random.below(200))
            .filter_map(|_| char::from_u32(u32::try_from(random.below(0x3000)).ok()?))
            .collect(),
        _ => (*random.pick(&prose.each_ref())).to_owned(),
    }
}

/// The text in the form that was asked for, or in another one.
pub(crate) fn in_form(random: &mut Random, request: &Request, text: String) -> Reply {
    let finish = [
        Finish::Stop,
        Finish::Length,
        Finish::Unknown,
        Finish::Other("eos".to_owned()),
    ];
    let finish = match random.below(6) {
        n @ 1..4 => finish[n].clone(),
        _ => finish[0].clone(),
    };
    let as_call = (request.mode == Mode::Tool) != random.chance(8);
    if !as_call {
        let reply = match random.below(20) {
            0 => Reply::text("").with_reasoning(text),
            1 => Reply::text(text).with_reasoning("Let me think: {\"id\": \"XX-0000\"}"),
            _ => Reply::text(text),
        };
        return reply.with_finish(finish);
    }
    let arguments = if random.chance(10) {
        json!(text).to_string()
    } else {
        text
    };
    let name = match random.below(10) {
        0 => "other".to_owned(),
        1 => request.name.to_uppercase(),
        _ => request.name.clone(),
    };
    let id = *random.pick(&["call_1", "", "toolu_9"].each_ref());
    let call = ToolCall::new(id, name, arguments);
    let second = random
        .chance(10)
        .then(|| ToolCall::new("call_2", "lookup", "{"));
    let finish = if finish == Finish::Stop {
        Finish::ToolCalls
    } else {
        finish
    };
    let beside = if random.chance(10) {
        "Here is the order."
    } else {
        ""
    };
    Reply::text(beside)
        .with_tool_calls([call].into_iter().chain(second))
        .with_finish(finish)
}
