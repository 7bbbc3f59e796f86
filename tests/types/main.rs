//! Many types, and for each: schema, example, random values, altered values, `schemars`, and the outline.
//!
//! A line of a table is a type: `use Type;` is one that exists, and a definition is one of its own, made here together
//! with its random values. A field may say how these are made: `level: u8 = |rng| ..`.

#![allow(
    clippy::enum_variant_names,
    clippy::struct_field_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::zero_sized_map_values,
    reason = "types of every kind are tried, good ones or not"
)]

#[macro_use]
mod table;

mod attributes;
mod content;
mod dialects;
mod differences;
mod direct;
mod enums;
mod flatten;
mod generics;
#[path = "../data/grammar.rs"]
mod grammar;
mod judge;
mod lists;
mod maps;
mod mutants;
mod names;
mod odd;
#[path = "../data/oracle.rs"]
mod oracle;
mod parts;
#[path = "../data/providers.rs"]
mod providers;
mod recursion;
mod rng;
mod rules;
mod runtime;
mod scalars;
mod structs;
mod text;
mod wrappers;

macro_rules! families {
    ($($family:ident)*) => {
        $(#[test]
        fn $family() {
            let faults = judge::faults(&$family::cases());
            assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
        })*

        #[test]
        fn the_direct_way_agrees() {
            let faults = [$(direct::faults(&$family::cases())),*].concat();
            assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
        }

        #[test]
        fn dialects_keep_their_laws() {
            let (mut said, mut types, mut values, mut unsure, mut faults) = (0, 0, 0, 0, Vec::new());
            $({
                let tally = dialects::judge(&$family::cases());
                (said, types) = (said + tally.said, types + tally.types);
                (values, unsure) = (values + tally.values, unsure + tally.unsure);
                faults.extend(tally.faults);
            })*
            println!("{said} of {types} said, {values} values, {unsure} left out");
            assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
            assert!(said * 5 > types * 4, "{said} of {types}");
            assert!(values > unsure * 9, "{values} and {unsure}");
        }

        /// Prints a line of JSON for each type, for the program `outline` of the benchmarks.
        #[test]
        #[ignore = "prints"]
        fn print_outlines() {
            $($family::cases().iter().for_each(judge::print_outline);)*
        }

        #[test]
        fn what_was_cut_off_is_completed() {
            let (mut all, mut completed, mut faults) = (0, 0, Vec::new());
            $({
                let (some, done, found) = parts::cut_off(&$family::cases());
                (all, completed) = (all + some, completed + done);
                faults.extend(found);
            })*
            assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
            assert!(completed * 5 > all * 2, "{completed} of {all}");
        }

        #[test]
        fn what_is_broken_is_mended() {
            let (mut all, mut mended, mut faults) = (0, 0, Vec::new());
            $({
                let (some, done, found) = parts::broken(&$family::cases());
                (all, mended) = (all + some, mended + done);
                faults.extend(found);
            })*
            assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
            assert!(mended * 4 > all * 3, "{mended} of {all}");
        }

        #[test]
        fn plain_faults_are_mended_directly() {
            assert_eq!(direct::left_to_the_tree(), <[&str; 0]>::default());
        }

        #[test]
        fn most_types_are_read_directly() {
            let direct: usize = [$(direct::direct(&$family::cases())),*].iter().sum();
            let all: usize = [$($family::cases().len()),*].iter().sum();
            assert!(direct * 5 > all * 3, "{direct} of {all} types");
        }

        #[test]
        fn there_are_enough_types() {
            let families = [$((stringify!($family), $family::cases())),*];
            let names: Vec<_> = families
                .iter()
                .flat_map(|(family, cases)| cases.iter().map(move |case| (family, case.name)))
                .collect();
            let distinct: std::collections::HashSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len());
            assert!(names.len() >= 150, "{} types", names.len());
        }
    };
}

families! {
    attributes content enums flatten generics lists maps names odd recursion rules scalars structs text wrappers
}
