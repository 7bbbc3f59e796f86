//! Reads a model's reply by a JSON Schema document.
//!
//! `cargo run --example read -- --schema FILE < reply.txt` writes the value to standard output, and what was mended and what
//! is wrong to standard error, as a compiler does. With `--json` standard output has everything, for machines. The exit code
//! is 0 for a value, 1 where the reply holds none, 2 where the program was called wrongly.
//!
//! `cargo run --example read` shows two replies at work.

use std::error::Error;
use std::io::{IsTerminal, Read};
use std::process::ExitCode;

use llm_parse::{Diagnostics, Fix, ParseError, Parsed, Reader, RuntimeShape, Violation};
use miette::{GraphicalReportHandler, GraphicalTheme};
use serde_json::{Value, json};

const USAGE: &str = "usage: read [--schema FILE] [--json] < reply.txt";

const SCHEMA: &str = r#"{
  "title": "Ticket",
  "type": "object",
  "properties": {
    "title": { "type": "string", "minLength": 5 },
    "priority": { "type": "integer", "minimum": 1, "maximum": 5 },
    "state": { "enum": ["open", "in progress", "closed"] },
    "tags": { "type": "array", "items": { "type": "string" } }
  },
  "required": ["title", "priority", "state"]
}"#;

const REPLIES: [&str; 2] = [
    "Sure! Here is the ticket:\n```json\n{\n  title: 'Fix the login page',\n  \"priority\": \"2\",\n  \"State\": \"In Progress\",\n  \
     \"tags\": \"login\",\n}\n```",
    "{\n  \"title\": \"Fix\",\n  \"priority\": 9,\n  \"tags\": [\"login\"]\n}",
];

#[derive(Default)]
struct Settings {
    schema: Option<String>,
    json: bool,
    help: bool,
}

fn main() -> ExitCode {
    let outcome = settings().and_then(|settings| run(&settings));
    outcome.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn settings() -> Result<Settings, Box<dyn Error>> {
    let mut settings = Settings::default();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--schema" => settings.schema = Some(arguments.next().ok_or(USAGE)?),
            "--json" => settings.json = true,
            "--help" | "-h" => settings.help = true,
            other => return Err(format!("unknown argument `{other}`; {USAGE}").into()),
        }
    }
    Ok(settings)
}

fn run(settings: &Settings) -> Result<ExitCode, Box<dyn Error>> {
    if settings.help {
        println!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    }
    let mut reply = Vec::new();
    if !std::io::stdin().is_terminal() {
        std::io::stdin().read_to_end(&mut reply)?;
    }
    let reply = String::from_utf8(reply).map_err(|_| "the reply is not UTF-8")?;
    let Some(file) = &settings.schema else {
        if reply.is_empty() {
            return demonstrate(settings);
        }
        return show(&RuntimeShape::any(), &reply, settings);
    };
    let schema = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    show(&shape(file, &schema)?, &reply, settings)
}

fn shape(file: &str, schema: &str) -> Result<RuntimeShape, Box<dyn Error>> {
    let schema: Value = serde_json::from_str(schema).map_err(|error| format!("{file}: {error}"))?;
    RuntimeShape::from_json_schema(&schema).map_err(|error| format!("{file}: {error}").into())
}

fn demonstrate(settings: &Settings) -> Result<ExitCode, Box<dyn Error>> {
    let shape = shape("the schema", SCHEMA)?;
    if !settings.json {
        println!("{SCHEMA}");
    }
    for reply in REPLIES {
        if !settings.json {
            println!("\n{reply}\n");
        }
        show(&shape, reply, settings)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(
    shape: &RuntimeShape,
    reply: &str,
    settings: &Settings,
) -> Result<ExitCode, Box<dyn Error>> {
    let read = Reader::new().parse_value(shape, reply);
    if settings.json {
        println!("{:#}", as_json(&read));
    } else {
        let (violations, fixes) = match &read {
            Ok(parsed) => (&[][..], &parsed.fixes[..]),
            Err(error) => (error.violations(), error.fixes()),
        };
        if !violations.is_empty() || !fixes.is_empty() {
            eprintln!("{}", rendered(&Diagnostics::new(reply, violations, fixes))?);
        }
        if let Ok(parsed) = &read {
            println!("{:#}", parsed.value);
        }
    }
    Ok(ExitCode::from(u8::from(read.is_err())))
}

fn rendered(diagnostics: &Diagnostics) -> Result<String, std::fmt::Error> {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let theme = if colours {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let mut text = String::new();
    GraphicalReportHandler::new_themed(theme).render_report(&mut text, diagnostics)?;
    Ok(text)
}

/// The value, or what was read of it, and all that is to be said of it.
fn as_json(read: &Result<Parsed<Value>, ParseError>) -> Value {
    let fixes = |fixes: &[Fix]| fixes.iter().map(fix).collect::<Value>();
    match read {
        Ok(parsed) => json!({
            "value": parsed.value,
            "fixes": fixes(&parsed.fixes),
            "violations": [],
        }),
        Err(error) => json!({
            "partial": error.partial(),
            "fixes": fixes(error.fixes()),
            "violations": error.violations().iter().map(violation).collect::<Value>(),
        }),
    }
}

fn fix(fix: &Fix) -> Value {
    let span = fix.span();
    json!({
        "pointer": fix.path().to_string(),
        "kind": fix.kind(),
        "message": fix.to_string(),
        "span": [span.start, span.end],
    })
}

fn violation(violation: &Violation) -> Value {
    json!({
        "pointer": violation.path().to_string(),
        "code": violation.code(),
        "message": violation.message(),
        "expected": violation.expected(),
        "found": violation.found(),
        "span": violation.span().map(|span| [span.start, span.end]),
    })
}
