// 251 lines from 18
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
                        __llm::Field {
                            name: __llm::Cow::Borrowed("a"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<String>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("b"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<Option<String>>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("c"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(__llm::part::<bool>().shape),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("d"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(__llm::part::<u8>().shape),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("e"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(__llm::part::<i64>().shape),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("f"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(__llm::part::<f64>().shape),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("g"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<Vec<String>>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("h"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<Option<u32>>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("i"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<(u8, u8)>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
                            written: true,
                            warn: false,
                            example: __llm::None,
                            probe: __llm::None,
                        },
                        __llm::Field {
                            name: __llm::Cow::Borrowed("j"),
                            aliases: __llm::Cow::Borrowed(&[]),
                            docs: __llm::None,
                            shape: __llm::ShapeRef::Static(
                                __llm::part::<Box<str>>().shape,
                            ),
                            rules: __llm::Cow::Borrowed(&[]),
                            default: false,
                            custom: false,
                            flatten: false,
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
            probe: __llm::None,
            lost: __llm::Cow::Borrowed(&[]),
        };
        type Known = __llm::Alone<Self>;
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
};
