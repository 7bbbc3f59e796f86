//! What public collections of texts say that reading should make of them. They are read in place: at
//! `LLM_PARSE_CONFORMANCE`, or beside the repository; where they are absent the tests report themselves as ignored.

mod patches;
mod reading;
mod suite;
mod typed;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let data = folder();
    let trial = |name: &str, test: fn(&Path) -> Result<(), Failed>, part: &str| {
        let folder = data.join(part);
        let absent = !folder.is_dir();
        Trial::test(name, move || test(&folder)).with_ignored_flag(absent)
    };
    let suite = "JSONTestSuite/test_parsing";
    let tests = vec![
        trial(
            "valid_documents_read_as_serde_json_reads_them",
            suite::valid,
            suite,
        ),
        trial(
            "invalid_documents_are_refused_when_strict",
            suite::invalid,
            suite,
        ),
        trial("no_document_panics", suite::any, suite),
        trial(
            "patches_make_what_they_say_or_fail",
            patches::patches,
            "json-patch-tests",
        ),
        trial("texts_without_a_schema", reading::untyped, "reading"),
        trial("values_in_prose", reading::extraction, "reading"),
        trial("texts_that_are_cut_off", reading::partial, "reading"),
        trial("texts_with_a_schema", typed::typed, "reading"),
        trial("texts_that_break_their_schema", typed::must_fail, "reading"),
        trial(
            "texts_with_a_schema_that_are_cut_off",
            typed::partial,
            "reading",
        ),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn folder() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/conformance");
    std::env::var_os("LLM_PARSE_CONFORMANCE").map_or_else(|| beside.into(), PathBuf::from)
}
