// 88 lines from 16
#[doc(hidden)]
#[allow(
    deprecated,
    non_local_definitions,
    unused_qualifications,
    single_use_lifetimes,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
const _: () = {
    use ::llm_parse::__private as __llm;
    #[automatically_derived]
    impl __llm::LlmExtract for Colour {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Colour"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Enum(__llm::Enum {
                tagging: __llm::Tagging::External,
                variants: __llm::Cow::Borrowed(
                    &[
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("blue"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::Some(__llm::Cow::Borrowed(" As the sky.")),
                            content: __llm::Content::Unit,
                            other: false,
                            untagged: false,
                        },
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("red"),
                            aliases: __llm::Cow::Borrowed(
                                &[__llm::Cow::Borrowed("vermilion")],
                            ),
                            spellings: __llm::Cow::Borrowed(
                                &[__llm::Cow::Borrowed("crimson")],
                            ),
                            docs: __llm::None,
                            content: __llm::Content::Unit,
                            other: false,
                            untagged: false,
                        },
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("other"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Unit,
                            other: true,
                            untagged: false,
                        },
                    ],
                ),
            }),
            example: __llm::None,
            checks: false,
            probe: __llm::None,
            lost: __llm::Cow::Borrowed(&[]),
            dialects: __llm::Cow::Borrowed(&[]),
        };
        type Known<__F: __llm::Fuel> = __llm::Whole<Self, __F>;
        fn __check(&self, checker: &mut __llm::Checker, rules: &[__llm::Rule]) {
            let _ = (&checker, rules);
            if let __llm::Some(key) = <Self as __llm::LlmExtract>::__key(self) {
                __llm::Checker::apply(checker, rules, &__llm::Seen::Text(&key));
            }
        }
        fn __key(&self) -> __llm::Option<__llm::Cow<'_, __llm::str>> {
            __llm::Some(
                __llm::Cow::Borrowed(
                    match self {
                        Self::Blue { .. } => "blue",
                        Self::Red { .. } => "red",
                        Self::Other { .. } => "other",
                    },
                ),
            )
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Colour {
        const INSIDE: &'static [&'static __llm::Node] = &[];
    }
};
