//! Replies of every kind that models write, by class, with the value or the violations that a careful user would want:
//!
//! `cargo test --test corpus -- --nocapture`

mod beside;
mod cases;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use cases::{Case, Known, Wanted};
use chrono::NaiveDate;
use llm_parse::{Fix, LlmExtract, ParseError, Parsed, Reader, Violation};
use serde::Serialize;
use serde_json::{Value, to_value};
use types::{
    Account, Action, Address, Amount, Article, Badge, Choice, Company, Contact, Counter, Crew,
    Currency, Decision, Flags, Invoice, Key, Labels, Level, Line, Lookup, Measure, Meeting,
    Message, Node, Note, Person, Product, Profile, Review, Sentiment, Server, Shape, Snippet,
    Status, Step, Ticket,
};

/// How the outcome of a case compares with what was wanted, and what came instead.
enum Verdict {
    /// The wanted value.
    Right,
    /// No value where none was wanted, or none was needed.
    RightlyRefused,
    /// Another value than the wanted one, or a value where none was wanted: the worst.
    Wrong(String),
    /// No value where one was wanted.
    Refused(String),
    /// Other violations or fixes than the wanted ones.
    Differs(String),
}

/// The columns of the table. The first two are as wanted, the last two known and explained.
const COLUMNS: [&str; 7] = [
    "right",
    "no value",
    "wrong",
    "refused",
    "differs",
    "known",
    "known wrong",
];

/// How many cases of one file came to what.
type Tally = BTreeMap<&'static str, usize>;

macro_rules! files {
    ($($name:literal)*) => {[$(($name, include_str!(concat!($name, ".txt")))),*]};
}

const FILES: [(&str, &str); 21] = files! {
    "around" "fences" "drafts" "several" "punctuation" "quotes" "literals" "numbers" "structure" "enums" "options"
    "cut" "bytes" "roots" "sentences" "untagged" "dates" "echoes" "disowned" "rivals" "leads"
};

