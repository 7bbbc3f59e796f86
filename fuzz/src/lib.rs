//! What holds for any input, as functions of bytes that panic where it does not.
//!
//! `cargo +nightly fuzz run reader NEW fuzz/corpus/reader -- -max_total_time=1200 -timeout=5 -max_len=4096` puts what it
//! finds into the folder `NEW`; `cargo +nightly fuzz cmin reader NEW` makes that small enough to be kept in the corpus.
//! `tests/fuzz_smoke.rs` runs the same functions on the corpus and on some thousand changes of it.

mod differential;
mod document;
mod reader;
mod round_trip;
mod types;

pub use differential::differential;
pub use document::document;
pub use reader::reader;
pub use round_trip::round_trip;

use llm_parse::Leniency;

/// Each leniency, the most careful first.
const ALL: [Leniency; 3] = [Leniency::Strict, Leniency::Repair, Leniency::Coerce];
