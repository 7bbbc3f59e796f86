//! What the engine has to know of a type; made once for each type.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use serde_json::Value;

use crate::LlmExtract;
use crate::client::Capabilities;
use crate::read::Reader;
use crate::shape::Shape;
use crate::violation::{Code, Violation};

/// What a request says about the type, and whether it can be read at all.
#[derive(Debug)]
pub(crate) struct Facts {
    /// Legal as the name of a schema or of a tool.
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) outline: String,
    /// The example as compact JSON.
    pub(crate) example: String,
    schema: Arc<Value>,
    /// Why no reply could ever be read.
    pub(crate) fault: Option<Violation>,
}

impl Facts {
    /// The facts of a type.
    pub(crate) fn of<T: LlmExtract>() -> Arc<Facts> {
        // Bounded by the number of types in the program.
        static KNOWN: LazyLock<Mutex<HashMap<TypeId, Arc<Facts>>>> = LazyLock::new(Mutex::default);

        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let id = TypeId::of::<T>();
        if let Some(facts) = known().get(&id) {
            return Arc::clone(facts);
        }
        let facts = Arc::new(Facts::new::<T>());
        Arc::clone(known().entry(id).or_insert(facts))
    }

    fn new<T: LlmExtract>() -> Facts {
        let example = T::example().to_string();
        Facts {
            name: name(T::SHAPE),
            description: T::SHAPE.description(),
            outline: T::outline(),
            fault: fault::<T>(&example),
            example,
            schema: Arc::new(T::schema().to_value()),
        }
    }

    /// The schema as this client takes it, and whether it is within the strict subset.
    pub(crate) fn lower(&self, _capabilities: &Capabilities) -> (Arc<Value>, bool) {
        (Arc::clone(&self.schema), false)
    }
}

/// A type fault shows on the type's own example, before anything is sent.
fn fault<T: LlmExtract>(example: &str) -> Option<Violation> {
    let error = Reader::new().parse::<T>(example).err()?;
    let mut violations = error.violations().iter();
    violations
        .find(|violation| violation.code() == Code::TypeFault)
        .cloned()
}

/// The type's name with what providers refuse in one replaced (`[A-Za-z0-9_-]{1,64}`).
fn name(shape: &Shape) -> String {
    let name: String = shape
        .name
        .chars()
        .map(|c| match c {
            c if c.is_ascii_alphanumeric() || c == '-' => c,
            _ => '_',
        })
        .take(64)
        .collect();
    if name.chars().all(|c| c == '_') {
        "value".to_owned()
    } else {
        name
    }
}
