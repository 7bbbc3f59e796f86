//! Policies of every kind, seeded.

use std::sync::Arc;
use std::time::Duration;

use llm_parse::{
    Backoff, Capabilities, ClientErrorKind, Leniency, Message, Mode, Outcome, Parameters, Policy,
    Prompt, Strategy,
};

use crate::own::Own;
use crate::random::Random;
use crate::tariff::Tariff;

/// The settings of one extraction, and what they say in numbers.
#[derive(Clone)]
pub(crate) struct Setting {
    pub(crate) policy: Policy,
    pub(crate) prompt: Prompt,
    pub(crate) clients: Vec<Capabilities>,
    /// What is different for each of them.
    pub(crate) own: Vec<Own>,
    pub(crate) max_attempts: u32,
    pub(crate) tries: u32,
    pub(crate) base: Duration,
    pub(crate) cap: Duration,
    pub(crate) deadline: Option<Duration>,
    pub(crate) budget: Option<u64>,
    /// Where money is counted.
    pub(crate) tariff: Option<Tariff>,
    pub(crate) deletes: bool,
}

pub(crate) const STRATEGIES: [Strategy; 8] = [
    Strategy::Reask,
    Strategy::Patch,
    Strategy::Focus,
    Strategy::Continue,
    Strategy::StrictFormat,
    Strategy::JsonStrict,
    Strategy::Simplified,
    Strategy::GracefulFail,
];

pub(crate) const MODES: [Mode; 5] = [
    Mode::Auto,
    Mode::JsonSchema,
    Mode::Tool,
    Mode::JsonObject,
    Mode::Prompt,
];

impl Setting {
    pub(crate) fn draw(random: &mut Random, held: &Arc<()>) -> Setting {
        let max_attempts = 1 + u32::try_from(random.below(6)).unwrap_or(0);
        let tries = 1 + u32::try_from(random.below(4)).unwrap_or(0);
        let base = Duration::from_millis(1 + random.below(2_000) as u64);
        let cap = Duration::from_secs(1 + random.below(60) as u64);
        let deadline = random
            .chance(40)
            .then(|| Duration::from_millis(1 + random.below(90_000) as u64));
        let budget = random.chance(30).then(|| 1 + random.below(6_000) as u64);
        let backoff = Backoff::new().tries(tries).base(base).cap(cap);
        let mut policy = Policy::new().max_attempts(max_attempts).backoff(backoff);
        policy = ladder(random, policy, held).mode(*random.pick(&MODES.each_ref()));
        if let Some(deadline) = deadline {
            policy = policy.deadline(deadline);
        }
        if let Some(budget) = budget {
            policy = policy.token_budget(budget);
        }
        if random.chance(20) {
            policy = policy.system("Be brief.");
        }
        let leniency = [Leniency::Coerce, Leniency::Repair, Leniency::Strict];
        if random.chance(20) {
            policy = policy.leniency(*random.pick(&leniency.each_ref()));
        }
        let clients: Vec<_> = (0..=random.below(3))
            .map(|_| capabilities(random))
            .collect();
        let own: Vec<_> = clients.iter().map(|_| Own::draw(random)).collect();
        for (index, own) in own.iter().enumerate() {
            policy = policy.client(index, own.settings());
        }
        let tariff = random.chance(40).then(|| Tariff::draw(random));
        if let Some(tariff) = &tariff {
            policy = tariff.set(policy, own.iter().enumerate().map(|(n, own)| own.name(n)));
        }
        let deletes = random.chance(50);
        Setting {
            policy: policy.parameters(parameters(random)).allow_deletes(deletes),
            prompt: prompt(random),
            clients,
            own,
            max_attempts,
            tries,
            base,
            cap,
            deadline,
            budget,
            tariff,
            deletes,
        }
    }

    pub(crate) fn has_budget(&self) -> bool {
        let money = self.tariff.as_ref().and_then(|tariff| tariff.budget);
        self.budget.is_some() || money.is_some()
    }

    pub(crate) fn max_attempts_of(&self, client: usize) -> u32 {
        self.own[client].max_attempts.unwrap_or(self.max_attempts)
    }

    /// The names of the clients in the ledger.
    pub(crate) fn name_of(&self, client: usize) -> String {
        self.own[client].name(client)
    }
}

fn ladder(random: &mut Random, policy: Policy, held: &Arc<()>) -> Policy {
    let held = Arc::clone(held);
    let policy = policy.custom("own", move |situation| {
        let _ = &held;
        let mut messages = situation.first();
        messages.push(Message::assistant("(left out)"));
        messages.push(Message::user(situation.feedback()));
        messages
    });
    let own = Strategy::custom("own");
    let any = |random: &mut Random| match random.below(STRATEGIES.len() + 1) {
        n if n < STRATEGIES.len() => STRATEGIES[n],
        _ => own,
    };
    let list = |random: &mut Random| {
        (0..=random.below(4))
            .map(|_| any(random))
            .collect::<Vec<_>>()
    };
    match random.below(4) {
        0 => policy,
        1 => policy.strategies(list(random)),
        2 => policy.strategies([*random.pick(&STRATEGIES.each_ref())]),
        _ => policy
            .on(Outcome::Shape, list(random))
            .on(Outcome::Rule, list(random))
            .on(Outcome::CutOff, list(random))
            .on(Outcome::NoReply(ClientErrorKind::Auth), list(random)),
    }
}

fn capabilities(random: &mut Random) -> Capabilities {
    let modes = (0..random.below(4)).map(|_| *random.pick(&MODES.each_ref()));
    let capabilities = Capabilities::modes(modes.collect::<Vec<_>>());
    if random.chance(30) {
        capabilities.dialect(llm_parse::dialect::OpenAiStrict)
    } else {
        capabilities
    }
}

fn parameters(random: &mut Random) -> Parameters {
    let mut parameters = Parameters::default();
    parameters.temperature = random.chance(50).then_some(0.0);
    parameters.max_tokens = match random.below(4) {
        0 => Some(u32::MAX - 1),
        1 => u32::try_from(20 + random.below(200)).ok(),
        _ => None,
    };
    parameters.seed = random.chance(30).then_some(u64::MAX);
    parameters
}

fn prompt(random: &mut Random) -> Prompt {
    match random.below(4) {
        0 => Prompt::from([
            Message::system("You read orders."),
            Message::user("Jane Doe wants a lamp."),
            Message::assistant("How many?"),
            Message::user("Two."),
        ]),
        1 => Prompt::from("Ünal orders screws \u{1f529} and a cable.".repeat(20)),
        _ => Prompt::from("Jane Doe wants two lamps."),
    }
}
