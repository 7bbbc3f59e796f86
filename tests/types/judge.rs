//! A type in the table, and what is asked of each.
//!
//! What is generic is a few small functions; the judging is done once, on texts and JSON values.

use jsonschema::Validator;
use llm_parse::shape::View;
use llm_parse::{Code, Leniency, LlmExtract, Reader, Strategy, Violation, parse, testing};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::Value;

use crate::differences::{self, Pair};
use crate::direct;
use crate::mutants;
use crate::parts::{self, Taken};
use crate::rng::{Arb, Rng};
use crate::runtime;

/// One type.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) view: fn() -> View<'static>,
    pub(crate) schema: fn() -> Value,
    pub(crate) example: fn() -> Value,
    outline: fn() -> String,
    contract: fn(),
    sample: fn(&mut Rng) -> Sample,
    /// The text of a random value.
    pub(crate) text: fn(&mut Rng) -> String,
    /// Reads a text directly and over the tree, to a depth; whether it can be read directly.
    pub(crate) both: fn(&str, usize) -> Result<bool, String>,
    read: fn(&str, Leniency) -> Result<usize, String>,
    serde: fn(&str) -> Result<(), String>,
    /// Makes a text whole, with a strategy and the whole text.
    pub(crate) drive: fn(&str, Strategy, &str) -> Result<Taken, String>,
    pub(crate) refused: fn(&str) -> bool,
    /// Whether two texts are read as the same value.
    pub(crate) same: fn(&str, &str) -> Result<(), String>,
    /// What is wrong with a text.
    pub(crate) codes: fn(&str) -> Vec<Code>,
    foreign: Option<fn() -> Value>,
}

/// The text of a random value, and why it does not come back, if so.
struct Sample {
    text: String,
    fault: Option<String>,
}

/// How many random values are read back.
const SAMPLES: usize = 40;

/// How many random values are altered.
const ALTERED: usize = 3;

