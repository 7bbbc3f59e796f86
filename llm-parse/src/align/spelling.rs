//! Names that differ only in case, separators and accents.

/// A name in lower case without accents, and without what only parts or adorns its words: `Due-Date`, `due_date`,
/// `dueDate` and `"due date".` are one. Any other sign means something: `A`, `A+`, `A-` and `!A` are four.
pub(crate) fn fold(name: &str) -> String {
    // As most names are.
    if name.bytes().all(|c| c.is_ascii_alphanumeric()) {
        return name.to_ascii_lowercase();
    }
    let name = bare(name);
    let mut out = String::with_capacity(name.len());
    let mut part = "";
    for (at, c) in name.char_indices() {
        if is_separator(c) {
            let from = at - part.len();
            part = &name[from..at + c.len_utf8()];
            continue;
        }
        if !part.is_empty() {
            out.push_str(joint(&out, part, c));
            part = "";
        }
        out.extend(c.to_lowercase().flat_map(spelled_out).map(base_letter));
    }
    out.push_str(joint(&out, part, '\0'));
    out
}

/// The words of a name, in lower case: of `dueDate`, `due_date` and `DUE DATE`.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    let capitals = !name.contains(char::is_lowercase);
    let mut words: Vec<String> = Vec::new();
    for part in name.split(|c: char| !c.is_alphanumeric()) {
        let mut is_new = true;
        for c in part.chars() {
            if is_new || (c.is_uppercase() && !capitals) {
                words.push(String::new());
            }
            is_new = false;
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
    }
    words
}

/// Whether two names fold to the same one. Most that do not differ in their first letter.
pub(super) fn is_spelling(a: &str, b: &str) -> bool {
    let ascii = a.is_ascii() && b.is_ascii();
    (!ascii || letters(a).eq(letters(b))) && fold(a) == fold(b)
}

fn letters(name: &str) -> impl Iterator<Item = u8> {
    let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase())
}

/// The name without quotes, emphasis and a full stop round it.
fn bare(name: &str) -> &str {
    let mut name = name.trim().trim_end_matches(['.', ',', ';', ':', ')']);
    for sign in ['*', '*', '_', '_', '`', '"', '\'', '('] {
        let inner = name.strip_prefix(sign);
        name = inner.map_or(name, |inner| inner.strip_suffix(sign).unwrap_or(inner));
        name = name.trim();
    }
    name
}

fn is_separator(c: char) -> bool {
    c.is_whitespace() || "_-./&,:;'’()‐‑–—".contains(c)
}

/// What is left of the separators before a character: nothing between words, and all of them where they may be signs.
fn joint<'p>(before: &str, part: &'p str, next: char) -> &'p str {
    let last = before.chars().next_back();
    let words = last.is_some_and(char::is_alphanumeric) && next.is_alphanumeric();
    let digits = last.is_some_and(|c| c.is_ascii_digit()) && next.is_ascii_digit();
    let empty = |c: char| c.is_whitespace() || matches!(c, '_' | '.' | '\'' | '’' | '(' | ')');
    let parts = words || part.chars().all(empty);
    if parts && !digits { "" } else { part }
}

/// The letters that a ligature is written as where a keyboard or an upper case has none.
fn spelled_out(c: char) -> impl Iterator<Item = char> {
    let (first, second) = match c {
        'ß' => ('s', Some('s')),
        'æ' => ('a', Some('e')),
        'œ' => ('o', Some('e')),
        other => (other, None),
    };
    std::iter::once(first).chain(second)
}

/// The Latin letter under an accent.
fn base_letter(c: char) -> char {
    const FAMILIES: [(&str, char); 16] = [
        ("àáâãäåāăąǎ", 'a'),
        ("çćĉċč", 'c'),
        ("ďđ", 'd'),
        ("èéêëēĕėęě", 'e'),
        ("ĝğġģ", 'g'),
        ("ìíîïĩīĭįı", 'i'),
        ("ķ", 'k'),
        ("ĺļľł", 'l'),
        ("ñńņň", 'n'),
        ("òóôõöøōŏőǒ", 'o'),
        ("ŕŗř", 'r'),
        ("śŝşšș", 's'),
        ("ţťț", 't'),
        ("ùúûüũūŭůűųǔ", 'u'),
        ("ýÿ", 'y'),
        ("źżž", 'z'),
    ];
    if c.is_ascii() {
        return c;
    }
    FAMILIES
        .iter()
        .find(|(family, _)| family.contains(c))
        .map_or(c, |(_, base)| *base)
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn separators_fold_and_signs_do_not() {
        for (a, b) in [
            ("Due-Date", "dueDate"),
            ("due_date", "Due Date."),
            ("\"High\"", "high"),
            ("**In Progress**", "in-progress"),
            ("_id", "id"),
            ("Çà et là", "ca_et_la"),
            ("line_1", "Line 1"),
            ("N/A", "na"),
            ("don't", "dont"),
        ] {
            assert_eq!(fold(a), fold(b), "{a} {b}");
        }
        for (a, b) in [
            ("A", "A-"),
            ("A", "A+"),
            ("A-", "A+"),
            ("C", "C++"),
            ("C", "C--"),
            ("1.0", "10"),
            ("-1.5", "1.5"),
            ("!paid", "paid"),
            ("~high", "high"),
            ("high?", "high"),
            ("<2", "2"),
            ("2%", "2"),
            ("~~paid~~", "paid"),
            ("[ ] paid", "paid"),
        ] {
            assert_ne!(fold(a), fold(b), "{a} {b}");
        }
    }
}
