//! `Url`.

use url::Url;

use super::read_from_text;
use crate::rules::Format;

read_from_text! {
    Url: "a URL with scheme such as https://example.com/page", Some(Format::Uri), "https://example.com/page";
}
