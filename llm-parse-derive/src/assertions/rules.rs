//! Rules held to what they are said of.

use proc_macro2::{Ident, Span, TokenStream};
use syn::Expr;

use super::place::{Place, question};
use super::within::{is_literal, within_bounds};
use crate::literal::Literal;
use crate::rules::number;
use crate::spans::call;
use crate::syntax::{Bounds, Rules};

pub(super) fn rules_fit(out: &mut Vec<TokenStream>, place: &Place, rules: &Rules) {
    if rules.is_faulty.get() {
        return;
    }
    // What implements `Unique` says so where the items are compared.
    let elsewhere = |key: &&Ident| place.is_part && *key == "unique";
    for key in rules.given.iter().filter(|key| !elsewhere(key)) {
        let rule = variant(&key.to_string());
        let takes = question(key, "takes", tokens!(__llm::Key::#rule));
        // A constant costs: where the rule is not taken, its first value need not be reported.
        let mut values = values_fit(key, rules).into_iter();
        let first: Vec<_> = [takes].into_iter().chain(values.next()).collect();
        out.push(place.ask(&first));
        out.extend(values.map(|value| place.ask(&[value])));
        ordered(out, rules, key);
        allowed(out, rules, key);
        inner_fit(out, place, rules, key);
    }
}

/// What a rule says of the type, beyond its being for that type.
fn values_fit(key: &Ident, rules: &Rules) -> Vec<TokenStream> {
    match (&*key.to_string(), &rules.range, &rules.len) {
        ("range", Some(range), _) => {
            let bounds = [&range.value.min, &range.value.max];
            let bounds = bounds.into_iter().flatten().map(|bound| &bound.value);
            bounds
                .map(|bound| question(bound, "bound", number(bound)))
                .collect()
        }
        ("len", _, Some(len)) => lens_fit(&len.value).into_iter().collect(),
        ("multiple_of", ..) => {
            let of = rules.multiple_of.iter().map(|of| &of.value);
            of.map(|of| question(of, "multiple_of", number(of)))
                .collect()
        }
        ("one_of", ..) => {
            let values = rules.one_of.iter().flat_map(|one_of| &one_of.value);
            let allows = |value: &Expr| {
                let given = Literal::of(value)?.given();
                Some(question(value, "allows", given))
            };
            values.filter_map(allows).collect()
        }
        _ => Vec::new(),
    }
}

/// Lengths say less of a type than bounds do, so that one constant is enough for both.
fn lens_fit(len: &Bounds) -> Option<TokenStream> {
    let ask = |what, bound: &Expr| question(bound, what, number(bound));
    let least = [&len.min, &len.equal].into_iter().flatten();
    let least = least.map(|bound| ask("min_len", &bound.value));
    let most = [&len.max, &len.equal].into_iter().flatten();
    let most = most.map(|bound| ask("max_len", &bound.value));
    let all: Vec<_> = least.chain(most).collect();
    (!all.is_empty()).then(|| tokens!(#(#all);*))
}

/// The rules of what is inside.
fn inner_fit(out: &mut Vec<TokenStream>, place: &Place, rules: &Rules, key: &Ident) {
    let inner = [
        ("items", "item", &rules.items),
        ("keys", "key", &rules.keys),
        ("values", "value", &rules.values),
    ];
    if let Some((_, step, Some(inner))) = inner.iter().find(|(name, ..)| key == name) {
        rules_fit(out, &place.inside(step), &inner.value);
    }
}

/// The values of `one_of` against the bounds beside them.
fn allowed(out: &mut Vec<TokenStream>, rules: &Rules, key: &Ident) {
    if key != "one_of" {
        return;
    }
    for value in rules.one_of.iter().flat_map(|one_of| &one_of.value) {
        if let Some(literal) = Literal::of(value) {
            within_bounds(out, rules, "value", value, &literal);
        }
    }
}

/// Bounds that are literals were compared before.
fn ordered(out: &mut Vec<TokenStream>, rules: &Rules, key: &Ident) {
    let bounds = match &*key.to_string() {
        "range" => &rules.range,
        "len" => &rules.len,
        _ => return,
    };
    if let Some(bounds) = bounds
        && let (Some(min), Some(max)) = (&bounds.value.min, &bounds.value.max)
        && !(is_literal(&min.value) && is_literal(&max.value))
    {
        let (low, high) = (number(&min.value), number(&max.value));
        let ordered = tokens!(__llm::ordered);
        out.push(call(&min.value, ordered, tokens!(#low, #high)));
    }
}

/// The key of a rule as a variant of `Key`: `multiple_of` is `MultipleOf`.
fn variant(key: &str) -> Ident {
    let words = key.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    Ident::new(&words.collect::<String>(), Span::mixed_site())
}
