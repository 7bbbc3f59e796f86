//! The expansions of typical types stand beside them, so that what they cost is reviewed like code.
//!
//! `EXPANSIONS=overwrite cargo test -p llm-parse-derive` writes them anew.

use std::{env, fs};

use super::{inputs, root, sources};

#[test]
fn typical_types_expand_as_committed() {
    let sources = sources(&root().join("expansions"));
    let is_expansion = |name: &str| name.ends_with(".expanded");
    let mut seen = 0;
    for path in sources {
        if is_expansion(&path.file_stem().unwrap().to_string_lossy()) {
            continue;
        }
        seen += 1;
        let expected = path.with_extension("expanded.rs");
        let found = expansion(&fs::read_to_string(&path).unwrap());
        if env::var("EXPANSIONS").is_ok_and(|what| what == "overwrite") {
            fs::write(&expected, &found).unwrap();
        }
        let committed = fs::read_to_string(&expected).unwrap_or_default();
        assert!(
            found == committed,
            "{} expands to something else; run with `EXPANSIONS=overwrite` and read the difference",
            path.display()
        );
    }
    assert_eq!(seen, 8);
}

/// The impls of all types in a file, under a line that says how much they are.
fn expansion(text: &str) -> String {
    let tokens = inputs(text).iter().map(crate::derive).collect();
    let file = prettyplease::unparse(&syn::parse2(tokens).unwrap());
    let written: usize = text.lines().count();
    format!("// {} lines from {written}\n{file}", file.lines().count())
}
