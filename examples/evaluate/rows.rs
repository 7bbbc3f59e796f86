//! What came of each task, kept as JSON Lines as it comes.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use llm_parse::Attempt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::differing::differing;
use crate::task::{Answer, Task};
use crate::way::Name;

/// What came of a task that was asked in one way.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    model: Option<String>,
    #[serde(flatten)]
    pub(crate) way: Name,
    task: String,
    pub(crate) value: Option<Value>,
    error: Option<String>,
    /// The fields that are to be there.
    pub(crate) fields: usize,
    /// Those that are not as expected.
    pub(crate) wrong: Vec<String>,
    /// Every request's reply as it came, and what was found in it.
    pub(crate) attempts: Vec<Attempt>,
}

impl Row {
    pub(crate) fn new(model: Option<&str>, way: &Name, task: &Task, answer: Answer) -> Row {
        let (result, attempts) = answer;
        let wrong = match &result {
            Ok(value) => differing(value, &task.expected),
            Err(_) => task.expected.keys().cloned().collect(),
        };
        Row {
            model: model.map(str::to_owned),
            way: way.clone(),
            task: task.id.clone(),
            error: result.as_ref().err().map(ToString::to_string),
            value: result.ok(),
            fields: task.expected.len(),
            wrong,
            attempts,
        }
    }

    pub(crate) fn is_of(&self, model: Option<&str>, way: &Name, task: &Task) -> bool {
        self.model.as_deref() == model && self.way == *way && self.task == task.id
    }
}

/// The rows, and the file that they stand in.
pub(crate) struct Rows {
    pub(crate) list: Vec<Row>,
    file: File,
}

impl Rows {
    /// A file that is not there yet.
    pub(crate) fn create(path: &Path) -> Result<Rows, Box<dyn Error>> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|error| {
            format!(
                "{}: {error}; `--resume` goes on with a file that is there",
                path.display()
            )
        })?;
        Ok(Rows {
            list: Vec::new(),
            file,
        })
    }

    /// Goes on with the rows of a file. A last one that was not written to its end is dropped.
    pub(crate) fn resume(path: &Path) -> Result<Rows, Box<dyn Error>> {
        let fault = |error: &dyn Error| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| fault(&error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let rows = text[..whole].lines().map(serde_json::from_str);
        let list = rows
            .collect::<Result<_, _>>()
            .map_err(|error| fault(&error))?;
        let file = OpenOptions::new().append(true).open(path)?;
        file.set_len(whole as u64)?;
        Ok(Rows { list, file })
    }

    pub(crate) fn add(&mut self, row: Row) -> Result<(), Box<dyn Error>> {
        let line = serde_json::to_string(&row)?;
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.list.push(row);
        Ok(())
    }
}
