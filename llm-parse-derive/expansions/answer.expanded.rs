// 196 lines from 12
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
    impl __llm::LlmExtract for Answer {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Answer"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Enum(__llm::Enum {
                tagging: __llm::Tagging::Untagged,
                variants: __llm::Cow::Borrowed(
                    &[
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("Number"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Newtype(
                                __llm::Field::usual(
                                    "",
                                    __llm::None,
                                    __llm::part::<f64>().shape,
                                    &[],
                                    __llm::None,
                                ),
                            ),
                            other: false,
                            untagged: false,
                        },
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("Text"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Newtype(
                                __llm::Field::usual(
                                    "",
                                    __llm::None,
                                    __llm::part::<String>().shape,
                                    &[__llm::Rule::MinLen(1)],
                                    __llm::None,
                                ),
                            ),
                            other: false,
                            untagged: false,
                        },
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("Both"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Tuple(
                                __llm::Cow::Borrowed(
                                    &[
                                        __llm::Field::usual(
                                            "",
                                            __llm::None,
                                            __llm::part::<f64>().shape,
                                            &[],
                                            __llm::None,
                                        ),
                                        __llm::Field::usual(
                                            "",
                                            __llm::None,
                                            __llm::part::<String>().shape,
                                            &[],
                                            __llm::None,
                                        ),
                                    ],
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
                Self::Number { 0: field_0, .. } => {
                    let variant = &variants[0usize];
                    let fields = __llm::variant_fields(variant);
                    let depth = __llm::Checker::enter_variant(checker, shape, variant);
                    __llm::Checker::field(
                        checker,
                        &fields[0usize],
                        field_0,
                        __llm::part::<f64>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                }
                Self::Text { 0: field_0, .. } => {
                    let variant = &variants[1usize];
                    let fields = __llm::variant_fields(variant);
                    let depth = __llm::Checker::enter_variant(checker, shape, variant);
                    __llm::Checker::field(
                        checker,
                        &fields[0usize],
                        field_0,
                        __llm::part::<String>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                }
                Self::Both { 0: field_0, 1: field_1, .. } => {
                    let variant = &variants[2usize];
                    let fields = __llm::variant_fields(variant);
                    let depth = __llm::Checker::enter_variant(checker, shape, variant);
                    let depth = __llm::Checker::enter_index(checker, 0usize);
                    __llm::Checker::field(
                        checker,
                        &fields[0usize],
                        field_0,
                        __llm::part::<f64>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                    let depth = __llm::Checker::enter_index(checker, 1usize);
                    __llm::Checker::field(
                        checker,
                        &fields[1usize],
                        field_1,
                        __llm::part::<String>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                    __llm::Checker::leave(checker, depth);
                }
            }
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Answer {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<f64>;
                __llm::node::<f64, __F>()
            },
            {
                let _ = __llm::part::<String>;
                __llm::node::<String, __F>()
            },
            {
                let _ = __llm::part::<f64>;
                __llm::node::<f64, __F>()
            },
            {
                let _ = __llm::part::<String>;
                __llm::node::<String, __F>()
            },
        ];
    }
    const _: () = {
        let at = __llm::part::<String>().known("String");
        at.takes(__llm::Key::Len);
        at.min_len(__llm::Number::Int(1));
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
    const _: () = if __llm::takes_all_of(
        __llm::part::<f64>().own(),
        __llm::part::<String>().own(),
    ) {
        __llm::refuse(
            "`Text` is never read, since `Number` before it takes whatever it takes; put it first, or tell them apart by a key or a type",
        )
    };
};
