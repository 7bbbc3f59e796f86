#!/usr/bin/env bash
# What the derive adds to the build of a user's crate: 100 structs of 10 fields, with serde alone, with
# `schemars::JsonSchema`, and with `LlmExtract`. Prints user and system seconds, the median of alternating runs.
#
#     benches/derive-cost/measure.sh [runs] [structs]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
runs=${1:-5}
structs=${2:-100}
work=${TARGET:-$root/target/derive-cost}
flavours=(serde schemars llm rules)

. "$here/crates.sh"

once() { # flavour command; the seconds of the crate alone
    touch "$work/$1/src/lib.rs"
    local TIMEFORMAT='%U %S'
    { time cargo "$2" --offline --quiet --manifest-path "$work/$1/Cargo.toml" >&2; } 2>&1 |
        tail -n 1 | awk '{ printf "%.2f\n", $1 + $2 }'
}

median() { sort -n "$1" | awk '{ at[NR] = $1 } END { print at[int((NR + 1) / 2)] }'; }

export CARGO_INCREMENTAL=0
for flavour in "${flavours[@]}"; do
    generate "$flavour" "$structs"
    for command in check build; do
        CARGO_TARGET_DIR=$work/target \
            cargo "$command" --offline --quiet --manifest-path "$work/$flavour/Cargo.toml"
    done
done
printf '%-8s %10s %10s %10s %10s\n' command "${flavours[@]}"
for command in check build; do
    for flavour in "${flavours[@]}"; do : >"$work/$flavour/$command.times"; done
    for ((run = 0; run < runs; run++)); do
        for flavour in "${flavours[@]}"; do
            CARGO_TARGET_DIR=$work/target once "$flavour" "$command" >>"$work/$flavour/$command.times"
        done
    done
    row=()
    for flavour in "${flavours[@]}"; do row+=("$(median "$work/$flavour/$command.times")"); done
    printf '%-8s %10s %10s %10s %10s\n' "$command" "${row[@]}"
    awk -v c="$command" -v a="${row[0]}" -v b="${row[1]}" -v d="${row[2]}" -v e="${row[3]}" 'BEGIN {
        printf "%-8s %10s %10.2f %10.2f %10.2f   seconds on top of serde\n", "", "", b - a, d - a, e - a
        printf "%-8s %10s %10.2f %10.2f %10.2f   of what schemars adds\n", "", "", 1, (d - a) / (b - a), (e - a) / (b - a)
    }'
done
