//! Where in a value a check's violation stands.

use crate::path::{Path, Segment};
use crate::places::Places;
use crate::print::print;
use crate::strict;
use crate::tree::{NodeId, NodeKind, Tree};
use crate::violation::Violation;

/// Deeper values are none that a reader has read without the feature `deep`.
const DEEPEST: usize = 129;

/// The JSON text without what makes no difference; the text itself where it is too deep to be looked at.
pub(crate) fn compact(text: &str) -> String {
    let mut tree = Tree::new(text);
    match strict::parse(&mut tree, DEEPEST) {
        Ok(root) => print(&tree, root),
        Err(_) => text.to_owned(),
    }
}

/// The part of a JSON text at a path, as JSON text.
pub(crate) fn part(text: &str, path: &Path) -> Option<String> {
    if path.is_root() {
        return Some(text.to_owned());
    }
    let mut tree = Tree::new(text);
    let root = strict::parse(&mut tree, DEEPEST).ok()?;
    let mut places = Places::of(&tree);
    let path = resolved(&tree, &mut places, root, path);
    tree.locate(root, &path).map(|node| print(&tree, node))
}

/// The violations with paths as the value has them: a step of digits leads into a list only where there is one.
pub(crate) fn placed(violations: &[Violation], text: &str) -> Vec<Violation> {
    let mut tree = Tree::new(text);
    let Ok(root) = strict::parse(&mut tree, DEEPEST) else {
        return violations.to_vec();
    };
    let mut places = Places::of(&tree);
    let place = |violation: &Violation| {
        let path = resolved(&tree, &mut places, root, violation.path());
        violation.clone().at(path)
    };
    violations.iter().map(place).collect()
}

fn resolved(tree: &Tree<'_>, places: &mut Places<'_, '_>, root: NodeId, path: &Path) -> Path {
    let mut node = Some(root);
    let step = |segment: &Segment| {
        let kind = node.map(|node| tree.kind(node));
        let segment = match (segment, kind) {
            (Segment::Index(index), Some(NodeKind::Object)) => {
                Segment::Key(index.to_string().into())
            }
            (segment, _) => segment.clone(),
        };
        node = node.and_then(|node| places.step(node, &segment));
        segment
    };
    Path::from(path.segments().iter().map(step).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_of_digits_is_a_key_where_the_value_has_an_object() {
        let violations = [Violation::check("/years/2024/0", "no")];
        let placed = placed(&violations, r#"{"years": {"2024": [1]}}"#);
        let segments = placed[0].path().segments();
        assert_eq!(segments[1], Segment::Key("2024".into()));
        assert_eq!(segments[2], Segment::Index(0));
        assert_eq!(placed[0].path().to_string(), "/years/2024/0");
    }

    #[test]
    fn what_is_nowhere_stays_as_it_was_named() {
        let violations = [Violation::check("/a/b/3", "no")];
        assert_eq!(placed(&violations, "[1]"), violations);
        assert_eq!(placed(&violations, "no JSON"), violations);
    }
}
