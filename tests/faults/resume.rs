//! A session that is stored between any two steps ends as one that was not.

use std::fmt::Debug;
use std::process::{Command, Stdio};
use std::sync::Arc;

use llm_parse::{Session, SessionState, Step};

use crate::jobs::{Job, Model, for_job};
use crate::policies::Setting;
use crate::random::Random;
use crate::watch::{give, in_time, settle};
use crate::world::World;

const RUNS: usize = 2_000;

fn setting(random: &mut Random) -> Setting {
    Setting::draw(random, &Arc::new(()))
}

/// Through text and back, as another process would find it.
fn resumed<J: Job>(session: &Session<J::Value>, setting: &Setting) -> Session<J::Value> {
    let text = serde_json::to_string(&session.state()).expect("plain data");
    let state: SessionState = serde_json::from_str(&text).expect("what was written");
    assert_eq!(state, session.state());
    J::resume(state, setting.policy.clone())
}

/// Whether two sessions are to do the same.
fn is_same<T: Debug + PartialEq>(whole: &Step<T>, stored: &Step<T>) {
    match (whole, stored) {
        (
            Step::Send {
                client: a,
                request: b,
            },
            Step::Send {
                client: c,
                request: d,
            },
        ) => {
            assert_eq!((a, b), (c, d));
        }
        (Step::Wait(a), Step::Wait(b)) => assert_eq!(a, b),
        (Step::Done(a), Step::Done(b)) => assert_eq!(a, b),
        (Step::Failed(a), Step::Failed(b)) => {
            assert_eq!(a.kind(), b.kind());
            assert_eq!(a.to_string(), b.to_string());
            assert_eq!(a.attempts(), b.attempts());
            let source = |error| std::error::Error::source(error).is_some();
            assert_eq!(source(a), source(b));
        }
        (a, b) => panic!("{a:?} is not {b:?}"),
    }
}

/// Plays the extraction of a seed twice at once: as a whole, and stored before and after each step.
fn play<J: Job>(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let setting = setting(&mut random);
    let world = World::new(seed, setting.deletes);
    let model = Model::<J>::new(&world);
    let mut whole = J::begin(&setting, &world);
    let mut stored = resumed::<J>(&whole, &setting);
    for step in 1.. {
        let next = whole.next();
        is_same(&next, &stored.next());
        stored = resumed::<J>(&stored, &setting);
        let mut twin = random.clone();
        match next {
            Step::Send { request, .. } => {
                let reply = model.reply(&mut random, &request);
                twin.clone_from(&random);
                let draw = |random: &mut Random| {
                    in_time(model.fate(random, &request, &reply), whole.remaining())
                };
                let (result, elapsed) = draw(&mut random);
                let (again, _) = draw(&mut twin);
                whole.receive(result, elapsed);
                stored.receive(again, elapsed);
            }
            Step::Wait(wait) => {
                // A process may end in the middle of a wait.
                let first = wait / 3;
                for part in [first, wait.saturating_sub(first)] {
                    whole.waited(part);
                    stored.waited(part);
                    stored = resumed::<J>(&stored, &setting);
                }
            }
            Step::Done(extraction) => {
                let ruling = J::rule(&mut random, &world, &extraction.value);
                let again = J::rule(&mut twin, &world, &extraction.value);
                settle(&mut whole, &ruling);
                settle(&mut stored, &again);
                stored = resumed::<J>(&stored, &setting);
                let is_taken = give(&mut stored, again.verdict);
                if give(&mut whole, ruling.verdict) {
                    assert!(is_taken);
                    return step;
                }
            }
            _ => return step,
        }
        stored = resumed::<J>(&stored, &setting);
        assert_eq!(whole.state(), stored.state());
    }
    0
}

#[test]
fn a_stored_session_ends_as_one_that_was_not() {
    let mut steps = 0;
    for seed in 0..RUNS as u64 {
        let played = std::panic::catch_unwind(|| for_job!(seed, play(seed)));
        steps += played.unwrap_or_else(|_| panic!("seed {seed}"));
    }
    assert!(steps > 3 * RUNS, "{steps}");
}

const STATE: &str = "LLM_PARSE_STORED_SESSION";

/// One step of the extraction of a seed; whether there was one to be done.
fn one_step<J: Job>(seed: u64, step: u64, session: &mut Session<J::Value>) -> bool {
    let mut random = Random::new(seed ^ (step << 32));
    let setting = setting(&mut Random::new(seed));
    let world = World::new(seed, setting.deletes);
    match session.next() {
        Step::Send { request, .. } => {
            let fate = Model::<J>::new(&world).draw(&mut random, &request);
            session.receive(fate.result, fate.after);
        }
        Step::Wait(wait) => session.waited(wait),
        Step::Done(extraction) => {
            let ruling = J::rule(&mut random, &world, &extraction.value);
            settle(session, &ruling);
            return !give(session, ruling.verdict);
        }
        _ => return false,
    }
    true
}

/// Does one step of the session that the environment names; run by the test below as a process of its own.
#[test]
fn one_step_in_a_process() {
    let Ok(job) = std::env::var(STATE) else {
        return;
    };
    let (path, seed, step) = {
        let mut parts = job.splitn(3, ' ');
        let mut number = || {
            parts
                .next()
                .and_then(|part| part.parse().ok())
                .expect("a number")
        };
        let (seed, step): (u64, u64) = (number(), number());
        (parts.next().expect("a path").to_owned(), seed, step)
    };
    for_job!(seed, step_of_file(seed, step, &path));
}

fn step_of_file<J: Job>(seed: u64, step: u64, path: &str) {
    let mut session = J::resume(read(path), setting(&mut Random::new(seed)).policy);
    one_step::<J>(seed, step, &mut session);
    write(path, &session.state());
}

fn read(path: &str) -> SessionState {
    let text = std::fs::read_to_string(path).expect("a stored session");
    serde_json::from_str(&text).expect("what was written")
}

fn write(path: &str, state: &SessionState) {
    let text = serde_json::to_string(state).expect("plain data");
    std::fs::write(path, text).expect("a file that can be written");
}

#[test]
fn another_process_goes_on_where_one_ended() {
    let steps: u64 = (0..16).map(|seed| for_job!(seed, in_processes(seed))).sum();
    assert!(steps > 20, "{steps}");
}

/// Plays the extraction of a seed as a whole, and in a process for each step; how many these were.
fn in_processes<J: Job>(seed: u64) -> u64 {
    let setting = setting(&mut Random::new(seed));
    let mut whole = J::begin(&setting, &World::new(seed, setting.deletes));
    let name = format!("llm-parse-{}-{seed}.json", std::process::id());
    let path = std::env::temp_dir().join(name).display().to_string();
    write(&path, &whole.state());
    let mut steps = 0;
    while one_step::<J>(seed, steps, &mut whole) {
        in_a_process(&format!("{seed} {steps} {path}"));
        steps += 1;
    }
    // The last step, which takes a value, spends something too.
    in_a_process(&format!("{seed} {steps} {path}"));
    let mut stored = J::resume(read(&path), setting.policy.clone());
    is_same(&whole.next(), &stored.next());
    std::fs::remove_file(&path).expect("a file that is there");
    steps
}

fn in_a_process(job: &str) {
    let program = std::env::current_exe().expect("this program");
    let status = Command::new(program)
        .args(["--exact", "resume::one_step_in_a_process"])
        .env(STATE, job)
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("a process").success());
}
