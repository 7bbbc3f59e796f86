//! Every extraction ends, within its bounds, in the right value or in an error.

use std::collections::HashMap;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::thread;

use llm_parse::{ErrorKind, Session};

use crate::fate::{Fate, model};
use crate::policies::Setting;
use crate::random::Random;
use crate::watch::{End, Watch};
use crate::{Order, order};

/// How many extractions are played.
const RUNS: u64 = 20_000;

/// Plays the extraction of a seed; what it ended in, and the setting.
fn play(seed: u64, held: &Arc<()>) -> (End, Setting) {
    let mut random = Random::new(seed);
    let setting = Setting::draw(&mut random, held);
    let names = (0..setting.clients.len()).map(|n| n.to_string());
    let session = Session::<Order>::new(
        setting.prompt.clone(),
        setting.policy.clone(),
        &setting.clients,
    );
    let order = order(seed);
    let model = model(seed, &order);
    let mut watch = Watch::new(&setting);
    let end = watch.play(session.client_names(names), |request| {
        Fate::draw(&mut random, request, &order, &model.answer(request))
    });
    if let Ok(value) = &end {
        assert_eq!(*value, order, "a wrong value");
    }
    (end, setting)
}

/// What the extractions of these seeds ended in; the error's kind, or none.
fn ends(seeds: impl Iterator<Item = u64>, held: &Arc<()>) -> Vec<Option<ErrorKind>> {
    seeds
        .map(|seed| {
            let played = catch_unwind(|| play(seed, held));
            let (end, setting) = played.unwrap_or_else(|_| panic!("seed {seed}"));
            let kind = end.as_ref().err().map(llm_parse::Error::kind);
            assert!(kind != Some(ErrorKind::Deadline) || setting.deadline.is_some());
            assert!(kind != Some(ErrorKind::Budget) || setting.budget.is_some());
            kind
        })
        .collect()
}

#[test]
fn every_extraction_ends_within_its_bounds() {
    let held = Arc::new(());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let ends: Vec<_> = thread::scope(|scope| {
        let held = &held;
        let share = |first| move || ends((first as u64..RUNS).step_by(threads), held);
        let threads: Vec<_> = (0..threads)
            .map(|first| scope.spawn(share(first)))
            .collect();
        let joined = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no fault"));
        joined.collect()
    });
    // Whatever was made of the policies is gone with them.
    assert_eq!(Arc::strong_count(&held), 1);
    let mut counts: HashMap<Option<ErrorKind>, u64> = HashMap::new();
    for end in ends {
        *counts.entry(end).or_default() += 1;
    }
    let seen = [
        None,
        Some(ErrorKind::Client),
        Some(ErrorKind::RateLimit),
        Some(ErrorKind::Refused),
        Some(ErrorKind::CutOff),
        Some(ErrorKind::Empty),
        Some(ErrorKind::Invalid),
        Some(ErrorKind::Deadline),
        Some(ErrorKind::Budget),
    ];
    println!("{counts:?}");
    assert_eq!(counts.len(), seen.len(), "{counts:?}");
    let often = |kind| counts.get(kind).is_some_and(|count| *count > 50);
    assert!(seen.iter().all(often), "{counts:?}");
}
