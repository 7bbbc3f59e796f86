//! What the command line says.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use llm_parse::{Leniency, Mode, Strategy};
use serde::de::DeserializeOwned;
use serde_json::Value;

pub(crate) const USAGE: &str = "\
usage: evaluate --base-url URL [--model NAME] [--tasks FILE] [--limit N] [--modes M,..] [--ladders L,..]
                [--leniencies N,..] [--attempts N] [--max-tokens N] [--minutes N] [--log FILE | --resume FILE]

  --base-url    an OpenAI-compatible server, such as http://localhost:8080/v1 (by default: that of LLM_PARSE_BASE_URL);
                its key is read from OPENAI_API_KEY
  --tasks       one task a line: {\"id\", \"text\", \"schema\": a JSON Schema, \"expected\": {\"name\": .., \"address.city\": ..}};
                by default 21 texts of 8 types
  --limit       only the first N tasks
  --modes       of Auto, JsonSchema, Tool, JsonObject, Prompt (by default: all but Auto)
  --ladders     `default`, or strategies joined by `+`, such as Reask+StrictFormat (by default: default,Reask)
  --leniencies  of Strict, Repair, Coerce (by default: Coerce)
  --attempts    requests for each task at most (by default: 4)
  --max-tokens  tokens of a reply at most (by default: 512)
  --minutes     no task is begun after so many minutes
  --log         where each task is written, with every reply, one a line (by default: a new file among the temporary ones)
  --resume      the same file again: what is there is not asked for again, and the table is that of all of it";

pub(crate) struct Settings {
    pub(crate) base_url: String,
    pub(crate) model: Option<String>,
    pub(crate) tasks: Option<PathBuf>,
    pub(crate) limit: usize,
    pub(crate) modes: Vec<Mode>,
    pub(crate) ladders: Vec<Vec<Strategy>>,
    pub(crate) leniencies: Vec<Leniency>,
    pub(crate) attempts: u32,
    pub(crate) max_tokens: u32,
    pub(crate) limit_of_time: Duration,
    pub(crate) log: PathBuf,
    /// Whether the log is there already.
    pub(crate) resume: bool,
}

impl Settings {
    pub(crate) fn read() -> Result<Settings, Box<dyn Error>> {
        let mut settings = Settings {
            base_url: std::env::var("LLM_PARSE_BASE_URL").unwrap_or_default(),
            model: None,
            tasks: None,
            limit: usize::MAX,
            modes: vec![Mode::JsonSchema, Mode::Tool, Mode::JsonObject, Mode::Prompt],
            ladders: vec![Vec::new(), vec![Strategy::Reask]],
            leniencies: vec![Leniency::Coerce],
            attempts: 4,
            max_tokens: 512,
            limit_of_time: Duration::MAX,
            log: std::env::temp_dir().join(format!("evaluate-{}.jsonl", std::process::id())),
            resume: false,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--base-url" => settings.base_url = value()?,
                "--model" => settings.model = Some(value()?),
                "--tasks" => settings.tasks = Some(value()?.into()),
                "--limit" => settings.limit = value()?.parse()?,
                "--modes" => settings.modes = each(&value()?, named)?,
                "--ladders" => settings.ladders = each(&value()?, ladder)?,
                "--leniencies" => settings.leniencies = each(&value()?, leniency)?,
                "--attempts" => settings.attempts = value()?.parse()?,
                "--max-tokens" => settings.max_tokens = value()?.parse()?,
                "--minutes" => {
                    let minutes: u64 = value()?.parse()?;
                    settings.limit_of_time = Duration::from_secs(minutes.saturating_mul(60));
                }
                "--log" => settings.log = value()?.into(),
                "--resume" => (settings.log, settings.resume) = (value()?.into(), true),
                _ => return Err(format!("unknown argument `{argument}`").into()),
            }
        }
        if settings.base_url.is_empty() {
            return Err("--base-url is missing".into());
        }
        Ok(settings)
    }
}

fn each<T>(list: &str, read: fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    list.split(',').map(|one| read(one.trim())).collect()
}

fn named<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    serde_json::from_value(Value::from(name)).map_err(|error| error.to_string())
}

/// No strategies are the default ladder.
fn ladder(text: &str) -> Result<Vec<Strategy>, String> {
    match text {
        "default" => Ok(Vec::new()),
        _ => text.split('+').map(named).collect(),
    }
}

fn leniency(name: &str) -> Result<Leniency, String> {
    match name {
        "Strict" => Ok(Leniency::Strict),
        "Repair" => Ok(Leniency::Repair),
        "Coerce" => Ok(Leniency::Coerce),
        _ => Err(format!("`{name}` is none of Strict, Repair, Coerce")),
    }
}
