#!/usr/bin/env bash
# What the derive adds to a check of a user's crate, in millions of instructions of rustc for 20 structs of 10 fields, on top
# of what serde's derive adds. They hardly vary, where seconds on a shared machine do. Needs valgrind.
#
#     benches/derive-cost/instructions.sh [structs]
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
structs=${1:-20}
work=${TARGET:-$root/target/derive-instructions}
. "$here/crates.sh"

check() { # flavour
    touch "$work/$1/src/lib.rs"
    cargo check --offline --quiet --manifest-path "$work/$1/Cargo.toml"
}

count() { # flavour; prints the instructions of checking the crate alone
    generate "$1" "$structs"
    check "$1"
    RUSTC_WORKSPACE_WRAPPER=$work/counted check "$1" >&2
    awk '/^summary:/ { printf "%d\n", $2 / 1000000 }' "$work/counts"
}

mkdir -p "$work"
# What cargo calls may be rustup's own proxy. It asks for a version first, which is not counted.
cat >"$work/counted" <<WRAPPER
#!/bin/sh
shift
case \$* in
    *--crate-name\ cost_*) exec valgrind --quiet --tool=cachegrind --cache-sim=no --cachegrind-out-file="$work/counts" \\
        "$(rustc --print sysroot)/bin/rustc" "\$@" ;;
    *) exec "$(rustc --print sysroot)/bin/rustc" "\$@" ;;
esac
WRAPPER
chmod +x "$work/counted"
export CARGO_INCREMENTAL=0
export CARGO_TARGET_DIR=$work/target
echo '| derive | instructions, millions | of what schemars adds |'
echo '| --- | ---: | ---: |'
serde=$(count serde)
for flavour in schemars llm rules; do
    own=$(($(count "$flavour") - serde))
    [ "$flavour" != schemars ] || schemars=$own
    echo "| \`$flavour\` | $own | $(awk -v a="$own" -v b="$schemars" 'BEGIN { printf "%.2f", a / b }') |"
done
