//! The engine without a driver.

use std::time::Duration;

use llm_parse::{
    Capabilities, ClientError, ErrorKind, Mode, Policy, Reply, Session, SessionState, Step,
};

use crate::{BAD, GOOD, PROSE, Ticket, roles};

fn session() -> Session<Ticket> {
    Session::new(
        "login is down",
        Policy::new(),
        &[Capabilities::modes([Mode::JsonObject])],
    )
}

fn request(session: &mut Session<Ticket>) -> llm_parse::Request {
    match session.next() {
        Step::Send { client: 0, request } => request,
        other => panic!("no request but {other:?}"),
    }
}

/// Through text and back, as a state that was stored.
fn stored(session: &Session<Ticket>) -> SessionState {
    let text = serde_json::to_string(&session.state()).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_step_stays_until_it_is_done() {
    let mut session = session();
    assert_eq!(request(&mut session), request(&mut session));
    session.receive(Ok(Reply::text(GOOD)), Duration::ZERO);
    for _ in 0..2 {
        let Step::Done(extraction) = session.next() else {
            panic!()
        };
        assert_eq!(extraction.value.priority, 5);
    }
}

#[test]
fn a_reply_that_nobody_asked_for_is_ignored() {
    let mut session = session();
    session.receive(Err(ClientError::transient("reset")), Duration::ZERO);
    session.receive(Ok(Reply::text(GOOD)), Duration::ZERO);
    assert!(matches!(session.next(), Step::Wait(_)));
    assert_eq!(session.attempts().len(), 1);
}

#[test]
fn a_stored_session_goes_on_where_it_was() {
    let mut first = session();
    request(&mut first);
    first.receive(Ok(Reply::text(BAD)), Duration::from_secs(1));
    first.receive(Err(ClientError::transient("reset")), Duration::from_secs(1));

    let mut second = Session::<Ticket>::resume(stored(&first), Policy::new());
    let (Step::Wait(a), Step::Wait(b)) = (first.next(), second.next()) else {
        panic!()
    };
    assert_eq!(a, b);
    first.waited(a);
    second.waited(b);
    assert_eq!(request(&mut first), request(&mut second));
    assert_eq!(roles(&request(&mut second)).len(), 4);
    assert_eq!(second.attempts().len(), 2);
}

#[test]
fn a_stored_end_is_an_end() {
    let mut done = session();
    request(&mut done);
    done.receive(Ok(Reply::text(GOOD)), Duration::ZERO);
    let mut again = Session::<Ticket>::resume(stored(&done), Policy::new());
    assert!(matches!(again.next(), Step::Done(extraction) if extraction.value.priority == 5));

    let mut failed = session();
    failed.receive(Err(ClientError::permanent("no")), Duration::ZERO);
    let mut again = Session::<Ticket>::resume(stored(&failed), Policy::new());
    let Step::Failed(error) = again.next() else {
        panic!()
    };
    assert_eq!(error.kind(), ErrorKind::Client);
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn no_client_is_a_wrong_setting() {
    let mut session = Session::<Ticket>::new("login is down", Policy::new(), &[]);
    let Step::Failed(error) = session.next() else {
        panic!()
    };
    assert_eq!(error.kind(), ErrorKind::Settings);
}

#[test]
fn clients_have_names_in_the_ledger() {
    let mut session = session().client_names(["local"]);
    session.receive(Ok(Reply::text(PROSE)), Duration::ZERO);
    assert_eq!(session.attempts()[0].client(), "local");
}

#[test]
fn repair_goes_on_after_the_given_reply() {
    let clients = [Capabilities::default()];
    let mut session = Session::<Ticket>::repair("login is down", BAD, Policy::new(), &clients);
    assert_eq!(request(&mut session).messages()[2].text(), BAD);
    let mut session = Session::<Ticket>::repair("login is down", GOOD, Policy::new(), &clients);
    assert!(matches!(session.next(), Step::Done(_)));
}

#[test]
fn a_state_of_another_type_says_which() {
    #[derive(Debug, serde::Deserialize, llm_parse::LlmExtract)]
    struct Other {
        title: String,
    }
    mod changed {
        #[derive(Debug, serde::Deserialize, llm_parse::LlmExtract)]
        pub(crate) struct Ticket {
            pub title: String,
        }
    }
    mod reworded {
        /// Another word for it.
        #[derive(Debug, serde::Deserialize, llm_parse::LlmExtract)]
        pub(crate) struct Ticket {
            /// What it is about.
            pub title: String,
            pub priority: u8,
        }
    }
    fn fault<T: llm_parse::LlmExtract>(state: SessionState) -> Option<String> {
        match Session::<T>::resume(state, Policy::new()).next() {
            Step::Failed(error) => {
                assert_eq!(error.kind(), ErrorKind::Settings);
                Some(error.to_string())
            }
            _ => None,
        }
    }
    let mut done = session();
    request(&mut done);
    let under_way = stored(&done);
    done.receive(Ok(Reply::text(GOOD)), Duration::ZERO);
    for state in [under_way, stored(&done)] {
        let other = fault::<Other>(state.clone()).unwrap();
        assert!(
            other.contains("`Ticket`") && other.contains("`Other`"),
            "{other}"
        );
        let list = fault::<Vec<Ticket>>(state.clone()).unwrap();
        assert!(list.contains("`[Ticket]`"), "{list}");
        assert!(fault::<changed::Ticket>(state.clone()).is_some());
        assert_eq!(fault::<reworded::Ticket>(state.clone()), None);
        assert_eq!(fault::<Ticket>(state.clone()), None);
        let mut text = Session::resume_text(state, Policy::new());
        assert!(matches!(text.next(), Step::Failed(error) if error.to_string().contains("`text`")));
    }
    // One that was stored before it said so is taken at its word.
    let mut old = serde_json::to_value(stored(&done)).unwrap();
    old.as_object_mut().unwrap().remove("made_for");
    assert_eq!(fault::<Ticket>(serde_json::from_value(old).unwrap()), None);
}
