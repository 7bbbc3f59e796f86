//! Types that look like what they hold, or `null`.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::num::{Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;

types! {
    use Option<u8>;
    use Option<String>;
    use Option<Vec<Option<char>>>;
    use Box<u8>;
    use Rc<String>;
    use Arc<Vec<u16>>;
    use Box<Option<Rc<i8>>>;
    use Cow<'static, [u8]>;
    alone Reverse<u8>;
    use Wrapping<u8>;
    alone Saturating<i32>;

    struct Meters(f64);

    struct Depth(Meters);

    struct Deepest(Depth);

    struct Boxed(Box<Option<Deepest>>);

    #[serde(transparent)]
    struct Wrapped { inner: Option<u8> }

    #[serde(transparent)]
    struct Outer { wrapped: Wrapped }

    struct Optional {
        plain: Option<u8>,
        wrapped: Wrapped,
        outer: Outer,
        boxed: Option<Box<Meters>>,
        unit: Option<()> = |_| None,
        nested: Option<Option<u8>> = |rng| rng.pick(&[None, Some(Some(4))]),
    }
}
