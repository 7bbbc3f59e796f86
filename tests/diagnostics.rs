//! What a person sees of a failed reply (feature `miette`).

use llm_parse::{LlmExtract, parse};
use miette::{GraphicalReportHandler, GraphicalTheme};

#[derive(Debug, serde::Deserialize, LlmExtract)]
struct Server {
    #[llm(len(min = 1))]
    name: String,
    port: u16,
    tags: Vec<String>,
}

fn rendered(text: &str) -> String {
    let diagnostics = parse::<Server>(text).unwrap_err().diagnostics(text);
    let mut out = String::new();
    GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(120)
        .render_report(&mut out, &diagnostics)
        .unwrap();
    let lines: Vec<_> = out.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn every_violation_points_into_the_reply() {
    let text = "{\n  name: \"\",\n  \"port\": 70000\n}";
    let expected = r#"
  × 3 violations in the reply
   ╭─[1:1]
 1 │ {
   · ┬
   · ╰── /tags: TAGS
 2 │   name: "",
   ·         ─┬
   ·          ╰── /name: NAME
 3 │   "port": 70000
   ·           ──┬──
   ·             ╰── /port: PORT
 4 │ }
   ╰────
  help: mended: /name: FIX"#;
    let found = rendered(text);
    let shape = |text: &str| {
        let lines = text.trim_start_matches('\n').lines();
        let cut = lines.map(|line| {
            let end = ["/tags: ", "/name: ", "/port: "]
                .iter()
                .find_map(|mark| Some(line.find(mark)? + mark.len()));
            line[..end.unwrap_or(line.len())].to_owned()
        });
        cut.collect::<Vec<_>>()
    };
    assert_eq!(shape(&found), shape(expected), "{found}");
    assert!(found.contains("an integer from 0 to 65535"), "{found}");
}

#[test]
fn a_reply_cannot_speak_to_the_terminal() {
    let found = rendered("{\"name\": \"\u{1b}[2J\u{202e}\", \"port\": \"x\", \"tags\": []}");
    assert!(!found.contains(['\u{1b}', '\u{202e}']), "{found}");
    assert!(found.contains("␛[2J"), "{found}");
}

#[test]
fn a_reply_without_json_is_shown() {
    for text in ["", "I cannot say.", "<html>\n</html>"] {
        let found = rendered(text);
        assert!(found.contains("1 violation in the reply"), "{found}");
    }
}
