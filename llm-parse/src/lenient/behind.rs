//! What stands behind a value and says that it is not all: `... and 12 more`, `+ [3]`.

use super::more::{LONGEST, TELLING, head, names_others, stands_for_more, tells, words};

/// The line behind a value that says that something was left out of it: `... and 12 more`, `// 12 more`, `and so on`.
pub(crate) fn more_behind(rest: &str) -> Option<&str> {
    // A longer sentence is about something else, unless it begins with what is left out.
    const FEW: usize = 8;
    const ASKS: [&str; 6] = ["you", "your", "need", "want", "if", "no"];
    let mut lines = rest
        .lines()
        .map(|line| line.trim().trim_start_matches([',', ';']).trim_start());
    let line = lines.find(|line| !line.is_empty() && !line.starts_with("```"))?;
    if line.starts_with(['/', '#', '.', '…', '(', '[', '<', '*']) {
        return stands_for_more(line).then_some(line);
    }
    let end = line.find(". ").unwrap_or(line.len());
    let lower = line.get(..end.min(LONGEST))?.to_lowercase();
    let words = words(&lower);
    let short = words.len() <= FEW && !words.iter().any(|word| ASKS.contains(word));
    let head = head(&words);
    let begins = names_others(head) || head.first().is_some_and(|word| TELLING.contains(word));
    (begins || (short && tells(&words))).then_some(line)
}

/// What begins an item of a list in prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Number(usize),
    Bullet(char),
}

/// What the text begins with, if that marks an item: `3. `, `- `.
pub(crate) fn marker(line: &str) -> Option<Marker> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &line[digits..];
    let spaced = |rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']);
    if digits > 0 {
        let ends = rest.strip_prefix(['.', ')']).is_some_and(spaced);
        return line[..digits]
            .parse()
            .ok()
            .filter(|_| ends)
            .map(Marker::Number);
    }
    let bullet = rest.chars().next().filter(|c| "-*•+|#".contains(*c))?;
    let item = rest.trim_start_matches(bullet);
    let is_row = bullet != '|' || !item.trim().is_empty();
    (is_row && spaced(item)).then_some(Marker::Bullet(bullet))
}

/// The first line behind a value, if it is marked as an item of a list in prose.
pub(crate) fn marked_behind(rest: &str) -> Option<(Marker, &str)> {
    let mut lines = rest
        .lines()
        .map(|line| line.trim().trim_start_matches([',', ';']).trim_start());
    let line = lines.find(|line| !matches!(*line, "" | "|") && !line.starts_with("```"))?;
    Some((marker(line)?, line))
}

/// Whether a value is a part of an expression, whose value is another one: `[1] + [2]`, `[1, 2][0]`, `[2, 1].sort()`.
pub(crate) fn is_operand(rest: &str) -> bool {
    if rest.starts_with('[') {
        return true;
    }
    if let Some(call) = rest.strip_prefix('.') {
        let name = call
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(0);
        return name > 0 && call[name..].starts_with('(');
    }
    let line = rest.trim_start_matches([' ', '\t']);
    let operand = line.strip_prefix('+').or_else(|| line.strip_prefix("* "));
    let operand = operand.map(|operand| operand.trim_start_matches(' '));
    operand.is_some_and(|operand| {
        operand.starts_with(|c: char| c.is_ascii_digit() || "[{(\"'".contains(c))
    })
}
