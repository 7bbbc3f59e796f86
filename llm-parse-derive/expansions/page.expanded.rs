// 222 lines from 17
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
    impl<T> __llm::LlmExtract for Page<T>
    where
        T: 'static,
        T: __llm::LlmExtract,
        Page<T>: __llm::serde::de::DeserializeOwned,
    {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Page"),
            instance: __llm::Some(__llm::any::type_name::<Self>),
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Struct(__llm::Struct {
                fields: __llm::Cow::Borrowed(
                    &[
                        __llm::Field::usual(
                            "items",
                            __llm::None,
                            __llm::part::<Vec<T>>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "next",
                            __llm::None,
                            __llm::part::<Option<Box<Page<T>>>>().shape,
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
                &self.items,
                __llm::part::<Vec<T>>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[1usize],
                &self.next,
                __llm::part::<Option<Box<Page<T>>>>().check,
            );
        }
    }
    #[automatically_derived]
    impl<T, __F: __llm::Fuel> __llm::Inside<__F> for Page<T>
    where
        T: 'static,
        T: __llm::LlmExtract,
        Page<T>: __llm::serde::de::DeserializeOwned,
    {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<Vec<T>>;
                __llm::node::<Vec<T>, __F>()
            },
            {
                let _ = __llm::part::<Option<Box<Page<T>>>>;
                __llm::node::<Option<Box<Page<T>>>, __F>()
            },
        ];
    }
    #[automatically_derived]
    impl<T> __llm::schemars::JsonSchema for Page<T>
    where
        T: 'static,
        T: __llm::LlmExtract,
        Page<T>: __llm::serde::de::DeserializeOwned,
    {
        fn schema_name() -> __llm::Cow<'static, __llm::str> {
            __llm::schema_name(<Self as __llm::LlmExtract>::SHAPE)
        }
        fn schema_id() -> __llm::Cow<'static, __llm::str> {
            __llm::Cow::Borrowed(__llm::any::type_name::<Self>())
        }
        fn json_schema(
            generator: &mut __llm::schemars::SchemaGenerator,
        ) -> __llm::schemars::Schema {
            __llm::json_schema(<Self as __llm::LlmExtract>::SHAPE, generator)
        }
    }
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
    impl __llm::LlmExtract for Tree {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Tree"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Enum(__llm::Enum {
                tagging: __llm::Tagging::External,
                variants: __llm::Cow::Borrowed(
                    &[
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("Leaf"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Newtype(
                                __llm::Field::usual(
                                    "",
                                    __llm::None,
                                    __llm::part::<u8>().shape,
                                    &[],
                                    __llm::None,
                                ),
                            ),
                            other: false,
                            untagged: false,
                        },
                        __llm::Variant {
                            name: __llm::Cow::Borrowed("Branch"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            spellings: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            content: __llm::Content::Newtype(
                                __llm::Field::usual(
                                    "",
                                    __llm::None,
                                    __llm::part::<Vec<Tree>>().shape,
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
                Self::Leaf { 0: field_0, .. } => {
                    let variant = &variants[0usize];
                    let fields = __llm::variant_fields(variant);
                    let depth = __llm::Checker::enter_variant(checker, shape, variant);
                    __llm::Checker::field(
                        checker,
                        &fields[0usize],
                        field_0,
                        __llm::part::<u8>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                }
                Self::Branch { 0: field_0, .. } => {
                    let variant = &variants[1usize];
                    let fields = __llm::variant_fields(variant);
                    let depth = __llm::Checker::enter_variant(checker, shape, variant);
                    __llm::Checker::field(
                        checker,
                        &fields[0usize],
                        field_0,
                        __llm::part::<Vec<Tree>>().check,
                    );
                    __llm::Checker::leave(checker, depth);
                }
            }
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Tree {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<u8>;
                __llm::node::<u8, __F>()
            },
            {
                let _ = __llm::part::<Vec<Tree>>;
                __llm::node::<Vec<Tree>, __F>()
            },
        ];
    }
};
