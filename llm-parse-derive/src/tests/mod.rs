//! What only the macro itself can be asked: what it writes, and that nothing makes it panic.

mod expansions;
mod mutants;
mod random;

use std::path::{Path, PathBuf};
use std::{env, fs};

use syn::{Attribute, DeriveInput, Item, ItemEnum, ItemStruct, ItemUnion};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The files of Rust in a folder, in order; none where the folder is absent, as it is in a published crate.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut sources: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    sources.sort_unstable();
    sources
}

/// The types of a file that derive `LlmExtract`.
fn inputs(text: &str) -> Vec<DeriveInput> {
    let file = syn::parse_file(text).unwrap();
    file.items.into_iter().filter_map(input).collect()
}

fn input(item: Item) -> Option<DeriveInput> {
    let mut input: DeriveInput = match item {
        Item::Struct(item @ ItemStruct { .. }) => item.into(),
        Item::Enum(item @ ItemEnum { .. }) => item.into(),
        Item::Union(item @ ItemUnion { .. }) => item.into(),
        _ => return None,
    };
    let (derives, rest): (Vec<_>, Vec<_>) = input.attrs.into_iter().partition(is_derive);
    input.attrs = rest;
    derives.iter().any(names_the_macro).then_some(input)
}

fn is_derive(attr: &Attribute) -> bool {
    attr.path().is_ident("derive")
}

fn names_the_macro(attr: &Attribute) -> bool {
    let tokens = attr.meta.require_list().map(|list| list.tokens.to_string());
    tokens.is_ok_and(|tokens| tokens.contains("LlmExtract"))
}
