//! Texts that are made to be slow to read, by family, each of about so many bytes.

/// Makes the text of a family that has about so many bytes.
pub type Make = fn(usize) -> String;

/// The families by name.
pub const FAMILIES: &[(&str, Make)] = &[
    ("open brackets", |n| repeat("[", n)),
    ("closed brackets", |n| repeat("[]", n)),
    ("stray brackets", |n| {
        format!("{{\"a\": 1}}{}", repeat("}]", n))
    }),
    ("open objects", |n| repeat("{\"a\":", n)),
    ("open quotes", |n| repeat("{\"a\": \"b, ", n)),
    ("quotes", |n| repeat("\"", n)),
    ("quotes in a string", |n| {
        format!("{{\"a\": \"{}\"}}", repeat("b\", \"", n))
    }),
    ("stray quotes", |n| {
        format!("{{\"a\": \"{}\"}}", repeat("said \"no\" or ", n))
    }),
    ("single quotes", |n| {
        format!("{{'a': {}", repeat("'b', ", n))
    }),
    ("typographic quotes", |n| {
        format!("{{\"a\": b{}", repeat(", \u{ab}c", n))
    }),
    ("triple quotes", |n| {
        format!("{{\"a\": b{}", repeat(", ```c ```` d", n))
    }),
    ("doubled quotes", |n| format!("[{}", repeat("''b, ", n))),
    ("open fences", |n| repeat("```json\n{", n)),
    ("fences", |n| repeat("```json\n{}\n```\n", n)),
    ("two kinds of fences", |n| repeat("~~~x\n```y\n[1]\n", n)),
    ("backslashes", |n| format!("{{\"a\": \"{}", repeat("\\", n))),
    ("escapes", |n| {
        format!("{{\"a\": \"{}\"}}", repeat("\\q\\\"", n))
    }),
    ("escaped text", |n| repeat("{\\\"a\\\": ", n)),
    ("commas", |n| format!("[{}", repeat(",", n))),
    ("commas in text", |n| {
        format!("{{\"a\": b{}", repeat(", c", n))
    }),
    ("keys without values", |n| {
        format!("{{{}", repeat("\"a\", ", n))
    }),
    ("colons", |n| format!("{{{}", repeat("a: b: ", n))),
    ("deep nesting", |n| {
        repeat("[[", n / 2) + &repeat("]]", n / 2)
    }),
    ("nesting of lists and objects", |n| repeat("[{\"a\":", n)),
    ("nested to the limit", |n| {
        let inner = format!("{}null{}, ", "{\"a\": ".repeat(50), "}".repeat(50));
        format!("[{}1]", repeat(&inner, n))
    }),
    ("prose full of {", |n| {
        repeat("the {name} of {it} is { odd ", n)
    }),
    ("prose full of [", |n| {
        repeat("see [this] and [1] or [ then ", n)
    }),
    ("open drafts", |n| repeat("<think>{\"a\": 1} ", n)),
    ("closed drafts", |n| repeat("<think>{\"a\": 1}</think> ", n)),
    ("ends of drafts", |n| repeat("{\"a\": 1}</think> ", n)),
    ("repeated restarts", |n| {
        repeat("{\"a\": 1, \"b\": [1, {\"a\": 1, ", n)
    }),
    ("a long key", |n| format!("{{\"{}\": 1}}", repeat("key", n))),
    ("long keys", |n| {
        repeat(&format!("{{\"{}\": 1, ", "k".repeat(500)), n)
    }),
    ("a long key over much", |n| {
        let items = repeat("\"1\", \"x\", ", n / 2);
        format!("{{\"{}\": [{items}1]}}", repeat("key", n / 2))
    }),
    ("many candidates", |n| repeat("{\"a\": 1}\n", n)),
    ("broken candidates", |n| repeat("{\"a\": b c: } and ", n)),
    ("faulty candidates", |n| {
        repeat("[@] ", n / 2) + &repeat(" ", n / 2) + "."
    }),
    ("comments", |n| {
        format!("{{\"a\": {}", repeat("/* b */ // c\n", n))
    }),
    ("open comments", |n| format!("[{}", repeat("1, /* b ", n))),
    ("comments in text", |n| {
        format!("{{\"a\": b{}", repeat("\n# c", n))
    }),
    ("white space", |n| {
        format!("{{\"a\":{}1}} x", repeat(" \n", n))
    }),
    ("line breaks in text", |n| {
        format!("{{\"a\": b{}c}}", repeat("\n", n))
    }),
    ("wide spaces", |n| {
        format!("{{\"a\": b,{}c}}", repeat("\u{3000}\n", n))
    }),
    ("full-width signs", |n| repeat("｛“a”：“b”，", n)),
    ("full-width brackets", |n| repeat("［［【", n)),
    ("bare words", |n| {
        format!("[{}]", repeat("word and more ", n))
    }),
    ("bare entries", |n| format!("{{{}}}", repeat("a: b c, ", n))),
    ("round brackets", |n| {
        format!("{{\"a\": {}", repeat("f(x, ", n))
    }),
    ("ellipses", |n| format!("[1, {}", repeat("..., ", n))),
    ("dots", |n| format!("[{}", repeat(".. ", n))),
    ("added strings", |n| {
        format!("{{\"a\": \"b\"{}}}", repeat(" + \"b\"", n))
    }),
    ("signs", |n| format!("{{\"a\": {}", repeat("@ ! ", n))),
    ("digits", |n| format!("{{\"a\": {}}}", repeat("1", n))),
    ("numbers", |n| format!("[{}]", repeat("1,", n))),
    ("odd numbers", |n| {
        format!("[{}]", repeat("0x1F 1_0 .5, ", n))
    }),
    ("one key again and again", |n| {
        format!("{{{}\"a\": 1}}", repeat("\"a\": 1, ", n))
    }),
    ("many keys, then one again", |n| {
        let keys: String = (0..n / 20).map(|k| format!("\"k{k:06}\": 1, ")).collect();
        format!("{{{keys}{}\"a\": 1}}", repeat("\"a\": 1, ", n / 3))
    }),
    ("keys near an absent one", |n| {
        let keys: String = (0..n / 20)
            .map(|k| format!("\"b {k:06}\": [1], "))
            .collect();
        format!("{{{keys}\"a\": 1}}")
    }),
    ("one key with a long value, again", |n| {
        let (long, again) = (repeat("1, ", n / 2), repeat("\"a\": 1, ", n / 2));
        format!("{{\"a\": [{long}1], {again}\"b\": 1}}")
    }),
    ("text in text", |n| {
        format!("{:?}", format!("{:?}", repeat("{\"a\": [", n)))
    }),
    ("lists of one", |n| repeat("[[[[{\"a\": 1}]]]] ", n)),
    ("values that fail", |n| {
        format!("[{}]", repeat("{\"a\": 1}, {\"a\": 300}, {\"a\": 7}, ", n))
    }),
    ("markup", |n| repeat("<answer><a>1</a></answer>", n)),
];

/// All families, each with its text of about so many bytes.
pub fn hostile(bytes: usize) -> impl Iterator<Item = (&'static str, String)> {
    FAMILIES
        .iter()
        .map(move |(name, make)| (*name, make(bytes)))
}

fn repeat(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}
