//! Violations as a compiler shows them: pointing into the reply.

use std::fmt;
use std::ops::Range;

use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};

use crate::candidate::floor;
use crate::fix::Fix;
use crate::read::ParseError;
use crate::violation::{Code, Violation};

/// A longer line is shown only around what is wrong in it.
const MAX_LINE: usize = 200;

/// How much of a long line is shown on either side, in bytes.
const AROUND: usize = 60;

/// So many violations point into the text; the rest are counted.
const MAX_LABELS: usize = 40;

/// So many fixes are listed; the rest are counted.
const MAX_FIXES: usize = 20;

/// What is wrong with a reply, for a person to read: a `miette` diagnostic that points into the reply's text.
///
/// The text is shown safely: long lines are cut to what matters, and control characters become visible signs, since a model
/// may write escape sequences that a terminal would obey.
///
/// ```
/// use std::collections::BTreeMap;
/// use miette::Diagnostic;
///
/// let text = r#"{"port": "eighty"}"#;
/// let diagnostics = llm_parse::parse::<BTreeMap<String, u16>>(text).unwrap_err().diagnostics(text);
/// let label = diagnostics.labels().into_iter().flatten().next();
/// assert_eq!(label.map(|label| label.offset()), text.find("\"eighty"));
/// ```
///
/// `miette::Report::new(diagnostics)`, or one of miette's handlers, renders it, with colours or without.
#[derive(Debug)]
pub struct Diagnostics {
    title: String,
    source: String,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
    severity: Severity,
}

impl ParseError {
    /// The error as a diagnostic that points into the text that was read.
    #[must_use]
    pub fn diagnostics(&self, text: &str) -> Diagnostics {
        Diagnostics::new(text, self.violations(), self.fixes())
    }
}

impl Diagnostics {
    /// The diagnostics of a reply: its text, what is wrong with it, and what was mended. Where nothing is wrong, they
    /// point at what was mended.
    #[must_use]
    pub fn new(text: &str, violations: &[Violation], fixes: &[Fix]) -> Diagnostics {
        if violations.is_empty() && !fixes.is_empty() {
            return Diagnostics::mended(text, fixes);
        }
        let spans: Vec<_> = violations
            .iter()
            .take(MAX_LABELS)
            .map(|violation| {
                violation
                    .span()
                    .map(|span| shown_span(text, span, violation.code()))
            })
            .collect();
        let excerpt = Excerpt::new(text, spans.iter().flatten());
        let mut labels = Vec::new();
        let mut notes = Vec::new();
        for (violation, span) in violations.iter().zip(&spans) {
            match span {
                Some(span) => labels.push(excerpt.label(span, &violation.to_string())),
                None => notes.push(violation.to_string()),
            }
        }
        if violations.len() > MAX_LABELS {
            notes.push(format!("and {} more", violations.len() - MAX_LABELS));
        }
        notes.extend(
            fixes
                .iter()
                .take(MAX_FIXES)
                .map(|fix| format!("mended: {}", one_line(&fix.to_string()))),
        );
        if fixes.len() > MAX_FIXES {
            notes.push(format!("mended: {} more", fixes.len() - MAX_FIXES));
        }
        Diagnostics {
            title: title(violations.len()),
            source: excerpt.text,
            labels,
            help: (!notes.is_empty()).then(|| notes.join("\n")),
            severity: Severity::Error,
        }
    }

    fn mended(text: &str, fixes: &[Fix]) -> Diagnostics {
        let shown = &fixes[..fixes.len().min(MAX_LABELS)];
        let spans: Vec<_> = shown
            .iter()
            .map(|fix| shown_span(text, fix.span(), Code::Check))
            .collect();
        let excerpt = Excerpt::new(text, spans.iter());
        let labels = spans.iter().zip(shown);
        let labels = labels.map(|(span, fix)| excerpt.label(span, &fix.to_string()));
        let more = fixes.len() - shown.len();
        Diagnostics {
            title: match fixes.len() {
                1 => "1 fix in the reply".to_owned(),
                n => format!("{n} fixes in the reply"),
            },
            labels: labels.collect(),
            source: excerpt.text,
            help: (more > 0).then(|| format!("and {more} more")),
            severity: Severity::Advice,
        }
    }
}

fn title(violations: usize) -> String {
    match violations {
        0 => "nothing is wrong with the reply".to_owned(),
        1 => "1 violation in the reply".to_owned(),
        n => format!("{n} violations in the reply"),
    }
}

