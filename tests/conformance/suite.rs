//! `JSONTestSuite`: `y_` must be accepted, `n_` refused by a strict parser, `i_` is free.

use std::fs;
use std::path::Path;

use libtest_mimic::Failed;
use llm_parse::{FixKind, Leniency, Reader};
use serde_json::Value;

const ALL: [Leniency; 3] = [Leniency::Strict, Leniency::Repair, Leniency::Coerce];

/// Valid documents that are refused all the same: a key stands twice with different values.
const DUPLICATES: [&str; 1] = ["y_object_duplicated_key.json"];

pub(crate) fn valid(folder: &Path) -> Result<(), Failed> {
    let mut faults = Vec::new();
    for (name, bytes) in documents(folder, "y_")? {
        let text = std::str::from_utf8(&bytes)?;
        let expected: Value = serde_json::from_str(text)?;
        for leniency in ALL {
            let got = Reader::new().leniency(leniency).parse::<Value>(text);
            let fine = match &got {
                Ok(parsed) => parsed.value == expected && no_repair(&name, &parsed.fixes),
                Err(_) => DUPLICATES.contains(&name.as_str()),
            };
            if !fine {
                faults.push(format!("{name} {leniency:?}: {got:?}, not {expected}"));
            }
        }
    }
    report(&faults)
}

/// A key that stands twice with one value is one, and says so.
fn no_repair(name: &str, fixes: &[llm_parse::Fix]) -> bool {
    fixes.is_empty()
        || name.contains("duplicated")
            && fixes.iter().all(|fix| fix.kind() == FixKind::DuplicateKey)
}

pub(crate) fn invalid(folder: &Path) -> Result<(), Failed> {
    let strict = Reader::new().leniency(Leniency::Strict);
    let mut faults = Vec::new();
    for (name, bytes) in documents(folder, "n_")? {
        let Ok(text) = std::str::from_utf8(&bytes) else {
            continue;
        };
        if let Ok(parsed) = strict.parse::<Value>(text) {
            faults.push(format!("{name}: {}", parsed.value));
        }
    }
    report(&faults)
}

pub(crate) fn any(folder: &Path) -> Result<(), Failed> {
    for (_, bytes) in documents(folder, "")? {
        let text = String::from_utf8_lossy(&bytes);
        for leniency in ALL {
            if let Err(error) = Reader::new().leniency(leniency).parse::<Value>(&text) {
                assert!(!error.violations().is_empty());
                let _ = (error.to_string(), error.partial());
            }
        }
    }
    Ok(())
}

fn documents(folder: &Path, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, Failed> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(prefix) {
            documents.push((name, fs::read(entry.path())?));
        }
    }
    documents.sort();
    assert!(
        !documents.is_empty(),
        "no documents in {}",
        folder.display()
    );
    Ok(documents)
}

fn report(faults: &[String]) -> Result<(), Failed> {
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n").into())
    }
}
