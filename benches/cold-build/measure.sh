#!/usr/bin/env bash
# What llm-parse adds to a user's tree: the number of crates, and a cold build of a crate that needs nothing else.
# Beside it `schemars` with `serde_json`, which a schema needs at least.
#
#     benches/cold-build/measure.sh
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=${TARGET:-$root/target/cold-build}

generate() { # name dependency...
    mkdir -p "$work/$1/src"
    {
        printf '[package]\nname = "cold-%s"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n\n[dependencies]\n' "$1"
        printf 'serde = { version = "1", features = ["derive"] }\n'
        printf '%s\n' "${@:2}"
    } >"$work/$1/Cargo.toml"
    : >"$work/$1/src/lib.rs"
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
}

crates() { # name; without the crate itself
    cargo tree --offline --quiet --edges normal --prefix none --manifest-path "$work/$1/Cargo.toml" |
        awk 'NR > 1 && NF { print $1, $2 }' | sort -u | wc -l
}

cold() { # name
    rm -rf "$work/$1/target"
    local TIMEFORMAT='%U %S %R'
    { time CARGO_TARGET_DIR=$work/$1/target cargo build --offline --quiet --manifest-path "$work/$1/Cargo.toml" >&2; } 2>&1 |
        tail -n 1 | awk '{ printf "%10.1f %10.1f\n", $1 + $2, $3 }'
}

generate llm-parse "llm-parse = { path = \"$root/llm-parse\" }"
generate schemars 'schemars = "1.2"' 'serde_json = "1"'
printf '%-10s %10s %10s %10s\n' crate crates 'user+sys' wall
for name in llm-parse schemars; do
    printf '%-10s %10s %s\n' "$name" "$(crates "$name")" "$(cold "$name")"
done
