#!/usr/bin/env bash
# What a user's first build costs: the number of crates, and the time of a cold `cargo build`, of a fresh crate with serde
# and llm-parse, by its features, next to one with serde and serde_json, and one with schemars too.
#
#     benches/cold-build/measure.sh [runs]
#
# User and system time is what a build costs whatever else the machine does; the ratio of it is to serde and serde_json.
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
own() { # features
    printf '%s\nllm-parse = { path = "%s/llm-parse", features = [%s] }' "$serde" "$root" "$1"
}
flavours=(serde_json schemars llm-parse openai genai rig)
generate serde_json "$serde
serde_json = \"1\""
generate schemars "$serde
serde_json = \"1\"
schemars = \"1\""
generate llm-parse "$(own '')"
for feature in openai genai rig; do generate "$feature" "$(own "\"$feature\"")"; done

for flavour in "${flavours[@]}"; do : >"$work/$flavour/times"; done
for ((run = 0; run < runs; run++)); do
    for flavour in "${flavours[@]}"; do once "$flavour" >>"$work/$flavour/times"; done
done
echo "$(nproc) cores: $(awk -F': ' '/^model name/ { print $2; exit }' /proc/cpuinfo), $(rustc --version)"
printf '%-10s %7s %12s %8s %6s\n' '' crates 'user+sys s' 'wall s' ratio
for flavour in "${flavours[@]}"; do
    seconds=$(median "$work/$flavour/times" 1)
    base=${base:-$seconds}
    printf '%-10s %7d %12s %8s %6s\n' "$flavour" "$(crates "$flavour")" "$seconds" \
        "$(median "$work/$flavour/times" 2)" "$(awk "BEGIN { printf \"%.1f\", $seconds / $base }")"
done
