//! A text that a regular expression matches, from the expression's own structure.

use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind, Repetition};

use crate::pattern::portable;

/// Short texts that probably match the expression, the shortest first; anchors and boundaries are not looked at, so that
/// the caller has to try them. `variation` asks for others than variation 0.
pub(super) fn candidates(source: &str, min_len: usize, variation: usize) -> Vec<String> {
    let Ok(hir) = regex_syntax::parse(&portable(source)) else {
        return Vec::new();
    };
    let mut made = Vec::new();
    for extra in [0, min_len] {
        let mut maker = Maker {
            out: String::new(),
            extra,
            variation,
        };
        maker.make(&hir);
        let len = maker.out.chars().count();
        // The first text shows how many characters are wanted beyond the shortest.
        if extra > 0 && len > min_len {
            let shortest: usize = made.first().map_or(0, |text: &String| text.chars().count());
            let mut exact = Maker {
                out: String::new(),
                extra: min_len.saturating_sub(shortest),
                variation,
            };
            exact.make(&hir);
            made.push(exact.out);
        }
        made.push(maker.out);
    }
    made
}

struct Maker {
    out: String,
    /// How many repetitions beyond the least may still be made.
    extra: usize,
    variation: usize,
}

/// Longer texts are not tried.
const LONGEST: usize = 4096;

impl Maker {
    fn make(&mut self, hir: &Hir) {
        if self.out.len() > LONGEST {
            return;
        }
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.out.push_str(&String::from_utf8_lossy(&literal.0)),
            HirKind::Class(class) => self.class(class),
            HirKind::Repetition(repetition) => self.repeat(repetition),
            HirKind::Capture(capture) => self.make(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.make(part)),
            HirKind::Alternation(parts) => {
                let shortest = parts
                    .iter()
                    .min_by_key(|part| part.properties().minimum_len().unwrap_or(usize::MAX));
                let at = self.variation % parts.len();
                let varied = parts.get(at).filter(|_| self.variation > 0);
                self.variation /= parts.len();
                if let Some(part) = varied.or(shortest) {
                    self.make(part);
                }
            }
        }
    }

    fn repeat(&mut self, repetition: &Repetition) {
        let least = repetition.min as usize;
        let most = repetition.max.map_or(usize::MAX, |max| max as usize);
        let more = self.extra.min(most.saturating_sub(least)).min(LONGEST);
        self.extra -= more;
        for _ in 0..least + more {
            if self.out.len() > LONGEST {
                return;
            }
            self.make(&repetition.sub);
        }
    }

    /// A character of the class, a letter or digit where it has one.
    fn class(&mut self, class: &Class) {
        let Class::Unicode(class) = class else { return };
        let holds = |c: char| {
            class
                .ranges()
                .iter()
                .any(|range| (range.start()..=range.end()).contains(&c))
        };
        let usual: Vec<char> = ('a'..='z')
            .chain('A'..='Z')
            .chain('1'..='9')
            .chain(['0'])
            .chain(' '..='~')
            .filter(|c| holds(*c))
            .collect();
        let first = class.ranges().first().map(ClassUnicodeRange::start);
        if usual.is_empty() {
            self.out.extend(first);
        } else {
            self.out.push(usual[self.variation % usual.len()]);
            self.variation /= usual.len();
        }
    }
}
