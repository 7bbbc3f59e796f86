//! Literals, as they stand in `example`, `one_of` and the bounds of rules.

use std::cmp::Ordering;

use proc_macro2::{Literal as Token, TokenStream};
use quote::quote;
use syn::{Expr, Lit, LitBool, LitStr, UnOp};

pub(crate) enum Literal {
    Text(LitStr),
    Number(Number),
    Bool(LitBool),
    List(Vec<Literal>),
}

#[derive(Clone, Copy)]
pub(crate) enum Number {
    Int(i128),
    Big(u128),
    Float(f64),
}

impl Literal {
    /// The expression as a literal; `None` where it has to be evaluated.
    pub(crate) fn of(expr: &Expr) -> Option<Literal> {
        match ungroup(expr) {
            Expr::Lit(lit) => Literal::of_lit(&lit.lit, false),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match ungroup(&unary.expr) {
                Expr::Lit(lit) => Literal::of_lit(&lit.lit, true),
                _ => None,
            },
            Expr::Array(array) => array
                .elems
                .iter()
                .map(Literal::of)
                .collect::<Option<_>>()
                .map(Literal::List),
            _ => None,
        }
    }

    fn of_lit(lit: &Lit, negative: bool) -> Option<Literal> {
        match lit {
            Lit::Str(text) if !negative => Some(Literal::Text(text.clone())),
            Lit::Char(c) if !negative => {
                Some(Literal::Text(LitStr::new(&c.value().to_string(), c.span())))
            }
            Lit::Bool(b) if !negative => Some(Literal::Bool(b.clone())),
            Lit::Int(int) => {
                let number = int.base10_digits().parse().ok().map(Number::of_int)?;
                negate(number, negative).map(Literal::Number)
            }
            // A literal of `f32` is another number than the same digits read as `f64`.
            Lit::Float(float) if float.suffix() != "f32" => {
                let number = float.base10_digits().parse().ok().map(Number::Float)?;
                negate(number, negative).map(Literal::Number)
            }
            _ => None,
        }
    }

