//! What came of a trial.

use std::fmt;

use super::trial::Run;

/// What came of a trial: one row for each policy. Its `Display` is a table in Markdown.
#[derive(Clone, Debug)]
pub struct Table(Vec<Score>);

/// What came of a policy. The first answer is the same under all of them, so tokens are also counted without it.
#[derive(Clone, Debug)]
pub struct Score {
    policy: String,
    runs: u64,
    successes: u64,
    wrong: u64,
    attempts: u64,
    first: (u64, u64),
    retries: (u64, u64),
}

impl Table {
    pub(super) fn new(scores: Vec<Score>) -> Table {
        Table(scores)
    }

    /// The rows, in the order in which the policies were added.
    pub fn scores(&self) -> &[Score] {
        &self.0
    }
}

impl Score {
    pub(super) fn of(policy: &str, runs: impl Iterator<Item = Run>) -> Score {
        let mut score = Score {
            policy: policy.to_owned(),
            runs: 0,
            successes: 0,
            wrong: 0,
            attempts: 0,
            first: (0, 0),
            retries: (0, 0),
        };
        for run in runs {
            score.runs += 1;
            score.successes += u64::from(run.right == Some(true));
            score.wrong += u64::from(run.right == Some(false));
            score.attempts += run.attempts.len() as u64;
            for (index, (prompt, completion)) in run.attempts.into_iter().enumerate() {
                let sum = if index == 0 {
                    &mut score.first
                } else {
                    &mut score.retries
                };
                *sum = (sum.0 + prompt, sum.1 + completion);
            }
        }
        score
    }

    /// The policy's name.
    pub fn policy(&self) -> &str {
        &self.policy
    }

    /// How many extractions were played.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Which share of them, from 0 to 1, ended in the right value.
    pub fn success(&self) -> f64 {
        self.mean(self.successes)
    }

    /// How many ended in another value than the right one.
    pub fn wrong(&self) -> u64 {
        self.wrong
    }

    /// How many attempts one took on average, the first included.
    pub fn attempts(&self) -> f64 {
        self.mean(self.attempts)
    }

    /// The prompt tokens of one on average.
    pub fn prompt_tokens(&self) -> f64 {
        self.mean(self.first.0 + self.retries.0)
    }

    /// The completion tokens of one on average.
    pub fn completion_tokens(&self) -> f64 {
        self.mean(self.first.1 + self.retries.1)
    }

    /// The prompt tokens of all attempts after the first, on average.
    pub fn retry_prompt_tokens(&self) -> f64 {
        self.mean(self.retries.0)
    }

    /// The completion tokens of all attempts after the first, on average.
    pub fn retry_completion_tokens(&self) -> f64 {
        self.mean(self.retries.1)
    }

    #[expect(clippy::cast_precision_loss, reason = "no sum comes near 2^52")]
    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.runs.max(1) as f64
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .0
            .iter()
            .map(|score| score.policy.chars().count())
            .fold(6, usize::max);
        writeln!(
            f,
            "| {:<width$} | runs | right | wrong | attempts | prompt | completion |",
            "policy"
        )?;
        writeln!(
            f,
            "| {:-<width$} | ---: | ----: | ----: | -------: | -----: | ---------: |",
            ""
        )?;
        for score in &self.0 {
            writeln!(
                f,
                "| {:<width$} | {:>4} | {:>4.1}% | {:>5} | {:>8.2} | {:>6.0} | {:>10.0} |",
                score.policy,
                score.runs,
                100.0 * score.success(),
                score.wrong,
                score.attempts(),
                score.prompt_tokens(),
                score.completion_tokens(),
            )?;
        }
        Ok(())
    }
}
