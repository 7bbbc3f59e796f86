//! Crates outside this workspace build with the derive: renamed, handed on, and under every lint.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

#[test]
fn crates_of_other_people_build() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = root.join("tests/hygiene");
    // The versions of this workspace, which are at hand without a network.
    fs::copy(root.join("Cargo.lock"), crates.join("Cargo.lock")).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hygiene");
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["clippy", "--offline", "--workspace", "--quiet"])
        .current_dir(crates)
        .env("CARGO_TARGET_DIR", target)
        .output()
        .unwrap();
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}");
    assert!(!report.contains("hygiene-"), "{report}");
}
