//! Python's `json_repair`, as a process in an environment of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::inputs::Input;
use crate::judge;
use crate::tools::Tool;
use crate::worker::Answer;

/// Repairs a JSON list of texts, and says how long each took.
const PROGRAM: &str = r"
import json, sys, time
from json_repair import repair_json
repaired = []
for text in json.load(sys.stdin):
    start = time.perf_counter()
    try:
        result = repair_json(text)
    except Exception:
        result = None
    repaired.append((result, time.perf_counter() - start))
json.dump(repaired, sys.stdout)
";

/// Repairs the texts of all inputs and judges them; `None` where Python or the package is not to be had.
pub fn repair_all(inputs: &[Input]) -> Option<Vec<Answer>> {
    let folder = std::env::temp_dir().join(format!("llm-parse-compare-{}", std::process::id()));
    let python = install(&folder);
    let repaired = python.and_then(|python| run(&python, inputs));
    // What cannot be removed is in the folder for temporary files.
    let _ = std::fs::remove_dir_all(&folder);
    let judged = inputs
        .iter()
        .zip(repaired?)
        .map(|(input, (text, seconds))| {
            let (verdict, time) = judge(Tool::Python, input, text.as_deref());
            (verdict, time + Duration::from_secs_f64(seconds))
        });
    Some(judged.collect())
}

fn install(folder: &Path) -> Option<PathBuf> {
    let ran = |command: &mut Command| {
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    };
    let python = folder.join("bin/python");
    let fine = ran(Command::new("python3").arg("-m").arg("venv").arg(folder))
        && ran(Command::new(&python).args(["-m", "pip", "install", "--quiet", "json_repair"]));
    fine.then_some(python)
}

fn run(python: &Path, inputs: &[Input]) -> Option<Vec<(Option<String>, f64)>> {
    let texts: Vec<&str> = inputs.iter().map(|input| input.text.as_str()).collect();
    let mut child = Command::new(python)
        .args(["-c", PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child
        .stdin
        .take()?
        .write_all(serde_json::to_string(&texts).ok()?.as_bytes())
        .ok()?;
    serde_json::from_slice(&child.wait_with_output().ok()?.stdout).ok()
}
