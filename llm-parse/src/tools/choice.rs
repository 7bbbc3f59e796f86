//! One variant of an enum as a tool: its arguments, and how they become the value.

use std::borrow::Cow;

use super::unnamed;
use crate::align::fold;
use crate::dialect::{self, NotSayable};
use crate::example::example;
use crate::facts::legal_name;
use crate::outline::outline;
use crate::path::{Path, Segment};
use crate::print::json_string;
use crate::read::{Leniency, ParseError, Parsed, Reader};
use crate::root::Wanted;
use crate::rules::quote;
use crate::sent::{Schemas, Sent, Terms};
use crate::shape::{Content, Enum, Field, Kind, Newtype, Shape, Struct, Tagging, Variant, View};
use crate::violation::{Code, Violation};

/// A variant that is offered as a tool.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The tool's name.
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    /// The type of the arguments as text.
    pub(crate) outline: String,
    /// An example of the arguments as compact JSON.
    pub(crate) example: String,
    /// The variant's names without what only adorns them.
    spellings: Vec<String>,
    variant: &'static Variant,
    arguments: Shape,
    frame: Frame,
    /// The variants that serde tries before this one, where it does not look at a name.
    before: Option<Shape>,
    schemas: Schemas,
}

/// What stands round the arguments in the value.
#[derive(Debug)]
enum Frame {
    /// `"name"`
    Name,
    /// `{"name": arguments}`
    Outer,
    /// `{"tag": "name", ..arguments}`
    Tag(&'static str),
    /// `{"tag": "name", "content": arguments}`
    Content(&'static str, &'static str),
    /// The arguments alone.
    Bare,
    /// `null`
    Null,
}

impl Choice {
    pub(super) fn new(view: View<'static>, kind: &'static Enum, index: usize) -> Choice {
        let variant = &kind.variants[index];
        let arguments = Shape {
            docs: variant.docs.clone(),
            ..unnamed(form(&variant.content))
        };
        let frame = Frame::of(kind, variant);
        let tried_first = matches!(frame, Frame::Bare | Frame::Null) && index > 0;
        let args = View {
            shape: &arguments,
            defs: &[],
        };
        let inner = match &variant.content {
            Content::Newtype(field) => view.at(field.shape).shape.description(),
            _ => None,
        };
        Choice {
            name: legal_name(&variant.name),
            description: variant.description().or(inner),
            outline: outline(args),
            example: example(args).to_string(),
            spellings: spellings(variant),
            before: tried_first.then(|| unnamed(Kind::Enum(first(kind, index)))),
            variant,
            arguments,
            frame,
            schemas: Schemas::default(),
        }
    }

    /// The schema of the arguments.
    pub(crate) fn sent(&self, terms: Terms<'_>) -> Result<&Sent, &NotSayable> {
        self.schemas.get(terms, || {
            dialect::lower(terms.rules, self.view(), terms.demand).map(Sent::from)
        })
    }

    pub(super) fn is_wrapped(&self, terms: Terms<'_>) -> bool {
        self.sent(terms).is_ok_and(|sent| sent.wrapped)
    }

    /// Whether a call of this name may be meant, though it is not the tool's.
    pub(super) fn is_called(&self, folded: &str) -> bool {
        self.spellings.iter().any(|spelling| spelling == folded)
    }

    /// Reads the arguments of a call by their own schema; the value as JSON text.
    pub(super) fn read(
        &self,
        arguments: &str,
        reader: &Reader,
        terms: Terms<'_>,
    ) -> Result<Parsed<String>, ParseError> {
        let mut read = self.arguments(arguments, reader, self.is_wrapped(terms))?;
        let Some(value) = self.framed(&read.value) else {
            let violation =
                Violation::new(Path::default(), Code::Type, "an object", "another value");
            return Err(ParseError::new(vec![violation]));
        };
        if let Some(before) = &self.before {
            told_apart(&self.name, before, &value)?;
        }
        read.value = value;
        Ok(read)
    }

    fn arguments(
        &self,
        text: &str,
        reader: &Reader,
        wrapped: bool,
    ) -> Result<Parsed<String>, ParseError> {
        let text = match text.trim() {
            "" => "{}",
            "null" if matches!(self.frame, Frame::Name | Frame::Null) => "{}",
            text => text,
        };
        let encoded = serde_json::from_str::<String>(text).ok();
        let text = encoded.as_deref().unwrap_or(text);
        if wrapped && let Some(read) = super::text_inside(self.view(), text, reader) {
            let Parsed { value, fixes, .. } = read?;
            let mut read = reader.parse_text(Wanted::Type(self.view()), &value)?;
            read.fixes.splice(0..0, fixes);
            return Ok(read);
        }
        let inner = super::unwrapped(text).filter(|_| wrapped);
        reader.parse_text(Wanted::Type(self.view()), inner.unwrap_or(text))
    }

