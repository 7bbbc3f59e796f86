//! The cells of the measurement, and what is to come of them.

use std::ops::Range;

use llm_parse::testing::{Score, Table};

/// Documents of one size.
pub struct Size {
    pub name: &'static str,
    pub chars: Range<usize>,
}

pub const SIZES: [Size; 4] = [
    Size { name: "under 1,000", chars: 500..1_000 },
    Size { name: "1,000 to 3,000", chars: 1_000..3_000 },
    Size { name: "3,000 to 10,000", chars: 3_000..10_000 },
    Size { name: "over 10,000", chars: 10_000..20_000 },
];

pub const FAULTS: [usize; 4] = [1, 2, 4, 8];

#[derive(Clone)]
pub struct Cell {
    pub size: &'static Size,
    pub faults: usize,
}

pub const HEAD: &str = "\
| characters | faults | right, % | attempts | completion tokens of the retries | patch / reask | all tokens of the retries | ladder / better |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

/// The scores of a cell: plain re-asking, patching, and the default ladder.
pub struct Played {
    name: String,
    faults: String,
    scores: Vec<Score>,
    /// Whether the goal for completion tokens holds here.
    patch_is_to_be_cheap: bool,
}

fn tokens(score: &Score) -> f64 {
    score.retry_prompt_tokens() + score.retry_completion_tokens()
}

impl Played {
    pub fn of(name: &str, faults: &str, table: &Table) -> Played {
        let scores = table.scores().to_vec();
        let wrong: u64 = scores.iter().map(Score::wrong).sum();
        assert_eq!(wrong, 0, "a wrong value: {name}, {faults} faults");
        Played {
            name: name.to_owned(),
            faults: faults.to_owned(),
            scores,
            patch_is_to_be_cheap: false,
        }
    }

    pub fn of_cell(mut self, cell: &Cell) -> Played {
        self.patch_is_to_be_cheap = cell.size.chars.start >= 1_000 && cell.faults <= 2;
        self
    }

    /// The completion tokens of patching as a share of those of plain re-asking.
    fn patch_share(&self) -> f64 {
        self.scores[1].retry_completion_tokens() / self.scores[0].retry_completion_tokens()
    }

    /// All tokens of the ladder as a share of those of the better of the two.
    fn ladder_share(&self) -> f64 {
        tokens(&self.scores[2]) / tokens(&self.scores[0]).min(tokens(&self.scores[1]))
    }

    pub fn row(&self) -> String {
        let three = |figure: &dyn Fn(&Score) -> String| {
            let figures: Vec<_> = self.scores.iter().map(figure).collect();
            figures.join(" / ")
        };
        format!(
            "| {} | {} | {} | {} | {} | {:.2} | {} | {:.2} |",
            self.name,
            self.faults,
            three(&|score| format!("{:.1}", 100.0 * score.success())),
            three(&|score| format!("{:.2}", score.attempts())),
            three(&|score| format!("{:.0}", score.retry_completion_tokens())),
            self.patch_share(),
            three(&|score| format!("{:.0}", tokens(score))),
            self.ladder_share(),
        )
    }

    /// The goals that were missed.
    pub fn missed(&self, repairs: f64) -> Vec<String> {
        let cell = format!("{} characters, {} faults, {repairs}", self.name, self.faults);
        let mut missed = Vec::new();
        if self.patch_is_to_be_cheap && self.patch_share() > 0.35 {
            missed.push(format!("{cell}: patch takes {:.2} of the completion tokens", self.patch_share()));
        }
        if self.ladder_share() > 1.1 {
            missed.push(format!("{cell}: the ladder takes {:.2} of all tokens", self.ladder_share()));
        }
        let better = self.scores[0].success().max(self.scores[1].success());
        // Three deviations of a share that is counted in so many runs.
        let chance = 3.0 * (better * (1.0 - better) / self.scores[2].runs() as f64).sqrt();
        if self.scores[2].success() < better - chance {
            missed.push(format!("{cell}: the ladder succeeds in {:.3}, not {better:.3}", self.scores[2].success()));
        }
        missed
    }
}
