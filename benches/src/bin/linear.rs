//! Whether twice the text costs twice the work: each family of hostile texts, read into each root type.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml --bin linear [bytes] [family] [type]`
//!
//! Work is the number of instructions that valgrind counts; without valgrind, the least of some times, which is rougher.
//! A ratio above 2.3 is a fault, and makes the program fail.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use llm_parse_benches::hostile::{FAMILIES, Make};
use llm_parse_benches::types::{Read, TYPES};

/// How much more work twice the text may take.
const MOST: f64 = 2.3;

/// Tells the program that it runs under valgrind.
const COUNTED: &str = "LLM_PARSE_COUNTED";

struct Settings {
    bytes: usize,
    family: String,
    root: String,
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let settings = Settings {
        bytes: args
            .next()
            .and_then(|arg| arg.parse().ok())
            .unwrap_or(30_000),
        family: args.next().unwrap_or_default(),
        root: args.next().unwrap_or_default(),
    };
    if std::env::var_os(COUNTED).is_some() {
        settings.each_cell(|read, text| {
            measured(read, text);
        });
        return ExitCode::SUCCESS;
    }
    let work = settings.count().unwrap_or_else(|error| {
        eprintln!("valgrind cannot be used ({error}); measuring times, which are rougher");
        settings.time()
    });
    if settings.report(&work) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// What valgrind counts; it writes the counts each time this returns.
#[inline(never)]
fn measured(read: Read, text: &str) -> bool {
    std::hint::black_box(read(std::hint::black_box(text)))
}

impl Settings {
    fn families(&self) -> impl Iterator<Item = &(&'static str, Make)> {
        FAMILIES
            .iter()
            .filter(|(name, _)| name.contains(&self.family))
    }

    fn types(&self) -> impl Iterator<Item = &(&'static str, Read)> {
        TYPES.iter().filter(|(name, _)| name.contains(&self.root))
    }

    /// Reads the text and one of twice the size, of each family into each type.
    fn each_cell(&self, mut measure: impl FnMut(Read, &str)) {
        for (_, make) in self.families() {
            let texts = [make(self.bytes), make(2 * self.bytes)];
            for (_, read) in self.types() {
                // What a type costs once, at its first use, is no work on the text.
                read("");
                texts.iter().for_each(|text| measure(*read, text));
            }
        }
    }

    /// Runs the program again under valgrind, which numbers its counts in the order of the cells.
    fn count(&self) -> std::io::Result<Vec<f64>> {
        let folder = std::env::temp_dir().join(format!("llm-parse-linear-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let out = folder.join("counts");
        let status = Command::new("valgrind")
            .args([
                "--tool=callgrind",
                "--toggle-collect=linear::measured",
                "--dump-after=linear::measured",
            ])
            .arg(format!("--callgrind-out-file={}", out.display()))
            .arg(std::env::current_exe()?)
            .args([&self.bytes.to_string(), &self.family, &self.root])
            .env(COUNTED, "1")
            .stderr(Stdio::null())
            .status();
        let cells = self.families().count() * self.types().count() * 2;
        let counts = (1..=cells).map(|cell| total(&folder.join(format!("counts.{cell}"))));
        let counts = status.and_then(|_| counts.collect());
        std::fs::remove_dir_all(&folder)?;
        counts
    }

    fn time(&self) -> Vec<f64> {
        let mut times = Vec::new();
        self.each_cell(|read, text| {
            let runs = (0..5).map(|_| {
                let start = Instant::now();
                measured(read, text);
                start.elapsed().as_secs_f64() * 1e9
            });
            times.push(runs.fold(f64::INFINITY, f64::min));
        });
        times
    }

    /// Prints the ratio of each cell; whether all are small enough.
    fn report(&self, work: &[f64]) -> bool {
        let mut cells = work.chunks(2);
        let mut faults = Vec::new();
        print!("{:34}", "work for twice the text");
        self.types().for_each(|(name, _)| print!(" {name:>13}"));
        println!("   per byte");
        for (family, _) in self.families() {
            print!("{family:34}");
            let mut most = 0.0_f64;
            for ((root, _), cell) in self.types().zip(&mut cells) {
                let ratio = cell[1] / cell[0].max(1.0);
                print!(" {ratio:>13.2}");
                most = most.max(cell[1] / (2 * self.bytes) as f64);
                if ratio > MOST {
                    faults.push(format!("{family} into {root}: {ratio:.2}"));
                }
            }
            println!(" {most:>10.0}");
        }
        println!("\n{} of {} above {MOST}", faults.len(), work.len() / 2);
        faults.iter().for_each(|fault| println!("  {fault}"));
        faults.is_empty()
    }
}

/// The instructions that a file of callgrind's sums up.
fn total(path: &Path) -> std::io::Result<f64> {
    let text = std::fs::read_to_string(path)?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.ok_or_else(|| std::io::Error::other("no total in what valgrind wrote"))
}
