//! A deeply nested summary of a conversation, on which a small model fails when it must write the whole of it again: the
//! types, what is asked, the first reply with its seven faults, and the patch that mends it.

#![allow(dead_code, reason = "nobody who includes this file uses all of it")]

use llm_parse::LlmExtract;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// A value with the place that it was taken from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Sourced {
    /// The words of the conversation that it rests on.
    pub(crate) sources: String,
    /// The value itself.
    pub(crate) content: String,
}

/// A moment that stands out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Moment {
    /// What was said.
    pub(crate) quote: String,
    /// What happened.
    pub(crate) description: String,
    /// What the speaker would rather have.
    pub(crate) expressed_preference: Sourced,
}

/// A fact that explains something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct BackgroundInfo {
    /// The fact.
    pub(crate) factoid: Sourced,
    pub(crate) professions: Vec<Value>,
    /// Why it matters.
    pub(crate) why: String,
}

/// All that was said on one topic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct KeyMoments {
    /// The topic.
    pub(crate) topic: String,
    /// Where they were glad.
    pub(crate) happy_moments: Vec<Moment>,
    /// Where it was tense.
    pub(crate) tense_moments: Vec<Moment>,
    /// Where they were sad.
    pub(crate) sad_moments: Vec<Moment>,
    pub(crate) background_info: Vec<BackgroundInfo>,
    /// The topic in one or two sentences.
    pub(crate) moments_summary: String,
}

/// Someone who took part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Member {
    /// The name.
    pub(crate) name: Sourced,
    /// What they do.
    pub(crate) role: Option<String>,
    /// The age in years.
    pub(crate) age: Option<u8>,
    /// What is known of them.
    pub(crate) background_details: Vec<BackgroundInfo>,
}

/// Words worth keeping.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct InsightfulQuote {
    /// The words, with the place that they were taken from.
    pub(crate) quote: Sourced,
    /// Who said them.
    pub(crate) speaker: String,
    /// What they tell.
    pub(crate) analysis: String,
}

/// What is known of the conversation as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct Metadata {
    /// A title.
    pub(crate) title: String,
    /// Where it took place.
    pub(crate) location: Sourced,
    /// How long it took.
    pub(crate) duration: String,
}

/// A summary of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, LlmExtract)]
pub(crate) struct TranscriptSummary {
    /// What is known of the conversation as a whole.
    pub(crate) metadata: Metadata,
    /// Everyone who took part.
    pub(crate) participants: Vec<Member>,
    /// The topics.
    pub(crate) key_moments: Vec<KeyMoments>,
    /// Words worth keeping.
    pub(crate) insightful_quotes: Vec<InsightfulQuote>,
    /// The conversation in a few sentences.
    pub(crate) overall_summary: String,
    /// What is to be done.
    pub(crate) next_steps: Vec<String>,
    pub(crate) other_stuff: Vec<Sourced>,
}

/// What the model is asked.
pub(crate) const PROMPT: &str = "Summarise this conversation:

Mara: Thanks for coming up here, both of you. I want to talk about the two bakeries on Mill Street.
Odo: Happy to. I bake for a living, so I have opinions.
Iris: And I deliver for both of them, I hear everything.
Mara: When did it start, in your view?
Odo: The day the old one put croissants into its window. Before that they left each other alone.
Iris: True, but the new one never answered in public. A few jokes on the blackboard, that was all.
Odo: Rivals make you get up earlier. My bread was never better than the year I had one next door.
Mara: And the street takes sides. Some queue for the rye, some for the sweet things.
Iris: The new one knows what sells before ten o'clock, you have to give them that.
Odo: But nobody on this street can touch the old one's sourdough. Nobody.
Mara: Do you think it is good for the street?
Odo: When it stays fair, a rival makes the whole street better.
Iris: Hm.
Mara: You don't sound convinced.
Iris: I think people will talk about it all summer, but unless one of them cuts prices, nothing will come of it.
Odo: I only want them both to keep baking.
Mara: So do I. Same place next week?
Iris: If the kettle works by then.";

