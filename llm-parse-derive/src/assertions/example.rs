//! Examples held to the type, its rules and what is inside.

use proc_macro2::TokenStream;
use syn::Expr;

use super::place::{Place, question};
use super::within::within_bounds;
use crate::literal::{Literal, ungroup};
use crate::syntax::Rules;

pub(super) fn example_fits(
    out: &mut Vec<TokenStream>,
    place: &Place,
    rules: &Rules,
    example: &Expr,
) {
    let Some(literal) = Literal::of(example) else {
        return;
    };
    out.push(place.ask(&[question(example, "example", literal.given())]));
    within_bounds(out, rules, "example", example, &literal);
    if let Expr::Array(array) = ungroup(example) {
        let none = Rules::default();
        let inner = rules.items.as_ref().map_or(&none, |items| &items.value);
        for item in &array.elems {
            example_fits(out, &place.inside("item"), inner, item);
        }
    }
}

/// Whether it is a constant by its name: nothing else can be evaluated for sure.
pub(super) fn names_constant(expr: &Expr) -> bool {
    let Expr::Path(path) = ungroup(expr) else {
        return false;
    };
    path.path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        last.arguments.is_none()
            && name.contains(char::is_uppercase)
            && !name.contains(char::is_lowercase)
    })
}
