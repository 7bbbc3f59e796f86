//! The list of the cases in the README names each case once, with what it says.

use std::fs;
use std::path::Path;

#[test]
fn readme_lists_every_case_with_its_first_line() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cases = entries(root, "", "stderr");
    for case in entries(root, "pass/", "rs") {
        cases.push(case.replace("): //! ", "): "));
    }
    cases.sort_unstable();
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let mut listed: Vec<&str> = readme
        .lines()
        .filter(|line| line.starts_with("- ["))
        .collect();
    listed.sort_unstable();
    assert_eq!(listed, cases);
}

/// The entries of all cases in a folder; the first line is that of the file with the extension.
fn entries(root: &Path, folder: &str, extension: &str) -> Vec<String> {
    let files = fs::read_dir(root.join(folder)).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| {
            let name = format!("{folder}{}", path.file_stem().unwrap().display());
            let text = fs::read_to_string(&path).unwrap();
            let first = text.lines().next().unwrap_or_default();
            format!("- [{name}]({name}.rs): {first}")
        })
        .collect()
}
