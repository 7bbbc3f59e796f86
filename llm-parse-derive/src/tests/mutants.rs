//! No input makes the macro panic, and what it writes can be parsed, whatever stands in the attributes.

use std::{env, fs, panic};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{DeriveInput, File};

use super::random::Random;
use super::{inputs, root, sources};

/// Tokens that are odd somewhere.
const ODD: &str = r##"
    llm serde doc range len multiple_of pattern format unique one_of items keys values example description check opaque
    as warn title crate bound json_schema alias min max equal rename rename_all tag content untagged flatten default skip
    skip_deserializing transparent from try_from into remote with deserialize_with other deny_unknown_fields borrow
    field_identifier variant_identifier getter rename_all_fields expecting serialize_with self Self super r#type _ 'a
    T u128 i128 str String Option<u8> Vec<u8> HashMap<u8, u8> PhantomData<T> [u8; N] &'a str dyn (u8,) impl Fn() !
    "" "a" "kind" "camelCase" "(?=a)" "[" "\u{0}" "T: " "::a" r#"a"# 'c' '\'' b"x" b'x' c"x" 0 1 255 0xffu8 1_000i128
    340282366920938463463374607431768211455 340282366920938463463374607431768211456 99999999999999999999999999999999999999999
    1.5 1e999 1e-999 1.0f32 2f64 0.0 - -1 + * & && :: : ; , . .. ..= = == => -> < > ? # $ | @ true false
    () [] {} (1) ("a", "b") [1, 2] { 1 } (min = 1) (max = -1, min = 2) || |x| x if true { 1 } else { 2 } vec![1] T::X
"##;

#[test]
fn nothing_makes_the_macro_panic() {
    let rounds: usize = env::var("MUTANTS").map_or(6, |rounds| rounds.parse().unwrap());
    let mut random = Random(rounds as u64);
    let odd: Vec<TokenTree> = ODD.parse::<TokenStream>().unwrap().into_iter().collect();
    let mut parsed = 0;
    for source in seeds() {
        expands(&source);
        for _ in 0..rounds {
            let mut tokens = source.to_token_stream();
            for _ in 0..8 {
                let mutant = mutated(&mut random, tokens.clone(), &odd);
                if let Ok(input) = syn::parse2(mutant.clone()) {
                    parsed += 1;
                    expands(&input);
                    tokens = mutant;
                }
            }
        }
    }
    assert!(parsed > 20 * rounds, "only {parsed} mutants are types");
}

/// The types of the expansions, and of the repository's tests where these are at hand.
fn seeds() -> Vec<DeriveInput> {
    let folders = [
        "expansions",
        "../trybuild-ui",
        "../trybuild-ui/pass",
        "../tests/derive",
    ];
    let files = folders
        .iter()
        .flat_map(|folder| sources(&root().join(folder)));
    files
        .flat_map(|path| inputs(&fs::read_to_string(path).unwrap()))
        .collect()
}

fn expands(input: &DeriveInput) {
    let expanded = panic::catch_unwind(|| {
        let tokens = crate::derive(input);
        syn::parse2::<File>(tokens).map(drop)
    });
    let source = input.to_token_stream();
    let Ok(file) = expanded else {
        panic!("a panic: {source}");
    };
    match file {
        // `syn` takes `_` for a name where the compiler, which reads a type before the macro does, would not.
        Err(fault) if !names(source.clone(), "_") => panic!("{fault}: {source}"),
        _ => {}
    }
}

fn names(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(group.stream(), name),
        _ => false,
    })
}

/// The tokens with one of them removed, repeated, exchanged or replaced, at any depth.
fn mutated(random: &mut Random, tokens: TokenStream, odd: &[TokenTree]) -> TokenStream {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    if tokens.is_empty() {
        return random.one_of(odd).clone().into();
    }
    let at = random.below(tokens.len());
    if let TokenTree::Group(group) = &tokens[at]
        && random.below(8) > 0
    {
        let inner = mutated(random, group.stream(), odd);
        tokens[at] = Group::new(delimiter(random, group.delimiter()), inner).into();
        return tokens.into_iter().collect();
    }
    let other = random.below(tokens.len());
    match random.below(6) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(other, tokens[at].clone()),
        2 => tokens.swap(at, other),
        3 => tokens.insert(at, random.one_of(odd).clone()),
        4 => tokens[at] = Group::new(Delimiter::None, tokens[at].clone().into()).into(),
        _ => tokens[at] = random.one_of(odd).clone(),
    }
    tokens.into_iter().collect()
}

fn delimiter(random: &mut Random, usual: Delimiter) -> Delimiter {
    match random.below(40) {
        0 => Delimiter::None,
        1 => Delimiter::Parenthesis,
        _ => usual,
    }
}
