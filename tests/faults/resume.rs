//! A session that is stored between any two steps ends as one that was not.

use std::process::{Command, Stdio};
use std::sync::Arc;

use llm_parse::{Session, SessionState, Step};

use crate::fate::{Fate, model};
use crate::policies::Setting;
use crate::random::Random;
use crate::watch::in_time;
use crate::{Order, order};

const RUNS: usize = 2_000;

fn setting(random: &mut Random) -> Setting {
    Setting::draw(random, &Arc::new(()))
}

fn session(setting: &Setting) -> Session<Order> {
    Session::new(
        setting.prompt.clone(),
        setting.policy.clone(),
        &setting.clients,
    )
}

/// Through text and back, as another process would find it.
fn resumed(session: &Session<Order>, setting: &Setting) -> Session<Order> {
    let text = serde_json::to_string(&session.state()).expect("plain data");
    let state: SessionState = serde_json::from_str(&text).expect("what was written");
    assert_eq!(state, session.state());
    Session::resume(state, setting.policy.clone())
}

/// Whether two sessions are to do the same.
fn is_same(whole: &Step<Order>, stored: &Step<Order>) {
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
fn play(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let setting = setting(&mut random);
    let order = order(seed);
    let model = model(seed, &order);
    let mut whole = session(&setting);
    let mut stored = resumed(&whole, &setting);
    for step in 1.. {
        let next = whole.next();
        is_same(&next, &stored.next());
        stored = resumed(&stored, &setting);
        match next {
            Step::Send { request, .. } => {
                let mut twin = random.clone();
                let reply = model.answer(&request);
                let draw = |random: &mut Random| {
                    let fate = Fate::draw(random, &request, &order, &reply);
                    in_time(fate, whole.remaining())
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
                    stored = resumed(&stored, &setting);
                }
            }
            _ => return step,
        }
        stored = resumed(&stored, &setting);
        assert_eq!(whole.state(), stored.state());
    }
    0
}

#[test]
fn a_stored_session_ends_as_one_that_was_not() {
    let mut steps = 0;
    for seed in 0..RUNS as u64 {
        let played = std::panic::catch_unwind(|| play(seed));
        steps += played.unwrap_or_else(|_| panic!("seed {seed}"));
    }
    assert!(steps > 3 * RUNS, "{steps}");
}

const STATE: &str = "LLM_PARSE_STORED_SESSION";

/// One step of the extraction of a seed: what the state was made to.
fn one_step(seed: u64, step: u64, session: &mut Session<Order>) -> bool {
    let mut random = Random::new(seed ^ (step << 32));
    match session.next() {
        Step::Send { request, .. } => {
            let order = order(seed);
            let reply = model(seed, &order).answer(&request);
            let fate = Fate::draw(&mut random, &request, &order, &reply);
            session.receive(fate.result, fate.after);
            true
        }
        Step::Wait(wait) => {
            session.waited(wait);
            true
        }
        _ => false,
    }
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
    let text = std::fs::read_to_string(&path).expect("a stored session");
    let state: SessionState = serde_json::from_str(&text).expect("what was written");
    let policy = setting(&mut Random::new(seed)).policy;
    let mut session = Session::<Order>::resume(state, policy);
    one_step(seed, step, &mut session);
    let text = serde_json::to_string(&session.state()).expect("plain data");
    std::fs::write(&path, text).expect("a file that can be written");
}

#[test]
fn another_process_goes_on_where_one_ended() {
    let mut steps = 0;
    for seed in 0..16 {
        let setting = setting(&mut Random::new(seed));
        let mut whole = session(&setting);
        let name = format!("llm-parse-{}-{seed}.json", std::process::id());
        let path = std::env::temp_dir().join(name);
        let text = serde_json::to_string(&whole.state()).expect("plain data");
        std::fs::write(&path, text).expect("a file that can be written");
        for step in 0.. {
            if !one_step(seed, step, &mut whole) {
                break;
            }
            in_a_process(&format!("{seed} {step} {}", path.display()));
            steps += 1;
        }
        let text = std::fs::read_to_string(&path).expect("a stored session");
        let state: SessionState = serde_json::from_str(&text).expect("what was written");
        let mut stored = Session::<Order>::resume(state, setting.policy.clone());
        is_same(&whole.next(), &stored.next());
        std::fs::remove_file(&path).expect("a file that is there");
    }
    assert!(steps > 20, "{steps}");
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
