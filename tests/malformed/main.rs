//! Replies malformed in every way that the library knows, alone and in pairs: none is read as another value, and at
//! least so many of a hundred are read right:
//!
//! `cargo test --test malformed -- --nocapture`

mod floors;
mod types;
mod values;

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_parse::testing::{Expected, Malform, Malformation, Malformed, assert_reads_malformed};
use llm_parse::{LlmExtract, parse};
use serde::{Deserialize, Deserializer, Serialize};

use floors::FLOORS;
use types::Person;
use values::Random;

/// What came of the replies of one class.
#[derive(Clone, Copy, Default)]
struct Tally {
    right: usize,
    refused: usize,
    wrong: usize,
    /// Refused though the value had to be read, or not as cut off though it was.
    broken: usize,
}

impl Tally {
    fn all(self) -> usize {
        self.right + self.refused + self.faults()
    }

    fn faults(self) -> usize {
        self.wrong + self.broken
    }
}

#[derive(Default)]
struct Judge {
    alone: BTreeMap<Malformation, Tally>,
    pairs: BTreeMap<Malformation, Tally>,
    faults: Vec<String>,
}

impl Judge {
    /// Malforms a value in each way alone, and in each way together with a random one.
    fn judge<T>(&mut self, value: &T, seed: u64)
    where
        T: LlmExtract + Serialize + PartialEq + Debug,
    {
        let mut random = Random(seed);
        let all = Malformation::all();
        let malform = Malform::of::<T>(seed);
        for one in all {
            let alone = malform.clone().with(*one).apply(value);
            if alone.applied() == [*one] {
                self.count(value, &alone, seed);
            }
            let pair = malform
                .clone()
                .with(*one)
                .with(random.pick(all))
                .apply(value);
            if pair.applied().len() == 2 {
                self.count(value, &pair, seed);
            }
        }
    }

    /// The shortest faults of a class.
    fn such_as(&self, malformation: Malformation) -> String {
        let name = format!("{malformation:?}");
        let mut faults: Vec<_> = self
            .faults
            .iter()
            .filter(|fault| fault.contains(&name))
            .collect();
        faults.sort_by_key(|fault| fault.len());
        faults.truncate(5);
        faults
            .into_iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn count<T>(&mut self, value: &T, malformed: &Malformed, seed: u64)
    where
        T: LlmExtract + Serialize + PartialEq + Debug,
    {
        let (applied, expected) = (malformed.applied(), malformed.expected());
        let refusal = matches!(expected, Expected::Violation | Expected::CutOff);
        let (column, got): (fn(&mut Tally) -> &mut usize, _) = match parse::<T>(malformed.reply()) {
            Ok(parsed) if refusal || parsed.value != *value => (
                |tally| &mut tally.wrong,
                Some(format!("{:?}", parsed.value)),
            ),
            Ok(_) => (|tally| &mut tally.right, None),
            Err(error) if expected == Expected::CutOff && !error.is_cut_off() => {
                (|tally| &mut tally.broken, Some(error.to_string()))
            }
            Err(error) if expected == Expected::SameValue => {
                (|tally| &mut tally.broken, Some(error.to_string()))
            }
            Err(_) => (|tally| &mut tally.refused, None),
        };
        let tallies = if applied.len() == 1 {
            &mut self.alone
        } else {
            &mut self.pairs
        };
        for one in applied {
            *column(tallies.entry(*one).or_default()) += 1;
        }
        if let Some(got) = got {
            let reply = malformed.reply();
            self.faults.push(format!(
                "{applied:?} seed {seed}, expected {expected:?}\n    reply {reply:?}\n    value {value:?}\n    got   {got}"
            ));
        }
    }
}

#[test]
fn no_malformed_reply_is_read_as_another_value() {
    let mut judge = Judge::default();
    for seed in 0..50 {
        let mut random = Random(seed);
        judge.judge(&random.person(), seed);
        judge.judge(&random.company(), seed);
        judge.judge(&random.figures(), seed);
        judge.judge(&random.texts(), seed);
        judge.judge(&random.flags(), seed);
        judge.judge(&random.maps(), seed);
        judge.judge(&random.node(2), seed);
        judge.judge(&random.action(), seed);
        judge.judge(&random.shape(), seed);
        judge.judge(&random.message(), seed);
        judge.judge(&random.loose(2), seed);
        judge.judge(&random.plan(), seed);
        judge.judge(&random.strict(), seed);
        judge.judge(&random.many(4, Random::person), seed);
        judge.judge(&random.many(4, Random::line), seed);
        judge.judge(&random.maps().scores, seed);
        judge.judge(&serde_json::to_value(random.plan()).unwrap(), seed);
        judge.judge(&random.some(Random::person), seed);
    }
    print(&judge);
    if let Some(path) = std::env::var_os("MALFORMED_FAULTS") {
        std::fs::write(path, judge.faults.join("\n")).unwrap();
    }
    assert_eq!(FLOORS.len(), Malformation::all().len());
    for (malformation, floor) in FLOORS {
        let (alone, pairs) = (judge.alone[malformation], judge.pairs[malformation]);
        let got = (
            100 * alone.right / alone.all(),
            alone.faults(),
            pairs.faults(),
        );
        let (least, most, most_in_pairs) = *floor;
        assert!(
            got.0 >= least && got.1 <= most && got.2 <= most_in_pairs,
            "{malformation:?}: {got:?}, not {floor:?}, such as\n{}",
            judge.such_as(*malformation)
        );
    }
}

fn print(judge: &Judge) {
    println!("{:18}{:>40}{:>40}", "", "alone", "in pairs");
    let columns = ["right", "refused", "wrong", "broken"]
        .map(|name| format!("{name:>10}"))
        .concat();
    println!("{:18}{columns}{columns}", "malformation");
    for one in Malformation::all() {
        let row = |tallies: &BTreeMap<Malformation, Tally>| {
            let Tally {
                right,
                refused,
                wrong,
                broken,
            } = tallies.get(one).copied().unwrap_or_default();
            [right, refused, wrong, broken]
                .map(|count| format!("{count:>10}"))
                .concat()
        };
        println!(
            "{:18}{}{}",
            format!("{one:?}"),
            row(&judge.alone),
            row(&judge.pairs)
        );
    }
}

#[test]
fn the_same_seed_makes_the_same_reply() {
    let person = Random(3).person();
    let of = Malform::of::<Person>(5);
    let malform = Malformation::all()
        .iter()
        .fold(of, |malform, one| malform.with(*one));
    assert_eq!(
        malform.apply(&person).reply(),
        malform.apply(&person).reply()
    );
    assert_ne!(
        malform.apply(&person).reply(),
        malform.seed(6).apply(&person).reply()
    );
}

/// Reads every name in lower case, which no reply can be right about.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
struct Shouted {
    #[serde(deserialize_with = "lower")]
    #[llm(as = String)]
    name: String,
}

fn lower<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|name| name.to_lowercase())
}

#[test]
#[should_panic(expected = "it is read as Shouted { name: \"ada\" }")]
fn the_assertion_fails_where_another_value_is_read() {
    let value = Shouted {
        name: "ADA".to_owned(),
    };
    assert_reads_malformed(&[value], 0..1);
}
