#!/usr/bin/env bash
# What one more type costs a program that asks for it: LLVM lines (`cargo llvm-lines`) and bytes of `.text`, in release
# mode. A type is a struct of 10 fields with its own derives. Counted are programs of 1 and of 11 types, each for one way to
# ask; a tenth of the difference is one type.
#
#     benches/type-cost/measure.sh [way ..]
#
# With LINES_SHOWN=20 the functions that are largest in the program of 11 types are printed too.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${TARGET:-$root/target/type-cost}
ways=("$@")
[ ${#ways[@]} -gt 0 ] || ways=(serde_json parse extract session blocking run_checked update)

body() { # way
    case $1 in
        serde_json) echo 'black_box(serde_json::from_str::<T>(text).is_ok());' ;;
        parse) echo 'black_box(llm_parse::parse::<T>(text).is_ok());' ;;
        extract) echo 'poll(llm_parse::extract::<T>(client, text));' ;;
        session) echo 'let mut session = Session::<T>::new(text, Policy::new(), &[Capabilities::default()]);
    session.receive(Ok(Reply::text(text)), Duration::ZERO);
    black_box(matches!(session.next(), Step::Done(_)));' ;;
        blocking) echo 'black_box(llm_parse::blocking::extract::<T>(client, text).is_ok());' ;;
        run_checked) echo 'let check = |value: &T| { black_box(value); Ok::<(), &str>(()) };
    poll(Extractor::new(client).run_checked::<T>(text, check));' ;;
        update) echo 'poll(Extractor::new(client).update(&T::default(), text));' ;;
        *) echo "no such way: $1" >&2; exit 1 ;;
    esac
}

generate() { # way types
    mkdir -p "$work/program/src"
    cat >"$work/program/Cargo.toml" <<MANIFEST
[package]
name = "type-cost"
version = "0.0.0"
edition = "2024"

[dependencies]
llm-parse = { path = "$root/llm-parse", features = ["blocking"] }
serde = { version = "1", features = ["derive"] }
serde_json = "1"

[workspace]
MANIFEST
    {
        cat <<'SOURCE'
#![allow(unused)]
use std::{collections::BTreeMap, future::Future, hint::black_box, pin::pin, time::Duration};
use std::task::{Context, Waker};

use llm_parse::*;
use serde::{Deserialize, Serialize};

fn poll(future: impl Future) {
    black_box(pin!(future).poll(&mut Context::from_waker(Waker::noop())).is_ready());
}

SOURCE
        for ((i = 0; i < $2; i++)); do
            cat <<STRUCT
/// One of many.
#[derive(Default, Serialize, Deserialize, LlmExtract)]
struct Record$i {
    /// The name, as it is printed.
    #[llm(len(min = 1, max = 80))]
    name: String,
    #[llm(range(min = 0, max = 5))]
    level$i: u32,
    count: i64,
    price: f64,
    paid: bool,
    note: Option<String>,
    tags: Vec<String>,
    table: BTreeMap<String, u64>,
    limit: Option<u16>,
    pair: (u8, String),
}

STRUCT
        done
        echo 'fn ask<T: LlmExtract + Serialize + Default + Send + Sync>(client: &dyn Client, text: &str) {'
        echo "    $(body "$1")"
        echo '}'
        echo
        echo 'fn main() {'
        echo '    let client = client_fn(|_| async { Ok(Reply::text("{}")) });'
        echo '    let text = std::env::args().next().unwrap_or_default();'
        for ((i = 0; i < $2; i++)); do echo "    ask::<Record$i>(&client, &text);"; done
        echo '}'
    } >"$work/program/src/main.rs"
}

count() { # way types; prints lines and bytes
    generate "$1" "$2"
    local manifest=(--quiet --release --manifest-path "$work/program/Cargo.toml")
    cargo llvm-lines "${manifest[@]}" >"$work/$1-$2.lines"
    cargo build "${manifest[@]}"
    awk '/\(TOTAL\)/ { printf "%s ", $1; exit }' "$work/$1-$2.lines"
    size -A "$CARGO_TARGET_DIR/release/type-cost" | awk '$1 == ".text" { print $2 }'
}

export CARGO_INCREMENTAL=0
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target}
mkdir -p "$work/program"
cp "$root/Cargo.lock" "$work/program/Cargo.lock"
echo '| one more type for | LLVM lines | bytes of `.text` |'
echo '| --- | ---: | ---: |'
for way in "${ways[@]}"; do
    read -r lines bytes < <(count "$way" 1)
    read -r lines11 bytes11 < <(count "$way" 11)
    echo "| \`$way\` | $(((lines11 - lines) / 10)) | $(((bytes11 - bytes) / 10)) |"
    [ -z "${LINES_SHOWN:-}" ] || sed -n "1,$((LINES_SHOWN + 3))p" "$work/$way-11.lines" >&2
done
