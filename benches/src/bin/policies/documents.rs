//! Conversations and their summaries, of any size.

use std::fmt::Write;
use std::ops::Range;

use crate::transcript::{
    BackgroundInfo, InsightfulQuote, KeyMoments, Member, Metadata, Moment, Sourced, TranscriptSummary,
};

const NAMES: [&str; 8] = ["Mara", "Odo", "Iris", "Tom", "Lena", "Yusuf", "Ana", "Piet"];
const TOPICS: [&str; 6] = [
    "the two bakeries on Mill Street",
    "the new timetable of the night bus",
    "the price of flour",
    "the festival in the old harbour",
    "the repair of the town hall's clock",
    "who waters the trees",
];
const OPENINGS: [&str; 6] = [
    "I have said for years that",
    "Nobody wants to hear it, but",
    "When it stays fair,",
    "The way I remember it,",
    "If you ask those who were there,",
    "Before the summer is over,",
];
const CLAIMS: [&str; 8] = [
    "a rival makes the whole street better",
    "people queue for the rye and stay for the talk",
    "nothing will come of it unless somebody cuts prices",
    "the bread was never better than in that year",
    "we should meet again and bring the figures",
    "somebody has to get up at three in the morning",
    "the council will look the other way once more",
    "it costs more than anybody is ready to pay",
];

struct Writer {
    random: u64,
    conversation: String,
}

/// What is asked, and the right answer, whose JSON has a number of characters in this range.
pub fn case(seed: u64, chars: Range<usize>) -> (String, TranscriptSummary) {
    let mut writer = Writer {
        random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d,
        conversation: "Summarise this conversation:\n\n".to_owned(),
    };
    let target = chars.start + writer.below(chars.len() * 9 / 10);
    let mut summary = writer.begin();
    let mut turn = 0;
    loop {
        let mut longer = summary.clone();
        writer.add(&mut longer, turn);
        turn += 1;
        let length = serde_json::to_string(&longer).map_or(0, |text| text.chars().count());
        if length >= chars.end {
            break;
        }
        summary = longer;
        if length >= target {
            break;
        }
    }
    (writer.conversation, summary)
}

impl Writer {
    fn below(&mut self, end: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random % end as u64).unwrap_or(0)
    }

    fn pick(&mut self, texts: &[&str]) -> String {
        texts[self.below(texts.len())].to_owned()
    }

    /// A sentence that is said in the conversation.
    fn said(&mut self) -> (String, String) {
        let name = self.pick(&NAMES);
        let (opening, claim, topic) = (self.pick(&OPENINGS), self.pick(&CLAIMS), self.pick(&TOPICS));
        let sentence = format!("{opening} {claim}, and that goes for {topic} as well.");
        let _ = writeln!(self.conversation, "{name}: {sentence}");
        (name, sentence)
    }

    fn sourced(&mut self) -> Sourced {
        let (name, sentence) = self.said();
        Sourced {
            sources: format!("{name}: {sentence}"),
            content: self.pick(&CLAIMS),
        }
    }

    fn begin(&mut self) -> TranscriptSummary {
        let topic = self.pick(&TOPICS);
        TranscriptSummary {
            metadata: Metadata {
                title: format!("A talk about {topic}"),
                location: self.sourced(),
                duration: "not said".to_owned(),
            },
            participants: Vec::new(),
            key_moments: Vec::new(),
            insightful_quotes: Vec::new(),
            overall_summary: format!("They talk about {topic}."),
            next_steps: Vec::new(),
            other_stuff: Vec::new(),
        }
    }

    fn add(&mut self, summary: &mut TranscriptSummary, turn: usize) {
        match turn % 7 {
            0 | 4 => summary.participants.push(self.member()),
            1 | 5 => summary.insightful_quotes.push(self.quote()),
            2 => summary.key_moments.push(self.moments()),
            3 => summary.next_steps.push(self.pick(&CLAIMS)),
            _ => summary.other_stuff.push(self.sourced()),
        }
    }

    fn member(&mut self) -> Member {
        let (name, sentence) = self.said();
        Member {
            name: Sourced {
                sources: sentence,
                content: name,
            },
            role: Some("speaker".to_owned()),
            age: None,
            background_details: (0..self.below(2)).map(|_| self.background()).collect(),
        }
    }

    fn background(&mut self) -> BackgroundInfo {
        BackgroundInfo {
            factoid: self.sourced(),
            professions: vec!["baker".into()],
            why: "It says what each side is loved for".to_owned(),
        }
    }

    fn moment(&mut self) -> Moment {
        let (name, quote) = self.said();
        Moment {
            quote,
            description: format!("{name} says what is on the mind of everybody"),
            expressed_preference: self.sourced(),
        }
    }

    fn moments(&mut self) -> KeyMoments {
        KeyMoments {
            topic: self.pick(&TOPICS),
            happy_moments: vec![self.moment()],
            tense_moments: (0..self.below(2)).map(|_| self.moment()).collect(),
            sad_moments: Vec::new(),
            background_info: vec![self.background()],
            moments_summary: format!("They do not agree, but they stay friends: {}.", self.pick(&CLAIMS)),
        }
    }

    fn quote(&mut self) -> InsightfulQuote {
        InsightfulQuote {
            quote: self.sourced(),
            speaker: self.pick(&NAMES),
            analysis: "Talk is cheap; only deeds would make it serious".to_owned(),
        }
    }
}
