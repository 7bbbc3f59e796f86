//! What the `regex` crate knows and ECMA-262, which JSON Schema refers to, does not or reads as something else.

use regex_syntax::ast::{
    self, AssertionKind, Ast, ClassSetBinaryOp, ClassSetItem, ClassUnicodeKind, GroupKind,
    HexLiteralKind, LiteralKind, SpecialLiteralKind, Visitor,
};

use super::Fault;

pub(super) fn faults(source: &str, tree: &Ast) -> Vec<Fault> {
    let search = Search {
        source,
        faults: Vec::new(),
    };
    match ast::visit(tree, search) {
        Ok(faults) => faults,
        Err(never) => match never {},
    }
}

struct Search<'s> {
    source: &'s str,
    faults: Vec<Fault>,
}

impl Search<'_> {
    fn text(&self, span: &ast::Span) -> &str {
        let text = self.source.get(span.start.offset..span.end.offset);
        text.unwrap_or_default()
    }

    fn report(&mut self, span: &ast::Span, way_out: &str) {
        let text = self.text(span);
        let message = format!("`{text}` is unknown to JSON Schema's patterns; {way_out}");
        self.faults.push(Fault::new(span, message));
    }

    fn literal(&mut self, literal: &ast::Literal) {
        let way_out = match &literal.kind {
            LiteralKind::HexBrace(HexLiteralKind::X | HexLiteralKind::UnicodeLong)
            | LiteralKind::HexFixed(HexLiteralKind::UnicodeLong) => "write `\\u{..}`",
            LiteralKind::Special(SpecialLiteralKind::Bell) => "write `\\x07`",
            _ => return,
        };
        self.report(&literal.span, way_out);
    }

    fn unicode(&mut self, class: &ast::ClassUnicode) {
        let way_out = match &class.kind {
            ClassUnicodeKind::OneLetter(_) => "write it in braces",
            ClassUnicodeKind::Named(name) if is_category(name) => return,
            ClassUnicodeKind::Named(_) => "write a category such as `\\p{Lu}`, or `\\p{Script=..}`",
            ClassUnicodeKind::NamedValue { op, .. } if *op == ast::ClassUnicodeOpKind::Equal => {
                return;
            }
            ClassUnicodeKind::NamedValue { .. } => "write `\\P{..=..}`",
        };
        self.report(&class.span, way_out);
    }
}

impl Visitor for Search<'_> {
    type Output = Vec<Fault>;
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<Vec<Fault>, Self::Err> {
        Ok(self.faults)
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), Self::Err> {
        match tree {
            Ast::Flags(flags) => self.report(&flags.span, FLAGS),
            Ast::Group(group) => match &group.kind {
                GroupKind::NonCapturing(flags) if !flags.items.is_empty() => {
                    self.report(&opening(group, &flags.span), FLAGS);
                }
                GroupKind::CaptureName {
                    starts_with_p: true,
                    name,
                } => self.report(&opening(group, &name.span), "write a group without a name"),
                _ => {}
            },
            Ast::Assertion(assertion) => match assertion.kind {
                AssertionKind::StartText => self.report(&assertion.span, "write `^`"),
                AssertionKind::EndText => self.report(&assertion.span, "write `$`"),
                AssertionKind::WordBoundaryStart
                | AssertionKind::WordBoundaryEnd
                | AssertionKind::WordBoundaryStartAngle
                | AssertionKind::WordBoundaryEndAngle
                | AssertionKind::WordBoundaryStartHalf
                | AssertionKind::WordBoundaryEndHalf => {
                    self.report(&assertion.span, "write `\\b`");
                }
                _ => {}
            },
            Ast::Literal(literal) => self.literal(literal),
            Ast::ClassUnicode(class) => self.unicode(class),
            Ast::ClassBracketed(class) => {
                let text = self.text(&class.span);
                if text.starts_with("[]") || text.starts_with("[^]") {
                    let message = "`[]` is a class of no character to JSON Schema; write `\\]`";
                    self.faults
                        .push(Fault::new(&class.span, message.to_owned()));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        match item {
            ClassSetItem::Ascii(class) => {
                self.report(&class.span, "write the characters, such as `a-z`");
            }
            ClassSetItem::Bracketed(class) => {
                self.report(&class.span, "write one class without another inside");
            }
            ClassSetItem::Unicode(class) => self.unicode(class),
            ClassSetItem::Literal(literal) => self.literal(literal),
            _ => {}
        }
        Ok(())
    }

    fn visit_class_set_binary_op_pre(&mut self, op: &ClassSetBinaryOp) -> Result<(), Self::Err> {
        self.report(&op.span, "write one class without `&&`, `--` and `~~`");
        Ok(())
    }
}

/// A group up to and with the character after what is said of it.
fn opening(group: &ast::Group, said: &ast::Span) -> ast::Span {
    let mut end = said.end;
    end.offset += 1;
    ast::Span::new(group.span.start, end)
}

const FLAGS: &str = "spell the letters out, such as `[Aa]`";

/// A general category by its short name, or a property that has no value.
fn is_category(name: &str) -> bool {
    const GROUPS: [(&str, &str); 7] = [
        ("L", "Cultmo"),
        ("M", "cen"),
        ("N", "dlo"),
        ("P", "cdefios"),
        ("S", "ckmo"),
        ("Z", "lps"),
        ("C", "cfnos"),
    ];
    const PROPERTIES: [&str; 8] = [
        "Letter",
        "Lowercase_Letter",
        "Uppercase_Letter",
        "Number",
        "Punctuation",
        "Alphabetic",
        "Lowercase",
        "Uppercase",
    ];
    let in_group = |(group, members): &(&str, &str)| {
        name.strip_prefix(group)
            .is_some_and(|rest| rest.is_empty() || rest.len() == 1 && members.contains(rest))
    };
    GROUPS.iter().any(in_group) || PROPERTIES.contains(&name)
}
