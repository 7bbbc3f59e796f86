//! A simulated model: what it is not told stays wrong, and what it is told is repaired as often as was said.

use llm_parse::testing::{Simulator, Trial};
use llm_parse::{Policy, Strategy};

use crate::transcript::{self, TranscriptSummary};

fn right() -> TranscriptSummary {
    serde_json::from_str(transcript::WHOLE).unwrap()
}

fn trial<'t>(model: impl Fn(u64) -> Simulator + 't) -> Trial<'t, TranscriptSummary> {
    Trial::new(move |seed| (transcript::PROMPT, model(seed)))
}

#[test]
fn what_is_told_is_repaired_as_often_as_was_said() {
    for (repairs, expected) in [(0.3, 0.3), (0.6, 0.6), (0.9, 0.9)] {
        let right = right();
        let model = |seed| Simulator::of(&right).seed(seed).repairs(repairs);
        let policy = Policy::new().max_attempts(2).strategies([Strategy::Reask]);
        let table = trial(model).policy("reask", policy).run(0..200);
        let success = table.scores()[0].success();
        assert!((success - expected).abs() < 0.12, "{table}");
    }
}

#[test]
fn what_is_not_told_stays() {
    let right = right();
    let model = |seed| Simulator::of(&right).seed(seed).repairs(1.0);
    let policy = Policy::new()
        .custom("mute", |situation| situation.prompt().messages().to_vec())
        .strategies([Strategy::custom("mute")]);
    let table = trial(model).policy("mute", policy).run(0..40);
    assert!(table.scores()[0].success() < 0.01, "{table}");
    assert!((table.scores()[0].attempts() - 4.0).abs() < 0.01);
}

#[test]
fn an_answer_that_is_repeated_word_for_word_costs_attempts() {
    let right = right();
    let model = |repeats| {
        let right = &right;
        move |seed| {
            Simulator::of(right)
                .seed(seed)
                .repairs(1.0)
                .repeats(repeats)
        }
    };
    let mut cold = llm_parse::Parameters::default();
    cold.temperature = Some(0.0);
    let policy = || {
        Policy::new()
            .strategies([Strategy::Reask])
            .parameters(cold.clone())
    };
    let attempts = |repeats| {
        let trial = trial(model(repeats));
        trial.policy("reask", policy()).run(0..50).scores()[0].attempts()
    };
    assert!((attempts(0.0) - 2.0).abs() < 0.01);
    // It is said to give another answer, and sampled warmer, so it repeats itself once.
    assert!(
        attempts(0.8) > 2.5 && attempts(0.8) < 3.01,
        "{}",
        attempts(0.8)
    );
}

#[test]
fn every_strategy_leads_to_the_right_value_or_to_none() {
    let right = right();
    let model = |seed| {
        let faults = usize::try_from(seed % 6).unwrap_or_default();
        let model = Simulator::of(&right).seed(seed).faults(faults).repairs(0.7);
        model.malforms(0.3).repeats(0.3)
    };
    let mut trial = trial(model).policy("ladder", Policy::new());
    for (name, strategy) in [
        ("reask", Strategy::Reask),
        ("patch", Strategy::Patch),
        ("focus", Strategy::Focus),
        ("strict format", Strategy::StrictFormat),
        ("json strict", Strategy::JsonStrict),
        ("simplified", Strategy::Simplified),
    ] {
        trial = trial.policy(name, Policy::new().strategies([strategy]));
    }
    let table = trial.run(0..100);
    println!("{table}");
    for score in table.scores() {
        assert_eq!(score.wrong(), 0, "{table}");
    }
    assert!(table.scores()[0].success() > 0.8, "{table}");
}
