//! `json-patch-tests`: what each patch makes of its document, or that it fails.

use std::fs;
use std::path::Path;

use libtest_mimic::Failed;
use llm_parse::patch::{Patch, PatchError};
use serde_json::Value;

pub(crate) fn patches(folder: &Path) -> Result<(), Failed> {
    let mut faults = Vec::new();
    let mut count = 0;
    for file in ["tests.json", "spec_tests.json"] {
        let text = fs::read_to_string(folder.join(file))?;
        let cases: Vec<Value> = serde_json::from_str(&text)?;
        for case in cases.iter().filter(|case| case.get("patch").is_some()) {
            count += 1;
            if let Err(fault) = check(case) {
                faults.push(format!("{case}: {fault}"));
            }
        }
    }
    assert!(count > 100, "{count} cases");
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.join("\n").into())
    }
}

/// Whether a case comes to what it says; one that is marked as disabled must only do no harm.
fn check(case: &Value) -> Result<(), String> {
    let before = &case["doc"];
    let mut document = before.clone();
    let result = apply(&case["patch"], &mut document);
    if result.is_err() && document != *before {
        return Err("it failed and changed the document".to_owned());
    }
    if case
        .get("disabled")
        .is_some_and(|disabled| *disabled == true)
    {
        return Ok(());
    }
    match (result, case.get("error"), case.get("expected")) {
        (Ok(()), None, Some(expected)) if document == *expected => Ok(()),
        // Where nothing else is said it only has to be so.
        (Err(_), Some(_), _) | (Ok(()), None, None) => Ok(()),
        (Ok(()), ..) => Err(format!("it made {document}")),
        (Err(error), ..) => Err(error.to_string()),
    }
}

fn apply(patch: &Value, document: &mut Value) -> Result<(), PatchError> {
    patch.to_string().parse::<Patch>()?.apply(document)
}