#[test]
fn every_input_comes_to_what_is_wanted() {
    let (mut faults, mut names) = (Vec::new(), BTreeSet::new());
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for (file, text) in FILES {
        for case in cases::parse(file, text) {
            assert!(names.insert(case.name.clone()), "{} twice", case.name);
            count(&case, tallies.entry(file).or_default(), &mut faults);
        }
    }
    print(&tallies);
    if let Some(path) = std::env::var_os("CORPUS_DIFFERENCES") {
        std::fs::write(path, faults.join("\n")).unwrap();
    }
    assert!(names.len() >= 1850, "only {} inputs", names.len());
    faults.retain(|fault| !fault.starts_with("known"));
    assert!(
        faults.is_empty(),
        "{} differences:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

fn count(case: &Case, tally: &mut Tally, faults: &mut Vec<String>) {
    let (column, got) = match read(case) {
        Verdict::Right | Verdict::RightlyRefused if case.known != Known::Not => (
            "right",
            Some("what is wanted: take the mark away".to_owned()),
        ),
        Verdict::Right => ("right", None),
        Verdict::RightlyRefused => ("no value", None),
        Verdict::Wrong(got) if case.known == Known::Wrong => ("known wrong", Some(got)),
        Verdict::Refused(got) | Verdict::Differs(got) if case.known == Known::Refused => {
            ("known", Some(got))
        }
        Verdict::Wrong(got) => ("wrong", Some(got)),
        Verdict::Refused(got) => ("refused", Some(got)),
        Verdict::Differs(got) => ("differs", Some(got)),
    };
    *tally.entry(column).or_default() += 1;
    if let Some(got) = got {
        let Case {
            name,
            r#type: ty,
            input,
            wanted,
            ..
        } = case;
        faults.push(format!(
            "{column} {name} : {ty}\n    input  {input:?}\n    wanted {wanted}\n    got    {got}"
        ));
    }
}

fn print(tallies: &BTreeMap<&str, Tally>) {
    let header = COLUMNS.map(|column| format!("{column:>12}"));
    println!("{:12}{}", "class", header.concat());
    for (class, tally) in tallies {
        let counts = COLUMNS.map(|column| format!("{:>12}", tally.get(column).unwrap_or(&0)));
        println!("{class:12}{}", counts.concat());
    }
}

macro_rules! by_name {
    ($case:ident: $($name:ty)*) => {{
        let name = &$case.r#type;
        $(if name == &stringify!($name).replace(' ', "") {
            return judge::<$name>($case);
        })*
        panic!("{}: no type {name}", $case.name)
    }};
}

fn read(case: &Case) -> Verdict {
    by_name!(case:
        Badge Crew Profile Vec<Profile> BTreeMap<String,Profile> Option<Profile>
        Account Action Address Amount Article Company Contact Counter Flags Invoice Key Labels Line Lookup Measure Meeting
        Message Node Note Person Product Review Sentiment Server Shape Snippet Status Step Ticket Currency Choice Level Decision Value
        String bool char u8 u32 i64 f64 Vec<Person> Vec<Counter> Vec<Line> Vec<String> Vec<i64> Vec<f64> Vec<Status> Vec<Vec<i64>>
        Option<Person> Option<u32> Option<String> Option<Status> Option<Vec<String>> Vec<Action> Vec<Shape> Vec<Message> Vec<Amount>
        BTreeMap<String,f64> BTreeMap<String,u32> BTreeMap<String,String> BTreeMap<String,Person>
        BTreeMap<String,Vec<String>> (String,u32) Vec<(String,f64)> NaiveDate)
}

fn judge<T: LlmExtract + Serialize + Debug>(case: &Case) -> Verdict {
    let parsed = Reader::new().cut_off(case.length).parse::<T>(&case.input);
    match (&case.wanted, parsed) {
        (Wanted::Value(wanted), Ok(parsed)) => {
            let wanted: T = serde_json::from_value(wanted.clone())
                .unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let got = to_value(&parsed.value).unwrap();
            if got == to_value(wanted).unwrap() {
                fixes(case, &parsed)
            } else {
                Verdict::Wrong(got.to_string())
            }
        }
        (_, Ok(parsed)) => Verdict::Wrong(to_value(&parsed.value).unwrap().to_string()),
        (Wanted::Value(_), Err(_)) if case.or_refused => Verdict::RightlyRefused,
        (Wanted::Value(_), Err(error)) => Verdict::Refused(told(&error)),
        (wanted, Err(error)) => violations(wanted, &error),
    }
}

fn fixes<T>(case: &Case, parsed: &Parsed<T>) -> Verdict {
    let kind = |fix: &Fix| format!("{:?}", fix.kind());
    let got: BTreeSet<_> = parsed.fixes.iter().map(kind).collect();
    match &case.fixes {
        Some(wanted) if got != wanted.iter().cloned().collect() => {
            Verdict::Differs(format!("fixes {got:?}, not {wanted:?}"))
        }
        _ => Verdict::Right,
    }
}

fn violations(wanted: &Wanted, error: &ParseError) -> Verdict {
    let line = |violation: &Violation| format!("{} {:?}", place(violation), violation.code());
    let right = match wanted {
        Wanted::Violations(wanted) => error
            .violations()
            .iter()
            .map(line)
            .eq(wanted.iter().cloned()),
        Wanted::Cut(partial) => error.is_cut_off() && error.partial().as_ref() == Some(partial),
        Wanted::Refused | Wanted::Value(_) => true,
    };
    if right {
        Verdict::RightlyRefused
    } else {
        Verdict::Differs(told(error))
    }
}

fn told(error: &ParseError) -> String {
    let line = |violation: &Violation| {
        format!("{} {:?} ({violation})", place(violation), violation.code())
    };
    let lines: Vec<_> = error.violations().iter().map(line).collect();
    match error.partial() {
        Some(partial) => format!("{}; partial {partial}", lines.join("; ")),
        None => lines.join("; "),
    }
}

/// The path, with a dot for the root.
fn place(violation: &Violation) -> String {
    let path = violation.path();
    if path.is_root() {
        ".".to_owned()
    } else {
        path.to_string()
    }
}
