//! How long a text is that an expression matches.

use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

/// What a part of an expression takes, in characters.
#[derive(Clone, Copy)]
struct Run {
    min: usize,
    /// The greatest number means that there is no limit.
    max: usize,
    /// Whether it begins where the text does.
    starts: bool,
    /// Whether it ends where the text does.
    ends: bool,
}

/// How few and how many characters a text has in which the expression is found; `None` where it is found in none.
pub(super) fn of(hir: &Hir) -> Option<(usize, usize)> {
    let run = run(hir)?;
    let max = if run.starts && run.ends {
        run.max
    } else {
        usize::MAX
    };
    Some((run.min, max))
}

impl Run {
    fn of(len: usize) -> Run {
        Run {
            min: len,
            max: len,
            starts: false,
            ends: false,
        }
    }

    /// This and then the other: what stands before the text's beginning or behind its end is empty.
    fn then(self, other: Run) -> Option<Run> {
        if other.starts && self.min > 0 || self.ends && other.min > 0 {
            return None;
        }
        let before = if other.starts { 0 } else { self.max };
        let behind = if self.ends { 0 } else { other.max };
        Some(Run {
            min: self.min.saturating_add(other.min),
            max: before.saturating_add(behind),
            starts: self.starts || other.starts,
            ends: self.ends || other.ends,
        })
    }

    /// This or the other.
    fn or(self, other: Run) -> Run {
        Run {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            starts: self.starts && other.starts,
            ends: self.ends && other.ends,
        }
    }
}

fn run(hir: &Hir) -> Option<Run> {
    match hir.kind() {
        HirKind::Empty => Some(Run::of(0)),
        HirKind::Literal(literal) => {
            let text = str::from_utf8(&literal.0).ok();
            Some(text.map_or(
                Run {
                    max: literal.0.len(),
                    ..Run::of(1)
                },
                |text| Run::of(text.chars().count()),
            ))
        }
        HirKind::Class(class) => (!is_empty(class)).then_some(Run::of(1)),
        HirKind::Look(look) => Some(Run {
            starts: *look == Look::Start,
            ends: *look == Look::End,
            ..Run::of(0)
        }),
        HirKind::Repetition(repeated) => repeat(repeated),
        HirKind::Capture(capture) => run(&capture.sub),
        HirKind::Concat(parts) => parts
            .iter()
            .try_fold(Run::of(0), |before, part| before.then(run(part)?)),
        HirKind::Alternation(choices) => choices.iter().filter_map(run).reduce(Run::or),
    }
}

fn is_empty(class: &Class) -> bool {
    match class {
        Class::Unicode(class) => class.ranges().is_empty(),
        Class::Bytes(class) => class.ranges().is_empty(),
    }
}

fn repeat(repeated: &Repetition) -> Option<Run> {
    let times = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    let Some(once) = run(&repeated.sub) else {
        return (repeated.min == 0).then_some(Run::of(0));
    };
    let most = repeated.max.map_or(usize::MAX, times);
    let is_needed = repeated.min > 0;
    Some(Run {
        min: once.min.saturating_mul(times(repeated.min)),
        max: once.max.saturating_mul(most),
        starts: once.starts && is_needed,
        ends: once.ends && is_needed,
    })
}

#[cfg(test)]
mod tests {
    use super::super::lengths;

    #[test]
    fn a_text_that_matches_is_so_long() {
        const ANY: usize = usize::MAX;
        for (source, expected) in [
            ("^[a-z]{2,5}$", Some((2, 5))),
            ("[a-z]{2,5}", Some((2, ANY))),
            ("^ab|c$", Some((1, ANY))),
            ("^(ab|cde?)$", Some((2, 3))),
            ("^ä+$", Some((1, ANY))),
            ("^a{3}", Some((3, ANY))),
            ("^(?:)$", Some((0, 0))),
            ("x*^a$y*", Some((1, 1))),
            ("^(?:a{1000}){1000}$", Some((1_000_000, 1_000_000))),
            (r"[^\s\S]", None),
            ("a^b", None),
            ("a$b", None),
            ("^$a|b^", None),
            ("(a^)?b", Some((1, ANY))),
            (r"^\bword\b$", Some((4, 4))),
        ] {
            assert_eq!(lengths(source), expected, "{source}");
        }
    }
}
