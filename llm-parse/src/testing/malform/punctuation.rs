//! Malformations of what stands between the values.

use super::random::Random;
use super::tokens::{Kind, Token, places};

/// Puts a token in at one or more places.
fn insert(tokens: &mut Vec<Token>, random: &mut Random, places: Vec<usize>, token: &Token) -> bool {
    let places = random.places(places);
    for place in places.iter().rev() {
        tokens.insert(*place, token.clone());
    }
    !places.is_empty()
}

pub(super) fn comma(tokens: &mut Vec<Token>, random: &mut Random, at: Comma) -> bool {
    let fits = |place: usize| {
        let (before, after) = (&tokens[place - 1], &tokens[place]);
        match at {
            Comma::Trailing => after.kind == Kind::Close && before.ends_value(),
            Comma::Leading => before.kind == Kind::Open && after.kind != Kind::Close,
            Comma::Doubled => before.kind == Kind::Comma && before.plain,
        }
    };
    let fits = (1..tokens.len()).filter(|place| fits(*place)).collect();
    let mut comma = Token::new(Kind::Comma, ",");
    comma.plain = false;
    insert(tokens, random, fits, &comma)
}

/// Where a comma is too many.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Comma {
    Trailing,
    Leading,
    Doubled,
}

/// Writes tokens of one kind in another way.
pub(super) fn replace(
    tokens: &mut [Token],
    random: &mut Random,
    kind: Kind,
    written: &str,
) -> bool {
    let fits = places(tokens, |token| token.kind == kind && token.plain);
    let fits = random.places(fits);
    for place in &fits {
        tokens[*place].write(written);
    }
    !fits.is_empty()
}

pub(super) fn comment(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let text = random.pick(&[
        " // as stated in the text\n",
        " /* from line 2 */ ",
        " # see \"notes\" [1]\n",
        " // {\"old\": true}\n",
        "\n// next, and last: it's\n",
    ]);
    let fits = (1..tokens.len()).filter(|place| {
        let (before, behind) = (&tokens[place - 1], &tokens[*place]);
        // Where there is no item, a comment may stand for those that there are.
        let empty = before.kind == Kind::Open && behind.kind == Kind::Close;
        matches!(before.kind, Kind::Comma | Kind::Open) && before.plain && !empty
    });
    let fits = fits.collect();
    insert(tokens, random, fits, &Token::new(Kind::Aside, text))
}

pub(super) fn ellipsis(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let fits = (1..tokens.len())
        .filter(|place| tokens[*place].kind == Kind::Close && tokens[place - 1].ends_value());
    let fits: Vec<_> = fits.collect();
    let Some(place) = random.place(&fits) else {
        return false;
    };
    tokens.insert(place, Token::new(Kind::Aside, ", ..."));
    true
}

/// The closing brackets; without the last one, which is the end of the whole.
fn closing(tokens: &[Token], last: bool) -> Vec<usize> {
    let mut places = places(tokens, |token| token.kind == Kind::Close && token.plain);
    if !last {
        places.pop();
    }
    places
}

pub(super) fn missing_bracket(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let place = random.place(&closing(tokens, false));
    place.map(|place| tokens.remove(place)).is_some()
}

pub(super) fn wrong_bracket(tokens: &mut [Token], random: &mut Random) -> bool {
    let Some(place) = random.place(&closing(tokens, true)) else {
        return false;
    };
    let other = if tokens[place].text == "}" { "]" } else { "}" };
    tokens[place].write(other);
    true
}

pub(super) fn extra_bracket(tokens: &mut Vec<Token>, random: &mut Random) -> bool {
    let Some(place) = random.place(&closing(tokens, true)) else {
        return false;
    };
    let mut extra = Token::new(Kind::Close, random.pick(&["}", "]"]));
    extra.plain = false;
    tokens.insert(place + 1, extra);
    true
}
