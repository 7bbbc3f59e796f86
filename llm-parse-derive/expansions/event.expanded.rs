// 219 lines from 20
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
    impl __llm::LlmExtract for Event {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Event"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Enum(__llm::Enum {
                tagging: __llm::Tagging::Internal {
                    tag: __llm::Cow::Borrowed("kind"),
                },
                variants: __llm::Cow::Borrowed(
                    &[
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("started"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Unit,
                            other: false,
                            untagged: false,
                        },
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("moved"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Struct(__llm::Struct {
                                fields: __llm::Cow::Borrowed(
                                    &[
                                        __llm::Field::usual(
                                            "by",
                                            __llm::None,
                                            __llm::part::<i32>().shape,
                                            &[__llm::Rule::Min(__llm::Number::Int(0))],
                                            __llm::None,
                                        ),
                                    ],
                                ),
                                deny_unknown: false,
                            }),
                            other: false,
                            untagged: false,
                        },
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("closed"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Newtype(
                                __llm::Field::usual(
                                    "",
                                    __llm::None,
                                    __llm::part::<Closing>().shape,
                                    &[],
                                    __llm::None,
                                ),
                            ),
                            other: false,
                            untagged: false,
                        },
                    ],
                ),
            }),
            example: __llm::None,
            checks: false,
            probe: __llm::Some(__llm::probe::<Self>),
            lost: __llm::Cow::Borrowed(&[]),
            dialects: __llm::Cow::Borrowed(&[]),
        };
        type Known<__F: __llm::Fuel> = __llm::Whole<Self, __F>;
        fn __check(&self, checker: &mut __llm::Checker, rules: &[__llm::Rule]) {
            let _ = (&checker, rules);
            let shape = Self::SHAPE;
            let variants = __llm::variants(shape);
            match self {
                Self::Moved { by: field_0, .. } => {
                    let variant = &variants[1usize];
                    let fields = __llm::variant_fields(variant);
                    let depth = __llm::Checker::enter_variant(checker, shape, variant);
                    __llm::Checker::field(
                        checker,
                        &fields[0usize],
                        field_0,
                        __llm::part::<i32>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                }
                Self::Closed { 0: field_0, .. } => {
                    let variant = &variants[2usize];
                    let fields = __llm::variant_fields(variant);
                    let depth = __llm::Checker::enter_variant(checker, shape, variant);
                    __llm::Checker::field(
                        checker,
                        &fields[0usize],
                        field_0,
                        __llm::part::<Closing>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                }
                _ => {}
            }
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Event {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<i32>;
                __llm::node::<i32, __F>()
            },
            {
                let _ = __llm::part::<Closing>;
                __llm::node::<Closing, __F>()
            },
        ];
    }
    const _: () = {
        let at = __llm::part::<i32>().known("i32");
        at.takes(__llm::Key::Range);
        at.bound(__llm::Number::Int(0));
    };
};
#[doc(hidden)]
#[allow(
    deprecated,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]
const _: () = {
    use ::llm_parse::__private as __llm;
    const _: () = if __llm::has_no_entries(__llm::part::<Closing>().own()) {
        __llm::refuse(
            "serde has no place for the tag `kind` beside this value; give it a key: `Closed { value: .. }`, or say `#[serde(content = \"..\")]`",
        )
    };
    const _: () = if __llm::wants_key(__llm::part::<Closing>().own(), "kind") {
        __llm::refuse(
            "the tag takes the key `kind`, so that this type never gets its own; rename one of them",
        )
    };
};
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
    impl __llm::LlmExtract for Closing {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Closing"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Struct(__llm::Struct {
                fields: __llm::Cow::Borrowed(
                    &[
                        __llm::Field::usual(
                            "reason",
                            __llm::None,
                            __llm::part::<String>().shape,
                            &[],
                            __llm::None,
                        ),
                    ],
                ),
                deny_unknown: false,
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
            let fields = __llm::fields(Self::SHAPE);
            __llm::Checker::field(
                checker,
                &fields[0usize],
                &self.reason,
                __llm::part::<String>().check,
            );
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Closing {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<String>;
                __llm::node::<String, __F>()
            },
        ];
    }
};
