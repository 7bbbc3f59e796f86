//! What the user's own functions say of answers at run time.

mod verdict;

pub use verdict::Verdict;