/// The right answer.
pub(crate) const WHOLE: &str = r#"{"metadata":{"title":"The two bakeries on Mill Street","location":{"sources":"Mara: Thanks for coming up here","content":"Mara's place"},"duration":"not said"},"participants":[{"name":{"sources":"Mara speaks first","content":"Mara"},"role":"host","age":null,"background_details":[]},{"name":{"sources":"Odo answers first","content":"Odo"},"role":"baker","age":null,"background_details":[{"factoid":{"sources":"I bake for a living","content":"Odo is a baker"},"professions":["baker"],"why":"He judges the bread as one who makes it"}]},{"name":{"sources":"Iris answers second","content":"Iris"},"role":"courier","age":null,"background_details":[]}],"key_moments":[{"topic":"The rivalry of the bakeries","happy_moments":[{"quote":"My bread was never better than the year I had one next door.","description":"Odo remembers what a rival did for his own work","expressed_preference":{"sources":"Rivals make you get up earlier","content":"A rival next door is a good thing"}},{"quote":"I only want them both to keep baking.","description":"Odo wishes both of them well","expressed_preference":{"sources":"keep baking","content":"Neither bakery should close"}}],"tense_moments":[{"quote":"Hm.","description":"Iris is not convinced that the rivalry does any good","expressed_preference":{"sources":"Hm.","content":"Iris would rather have peace on the street"}}],"sad_moments":[],"background_info":[{"factoid":{"sources":"The day the old one put croissants into its window","content":"It began when the old bakery sold croissants"},"professions":[],"why":"It says who moved first"},{"factoid":{"sources":"nobody on this street can touch the old one's sourdough","content":"The old bakery has the best sourdough"},"professions":["baker"],"why":"It says what each side is loved for"}],"moments_summary":"The old bakery moved first, the new one answers with jokes only; the street takes sides. Odo finds it good for the bread, Iris doubts it."}],"insightful_quotes":[{"quote":{"sources":"Odo, asked whether it is good for the street","content":"When it stays fair, a rival makes the whole street better."},"speaker":"Odo","analysis":"A fair rival is a spur and no threat"},{"quote":{"sources":"Iris, asked for her doubts","content":"Unless one of them cuts prices, nothing will come of it."},"speaker":"Iris","analysis":"Talk is cheap; only prices would make it serious"}],"overall_summary":"Mara asks Odo, who bakes, and Iris, who delivers, about two rival bakeries. Odo thinks that a fair rival helps everyone, Iris expects a summer of talk and nothing more.","next_steps":["Meet again next week","Repair the kettle"],"other_stuff":[]}"#;

/// The right answer but for two quotes that were written without their sources.
pub(crate) fn two_faults() -> String {
    let mut summary = whole();
    spoil_quotes(&mut summary);
    Value::Object(summary).to_string()
}

/// The first reply: the quotes without their sources, and nothing after the key moments.
pub(crate) fn first_reply() -> String {
    let mut summary = whole();
    spoil_quotes(&mut summary);
    summary.retain(|key, _| matches!(key.as_str(), "key_moments" | "insightful_quotes"));
    Value::Object(summary).to_string()
}

/// What mends the answer with two faults.
pub(crate) fn patch_for_two_faults() -> String {
    json!({"operations": quotes(&whole())}).to_string()
}

/// What mends the first reply.
pub(crate) fn patch_for_first_reply() -> String {
    let summary = whole();
    let mut operations = quotes(&summary);
    for (key, value) in &summary {
        if !matches!(key.as_str(), "key_moments" | "insightful_quotes") {
            operations.push(json!({"op": "add", "path": format!("/{key}"), "value": value}));
        }
    }
    json!({"operations": operations}).to_string()
}

fn whole() -> Map<String, Value> {
    serde_json::from_str(WHOLE).expect("the right answer is JSON")
}

fn spoil_quotes(summary: &mut Map<String, Value>) {
    for item in summary["insightful_quotes"]
        .as_array_mut()
        .into_iter()
        .flatten()
    {
        item["quote"] = item["quote"]["content"].take();
    }
}

/// The operations that put the quotes right; the items of a list are named as the model sees them.
fn quotes(summary: &Map<String, Value>) -> Vec<Value> {
    let items = summary["insightful_quotes"].as_array();
    let items = items.into_iter().flatten().enumerate();
    items
        .map(|(index, item)| {
            let path = format!("/insightful_quotes/#{index}/quote");
            json!({"op": "replace", "path": path, "value": item["quote"]})
        })
        .collect()
}