impl Case {
    pub(crate) fn of<T: LlmExtract + Serialize + PartialEq + Arb>(name: &'static str) -> Case {
        Case {
            name,
            view: || View::of(T::SHAPE),
            schema: || T::schema().to_value(),
            example: T::example,
            outline: T::outline,
            contract: testing::assert_contract::<T>,
            sample: sample::<T>,
            text: |rng| serde_json::to_string(&T::arb(rng)).unwrap(),
            both: direct::compare::<T>,
            read: read::<T>,
            serde: |text| match serde_json::from_str::<T>(text) {
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
            drive: parts::drive::<T>,
            refused: |text| parse::<T>(text).is_err(),
            same: same::<T>,
            codes: |text| match parse::<T>(text) {
                Ok(_) => Vec::new(),
                Err(error) => error.violations().iter().map(Violation::code).collect(),
            },
            foreign: None,
        }
    }

    pub(crate) fn beside<T: JsonSchema>(mut self) -> Case {
        self.foreign = Some(|| {
            let generator = SchemaSettings::draft2020_12().into_generator();
            generator.into_root_schema_for::<T>().to_value()
        });
        self
    }
}

fn sample<T: LlmExtract + Serialize + PartialEq + Arb>(rng: &mut Rng) -> Sample {
    let value = T::arb(rng);
    let text = serde_json::to_string(&value).unwrap();
    let fault = match parse::<T>(&text) {
        Err(error) => Some(error.to_string()),
        Ok(parsed) if parsed.value != value => Some(format!(
            "read {}",
            serde_json::to_string(&parsed.value).unwrap()
        )),
        Ok(parsed) if !parsed.fixes.is_empty() => Some(format!("{:?}", parsed.fixes)),
        Ok(_) => value.validate().err().map(|error| error.to_string()),
    };
    Sample { text, fault }
}

fn same<T: LlmExtract + Serialize + PartialEq>(a: &str, b: &str) -> Result<(), String> {
    let read = |text: &str| parse::<T>(text).map_err(|error| error.to_string());
    let (a, b) = (read(a)?.value, read(b)?.value);
    if a == b {
        return Ok(());
    }
    let text = |value: &T| serde_json::to_string(value).unwrap_or_default();
    Err(format!("{} is not {}", text(&a), text(&b)))
}

/// The number of fixes.
fn read<T: LlmExtract>(text: &str, leniency: Leniency) -> Result<usize, String> {
    match Reader::new().leniency(leniency).parse::<T>(text) {
        Ok(parsed) => match parsed.value.validate() {
            Ok(()) => Ok(parsed.fixes.len()),
            Err(violations) => Err(format!("validate: {violations}")),
        },
        Err(error) => Err(error.to_string()),
    }
}

/// Everything that is wrong with the types.
pub(crate) fn faults(cases: &[Case]) -> Vec<String> {
    cases.iter().flat_map(judge).collect()
}

fn judge(case: &Case) -> Vec<String> {
    let mut faults = Vec::new();
    let schema = (case.schema)();
    match validator(&schema) {
        Ok(validator) => {
            examples(case, &validator, &mut faults);
            let samples = samples(case, &validator, &mut faults);
            altered(case, &validator, &samples, &mut faults);
            faults.extend(by_schema(case, &schema, &validator, &samples));
        }
        Err(error) => faults.push(format!("schema: {error}")),
    }
    outline(case, &schema, &mut faults);
    if !faults.is_empty() {
        faults.push(format!("schema is {schema}"));
    }
    faults
        .iter()
        .map(|fault| format!("{}: {fault}", case.name))
        .collect()
}

fn by_schema(case: &Case, schema: &Value, validator: &Validator, samples: &[Value]) -> Vec<String> {
    let mut rng = Rng::new(7);
    let texts: Vec<_> = (0..SAMPLES).map(|_| (case.sample)(&mut rng).text).collect();
    let mutants: Vec<_> = samples.iter().flat_map(mutants::of).collect();
    runtime::faults(schema, validator, &texts, &mutants)
}

fn validator(schema: &Value) -> Result<Validator, String> {
    jsonschema::meta::validate(schema).map_err(|error| error.to_string())?;
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .map_err(|error| error.to_string())
}

fn examples(case: &Case, validator: &Validator, faults: &mut Vec<String>) {
    let example = (case.example)();
    if let Err(error) = validator.validate(&example) {
        faults.push(format!("example {example}: {error}"));
    }
    match (case.read)(&example.to_string(), Leniency::Coerce) {
        Ok(0) => (case.contract)(),
        Ok(fixes) => faults.push(format!("example {example}: {fixes} fixes")),
        Err(error) => faults.push(format!("example {example}: {error}")),
    }
}

/// Random values come back; the first few are altered later.
fn samples(case: &Case, validator: &Validator, faults: &mut Vec<String>) -> Vec<Value> {
    let mut rng = Rng::new(7);
    let mut kept = vec![(case.example)()];
    let mut found = Vec::new();
    for _ in 0..SAMPLES {
        let Sample { text, fault } = (case.sample)(&mut rng);
        if let Some(fault) = fault {
            found.push(format!("sample {text}: {fault}"));
            continue;
        }
        let value: Value = serde_json::from_str(&text).unwrap();
        if let Err(error) = validator.validate(&value) {
            found.push(format!("sample {text}: {error}"));
        }
        // What a JSON value cannot hold is not altered.
        let written = value.to_string();
        if written == text {
            kept.push(value);
        }
    }
    found.truncate(3);
    faults.extend(found);
    kept[1..].sort_by_key(|value| std::cmp::Reverse(value.to_string().len().min(500)));
    kept.dedup();
    kept.truncate(1 + ALTERED);
    kept
}

/// Altered values: our schema, our strict reading, serde and `schemars` agree on each, or the difference is known.
fn altered(case: &Case, ours: &Validator, samples: &[Value], faults: &mut Vec<String>) {
    let foreign = case.foreign.map(|schema| {
        let schema = schema();
        validator(&schema).unwrap_or_else(|error| panic!("{}: schemars: {error}", case.name))
    });
    let mut found: Vec<(String, String)> = Vec::new();
    for mutant in samples.iter().flat_map(mutants::of) {
        let text = mutant.whole.to_string();
        let valid = ours.is_valid(&mutant.whole);
        let read = (case.read)(&text, Leniency::Strict).map(drop);
        let mut hold = |pair, left: bool, right: Result<(), String>| {
            if right.is_ok() != left && !differences::is_known(case.name, pair, left, &mutant) {
                let why = right.err().unwrap_or_default();
                let key = format!("{pair:?} {left} {}", mutant.label);
                found.push((key.clone(), format!("{key}: {text} {why}")));
            }
        };
        let read_too = read.is_ok();
        hold(Pair::SchemaAndReading, valid, read);
        hold(Pair::ReadingAndSerde, read_too, (case.serde)(&text));
        if let Some(foreign) = &foreign {
            let verdict = foreign.validate(&mutant.whole);
            hold(
                Pair::SchemaAndSchemars,
                valid,
                verdict.map_err(|error| error.to_string()),
            );
        }
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    found.dedup_by(|(a, _), (b, _)| a == b);
    faults.extend(found.into_iter().map(|(_, fault)| fault));
}

/// The outline and the schema of a type as one line.
pub(crate) fn print_outline(case: &Case) {
    let mut schema = (case.schema)();
    if let Value::Object(root) = &mut schema {
        root.remove("$schema");
    }
    let line = serde_json::json!({
        "name": case.name,
        "outline": (case.outline)(),
        "schema": schema.to_string(),
    });
    println!("\n{line}");
}

/// Every key of the schema stands in the outline, in quotes.
fn outline(case: &Case, schema: &Value, faults: &mut Vec<String>) {
    let outline = (case.outline)();
    if outline.is_empty() || outline != (case.outline)() {
        faults.push(format!("outline: empty or not the same twice: {outline:?}"));
    }
    let mut keys = Vec::new();
    keys_of(schema, &mut keys);
    for key in keys {
        let quoted = Value::from(key.as_str()).to_string();
        if !outline.contains(&quoted) && !differences::HIDDEN_KEYS.contains(&(case.name, &*key)) {
            faults.push(format!("outline: no {quoted} in {outline:?}"));
        }
    }
}

fn keys_of(schema: &Value, keys: &mut Vec<String>) {
    match schema {
        Value::Array(schemas) => schemas.iter().for_each(|schema| keys_of(schema, keys)),
        Value::Object(entries) => {
            for (keyword, value) in entries {
                match (keyword.as_str(), value) {
                    ("properties", Value::Object(properties)) => {
                        keys.extend(properties.keys().cloned());
                        properties.values().for_each(|schema| keys_of(schema, keys));
                    }
                    ("$defs", Value::Object(defs)) => {
                        defs.values().for_each(|schema| keys_of(schema, keys));
                    }
                    ("const" | "enum" | "default" | "examples", _) => {}
                    _ => keys_of(value, keys),
                }
            }
        }
        _ => {}
    }
}
