#!/usr/bin/env bash
# What a user's first build costs: the number of crates of llm-parse with its default features, and the time of a cold
# `cargo build` of a fresh crate with llm-parse + serde, next to one with schemars + serde + serde_json.
#
#     benches/cold-build/measure.sh [runs]
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
runs=${1:-1}
work=${TARGET:-$root/target/cold-build}

generate() { # name dependencies
    mkdir -p "$work/$1/src"
    printf '[package]\nname = "cold-%s"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n%s\n\n[workspace]\n' \
        "$1" "$2" >"$work/$1/Cargo.toml"
    cp "$root/Cargo.lock" "$root/rust-toolchain.toml" "$work/$1"
    : >"$work/$1/src/lib.rs"
    # Sources are fetched and the lock file is cut down before the clock runs.
    (cd "$work/$1" && cargo fetch --quiet)
}

crates() { # name; without the fresh crate itself
    (cd "$work/$1" && cargo tree --offline -e normal --prefix none) | awk 'NR > 1 { print $1, $2 }' | sort -u | wc -l
}

once() { # name; user+sys and wall seconds
    rm -rf "$work/$1/target"
    local TIMEFORMAT='%U %S %R'
    { time (cd "$work/$1" && CARGO_TARGET_DIR=target cargo build --offline --quiet); } 2>&1 |
        tail -n 1 | awk '{ printf "%.1f %.1f\n", $1 + $2, $3 }'
}

median() { # file column
    awk -v column="$2" '{ print $column }' "$1" | sort -n | awk '{ at[NR] = $1 } END { print at[int((NR + 1) / 2)] }'
}

export CARGO_INCREMENTAL=0
serde='serde = { version = "1", features = ["derive"] }'
flavours=(llm-parse schemars)
generate llm-parse "llm-parse = { path = \"$root/llm-parse\" }
$serde"
generate schemars "schemars = \"1\"
serde_json = \"1\"
$serde"

for flavour in "${flavours[@]}"; do : >"$work/$flavour/times"; done
for ((run = 0; run < runs; run++)); do
    for flavour in "${flavours[@]}"; do once "$flavour" >>"$work/$flavour/times"; done
done
printf '%-10s %7s %12s %8s\n' '' crates 'user+sys s' 'wall s'
for flavour in "${flavours[@]}"; do
    printf '%-10s %7d %12s %8s\n' "$flavour" "$(crates "$flavour")" \
        "$(median "$work/$flavour/times" 1)" "$(median "$work/$flavour/times" 2)"
done
