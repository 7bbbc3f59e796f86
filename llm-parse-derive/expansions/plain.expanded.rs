// 215 lines from 18
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
    impl __llm::LlmExtract for Plain {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Plain"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Struct(__llm::Struct {
                fields: __llm::Cow::Borrowed(
                    &[
                        __llm::Field::usual(
                            "a",
                            __llm::None,
                            __llm::part::<String>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "b",
                            __llm::None,
                            __llm::part::<Option<String>>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "c",
                            __llm::None,
                            __llm::part::<bool>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "d",
                            __llm::None,
                            __llm::part::<u8>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "e",
                            __llm::None,
                            __llm::part::<i64>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "f",
                            __llm::None,
                            __llm::part::<f64>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "g",
                            __llm::None,
                            __llm::part::<Vec<String>>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "h",
                            __llm::None,
                            __llm::part::<Option<u32>>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "i",
                            __llm::None,
                            __llm::part::<(u8, u8)>().shape,
                            &[],
                            __llm::None,
                        ),
                        __llm::Field::usual(
                            "j",
                            __llm::None,
                            __llm::part::<Box<str>>().shape,
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
                &self.a,
                __llm::part::<String>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[1usize],
                &self.b,
                __llm::part::<Option<String>>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[2usize],
                &self.c,
                __llm::part::<bool>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[3usize],
                &self.d,
                __llm::part::<u8>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[4usize],
                &self.e,
                __llm::part::<i64>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[5usize],
                &self.f,
                __llm::part::<f64>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[6usize],
                &self.g,
                __llm::part::<Vec<String>>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[7usize],
                &self.h,
                __llm::part::<Option<u32>>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[8usize],
                &self.i,
                __llm::part::<(u8, u8)>().check,
            );
            __llm::Checker::field(
                checker,
                &fields[9usize],
                &self.j,
                __llm::part::<Box<str>>().check,
            );
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Plain {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<String>;
                __llm::node::<String, __F>()
            },
            {
                let _ = __llm::part::<Option<String>>;
                __llm::node::<Option<String>, __F>()
            },
            {
                let _ = __llm::part::<bool>;
                __llm::node::<bool, __F>()
            },
            {
                let _ = __llm::part::<u8>;
                __llm::node::<u8, __F>()
            },
            {
                let _ = __llm::part::<i64>;
                __llm::node::<i64, __F>()
            },
            {
                let _ = __llm::part::<f64>;
                __llm::node::<f64, __F>()
            },
            {
                let _ = __llm::part::<Vec<String>>;
                __llm::node::<Vec<String>, __F>()
            },
            {
                let _ = __llm::part::<Option<u32>>;
                __llm::node::<Option<u32>, __F>()
            },
            {
                let _ = __llm::part::<(u8, u8)>;
                __llm::node::<(u8, u8), __F>()
            },
            {
                let _ = __llm::part::<Box<str>>;
                __llm::node::<Box<str>, __F>()
            },
        ];
    }
};
