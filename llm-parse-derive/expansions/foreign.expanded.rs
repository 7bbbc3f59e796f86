// 135 lines from 24
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
    impl __llm::LlmExtract for Share {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Share"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Struct(__llm::Struct {
                fields: __llm::Cow::Borrowed(
                    &[
                        __llm::Field {
                            name: __llm::Cow::Borrowed("part"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<String>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(
                                &[
                                    __llm::Rule::Pattern(__llm::Pattern {
                                        source: __llm::Cow::Borrowed("^[0-9]+%$"),
                                        regex: __llm::Compiled::Static(|| {
                                            static REGEX: __llm::OnceLock<
                                                __llm::Option<__llm::Regex>,
                                            > = __llm::OnceLock::new();
                                            __llm::compiled(&REGEX, "^[0-9]+%$")
                                        }),
                                    }),
                                ],
                            ),
                            default: true,
                            custom: true,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::Some(|| __llm::wire("50%")),
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("rest"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<HashMap<String, u8>>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: true,
                            custom: false,
                            flatten: true,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                    ],
                ),
                deny_unknown: false,
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
            let fields = __llm::fields(Self::SHAPE);
            __llm::Checker::field(
                checker,
                &fields[1usize],
                &self.rest,
                __llm::part::<HashMap<String, u8>>().check,
            );
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Share {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<String>;
                __llm::node::<String, __F>()
            },
            {
                let _ = __llm::part::<HashMap<String, u8>>;
                __llm::node::<HashMap<String, u8>, __F>()
            },
        ];
    }
    const _: () = {
        let at = __llm::part::<String>().known("String");
        at.takes(__llm::Key::Pattern);
    };
    const _: () = {
        let at = __llm::part::<String>().known("String");
        at.example(__llm::Given::Text("50%", &[]));
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
    const _: () = if __llm::is_not_flat(__llm::part::<HashMap<String, u8>>().own()) {
        __llm::refuse(
            "only a struct, a map or an enum can be flattened; remove `flatten`",
        )
    };
    const _: () = if __llm::wants_key(
        __llm::part::<HashMap<String, u8>>().own(),
        "part",
    ) {
        __llm::refuse(
            "the key `part` is taken before this type, which is flattened, gets its own; rename one of them",
        )
    };
};
