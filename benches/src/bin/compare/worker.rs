//! Each tool in a process of its own: some never end on some texts, or use up the memory.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What came of one input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    Right,
    Wrong,
    Refused,
    /// The tool panicked, ended the process, or took too long.
    Broke,
}

/// A verdict, and how long it took.
pub type Answer = (Verdict, Duration);

/// How long a tool may take for one text.
const LIMIT: Duration = Duration::from_secs(2);

/// Judges inputs from a number on, and writes down each answer.
pub fn serve(from: usize, count: usize, judge: impl Fn(usize) -> Answer) {
    for index in from..count {
        let line = serde_json::to_string(&judge(index)).expect("an answer is JSON");
        let mut out = std::io::stdout().lock();
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// The answers of a tool, whose process is started again after each input that breaks it.
pub fn answers(tool: &str, count: usize) -> std::io::Result<Vec<Answer>> {
    let mut answers = Vec::new();
    while answers.len() < count {
        let (mut child, lines) = start(tool, answers.len())?;
        while let Ok(line) = lines.recv_timeout(LIMIT) {
            answers.extend(serde_json::from_str::<Answer>(&line));
        }
        child.kill()?;
        child.wait()?;
        if answers.len() < count {
            answers.push((Verdict::Broke, Duration::ZERO));
        }
    }
    Ok(answers)
}

fn start(tool: &str, from: usize) -> std::io::Result<(Child, Receiver<String>)> {
    let mut child = Command::new(std::env::current_exe()?)
        .args([tool, &from.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let out = child
        .stdout
        .take()
        .ok_or_else(|| std::io::Error::other("no output"))?;
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    Ok((child, lines))
}
