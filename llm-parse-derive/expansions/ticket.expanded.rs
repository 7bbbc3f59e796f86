// 168 lines from 18
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
    impl __llm::LlmExtract for Ticket {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Ticket"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::Some(__llm::Cow::Borrowed(" A support ticket.")),
            kind: __llm::Kind::Struct(__llm::Struct {
                fields: __llm::Cow::Borrowed(
                    &[
                        __llm::Field::usual(
                            "title",
                            __llm::Some(" Short, imperative summary."),
                            __llm::part::<String>().shape,
                            &[__llm::Rule::MinLen(5), __llm::Rule::MaxLen(120)],
                            __llm::Some(|| __llm::wire("Fix the login page")),
                        ),
                        __llm::Field::usual(
                            "priority",
                            __llm::None,
                            __llm::part::<u8>().shape,
                            &[
                                __llm::Rule::Min(__llm::Number::Int(1)),
                                __llm::Rule::Max(__llm::Number::Int(5)),
                            ],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "key",
                            __llm::None,
                            __llm::part::<Option<String>>().shape,
                            &[
                                __llm::Rule::Pattern(__llm::Pattern {
                                    source: __llm::Cow::Borrowed(r"^[A-Z]{2,}-\d+$"),
                                    regex: __llm::Compiled::Static(|| {
                                        static REGEX: __llm::OnceLock<
                                            __llm::Option<__llm::Regex>,
                                        > = __llm::OnceLock::new();
                                        __llm::compiled(&REGEX, r"^[A-Z]{2,}-\d+$")
                                    }),
                                }),
                            ],
                            __llm::Some(|| __llm::wire("OPS-7")),
                        ),
                        __llm::Field::usual(
                            "tags",
                            __llm::None,
                            __llm::part::<Vec<String>>().shape,
                            &[
                                __llm::Rule::Unique,
                                __llm::Rule::Items(
                                    __llm::Cow::Borrowed(&[__llm::Rule::MinLen(2)]),
                                ),
                            ],
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
                &self.title,
                __llm::part::<String>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[1usize],
                &self.priority,
                __llm::part::<u8>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[2usize],
                &self.key,
                __llm::part::<Option<String>>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[3usize],
                &self.tags,
                __llm::part::<Vec<String>>().check,
            );
            __llm::Checker::unique(checker, &fields[3usize], &self.tags);
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Ticket {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<String>;
                __llm::node::<String, __F>()
            },
            {
                let _ = __llm::part::<u8>;
                __llm::node::<u8, __F>()
            },
            {
                let _ = __llm::part::<Option<String>>;
                __llm::node::<Option<String>, __F>()
            },
            {
                let _ = __llm::part::<Vec<String>>;
                __llm::node::<Vec<String>, __F>()
            },
        ];
    }
    const _: () = {
        let at = __llm::part::<String>().known("String");
        at.takes(__llm::Key::Len);
        at.min_len(__llm::Number::Int(5));
        at.max_len(__llm::Number::Int(120));
    };
    const _: () = {
        let at = __llm::part::<String>().known("String");
        at.example(__llm::Given::Text("Fix the login page", &[]));
    };
    const _: () = {
        let at = __llm::part::<u8>().known("u8");
        at.takes(__llm::Key::Range);
        at.bound(__llm::Number::Int(1));
    };
    const _: () = {
        let at = __llm::part::<u8>().known("u8");
        at.bound(__llm::Number::Int(5));
    };
    const _: () = {
        let at = __llm::part::<Option<String>>().known("Option<String>");
        at.takes(__llm::Key::Pattern);
    };
    const _: () = {
        let at = __llm::part::<Option<String>>().known("Option<String>");
        at.example(__llm::Given::Text("OPS-7", &[__llm::Format::Hostname]));
    };
    const _: () = {
        let at = __llm::part::<Vec<String>>().known("Vec<String>");
        at.takes(__llm::Key::Items);
    };
    const _: () = {
        let at = __llm::part::<Vec<String>>().known("Vec<String>").item();
        at.takes(__llm::Key::Len);
        at.min_len(__llm::Number::Int(2));
    };
};
