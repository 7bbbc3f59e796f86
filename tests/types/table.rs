//! The macro that makes a table of types.

/// A random value of a field.
macro_rules! make {
    ($rng:ident $ty:ty) => {
        <$ty as crate::rng::Arb>::arb($rng)
    };
    ($rng:ident $ty:ty, $make:expr) => {{
        let make: fn(&mut crate::rng::Rng) -> $ty = $make;
        make($rng)
    }};
}

/// Defines the types of a family, their random values, and `cases()`.
macro_rules! types {
    (@[$($case:tt)*]) => {
        pub(crate) fn cases() -> Vec<crate::judge::Case> {
            vec![$($case)*]
        }
    };
    (@[$($case:tt)*] use $ty:ty; $($rest:tt)*) => {
        types!(@[$($case)* crate::judge::Case::of::<$ty>(stringify!($ty)).beside::<$ty>(),] $($rest)*);
    };
    (@[$($case:tt)*] alone $ty:ty; $($rest:tt)*) => {
        types!(@[$($case)* crate::judge::Case::of::<$ty>(stringify!($ty)),] $($rest)*);
    };
    (@[$($case:tt)*] $(#[$($meta:tt)*])* struct $name:ident; $($rest:tt)*) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, llm_parse::LlmExtract, schemars::JsonSchema)]
        $(#[$($meta)*])*
        struct $name;

        impl crate::rng::Arb for $name {
            fn arb(_: &mut crate::rng::Rng) -> Self {
                $name
            }
        }

        types!(@[$($case)* crate::judge::Case::of::<$name>(stringify!($name)).beside::<$name>(),] $($rest)*);
    };
    (
        @[$($case:tt)*]
        $(#[$($meta:tt)*])* struct $name:ident ($($(#[$($field_meta:tt)*])* $ty:ty $(= $make:expr)?),* $(,)?);
        $($rest:tt)*
    ) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, llm_parse::LlmExtract, schemars::JsonSchema)]
        $(#[$($meta)*])*
        struct $name($($(#[$($field_meta)*])* $ty),*);

        impl crate::rng::Arb for $name {
            fn arb(rng: &mut crate::rng::Rng) -> Self {
                rng.deeper(|_rng| $name($(make!(_rng $ty $(, $make)?)),*))
            }
        }

        types!(@[$($case)* crate::judge::Case::of::<$name>(stringify!($name)).beside::<$name>(),] $($rest)*);
    };
    (
        @[$($case:tt)*]
        $(#[$($meta:tt)*])* struct $name:ident {
            $($(#[$($field_meta:tt)*])* $field:ident: $ty:ty $(= $make:expr)?),* $(,)?
        }
        $($rest:tt)*
    ) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, llm_parse::LlmExtract, schemars::JsonSchema)]
        $(#[$($meta)*])*
        struct $name {
            $($(#[$($field_meta)*])* $field: $ty),*
        }

        impl crate::rng::Arb for $name {
            fn arb(rng: &mut crate::rng::Rng) -> Self {
                rng.deeper(|_rng| $name { $($field: make!(_rng $ty $(, $make)?)),* })
            }
        }

        types!(@[$($case)* crate::judge::Case::of::<$name>(stringify!($name)).beside::<$name>(),] $($rest)*);
    };
    (
        @[$($case:tt)*]
        $(#[$($meta:tt)*])* enum $name:ident {
            $(
                $(#[$($variant_meta:tt)*])* $variant:ident
                $(($($(#[$($item_meta:tt)*])* $item:ty $(= $make_item:expr)?),* $(,)?))?
                $({$($(#[$($field_meta:tt)*])* $field:ident: $ty:ty $(= $make:expr)?),* $(,)?})?
            ),* $(,)?
        }
        $($rest:tt)*
    ) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, llm_parse::LlmExtract, schemars::JsonSchema)]
        $(#[$($meta)*])*
        enum $name {
            $(
                $(#[$($variant_meta)*])* $variant
                $(($($(#[$($item_meta)*])* $item),*))?
                $({$($(#[$($field_meta)*])* $field: $ty),*})?
            ),*
        }

        impl crate::rng::Arb for $name {
            fn arb(rng: &mut crate::rng::Rng) -> Self {
                let makers: &[fn(&mut crate::rng::Rng) -> Self] = &[$(
                    |_rng| $name::$variant
                        $(($(make!(_rng $item $(, $make_item)?)),*))?
                        $({ $($field: make!(_rng $ty $(, $make)?)),* })?
                ),*];
                let index = rng.variant(makers.len());
                rng.deeper(makers[index])
            }
        }

        types!(@[$($case)* crate::judge::Case::of::<$name>(stringify!($name)).beside::<$name>(),] $($rest)*);
    };
    (@[$($case:tt)*] $(#[$($meta:tt)*])* generic struct $name:ident<$($param:ident),+> {
        $($(#[$($field_meta:tt)*])* $field:ident: $ty:ty),* $(,)?
    } $($rest:tt)*) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, llm_parse::LlmExtract, schemars::JsonSchema)]
        $(#[$($meta)*])*
        struct $name<$($param),+> {
            $($(#[$($field_meta)*])* $field: $ty),*
        }

        impl<$($param: crate::rng::Arb),+> crate::rng::Arb for $name<$($param),+> {
            fn arb(rng: &mut crate::rng::Rng) -> Self {
                rng.deeper(|rng| $name { $($field: make!(rng $ty)),* })
            }
        }

        types!(@[$($case)*] $($rest)*);
    };
    ($($rest:tt)*) => {
        types!(@[] $($rest)*);
    };
}
