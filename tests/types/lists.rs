//! Lists, sets, arrays, tuples.

use std::collections::{BTreeSet, HashSet, LinkedList, VecDeque};
use std::sync::Arc;

types! {
    use Vec<u8>;
    use Vec<String>;
    use Vec<Option<bool>>;
    use Vec<Vec<i64>>;
    use VecDeque<u16>;
    use LinkedList<char>;
    use Box<[u8]>;
    use Arc<[String]>;
    use BTreeSet<String>;
    use HashSet<i32>;
    use [u8; 0];
    use [bool; 1];
    use [String; 3];
    use [[u8; 2]; 3];
    use [Option<u8>; 2];
    use [Vec<u8>; 2];
    use (u8,);
    use (u8, String);
    use (bool, Option<char>, f64);
    use ((u8, u8), (String,));
    use (u8, i8, u16, i16, u32, i32, u64, i64, f32, f64, bool, char);
    use Vec<(String, u8)>;

    struct Point(f64, f64);

    struct Triple(u8, #[serde(default)] Option<String>, #[serde(default)] bool);

    struct Nothing();

    struct Matrix { rows: [[f32; 3]; 2], path: Vec<Point>, seen: BTreeSet<(u8, u8)>, none: [String; 0] }
}
