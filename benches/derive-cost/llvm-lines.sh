#!/usr/bin/env bash
# What the derive writes for a struct of 10 fields, on top of what serde's derive writes: lines of LLVM in the user's crate,
# without optimisation (`cargo llvm-lines`), and the lines and tokens of the expansion. Counted are crates of 1 and of 11
# structs; a tenth of the difference is one more struct. The first struct of a crate also brings what is made for the types of
# its fields. The figures do not vary.
#
#     benches/derive-cost/llvm-lines.sh
#
# With LINES_SHOWN=20 the functions that are largest in the crates of 11 structs are printed too.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${TARGET:-$root/target/derive-lines}
. "$here/crates.sh"

expand() { # manifest; the crate as the compiler sees it
    # Printing it is an unstable option of the compiler, which some build scripts ask for, so that it has its own target.
    CARGO_TARGET_DIR=$work/expanded RUSTC_BOOTSTRAP=1 cargo rustc --quiet --offline --manifest-path "$1" --profile check -- -Zunpretty=expanded
}

tokens() { grep -oE '"([^"\\]|\\.)*"|[[:alnum:]_]+|[^[:space:]]' | wc -l; }

count() { # flavour structs; prints lines of LLVM, lines and tokens
    generate "$1" "$2"
    local manifest=$work/$1/Cargo.toml
    cargo llvm-lines --quiet --offline --lib --manifest-path "$manifest" >"$work/$1-$2.lines"
    # Comments are no tokens.
    expand "$manifest" | sed '/^ *\/\//d' >"$work/$1-$2.rs"
    awk '/\(TOTAL\)/ { printf "%s ", $1; exit }' "$work/$1-$2.lines"
    printf '%s %s\n' "$(wc -l <"$work/$1-$2.rs")" "$(tokens <"$work/$1-$2.rs")"
}

command -v cargo-llvm-lines >/dev/null || cargo install --locked cargo-llvm-lines
export CARGO_INCREMENTAL=0
export CARGO_TARGET_DIR=$work/target
echo '| derive | lines of LLVM, first struct | one more | lines of Rust | tokens |'
echo '| --- | ---: | ---: | ---: | ---: |'
for flavour in serde schemars llm rules; do
    read -r few_llvm few_lines few_tokens < <(count "$flavour" 1)
    read -r llvm lines tokens < <(count "$flavour" 11)
    one=("$few_llvm" $(((llvm - few_llvm) / 10)) $(((lines - few_lines) / 10)) $(((tokens - few_tokens) / 10)))
    if [ "$flavour" = serde ]; then
        serde=("${one[@]}")
    else
        row="| \`$flavour\` |"
        for i in 0 1 2 3; do row+=" $((one[i] - serde[i])) |"; done
        echo "$row"
    fi
    [ -z "${LINES_SHOWN:-}" ] || sed -n "1,$((LINES_SHOWN + 3))p" "$work/$flavour-11.lines" >&2
done
