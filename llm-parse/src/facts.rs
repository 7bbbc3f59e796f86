//! What the engine has to know of a type; made once for each type.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use serde_json::Value;

use crate::LlmExtract;
use crate::dialect::{Dialect, Lowered, OpenAiStrict};
use crate::example::example;
use crate::faults;
use crate::outline::outline;
use crate::root::Wanted;
use crate::runtime::{RuntimeShape, ShapeError};
use crate::schema::{self, PLAIN};
use crate::shape::{Shape, View};
use crate::violation::Violation;

/// What a request says about the type, and whether it can be read at all.
#[derive(Debug)]
pub(crate) struct Facts {
    /// Legal as the name of a schema or of a tool.
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) outline: String,
    /// The example as compact JSON.
    pub(crate) example: String,
    /// Why no reply could ever be read.
    pub(crate) fault: Option<Violation>,
    source: Source,
    plain: OnceLock<Sent>,
    object: OnceLock<Sent>,
    strict: OnceLock<Sent>,
}

/// What is known of the shape.
#[derive(Debug)]
enum Source {
    Type(View<'static>),
    /// A part of a type, or what is no type at all.
    Document(RuntimeShape, Value),
    /// Any text.
    Text(RuntimeShape),
}

/// A schema as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    pub(crate) schema: Arc<Value>,
    /// Whether it is within the strict subset.
    pub(crate) strict: bool,
    /// Whether the value stands under the key `value` of an object.
    pub(crate) wrapped: bool,
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
        let view = View::of(T::SHAPE);
        Facts {
            name: name(T::SHAPE),
            description: T::SHAPE.description(),
            outline: T::outline(),
            fault: faults::facts(view).fault,
            example: T::example().to_string(),
            source: Source::Type(view),
            plain: OnceLock::new(),
            object: OnceLock::new(),
            strict: OnceLock::new(),
        }
    }

    /// The facts of what a JSON Schema document of an object describes.
    pub(crate) fn of_document(name: &str, schema: Value) -> Result<Facts, ShapeError> {
        let shape = RuntimeShape::from_json_schema(&schema)?;
        let text = |key: &str| schema.get(key).and_then(Value::as_str).map(str::to_owned);
        Ok(Facts {
            name: name.to_owned(),
            description: text("description"),
            outline: outline(shape.view()),
            fault: None,
            example: example(shape.view()).to_string(),
            source: Source::Document(shape, schema),
            plain: OnceLock::new(),
            object: OnceLock::new(),
            strict: OnceLock::new(),
        })
    }

    /// The facts of an answer of which nothing is said but by the prompt.
    pub(crate) fn of_text() -> Arc<Facts> {
        Arc::new(Facts {
            name: "text".to_owned(),
            description: None,
            outline: String::new(),
            fault: None,
            example: String::new(),
            source: Source::Text(RuntimeShape::any()),
            plain: OnceLock::new(),
            object: OnceLock::new(),
            strict: OnceLock::new(),
        })
    }

    /// Whether the answer is any text, which a function of the user's reads.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.source, Source::Text(_))
    }

    /// The shape, where it is known only at run time.
    pub(crate) fn document(&self) -> Option<&RuntimeShape> {
        match &self.source {
            Source::Type(_) | Source::Text(_) => None,
            Source::Document(shape, _) => Some(shape),
        }
    }

    /// What a text is read by.
    pub(crate) fn wanted(&self) -> Wanted<'_> {
        match &self.source {
            Source::Type(view) => Wanted::Type(*view),
            Source::Document(shape, _) | Source::Text(shape) => Wanted::Document(shape),
        }
    }

    /// The schema for a provider that takes any.
    pub(crate) fn plain(&self) -> &Sent {
        self.plain.get_or_init(|| self.written(false))
    }

    /// The schema for a provider that takes any but wants an object.
    pub(crate) fn object(&self) -> &Sent {
        self.object.get_or_init(|| self.written(true))
    }

    /// The schema for a provider that takes `OpenAI`'s strict subset.
    pub(crate) fn strict(&self) -> &Sent {
        self.strict.get_or_init(|| {
            let lowered = OpenAiStrict.lower(self.view());
            lowered.map_or_else(|_| self.written(true), Sent::from)
        })
    }

    fn written(&self, objects_only: bool) -> Sent {
        match &self.source {
            Source::Type(view) => {
                Lowered::document(schema::write(*view, &PLAIN), objects_only).into()
            }
            Source::Text(_) => Sent {
                schema: Arc::new(Value::Bool(true)),
                strict: false,
                wrapped: false,
            },
            Source::Document(_, schema) => Sent {
                schema: Arc::new(schema.clone()),
                strict: false,
                wrapped: false,
            },
        }
    }

    fn view(&self) -> View<'_> {
        match &self.source {
            Source::Type(view) => *view,
            Source::Document(shape, _) | Source::Text(shape) => shape.view(),
        }
    }
}

impl From<Lowered> for Sent {
    fn from(lowered: Lowered) -> Sent {
        Sent {
            schema: Arc::new(lowered.schema),
            strict: lowered.strict,
            wrapped: lowered.wrapped,
        }
    }
}

/// The type's name with what providers refuse in one replaced (`[A-Za-z0-9_-]{1,64}`).
fn name(shape: &Shape) -> String {
    let legal = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    let name: String = shape.name.chars().map(legal).take(64).collect();
    if name.chars().all(|c| c == '_') {
        "value".to_owned()
    } else {
        name
    }
}
