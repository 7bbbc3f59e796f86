//! Every extraction ends, within its bounds, in the right value or in an error.

use std::collections::HashMap;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::thread;

use llm_parse::{Attempt, ErrorKind};

use crate::jobs::{JOBS, Job, Model, for_job, job};
use crate::policies::Setting;
use crate::random::Random;
use crate::watch::Watch;
use crate::world::World;

/// How many extractions are played.
const RUNS: u64 = 20_000;

/// Plays the extraction of a seed; what it ended in, and the setting.
fn play<J: Job>(seed: u64, held: &Arc<()>) -> (Option<ErrorKind>, Setting) {
    let mut random = Random::new(seed);
    let mut rulings = Random::new(!seed);
    let setting = Setting::draw(&mut random, held);
    let world = World::new(seed, setting.deletes);
    let names = (0..setting.clients.len()).map(|n| n.to_string());
    let session = J::begin(&setting, &world).client_names(names);
    let model = Model::<J>::new(&world);
    let mut watch = Watch::new(&setting);
    let end = watch.play::<J>(
        session,
        |request| model.draw(&mut random, request),
        |value| J::rule(&mut rulings, &world, value),
    );
    let kind = match end {
        Ok(extraction) => {
            let reply = extraction.attempts().last().and_then(Attempt::reply);
            let holds = J::holds(&world, &extraction.value, reply.expect("a reply"));
            assert!(holds, "a wrong value: {extraction:#?}");
            None
        }
        Err(error) => Some(error.kind()),
    };
    (kind, setting)
}

/// What the extractions of these seeds ended in: the error's kind, or none.
fn ends(seeds: impl Iterator<Item = u64>, held: &Arc<()>) -> Vec<(u64, Option<ErrorKind>)> {
    seeds
        .map(|seed| {
            let played = catch_unwind(|| for_job!(seed, play(seed, held)));
            let (kind, setting) = played.unwrap_or_else(|_| panic!("seed {seed}"));
            assert!(kind != Some(ErrorKind::Deadline) || setting.deadline.is_some());
            assert!(kind != Some(ErrorKind::Budget) || setting.has_budget());
            (seed, kind)
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
    let mut values = [0; JOBS];
    for (seed, end) in ends {
        *counts.entry(end).or_default() += 1;
        values[job(seed)] += u64::from(end.is_none());
    }
    println!("values: {values:?}");
    assert!(values.iter().all(|count| *count > 300), "{values:?}");
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
        Some(ErrorKind::Aborted),
    ];
    println!("{counts:?}");
    assert_eq!(counts.len(), seen.len(), "{counts:?}");
    let often = |kind| counts.get(kind).is_some_and(|count| *count > 50);
    assert!(seen.iter().all(often), "{counts:?}");
}