    /// Whether both are one value.
    pub(crate) fn is(&self, other: &Literal) -> bool {
        match (self, other) {
            (Literal::Text(a), Literal::Text(b)) => a.value() == b.value(),
            (Literal::Number(a), Literal::Number(b)) => a.compare(*b) == Some(Ordering::Equal),
            (Literal::Bool(a), Literal::Bool(b)) => a.value == b.value,
            (Literal::List(a), Literal::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is(b))
            }
            _ => false,
        }
    }

    /// The literal as an expression of `Given`.
    pub(crate) fn given(&self) -> TokenStream {
        match self {
            Literal::Text(text) => {
                let formats = crate::formats::of(&text.value());
                tokens!(__llm::Given::Text(#text, &[#(__llm::Format::#formats),*]))
            }
            Literal::Bool(b) => tokens!(__llm::Given::Bool(#b)),
            Literal::Number(number) => {
                let number = number.rule();
                tokens!(__llm::Given::Number(#number))
            }
            Literal::List(items) => {
                let len = items.len();
                tokens!(__llm::Given::List(#len))
            }
        }
    }

    /// The value on the wire, as an expression of `serde_json::Value`.
    pub(crate) fn wire(&self) -> TokenStream {
        match self {
            Literal::Text(text) => tokens!(__llm::wire(#text)),
            Literal::Bool(b) => tokens!(__llm::wire(#b)),
            Literal::Number(number) => number.wire(),
            Literal::List(items) => {
                let items = items.iter().map(Literal::wire);
                tokens!(__llm::list([#(#items),*]))
            }
        }
    }
}

fn negate(number: Number, negative: bool) -> Option<Number> {
    match number {
        number if !negative => Some(number),
        Number::Int(n) => Some(Number::Int(-n)),
        Number::Float(n) => Some(Number::Float(-n)),
        Number::Big(_) => None,
    }
}

impl Number {
    fn of_int(n: u128) -> Number {
        i128::try_from(n).map_or(Number::Big(n), Number::Int)
    }

    pub(crate) fn is_positive(self) -> bool {
        self.compare(Number::Int(0)) == Some(Ordering::Greater)
    }

    /// Whether this is a whole multiple of a positive number, within the precision of a float where either is one.
    pub(crate) fn is_multiple_of(self, of: Number) -> bool {
        match (self, of) {
            (Number::Int(n), Number::Int(of)) => n % of == 0,
            (Number::Big(n), Number::Int(of)) => n % of.unsigned_abs() == 0,
            (n, of) => {
                let quotient = n.float() / of.float();
                (quotient - quotient.round()).abs() <= quotient.abs().max(1.0) * 1e-9
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the nearest float is meant")]
    fn float(self) -> f64 {
        match self {
            Number::Int(n) => n as f64,
            Number::Big(n) => n as f64,
            Number::Float(n) => n,
        }
    }

    pub(crate) fn compare(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(&b)),
            (Number::Big(a), Number::Big(b)) => Some(a.cmp(&b)),
            (Number::Big(_), Number::Int(_)) => Some(Ordering::Greater),
            (Number::Int(_), Number::Big(_)) => Some(Ordering::Less),
            (a, b) => a.float().partial_cmp(&b.float()),
        }
    }

    /// The number as an expression of `rules::Number`.
    pub(crate) fn rule(self) -> TokenStream {
        let value = self.value();
        match self {
            Number::Int(_) => tokens!(__llm::Number::Int(#value)),
            Number::Big(_) => tokens!(__llm::Number::Big(#value)),
            Number::Float(_) => tokens!(__llm::Number::Float(#value)),
        }
    }

    fn wire(self) -> TokenStream {
        let value = self.value();
        match self {
            Number::Int(n) if i64::try_from(n).is_ok() => tokens!(__llm::wire::<i64>(#value)),
            Number::Int(n) if u64::try_from(n).is_ok() => tokens!(__llm::wire::<u64>(#value)),
            Number::Int(_) => tokens!(__llm::wire::<i128>(#value)),
            Number::Big(_) => tokens!(__llm::wire::<u128>(#value)),
            Number::Float(_) => tokens!(__llm::wire::<f64>(#value)),
        }
    }

    fn value(self) -> TokenStream {
        let (negative, digits) = match self {
            Number::Int(n) => (n < 0, Token::u128_unsuffixed(n.unsigned_abs())),
            Number::Big(n) => (false, Token::u128_unsuffixed(n)),
            Number::Float(n) if n.is_finite() => (n < 0.0, Token::f64_unsuffixed(n.abs())),
            Number::Float(n) => (n < 0.0, Token::f64_unsuffixed(f64::MAX)),
        };
        if negative {
            quote!(-#digits)
        } else {
            quote!(#digits)
        }
    }
}

/// The expression without the invisible groups that `macro_rules!` puts round it, and without parentheses.
pub(crate) fn ungroup(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            _ => return expr,
        };
    }
}

/// Whether only literals and operators occur, so that the type of the whole is open.
pub(crate) fn is_untyped(expr: &Expr) -> bool {
    match ungroup(expr) {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => int.suffix().is_empty(),
            Lit::Float(float) => float.suffix().is_empty(),
            _ => false,
        },
        Expr::Unary(unary) => is_untyped(&unary.expr),
        Expr::Binary(binary) => is_untyped(&binary.left) && is_untyped(&binary.right),
        _ => false,
    }
}

/// Whether a literal with a decimal point occurs.
pub(crate) fn has_float(expr: &Expr) -> bool {
    match ungroup(expr) {
        Expr::Lit(lit) => matches!(&lit.lit, Lit::Float(_)),
        Expr::Unary(unary) => has_float(&unary.expr),
        Expr::Binary(binary) => has_float(&binary.left) || has_float(&binary.right),
        _ => false,
    }
}
