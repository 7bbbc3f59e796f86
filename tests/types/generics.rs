//! Generic types, and types that other macros write.

use llm_parse::LlmExtract;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rng::{Arb, Rng};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract, JsonSchema)]
struct Fixed<const N: usize> {
    size: u8,
    #[serde(default)]
    name: Option<[Letter; 2]>,
}

impl<const N: usize> Arb for Fixed<N> {
    fn arb(rng: &mut Rng) -> Self {
        Fixed {
            size: u8::arb(rng),
            name: Arb::arb(rng),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract, JsonSchema)]
struct Defaulted<T = u8, U = Vec<T>> {
    one: T,
    many: U,
}

impl<T: Arb, U: Arb> Arb for Defaulted<T, U> {
    fn arb(rng: &mut Rng) -> Self {
        Defaulted {
            one: T::arb(rng),
            many: U::arb(rng),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract, JsonSchema)]
struct Bounded<T>
where
    T: Copy + Default,
{
    #[serde(default)]
    value: T,
    other: Option<T>,
}

impl<T: Arb + Copy + Default> Arb for Bounded<T> {
    fn arb(rng: &mut Rng) -> Self {
        Bounded {
            value: T::arb(rng),
            other: Arb::arb(rng),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmExtract, JsonSchema)]
enum Answer<T, E> {
    Good(T),
    Bad { error: E },
    Nothing,
}

impl<T: Arb, E: Arb> Arb for Answer<T, E> {
    fn arb(rng: &mut Rng) -> Self {
        match rng.below(3) {
            0 => Answer::Good(T::arb(rng)),
            1 => Answer::Bad { error: E::arb(rng) },
            _ => Answer::Nothing,
        }
    }
}

types! {
    enum Letter { A, B }

    generic struct Page<T> { items: Vec<T>, next: Option<Box<Page<T>>> }

    generic struct Pair<A, B> { left: A, right: B }

    use Page<u8>;
    use Page<Letter>;
    use Page<Page<bool>>;
    use Pair<String, Option<u8>>;
    use Pair<Pair<u8, u8>, Letter>;
    use Fixed<2>;
    use Defaulted;
    use Defaulted<bool, String>;
    use Bounded<i16>;
    use Answer<u8, String>;
    use Answer<Vec<Letter>, Pair<u8, bool>>;

    struct Instances { bytes: Page<u8>, texts: Page<String>, answer: Answer<Letter, ()> }
}
