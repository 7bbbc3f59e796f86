//! What the engine has to know of a type; made once for each type.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::LlmExtract;
use crate::client::Mode;
use crate::dialect::{self, NotSayable, PLAIN_RULES};
use crate::faults;
use crate::fnv;
use crate::outline::outline;
use crate::root::Wanted;
use crate::runtime::{RuntimeShape, ShapeError};
use crate::sent::{Schemas, Sent, Terms};
use crate::shape::{Kind, Shape, View};
use crate::tools::{self, Choices};
use crate::violation::Violation;

/// What a request says about the type, and whether it can be read at all.
#[derive(Debug)]
pub(crate) struct Facts {
    /// Legal as the name of a schema or of a tool.
    pub(crate) name: String,
    /// Tells the type from others of its name.
    pub(crate) label: String,
    pub(crate) description: Option<String>,
    pub(crate) outline: String,
    /// The example as compact JSON.
    pub(crate) example: String,
    /// Why no reply could ever be read.
    pub(crate) fault: Option<Violation>,
    /// Whether the answer may also be a text.
    pub(crate) optional: bool,
    source: Source,
    cache: Cache,
}

/// What is made when it is first asked for.
#[derive(Debug, Default)]
struct Cache {
    made_for: OnceLock<MadeFor>,
    choices: OnceLock<Option<Choices>>,
    items: OnceLock<Option<Shape>>,
    document: OnceLock<Value>,
    /// The schema for a provider that takes any, and for one that wants an object.
    plain: [OnceLock<Sent>; 2],
    schemas: Schemas,
}

/// What a stored state was made for: the name of a type, and what tells its shape from others, in every build the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MadeFor {
    name: String,
    shape: u64,
}

impl MadeFor {
    /// Why what was made for this cannot be used for something else.
    pub(crate) fn fault(&self, other: &MadeFor) -> Option<String> {
        let MadeFor { name, shape } = self;
        (self != other).then(|| {
            format!(
                "the state was made for `{name}` (shape {shape:016x}) and is resumed for `{}` (shape {:016x}); resume it for the type that it was made for",
                other.name, other.shape
            )
        })
    }
}

/// The facts of each type, and of each type where the answer may also be a text.
type Known = HashMap<(TypeId, bool), Arc<Facts>>;

/// What is known of the shape.
#[derive(Debug)]
enum Source {
    Type(View<'static>),
    /// What is no type: known only at run time, or a part of one.
    Document(RuntimeShape),
    /// Any text.
    Text(RuntimeShape),
}

impl Facts {
    /// The facts of a type.
    pub(crate) fn of<T: LlmExtract>() -> Arc<Facts> {
        Facts::known::<T>(false)
    }

    /// The facts of a type, where the answer may also be a text.
    pub(crate) fn optional<T: LlmExtract>() -> Arc<Facts> {
        Facts::known::<T>(true)
    }

    fn known<T: LlmExtract>(optional: bool) -> Arc<Facts> {
        // Bounded by the number of types in the program.
        static KNOWN: LazyLock<Mutex<Known>> = LazyLock::new(Mutex::default);

        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let id = (TypeId::of::<T>(), optional);
        if let Some(facts) = known().get(&id) {
            return Arc::clone(facts);
        }
        let facts = Arc::new(Facts::new::<T>(optional));
        Arc::clone(known().entry(id).or_insert(facts))
    }

    fn new<T: LlmExtract>(optional: bool) -> Facts {
        let view = View::of(T::SHAPE);
        Facts {
            name: legal_name(&T::SHAPE.name),
            label: label(view),
            description: T::SHAPE.description(),
            outline: T::outline(),
            fault: (faults::facts(view).fault.clone()).or_else(|| dialect::undeliverable(view)),
            example: T::example().to_string(),
            optional,
            source: Source::Type(view),
            cache: Cache::default(),
        }
    }

    /// The facts of what a JSON Schema document of an object describes.
    pub(crate) fn of_document(name: &str, schema: &Value) -> Result<Facts, ShapeError> {
        let shape = RuntimeShape::from_json_schema(schema)?;
        Ok(Facts::by(name.to_owned(), &shape))
    }

    /// The facts of what is known only at run time.
    pub(crate) fn of_shape(shape: &RuntimeShape) -> Arc<Facts> {
        let name = legal_name(&shape.view().shape.name);
        Arc::new(Facts::by(name, shape))
    }

    fn by(name: String, shape: &RuntimeShape) -> Facts {
        let description = shape.schema().get("description").and_then(Value::as_str);
        Facts {
            name,
            label: String::new(),
            description: description.map(str::to_owned),
            outline: outline(shape.view()),
            fault: None,
            example: shape.example().to_string(),
            optional: false,
            source: Source::Document(shape.clone()),
            cache: Cache::default(),
        }
    }

    /// The facts of an answer of which nothing is said but by the prompt.
    pub(crate) fn of_text() -> Arc<Facts> {
        Arc::new(Facts {
            name: "text".to_owned(),
            label: String::new(),
            description: None,
            outline: String::new(),
            fault: None,
            example: String::new(),
            optional: false,
            source: Source::Text(RuntimeShape::any()),
            cache: Cache::default(),
        })
    }