    /// The value, of which the arguments are a part.
    pub(super) fn framed(&self, arguments: &str) -> Option<String> {
        let name = json_string(&self.variant.name);
        Some(match self.frame {
            Frame::Name => name,
            Frame::Null => "null".to_owned(),
            Frame::Bare => arguments.to_owned(),
            Frame::Outer => format!("{{{name}:{arguments}}}"),
            Frame::Content(tag, content) => {
                let (tag, content) = (json_string(tag), json_string(content));
                format!("{{{tag}:{name},{content}:{arguments}}}")
            }
            Frame::Tag(tag) => {
                let rest = arguments.strip_prefix('{')?;
                let comma = if rest == "}" { "" } else { "," };
                format!("{{{}:{name}{comma}{rest}", json_string(tag))
            }
        })
    }

    /// The arguments inside a value of this variant as serde writes it, as a call of the tool has them.
    pub(super) fn unframed(&self, value: &str, terms: Terms<'_>) -> Option<String> {
        let name = json_string(&self.variant.name);
        let inside = |start: &str| value.strip_prefix(start)?.strip_suffix('}');
        let inner = match self.frame {
            Frame::Name => (value == name).then_some("{}")?.to_owned(),
            Frame::Null => (value == "null").then_some("{}")?.to_owned(),
            Frame::Bare => self.takes(value).then_some(value)?.to_owned(),
            Frame::Outer => inside(&format!("{{{name}:"))?.to_owned(),
            Frame::Content(tag, content) => {
                let (tag, content) = (json_string(tag), json_string(content));
                inside(&format!("{{{tag}:{name},{content}:"))?.to_owned()
            }
            Frame::Tag(tag) => {
                let rest = value.strip_prefix(&format!("{{{}:{name}", json_string(tag)))?;
                match rest {
                    "}" => "{}".to_owned(),
                    rest => format!("{{{}", rest.strip_prefix(',')?),
                }
            }
        };
        let sent = self.sent(terms).ok()?;
        let lowered = sent.form.lower_text(self.view(), &inner);
        let inner = lowered.unwrap_or(inner);
        Some(if sent.wrapped {
            format!("{{\"value\":{inner}}}")
        } else {
            inner
        })
    }

    /// Whether serde takes a value for this variant's.
    fn takes(&self, value: &str) -> bool {
        let strict = Reader::new().leniency(Leniency::Strict);
        let apart = |before| told_apart(&self.name, before, value).is_ok();
        strict.parse_text(Wanted::Type(self.view()), value).is_ok()
            && self.before.as_ref().is_none_or(apart)
    }

    /// Where the arguments stand in the value.
    pub(crate) fn path(&self) -> Path {
        let key = match self.frame {
            Frame::Outer => &*self.variant.name,
            Frame::Content(_, content) => content,
            _ => return Path::default(),
        };
        Path::from(vec![Segment::Key(key.into())])
    }

    fn view(&self) -> View<'_> {
        View {
            shape: &self.arguments,
            defs: &[],
        }
    }
}

/// Refuses a value without a name that serde takes for another variant's.
fn told_apart(name: &str, before: &Shape, value: &str) -> Result<(), ParseError> {
    let view = View {
        shape: before,
        defs: &[],
    };
    let strict = Reader::new().leniency(Leniency::Strict);
    if strict.parse_text(Wanted::Type(view), value).is_err() {
        return Ok(());
    }
    let wanted = format!("arguments that only {} takes", quote(name));
    let violation = Violation::new(
        Path::default(),
        Code::Ambiguous,
        wanted,
        "arguments that are read as another variant",
    );
    Err(ParseError::new(vec![violation]))
}

impl Frame {
    fn of(kind: &'static Enum, variant: &'static Variant) -> Frame {
        let unit = matches!(variant.content, Content::Unit);
        match &kind.tagging {
            Tagging::Untagged if unit => Frame::Null,
            Tagging::Untagged => Frame::Bare,
            _ if variant.untagged => Frame::Bare,
            Tagging::External if unit => Frame::Name,
            Tagging::External => Frame::Outer,
            Tagging::Internal { tag } => Frame::Tag(tag),
            Tagging::Adjacent { tag, .. } if unit => Frame::Tag(tag),
            Tagging::Adjacent { tag, content } => Frame::Content(tag, content),
        }
    }
}

fn spellings(variant: &Variant) -> Vec<String> {
    let others = variant.aliases.iter().chain(variant.spellings.iter());
    let names = std::iter::once(&variant.name).chain(others);
    let names = names.map(|name| fold(name));
    names.filter(|name| !name.is_empty()).collect()
}

/// The form of the arguments.
fn form(content: &Content) -> Kind {
    match content {
        Content::Unit => Kind::Struct(Struct {
            fields: Cow::Borrowed(&[]),
            deny_unknown: false,
        }),
        Content::Newtype(field) => Kind::Newtype(Newtype {
            field: Field {
                probe: None,
                ..field.clone()
            },
            transparent: false,
        }),
        Content::Tuple(fields) => Kind::Tuple(fields.clone()),
        Content::Struct(object) => Kind::Struct(object.clone()),
    }
}

/// The first variants of an enum.
fn first(kind: &Enum, count: usize) -> Enum {
    Enum {
        tagging: kind.tagging.clone(),
        variants: kind.variants[..count].to_vec().into(),
    }
}
