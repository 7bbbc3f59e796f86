//! What of a candidate could not be read, and whether the reply may have gone on with it.

use super::Search;
use super::cut::{cut, ends_as_list, is_bare_scalar, is_swallowed, unended};
use super::forms::takes_several;
use super::nearest::cut_off;
use crate::align::Findings;
use crate::candidate::{Candidate, Found, RawFault};
use crate::fix::{Fix, FixKind};
use crate::path::Path;
use crate::read::ParseError;
use crate::tree::NodeId;
use crate::violation::{Code, Violation};

impl Search<'_, '_> {
    /// What of a candidate could not be read.
    pub(super) fn unread(&self, found: &Found<'_>, candidate: &Candidate) -> Vec<Violation> {
        let (tree, root) = (&found.tree, candidate.root);
        let broken = candidate.open && !self.reader.cut_off && is_swallowed(found, candidate);
        let cut_off = (candidate.open && !broken) || self.may_be_cut(found, candidate);
        let faults = &found.faults[candidate.faults.clone()];
        let parents = (!faults.is_empty()).then(|| tree.parents(root));
        // What is broken near a cut is broken by it; only the depth is a fault of its own.
        let faults = faults
            .iter()
            .filter(|fault| !cut_off || fault.code == Code::Depth);
        let mut violations: Vec<Violation> = faults
            .zip(parents.iter().cycle())
            .map(|(fault, parents)| violation(fault, tree.path_of(fault.node, parents)))
            .collect();
        violations.extend(cut_off.then(|| cut(tree, root)));
        violations.extend((broken && violations.is_empty()).then(|| unended(tree, root)));
        violations
    }

    /// Whether a broken value may be broken because the reply was cut off.
    pub(super) fn may_be_cut(&self, found: &Found<'_>, candidate: &Candidate) -> bool {
        let to_the_end = || found.tree.source.trim_end().len() <= candidate.span.end as usize;
        self.reader.cut_off && !candidate.faults.is_empty() && to_the_end()
    }

    /// Accepts a value, unless the reply was cut off and may have gone on with it.
    pub(super) fn accept(
        &self,
        mut findings: Findings,
        found: &Found<'_>,
        root: NodeId,
    ) -> Result<Findings, ParseError> {
        if !self.reader.cut_off {
            return Ok(findings);
        }
        if takes_several(self.view) && !ends_as_list(&found.tree, root)
            || is_bare_scalar(&found.tree, root)
        {
            return Err(cut_off(&found.tree, root));
        }
        let end = found.tree.span(root).end;
        let rest = &found.tree.source[end..];
        if !rest.trim().is_empty() {
            // Where a bracket was mended, what follows may still belong to the value.
            if findings
                .fixes
                .iter()
                .any(|fix| fix.kind() == FixKind::Bracket)
            {
                return Err(cut_off(&found.tree, root));
            }
            let span = end..found.tree.source.len();
            let detail = "the reply was cut off after the value was complete";
            findings
                .fixes
                .push(Fix::new(Path::default(), FixKind::RanOn, span, detail));
        }
        Ok(findings)
    }
}

pub(super) fn violation(fault: &RawFault, path: Path) -> Violation {
    Violation::new(path, fault.code, &*fault.expected, &*fault.found)
        .with_span(Some(fault.start as usize..fault.end as usize))
}
