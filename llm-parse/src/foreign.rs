//! The shapes of foreign types, made of their JSON Schemas at the first use.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::runtime::RuntimeShape;
use crate::shape::{Key, Kind, View};

/// The shape of a type that is known by its schema. Any value, where the schema says what no shape can.
pub(crate) fn shape(view: View<'_>) -> &'static RuntimeShape {
    // What is kept is bounded by the number of types in the program.
    static KNOWN: LazyLock<RwLock<HashMap<TypeId, &'static RuntimeShape>>> =
        LazyLock::new(RwLock::default);
    static ANY: LazyLock<RuntimeShape> = LazyLock::new(RuntimeShape::any);

    let (Kind::Opaque(schema), Some(Key::Type(id))) = (&view.shape.kind, view.key()) else {
        return &ANY;
    };
    let known = KNOWN
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .get(&id)
        .copied();
    known.unwrap_or_else(|| {
        let shape =
            RuntimeShape::from_json_schema(&document(*schema)).unwrap_or_else(|_| ANY.clone());
        let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
        known
            .entry(id)
            .or_insert_with(|| Box::leak(Box::new(shape)))
    })
}

/// The schema of a type as a document of its own.
fn document(schema: fn(&mut SchemaGenerator) -> Schema) -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut root = match schema(&mut generator).to_value() {
        Value::Object(root) => root,
        other => return other,
    };
    let defs: Map<String, Value> = generator.take_definitions(true);
    if !defs.is_empty() {
        root.insert("$defs".to_owned(), Value::Object(defs));
    }
    Value::Object(root)
}
