//! A long answer with two faults, mended by a patch instead of being written again; then a value that is changed by what a
//! text says.
//!
//! `cargo run --example patch` needs no key and no network: a script plays the model.

#[path = "../tests/data/transcript.rs"]
mod transcript;

use llm_parse::testing::Script;
use llm_parse::{Attempt, Extractor, Strategy, blocking};
use transcript::TranscriptSummary;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let first = transcript::two_faults();

    let whole = Script::new([first.as_str(), transcript::WHOLE]);
    let extractor = Extractor::new(&whole).strategies([Strategy::Reask]);
    let reasked = blocking::run::<TranscriptSummary>(&extractor, transcript::PROMPT)?;
    println!("asked again for the whole:");
    tell(reasked.attempts());

    let patch = transcript::patch_for_two_faults();
    let model = Script::new([first, patch.clone()]);
    // The default asks for the wrong values alone where that is shorter.
    let extractor = Extractor::new(&model).strategies([Strategy::Patch]);
    let patched = blocking::run::<TranscriptSummary>(&extractor, transcript::PROMPT)?;
    println!("\nasked for a patch:");
    tell(patched.attempts());
    println!("\n{patch}\n");
    assert_eq!(patched.value, reasked.value);

    let script = Script::new([r#"{"operations": [{"op": "remove", "path": "/next_steps/#1"}]}"#]);
    let told = "Iris: The kettle works again.";
    let updated = blocking::update(&Extractor::new(&script), &patched.value, told)?;
    println!(
        "after {told:?} is left to do: {:?}",
        updated.value.next_steps
    );
    Ok(())
}

fn tell(attempts: &[Attempt]) {
    for attempt in attempts {
        let length = attempt.reply().map_or(0, |reply| reply.content.len());
        let strategy = attempt.strategy();
        let strategy = strategy.map_or("first".to_owned(), |strategy| format!("{strategy:?}"));
        println!(
            "  {strategy:8} {length:5} bytes written, {:?}",
            attempt.outcome()
        );
        for violation in attempt.violations() {
            println!("           {violation}");
        }
    }
}
