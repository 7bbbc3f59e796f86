//! Generic types, types made by macros, and the impl for `schemars`.

use std::marker::PhantomData;

use llm_parse::LlmExtract;
use llm_parse::shape::Kind;
use serde::Deserialize;

use crate::fields::Foreign;
use crate::{choice, field, kind, names, object, paths, variants};

trait Tr: 'static {
    type Id;
}

#[derive(Deserialize)]
struct Marker;

impl Tr for Marker {
    type Id = u8;
}

#[derive(Deserialize, LlmExtract)]
#[serde(bound = "T::Id: Deserialize<'de>")]
struct Assoc<T: Tr> {
    id: T::Id,
    #[serde(skip)]
    mark: PhantomData<T>,
}

#[derive(Deserialize, LlmExtract)]
struct Defaulted<R: Clone = String>(R);

#[derive(Deserialize, LlmExtract)]
struct Comma<T>
where
    T: Clone,
{
    t: T,
}

#[derive(Deserialize, LlmExtract)]
struct Node<T> {
    #[llm(len(min = 1))]
    name: String,
    value: T,
    next: Option<Box<Node<T>>>,
}

#[derive(Deserialize, LlmExtract)]
struct Stmt<T> {
    then: Vec<Expr<T>>,
}

#[derive(Deserialize, LlmExtract)]
enum Expr<T> {
    Leaf(T),
    Block(Box<Stmt<T>>),
}

#[derive(Deserialize, LlmExtract)]
#[serde(bound = "[u8; N]: Deserialize<'de>")]
struct Fixed<const N: usize> {
    #[llm(items(range(max = 9)))]
    items: [u8; N],
}

#[derive(Deserialize, LlmExtract)]
#[llm(bound = "T: LlmExtract")]
struct Bounded<T> {
    #[llm(opaque)]
    foreign: Foreign,
    list: Vec<T>,
}

#[derive(Deserialize, LlmExtract)]
struct Holder<T> {
    #[llm(opaque)]
    foreign: Vec<T>,
}

#[test]
fn takes_generics() {
    assert_eq!(names(&object::<Assoc<Marker>>().fields), ["id"]);
    assert!(matches!(Defaulted::<String>::SHAPE.kind, Kind::Newtype(_)));
    assert!(Comma::<u8>::SHAPE.instance.unwrap()().ends_with("Comma<u8>"));
    assert!(matches!(
        kind(field::<Node<u8>>("value")),
        Kind::Integer { .. }
    ));
    assert_eq!(variants(choice::<Expr<u8>>()), ["Leaf", "Block"]);
    assert_eq!(names(&object::<Stmt<u8>>().fields), ["then"]);
    assert_eq!(paths(&Fixed { items: [1, 10, 2] }), ["/items/1"]);
    assert_eq!(object::<Bounded<u8>>().fields.len(), 2);
    assert!(matches!(
        kind(field::<Holder<Foreign>>("foreign")),
        Kind::Opaque(_)
    ));
    let inner = Node {
        name: String::new(),
        value: 1,
        next: None,
    };
    let outer = Node {
        name: "a".into(),
        value: 1,
        next: Some(Box::new(inner)),
    };
    assert_eq!(paths(&outer), ["/next/name"]);
}

macro_rules! wrap {
    ($(#[$m:meta])* $name:ident { $($(#[$fm:meta])* $field:ident: $ty:ty = $max:expr),* }) => {
        #[derive(Deserialize, LlmExtract)]
        $(#[$m])*
        struct $name { $($(#[$fm])* #[llm(range(max = $max))] $field: $ty),* }
    };
}

wrap! {
    /// Made by a macro.
    #[serde(rename_all = "UPPERCASE")]
    #[llm(title = "M")]
    Made {
        /// A number.
        #[llm(example = 3)]
        a: Option<u8> = 5,
        b: u64 = u64::MAX - 1
    }
}

#[test]
fn takes_types_made_by_macros() {
    assert_eq!(
        Made::SHAPE.description().as_deref(),
        Some("Made by a macro.")
    );
    assert_eq!(names(&object::<Made>().fields), ["A", "B"]);
    assert_eq!(
        field::<Made>("A").description().as_deref(),
        Some("A number.")
    );
    assert_eq!(
        paths(&Made {
            a: Some(6),
            b: u64::MAX
        }),
        ["/A", "/B"]
    );
}

#[derive(Deserialize, LlmExtract)]
#[llm(json_schema)]
struct Plugged<T> {
    a: T,
}

#[derive(schemars::JsonSchema)]
struct Outer {
    inner: Plugged<u8>,
}

#[test]
fn plugs_into_schemars() {
    use schemars::JsonSchema;
    assert_eq!(Plugged::<u8>::schema_name(), "Plugged_u8");
    let schema = schemars::schema_for!(Outer);
    assert!(
        schema.as_value().pointer("/$defs/Plugged_u8").is_some(),
        "{schema:?}"
    );
}
