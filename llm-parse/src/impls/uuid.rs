//! `Uuid`.

use uuid::Uuid;

use super::read_from_text;
use crate::rules::Format;

read_from_text! {
    Uuid: "a UUID such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        Some(Format::Uuid), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
}
