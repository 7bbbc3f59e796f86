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
    assert!(seen >= 120, "only {seen} cases");
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
        // A later place is a note's.
        let derive = lines
            .windows(2)
            .find_map(|pair| Some((pair[0].find("LlmExtract)]")?, pair[1])));
        let is_marked = |(at, marks): (usize, &str)| marks.as_bytes().get(at) == Some(&b'^');
        assert!(
            !derive.is_some_and(is_marked),
            "{}: the span is the derive:\n{block}",
            path.display()
        );
    }
}
