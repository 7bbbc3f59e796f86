//! Values that are nested thousands deep, on threads with little stack.

use llm_parse::{Code, LlmExtract, Reader, parse};
use serde::Deserialize;

const DEPTH: usize = 9_000;

#[derive(Debug, Default, Deserialize, LlmExtract)]
struct Nest {
    #[llm(range(min = 0))]
    n: i64,
    inner: Option<Box<Nest>>,
}

impl Drop for Nest {
    fn drop(&mut self) {
        let mut next = self.inner.take();
        while let Some(mut nest) = next {
            next = nest.inner.take();
        }
    }
}

fn nested(depth: usize) -> String {
    let open = r#"{"n":1,"inner":"#.repeat(depth - 1);
    format!(r#"{open}{{"n":1}}{}"#, "}".repeat(depth - 1))
}

fn depth(nest: &Nest) -> usize {
    std::iter::successors(Some(nest), |nest| nest.inner.as_deref()).count()
}

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    thread
        .spawn(test)
        .expect("a thread")
        .join()
        .expect("no panic");
}

#[test]
fn a_deep_value_is_read_where_it_is_allowed() {
    on_a_small_stack(|| {
        let deep = Reader::new().max_depth(DEPTH);
        let text = nested(DEPTH);
        assert_eq!(
            depth(&deep.parse::<Nest>(&text).expect("clean").value),
            DEPTH
        );
        let broken = text.replace("\"n\":1}", "\"n\":'1',}");
        assert_eq!(
            depth(&deep.parse::<Nest>(&broken).expect("mended").value),
            DEPTH
        );
        let wrong = text.replace("\"n\":1}", "\"n\":-1}");
        let error = deep.parse::<Nest>(&wrong).expect_err("out of range");
        assert_eq!(error.violations()[0].code(), Code::Range);
        assert_eq!(error.violations()[0].path().segments().len(), DEPTH);
        let cut = &text[..text.len() - DEPTH];
        let error = deep.parse::<Nest>(cut).expect_err("cut off");
        assert!(error.is_cut_off() && error.clone().partial().is_none());
        assert!(deep.parse::<Nest>(&nested(DEPTH + 1)).is_err());
    });
}

#[test]
fn a_deep_value_is_a_violation_elsewhere() {
    for text in [
        nested(DEPTH),
        "[".repeat(100_000),
        "{\"inner\":".repeat(100_000),
    ] {
        let error = parse::<Nest>(&text).expect_err("too deep");
        assert!(
            error
                .violations()
                .iter()
                .any(|violation| violation.code() == Code::Depth)
        );
    }
}
