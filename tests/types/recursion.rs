//! Types that contain themselves.

use std::collections::BTreeMap;

types! {
    struct Tree { name: String, children: Vec<Tree> }

    struct Chain { value: u8, next: Option<Box<Chain>> }

    enum Expression {
        Number(f64),
        Name(String),
        Negative(Box<Expression>),
        Sum { left: Box<Expression>, right: Box<Expression> },
        Call(String, Vec<Expression>),
    }

    #[serde(tag = "kind")]
    enum Block {
        Line { text: String },
        Group { blocks: Vec<Block> },
    }

    #[serde(untagged)]
    enum Json { Flag(bool), List(Vec<Json>), Object(BTreeMap<String, Json>) }

    struct Folder { files: BTreeMap<String, Entry> }

    enum Entry { File(u32), Folder(Folder) }

    struct Ping { pong: Option<Box<Pong>> }

    struct Pong { ping: Vec<Ping>, n: u8 }
}
