//! From a text to a checked value, one attempt after the other.
//!
//! `cargo run --example quickstart` needs no key and no network: it plays three replies that a small model
//! (Qwen2.5-Coder-0.5B) gave to this very text in three recorded runs, word for word, through the engine that your program
//! would use.
//!
//! `cargo run --example quickstart -- --base-url http://localhost:8080/v1 --model NAME` asks a real server, with the key in
//! `OPENAI_API_KEY`, where it needs one.

use std::collections::HashSet;
use std::error::Error;
use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

use llm_parse::openai::OpenAi;
use llm_parse::testing::Script;
use llm_parse::{
    Attempt, BoxFuture, Capabilities, Client, ClientError, Diagnostics, Extractor, LlmExtract,
    Message, Reply, Request, Role, Usage, blocking,
};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde::Deserialize;

const TEXT: &str = "Hello, this is about order 77812. I bought three notebooks (4.50 each), a pen for 2.00 and two \
                    erasers at 0.75 apiece.";

/// An order with its items.
#[derive(Debug, Deserialize, LlmExtract)]
#[llm(check = adds_up)]
struct Order {
    /// Order number as text.
    #[serde(rename = "order_id")]
    #[llm(pattern = r"^\d+$", example = "10023")]
    number: String,
    #[llm(len(min = 1))]
    items: Vec<Item>,
    /// Total of the order: the sum of quantity times price.
    #[llm(range(min = 0.0))]
    total: f64,
}

/// An ordered item.
#[derive(Debug, Deserialize, LlmExtract)]
struct Item {
    #[llm(len(min = 1))]
    name: String,
    /// How many were bought.
    #[llm(range(min = 1))]
    quantity: u32,
    /// Price of one unit.
    #[llm(range(min = 0.0))]
    price: f64,
}

fn adds_up(order: &Order) -> Result<(), String> {
    let cost = |item: &Item| f64::from(item.quantity) * item.price;
    let sum: f64 = order.items.iter().map(cost).sum();
    if (sum - order.total).abs() < 0.005 {
        Ok(())
    } else {
        let total = order.total;
        Err(format!(
            "the items come to {sum:.2}, but the total is {total:.2}"
        ))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (client, shown) = (client()?, Mutex::default());
    let client = Loud { client, shown };
    let extractor = Extractor::new(client).on_attempt(show_attempt);
    let outcome = blocking::run::<Order>(&extractor, TEXT);

    let extraction = outcome.inspect_err(|error| show_usage(error.attempts()))?;
    heading("value");
    println!("{:#?}", extraction.value);
    show_usage(extraction.attempts());
    Ok(())
}

/// The server that the arguments name, else the recorded replies.
fn client() -> Result<Box<dyn Client>, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => Ok(Box::new(recorded()?)),
        ["--base-url", url, "--model", model] | ["--model", model, "--base-url", url] => {
            let client = OpenAi::new(url).model(model);
            Ok(Box::new(match std::env::var("OPENAI_API_KEY") {
                Ok(key) => client.key(key),
                Err(_) => client,
            }))
        }
        _ => Err("usage: quickstart [--base-url URL --model NAME]".into()),
    }
}

#[derive(Deserialize)]
struct Recorded {
    content: String,
    prompt_tokens: u64,
    completion_tokens: u64,
}

fn recorded() -> Result<Script, serde_json::Error> {
    let lines = include_str!("data/quickstart.jsonl").lines();
    let replies = lines.map(|line| {
        let recorded: Recorded = serde_json::from_str(line)?;
        let usage = Usage::new(recorded.prompt_tokens, recorded.completion_tokens);
        Ok(Reply::text(recorded.content).with_usage(usage))
    });
    Ok(Script::new(replies.collect::<Result<Vec<_>, _>>()?).named("recorded"))
}

/// A client that shows each request before it is sent, and no text twice.
struct Loud {
    client: Box<dyn Client>,
    shown: Mutex<HashSet<String>>,
}

impl Loud {
    fn is_new(&self, text: &str) -> bool {
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        shown.insert(text.to_owned())
    }

    fn show(&self, message: &Message) {
        let who = match message.role() {
            Role::System => "system",
            Role::Assistant => "model",
            Role::Tool => "tool",
            _ => "user",
        };
        let text = if self.is_new(message.text()) {
            message.text()
        } else {
            "(as above)"
        };
        for (index, line) in text.lines().enumerate() {
            println!("{:>6} │ {line}", if index == 0 { who } else { "" });
        }
    }
}

impl Client for Loud {
    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ClientError>> {
        heading(&format!(
            "request to {}, mode {:?}",
            self.name(),
            request.mode
        ));
        request
            .messages()
            .iter()
            .for_each(|message| self.show(message));
        Box::pin(async {
            let reply = self.client.complete(request).await?;
            self.is_new(&reply.content);
            Ok(reply)
        })
    }

    fn capabilities(&self) -> Capabilities {
        self.client.capabilities()
    }

    fn name(&self) -> &str {
        self.client.name()
    }
}

/// Shows a reply, what was mended in it, and what is wrong with it.
fn show_attempt(attempt: &Attempt) {
    heading(&format!("reply: {:?}", attempt.outcome()));
    let Some(reply) = attempt.reply() else {
        println!("{}", attempt.error().unwrap_or("none"));
        return;
    };
    println!("{}", reply.content);
    if attempt.violations().is_empty() {
        println!();
        attempt
            .fixes()
            .iter()
            .for_each(|fix| println!("mended: {fix}"));
        return;
    }
    let diagnostics = Diagnostics::new(&reply.content, attempt.violations(), attempt.fixes());
    let mut rendered = String::new();
    if renderer()
        .render_report(&mut rendered, &diagnostics)
        .is_ok()
    {
        println!("\n{}", rendered.trim_end());
    }
}

fn renderer() -> GraphicalReportHandler {
    let colours = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    GraphicalReportHandler::new_themed(if colours {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    })
}

fn show_usage(attempts: &[Attempt]) {
    heading("tokens");
    for (number, attempt) in (1..).zip(attempts) {
        let usage = attempt.usage();
        println!(
            "attempt {number}: {} in, {} out",
            usage.prompt_tokens, usage.completion_tokens
        );
    }
    let total: Usage = attempts.iter().map(Attempt::usage).sum();
    println!("together: {}", total.total_tokens());
}

fn heading(text: &str) {
    println!(
        "\n── {text} {}",
        "─".repeat(72_usize.saturating_sub(text.chars().count()))
    );
}
