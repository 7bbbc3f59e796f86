//! An enum with an inner tag.

use llm_parse::LlmExtract;
use serde::Deserialize;

#[derive(Deserialize, LlmExtract)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Event {
    Started,
    Moved {
        #[llm(range(min = 0))]
        by: i32,
    },
    Closed(Closing),
}

#[derive(Deserialize, LlmExtract)]
pub(crate) struct Closing {
    reason: String,
}
