//! Names that differ only in case, separators and accents.

/// The letters and digits of a name in lower case without accents: `Due-Date`, `due_date` and `dueDate` are one. `C`,
/// `C++` and `C#` are three.
pub(crate) fn fold(name: &str) -> String {
    name.chars()
        .flat_map(char::to_lowercase)
        .map(base_letter)
        .filter(|c| c.is_alphanumeric() || matches!(c, '+' | '#'))
        .collect()
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