fn one_line(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// What a label points at: a missing key's object by its opening bracket, and nothing over more than one line.
fn shown_span(text: &str, span: Range<usize>, code: Code) -> Range<usize> {
    let start = floor(text, span.start);
    let end = floor(text, span.end).max(start);
    let rest = &text[start..end];
    if code == Code::Missing || rest.contains('\n') {
        let first = rest.chars().next().filter(|c| *c != '\n');
        return start..start + first.map_or(0, char::len_utf8);
    }
    start..end
}

/// The text as it is shown, and where its parts come from.
struct Excerpt {
    text: String,
    /// Places in the reply and here, both ascending; between two of them the text is the same.
    places: Vec<(usize, usize)>,
}

impl Excerpt {
    fn new<'s>(text: &str, spans: impl Iterator<Item = &'s Range<usize>>) -> Excerpt {
        let mut edges: Vec<_> = spans.flat_map(|span| [span.start, span.end]).collect();
        edges.sort_unstable();
        let mut excerpt = Excerpt {
            text: String::new(),
            places: Vec::new(),
        };
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let first = edges.partition_point(|edge| *edge < start);
            let last = edges.partition_point(|edge| *edge <= end);
            excerpt.line(line, start, &edges[first..last.max(first)]);
            start = end;
        }
        excerpt.places.push((text.len(), excerpt.text.len()));
        excerpt
    }

    /// Adds a line, cut to what stands around the edges where it is long.
    fn line(&mut self, line: &str, start: usize, edges: &[usize]) {
        if line.len() <= MAX_LINE {
            return self.keep(line, start);
        }
        let mut kept = 0;
        let mut windows = edges.iter().map(|edge| edge - start).peekable();
        if windows.peek().is_none() {
            kept = floor(line, AROUND);
            self.keep(&line[..kept], start);
        }
        while let Some(edge) = windows.next() {
            let from = floor(line, edge.saturating_sub(AROUND)).max(kept);
            let mut to = edge + AROUND;
            while let Some(next) = windows.next_if(|next| next.saturating_sub(AROUND) <= to) {
                to = next + AROUND;
            }
            let to = floor(line, to).max(from);
            self.gap(kept < from);
            self.keep(&line[from..to], start + from);
            kept = to;
        }
        let tail = line.trim_end_matches(['\n', '\r']).len();
        self.gap(kept < tail);
        self.keep(&line[tail.max(kept)..], start + tail.max(kept));
    }

    fn keep(&mut self, part: &str, start: usize) {
        self.places.push((start, self.text.len()));
        for (at, c) in part.char_indices() {
            match (c, visible(c)) {
                ('\n' | '\t', _) => self.text.push(c),
                ('\r', _) if part[at + 1..].starts_with('\n') => {
                    self.places.push((start + at + 1, self.text.len()));
                }
                (_, sign) if sign == c => self.text.push(c),
                (_, sign) => {
                    self.text.push(sign);
                    self.places
                        .push((start + at + c.len_utf8(), self.text.len()));
                }
            }
        }
    }

    fn gap(&mut self, is_gap: bool) {
        if is_gap {
            self.text.push('…');
        }
    }

    fn label(&self, span: &Range<usize>, text: &str) -> LabeledSpan {
        let (start, end) = (self.place(span.start), self.place(span.end));
        LabeledSpan::new(Some(one_line(text)), start, end.saturating_sub(start))
    }

    fn place(&self, at: usize) -> usize {
        let index = self.places.partition_point(|(from, _)| *from <= at);
        match index.checked_sub(1).map(|index| self.places[index]) {
            Some((from, to)) => floor(&self.text, to + at - from),
            None => 0,
        }
    }
}

/// A control character's picture (Unicode block "Control Pictures"); invisible format characters that reorder text are
/// replaced too.
fn visible(c: char) -> char {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c => c,
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl std::error::Error for Diagnostics {}

impl Diagnostic for Diagnostics {
    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

#[cfg(test)]
mod tests {
    use miette::Diagnostic;

    use super::Diagnostics;
    use crate::path::{Path, Segment};
    use crate::violation::{Code, Violation};

    fn violation(code: Code, span: std::ops::Range<usize>) -> Violation {
        let path = Path::from(vec![Segment::Key("a".into())]);
        Violation::new(path, code, "an integer", "text").with_span(Some(span))
    }

    fn labelled(text: &str, spans: &[std::ops::Range<usize>]) -> (String, Vec<String>) {
        let violations: Vec<_> = spans
            .iter()
            .map(|span| violation(Code::Type, span.clone()))
            .collect();
        let diagnostics = Diagnostics::new(text, &violations, &[]);
        let labels = diagnostics.labels().unwrap().map(|label| {
            let start = label.offset();
            diagnostics.source[start..start + label.len()].to_owned()
        });
        (diagnostics.source.clone(), labels.collect())
    }

    #[test]
    fn labels_keep_their_places() {
        let text = "{\r\n  \"a\": \"x\u{1b}y\",\r\n  \"b\": \"é\"\r\n}";
        let at = |part: &str| {
            let start = text.find(part).unwrap();
            start..start + part.len()
        };
        let (source, labels) = labelled(text, &[at("\"x\u{1b}y\""), at("\"é\"")]);
        assert_eq!(source, "{\n  \"a\": \"x␛y\",\n  \"b\": \"é\"\n}");
        assert_eq!(labels, ["\"x␛y\"", "\"é\""]);
    }

    #[test]
    fn long_lines_are_cut_around_labels() {
        let text = format!(
            "{{\"pad\": \"{0}\", \"a\": \"wrong\", \"more\": \"{0}\", \"b\": 7}}\n",
            "é".repeat(50_000)
        );
        let at = |part: &str| {
            let start = text.find(part).unwrap();
            start..start + part.len()
        };
        let (source, labels) = labelled(&text, &[at("\"wrong\""), at("7")]);
        assert!(source.len() < 600, "{}", source.len());
        assert_eq!(labels, ["\"wrong\"", "7"]);
        let (source, _) = labelled(&text, &[]);
        assert!(source.len() < 200);
    }

    #[test]
    fn no_span_is_out_of_bounds() {
        for text in ["", "é", "a\nb", "\n"] {
            for start in 0..6 {
                for end in 0..6 {
                    let _ = labelled(text, &[std::ops::Range { start, end }]);
                }
            }
        }
    }
}
