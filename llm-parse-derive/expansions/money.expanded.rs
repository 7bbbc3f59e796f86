// 171 lines from 31
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
    impl __llm::LlmExtract for Cents {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Cents"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Newtype(__llm::Newtype {
                field: __llm::Field::usual(
                    "",
                    __llm::None,
                    __llm::part::<u64>().shape,
                    &[__llm::Rule::Max(__llm::Number::Int(1000000))],
                    __llm::None,
                ),
                transparent: false,
            }),
            example: __llm::Some(|| __llm::example::<Self, _>(Cents(10))),
            checks: true,
            probe: __llm::Some(__llm::probe::<Self>),
            lost: __llm::Cow::Borrowed(&[]),
            dialects: __llm::Cow::Borrowed(&[]),
        };
        type Known<__F: __llm::Fuel> = __llm::NewtypeOf<Self, u64, __F>;
        fn __check(&self, checker: &mut __llm::Checker, rules: &[__llm::Rule]) {
            let _ = (&checker, rules);
            let mark = __llm::Checker::mark(checker);
            let fields = __llm::fields(Self::SHAPE);
            __llm::Checker::newtype(
                checker,
                &fields[0],
                &self.0,
                __llm::part::<u64>().check,
                rules,
            );
            if __llm::Checker::sound_since(checker, mark) {
                __llm::Checker::verdict(
                    checker,
                    __llm::verdict(Cents::is_even(__llm::check_argument(self))),
                );
            }
        }
        fn __key(&self) -> __llm::Option<__llm::Cow<'_, __llm::str>> {
            (__llm::part::<u64>().key)(&self.0)
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Cents {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<u64>;
                __llm::node::<u64, __F>()
            },
        ];
    }
    #[automatically_derived]
    impl<__Open> __llm::Unique<__Open> for Cents
    where
        u64: __llm::Unique<__Open>,
    {
        fn first_repeat(&self) -> __llm::Repeat {
            __llm::Unique::first_repeat(&self.0)
        }
    }
    const _: () = {
        let at = __llm::part::<u64>().known("u64");
        at.takes(__llm::Key::Range);
        at.bound(__llm::Number::Int(1000000));
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
    impl __llm::LlmExtract for Bill {
        const SHAPE: &'static __llm::Shape = &__llm::Shape {
            name: __llm::Cow::Borrowed("Bill"),
            instance: __llm::None,
            id: __llm::Some(__llm::any::TypeId::of::<Self>),
            title: __llm::None,
            docs: __llm::None,
            kind: __llm::Kind::Struct(__llm::Struct {
                fields: __llm::Cow::Borrowed(
                    &[
                        __llm::Field {
                            name: __llm::Cow::Borrowed("total"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(__llm::part::<Cents>().shape),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: true,
                            example: __llm::None,
                            probe: __llm::Some(|
                                cursor: __llm::Cursor<'_, '_>,
                                checker: &mut __llm::Checker|
                            {
                                let decoded: __llm::Result<Cents, _> = __llm::decode::<
                                    Cents,
                                >(cursor);
                                if let __llm::Ok(value) = decoded {
                                    __llm::Checker::verdict(
                                        checker,
                                        __llm::verdict(is_paid(__llm::check_argument(&value))),
                                    );
                                }
                            }),
                        },
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
            if __llm::Checker::field(
                checker,
                &fields[0usize],
                &self.total,
                __llm::part::<Cents>().check,
            ) {
                __llm::Checker::field_verdict(
                    checker,
                    &fields[0usize],
                    __llm::verdict(is_paid(__llm::check_argument(&self.total))),
                );
            }
        }
    }
    #[automatically_derived]
    impl<__F: __llm::Fuel> __llm::Inside<__F> for Bill {
        const INSIDE: &'static [&'static __llm::Node] = &[
            {
                let _ = __llm::part::<Cents>;
                __llm::node::<Cents, __F>()
            },
        ];
    }
};
