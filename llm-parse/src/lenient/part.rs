//! A line beside a value that says that it is one part of several: `Part 1 of 3:`, `(1/3)`, `Showing 2 of 5 items`.

use super::more::words;

/// The line next to a value, before it or behind it, if it says that and nothing else.
pub(crate) fn part_beside<'t>(before: &'t str, behind: &'t str) -> Option<&'t str> {
    let is_said = |line: &&str| !line.is_empty() && !line.starts_with("```");
    let above = before.lines().rev().map(str::trim).find(is_said);
    let below = behind.lines().map(str::trim).find(is_said);
    let mut lines = above.into_iter().chain(below);
    lines.find(|line| is_part(line))
}

fn is_part(line: &str) -> bool {
    const LONGEST: usize = 60;
    const PARTS: [&str; 5] = ["part", "page", "batch", "chunk", "section"];
    const SHOWING: [&str; 3] = ["showing", "displaying", "listing"];
    const ITEMS: [&str; 8] = [
        "items", "entries", "results", "records", "rows", "shown", "listed", "total",
    ];
    if line.len() > LONGEST {
        return false;
    }
    let lower = line.to_lowercase().replace('/', " of ");
    let words = words(&lower);
    let number = |word: &str| word.parse::<u32>().ok();
    let fewer = |one: &str, all: &str| number(one).zip(number(all)).is_some_and(|(n, m)| n < m);
    match words[..] {
        // The last part is a part too.
        [kind, one, "of", all] if PARTS.contains(&kind) => {
            number(one).is_some() && number(all).is_some_and(|all| all > 1)
        }
        [one, "of", all] => fewer(one, all),
        [one, "of", all, what] => ITEMS.contains(&what) && fewer(one, all),
        [shown, one, "of", all] => SHOWING.contains(&shown) && fewer(one, all),
        [shown, one, "of", all, what] => {
            SHOWING.contains(&shown) && ITEMS.contains(&what) && fewer(one, all)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_part;

    #[test]
    fn a_part_of_several_says_how_many_there_are() {
        for line in [
            "Part 1 of 3:",
            "### Part 3/3",
            "(1/3)",
            "1 of 3",
            "Page 2 of 7.",
            "Showing 2 of 5 items",
            "*2 of 5 shown*",
        ] {
            assert!(is_part(line), "{line}");
        }
        for line in [
            "(3/3)",
            "Page 1 of 1",
            "2 of 5 failed",
            "Date: 11/30",
            "part of 3",
            "1-3",
            "2 of the 5 were old",
            "5 of 5 items",
            "Part 1:",
        ] {
            assert!(!is_part(line), "{line}");
        }
    }
}
