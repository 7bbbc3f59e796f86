//! The classes of malformations.

use super::Expected;

macro_rules! malformations {
    ($($(#[doc = $doc:literal])* $name:ident $stage:ident $expected:ident,)*) => {
        /// One way in which models write what is not JSON, or not the JSON that was asked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Malformation {
            $($(#[doc = $doc])* $name,)*
        }

        impl Malformation {
            /// All of them.
            pub const fn all() -> &'static [Malformation] {
                &[$(Malformation::$name),*]
            }

            pub(super) const fn stage(self) -> Stage {
                match self {
                    $(Malformation::$name => Stage::$stage,)*
                }
            }

            /// What must come of it where it is applied alone.
            pub const fn expected(self) -> Expected {
                match self {
                    $(Malformation::$name => Expected::$expected,)*
                }
            }
        }
    };
}

/// In which order malformations are applied, whatever order they are asked for in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// To keys, values and whole entries.
    Structure,
    /// To how strings, numbers and literals are written.
    Scalars,
    /// To what stands between them.
    Punctuation,
    /// To the white space.
    Space,
    /// To the whole text of the value.
    Whole,
    Cut,
    /// Directly around the value.
    Around,
    /// Before and after that.
    Prose,
    Bytes,
}

malformations! {
    /// The value stands under a key of its own, such as `result`.
    OuterKey Structure SameOrViolation,
    /// The values stand under `properties`, among keywords of JSON Schema.
    SchemaKeywords Structure SameOrViolation,
    /// Keys in another case, or with other separators.
    KeySpelling Structure SameOrViolation,
    /// A key that is not declared.
    ExtraKey Structure SameOrViolation,
    /// An entry stands twice, with equal values.
    DuplicateKey Structure SameValue,
    /// An entry stands twice, with different values.
    ConflictingKey Structure Violation,
    /// Keys whose value is `null` are left out.
    NullAsAbsent Structure SameOrViolation,
    /// A struct is a list of its values.
    ListForStruct Structure SameOrViolation,
    /// A map is a list of objects with `key` and `value`.
    ListForMap Structure SameOrViolation,
    /// A variant that is a key has its name under `type` instead.
    Tagging Structure SameOrViolation,
    /// A list is its items, one a line.
    Lines Structure SameOrViolation,
    /// A list of one is only its item.
    OneForMany Structure SameOrViolation,
    /// A value is in a list of its own.
    ManyForOne Structure SameOrViolation,
    /// Numbers stand in strings.
    NumberText Structure SameValue,
    /// Numbers stand in strings, with commas between thousands.
    Thousands Structure SameOrViolation,
    /// Numbers stand in strings, with the sign of a currency or of a percentage.
    Symbols Structure SameOrViolation,

    /// Strings in single quotes.
    SingleQuotes Scalars SameValue,
    /// Strings in typographic quotes.
    TypographicQuotes Scalars SameOrViolation,
    /// Texts in backticks.
    Backticks Scalars SameOrViolation,
    /// Texts in three quotes, as in Python.
    TripleQuotes Scalars SameOrViolation,
    /// Keys without quotes.
    BareKeys Scalars SameValue,
    /// Texts without quotes.
    BareText Scalars SameOrViolation,
    /// One quote of a string is missing.
    HalfQuotes Scalars SameOrViolation,
    /// Quotes in a string are not escaped.
    InnerQuotes Scalars SameOrViolation,
    /// Line breaks and tabs in a string are not escaped.
    RawControls Scalars SameOrViolation,
    /// Escapes that JSON does not have, such as `\'` and `\_`.
    OddEscapes Scalars SameValue,
    /// Literals of other languages: `True`, `None`, `undefined`.
    OtherLiterals Scalars SameValue,
    /// Nothing stands where `null` should.
    EmptySlot Scalars SameOrViolation,
    /// Numbers in forms that JSON does not have: `+1`, `.5`, `1_000`, `0x1F`.
    NumberForms Scalars SameValue,

    /// A comma before a closing bracket.
    TrailingComma Punctuation SameValue,
    /// A comma after an opening bracket.
    LeadingComma Punctuation SameOrViolation,
    /// Two commas.
    DoubledComma Punctuation SameOrViolation,
    /// No comma between two items.
    MissingComma Punctuation SameOrViolation,
    /// No colon after a key.
    MissingColon Punctuation SameOrViolation,
    /// `=` or `=>` for a colon.
    OtherColon Punctuation SameOrViolation,
    /// Semicolons for commas.
    Semicolon Punctuation SameOrViolation,
    /// Comments of three languages.
    Comment Punctuation SameValue,
    /// `...` between items.
    Ellipsis Punctuation SameOrViolation,
    /// A closing bracket in the middle is missing.
    MissingBracket Punctuation SameOrViolation,
    /// A closing bracket is of the wrong kind.
    WrongBracket Punctuation SameOrViolation,
    /// One closing bracket too many.
    ExtraBracket Punctuation SameOrViolation,
    /// Full-width commas and colons.
    CjkPunctuation Punctuation SameOrViolation,

    /// Spaces that JSON does not know, such as the no-break space.
    OtherSpaces Space SameValue,
    /// Characters of no width between the tokens.
    ZeroWidth Space SameValue,
    /// Line breaks of Windows.
    CrLf Space SameValue,

    /// The value as JSON inside a JSON string.
    InString Whole SameOrViolation,
    /// All quotes are escaped, as in a string that was not opened.
    Escaped Whole SameOrViolation,
    /// The model starts the whole value again in the middle.
    Restart Whole SameOrViolation,

    /// The reply ends inside the value.
    CutOff Cut CutOff,
    /// The reply ends inside the value, and white space follows without end.
    EndlessSpace Cut CutOff,

    /// The value in a Markdown fence.
    Fence Around SameValue,
    /// The fence is not closed.
    OpenFence Around SameValue,
    /// XML tags round the value.
    Tags Around SameValue,

    /// A sentence before the value.
    ProseBefore Prose SameValue,
    /// A sentence after the value.
    ProseAfter Prose SameValue,
    /// A sentence with braces and brackets before the value.
    Braces Prose SameOrViolation,
    /// A bracket before the value that belongs to nothing.
    StrayBracket Prose SameOrViolation,
    /// A fence of another language before the value.
    OtherFence Prose SameOrViolation,
    /// A draft in `<think>` tags before the value, with a value of its own.
    Draft Prose SameValue,
    /// Another, unrelated object after the value.
    OtherValue Prose SameOrViolation,

    /// A byte-order mark.
    ByteOrderMark Bytes SameValue,
}
