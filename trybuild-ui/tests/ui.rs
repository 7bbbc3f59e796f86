//! What the derive macro says about faults, and that what it accepts compiles.

use std::fs;
use std::path::Path;

#[test]
fn faults_are_reported_at_their_own_tokens() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("*.rs");
    cases.pass("pass/*.rs");
}

/// The house style of messages: lowercase, no full stop, and never the derive as a whole.
#[test]
fn messages_keep_to_the_style() {
    let mut seen = 0;
    for entry in fs::read_dir(".").unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "stderr")
        {
            seen += 1;
            hold_to_style(&path);
        }
    }
    assert!(seen >= 40, "only {seen} cases");
}

fn hold_to_style(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    for message in text.lines().filter_map(|line| line.strip_prefix("error: ")) {
        let first = message.chars().next();
        assert!(
            !first.is_some_and(char::is_uppercase),
            "{}: {message}",
            path.display()
        );
        assert!(!message.ends_with('.'), "{}: {message}", path.display());
    }
    for block in text
        .split("\n\n")
        .filter(|block| block.starts_with("error"))
    {
        let lines: Vec<&str> = block.lines().collect();
        let is_marked = lines.windows(2).any(|pair| {
            let derive = pair[0].find("LlmExtract)]");
            derive.is_some_and(|at| pair[1].as_bytes().get(at) == Some(&b'^'))
        });
        assert!(
            !is_marked,
            "{}: the span is the derive:\n{block}",
            path.display()
        );
    }
}
