# The crates that are measured: structs of 10 fields with serde's derive alone, or with one more. To be sourced, with
# `$root` and `$work` set.

fields() { # flavour
    rule() { [ "$1" != rules ] || printf '    #[llm(%s)]\n' "$2"; }
    printf '    /// The name, as it is printed.\n'; rule "$1" 'len(min = 1, max = 80)'
    printf '    pub name: String,\n'
    rule "$1" 'range(min = 0, max = 5)'
    printf '    pub level: u32,\n    pub count: i64,\n'
    printf '    /// In euros.\n'; rule "$1" 'range(min = 0.0)'
    printf '    pub price: f64,\n    pub paid: bool,\n    pub note: Option<String>,\n'
    rule "$1" 'len(max = 9), items(len(min = 1))'
    printf '    pub tags: Vec<String>,\n    /// A table.\n    pub table: BTreeMap<String, u64>,\n'
    printf '    pub limit: Option<u16>,\n    pub pair: (u8, String),\n'
}

generate() { # flavour structs; a crate of them in $work
    local derives='Deserialize' uses='' dependency=''
    case $1 in
        schemars) derives+=', JsonSchema'; uses='use schemars::JsonSchema;'
            dependency='schemars = { version = "1.2", default-features = false, features = ["std", "derive"] }' ;;
        llm | rules) derives+=', LlmExtract'; uses='use llm_parse::LlmExtract;'
            dependency="llm-parse = { path = \"$root/llm-parse\" }" ;;
    esac
    mkdir -p "$work/$1/src"
    cat >"$work/$1/Cargo.toml" <<MANIFEST
[package]
name = "cost-$1"
version = "0.0.0"
edition = "2024"

[dependencies]
serde = { version = "1", features = ["derive"] }
$dependency

[workspace]
MANIFEST
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
    {
        printf 'use std::collections::BTreeMap;\n\nuse serde::Deserialize;\n%s\n' "$uses"
        for ((i = 0; i < $2; i++)); do
            printf '\n/// One of many.\n#[derive(%s)]\npub struct Record%d {\n' "$derives" "$i"
            fields "$1"
            printf '}\n'
        done
    } >"$work/$1/src/lib.rs"
}