    /// What a state of this run is made for.
    pub(crate) fn made_for(&self) -> &MadeFor {
        self.cache.made_for.get_or_init(|| {
            let name = match self.label.as_str() {
                "" => &self.name,
                label => label,
            };
            let or_text = if self.optional { " or text" } else { "" };
            MadeFor {
                name: format!("{name}{or_text}"),
                shape: fingerprint(self.document()),
            }
        })
    }

    /// Whether the answer is any text, which a function of the user's reads.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.source, Source::Text(_))
    }

    /// Whether an answer of this kind can be had in this mode: a text cannot where only JSON is taken.
    pub(crate) fn fits(&self, mode: Mode) -> bool {
        !self.optional || !matches!(mode, Mode::JsonSchema | Mode::JsonObject)
    }

    /// What a text is read by.
    pub(crate) fn wanted(&self) -> Wanted<'_> {
        match &self.source {
            Source::Type(view) => Wanted::Type(*view),
            Source::Document(shape) | Source::Text(shape) => Wanted::Document(shape),
        }
    }

    /// The variants of an enum, or of a list of them, as tools.
    pub(crate) fn choices(&self) -> Option<&Choices> {
        let Source::Type(view) = self.source else {
            return None;
        };
        let choices = self.cache.choices.get_or_init(|| Choices::of(view));
        choices.as_ref()
    }

    /// The list that the type is, whatever the number of its items.
    pub(crate) fn items(&self) -> Option<&Shape> {
        let Source::Type(view) = self.source else {
            return None;
        };
        self.cache.items.get_or_init(|| tools::items(view)).as_ref()
    }

    /// Whether the type is a list that may be empty.
    pub(crate) fn is_open_list(&self) -> bool {
        matches!(self.source, Source::Type(view) if tools::is_open_list(view))
    }

    /// The schema by these terms.
    pub(crate) fn sent(&self, terms: Terms<'_>) -> Result<&Sent, &NotSayable> {
        if *terms.rules == PLAIN_RULES {
            return Ok(self.plain(terms.demand.object));
        }
        self.cache.schemas.get(terms, || {
            dialect::lower(terms.rules, self.view(), terms.demand).map(Sent::from)
        })
    }

    /// The schema in full.
    pub(crate) fn document(&self) -> &Value {
        match &self.source {
            Source::Type(view) => {
                let document = &self.cache.document;
                document.get_or_init(|| dialect::full(*view).schema)
            }
            Source::Document(shape) | Source::Text(shape) => shape.schema(),
        }
    }

    /// The schema for a provider that takes any, or any of an object.
    pub(crate) fn plain(&self, object: bool) -> &Sent {
        let [any, of_object] = &self.cache.plain;
        let cell = if object { of_object } else { any };
        cell.get_or_init(|| match &self.source {
            Source::Type(view) => dialect::plain(*view, object).into(),
            Source::Document(shape) if object && !is_object(shape.schema()) => {
                dialect::plain(shape.view(), object).into()
            }
            Source::Document(shape) | Source::Text(shape) => Sent::as_it_is(shape.schema().clone()),
        })
    }

    pub(crate) fn view(&self) -> View<'_> {
        match &self.source {
            Source::Type(view) => *view,
            Source::Document(shape) | Source::Text(shape) => shape.view(),
        }
    }
}

fn is_object(schema: &Value) -> bool {
    schema.as_object().is_some_and(dialect::is_object)
}

/// Tells schemas apart by what they hold a value to, whatever they say of it in words.
fn fingerprint(schema: &Value) -> u64 {
    const WORDS: [&str; 4] = ["title", "description", "examples", "default"];
    let mut hash = fnv::EMPTY;
    // A schema, and whether its keys are keywords: those of `properties` and `$defs` are names.
    let mut open = vec![(schema, true)];
    let mut add = |text: &str| hash = fnv::add(hash, text.bytes().chain([0]));
    while let Some((value, is_schema)) = open.pop() {
        match value {
            Value::Object(entries) => {
                for (key, value) in entries {
                    if !is_schema || !WORDS.contains(&key.as_str()) {
                        add(key);
                        open.push((value, !is_schema || key != "properties" && key != "$defs"));
                    }
                }
            }
            Value::Array(items) => {
                add(&items.len().to_string());
                open.extend(items.iter().map(|item| (item, true)));
            }
            scalar => add(&scalar.to_string()),
        }
    }
    hash
}

/// A name with what providers refuse in one replaced (`[A-Za-z0-9_-]{1,64}`).
pub(crate) fn legal_name(name: &str) -> String {
    let legal = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(legal).take(64).collect();
    if name.chars().all(|c| c == '_') {
        "value".to_owned()
    } else {
        name
    }
}

/// What tells a type from others: its name, or what it is made of.
pub(crate) fn label(view: View<'_>) -> String {
    let Shape { name, instance, .. } = view.shape;
    if let Some(instance) = instance {
        return instance().to_owned();
    }
    match &view.shape.kind {
        _ if !name.is_empty() => name.to_string(),
        Kind::List(list) => format!("[{}]", label(view.at(list.item))),
        Kind::Option(inner) => format!("{}?", label(view.at(*inner))),
        Kind::Map(map) => format!("{{{}}}", label(view.at(map.value))),
        _ => "value".to_owned(),
    }
}
