//! XOF, the XML of Othello's databases, as Cassio writes it.
//!
//! Each `<game>` has an `<event date="..." name="..."/>`, a `<result>38-26</result>`, two `<player color="black" name="..."/>` and
//! `<moves game="othello-8x8" type="flat">f5d6</moves>`.

use super::{LineCounter, OnLine, OthelloGame};
use crate::formats::moves;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::iter;
use tengen_core::game::Size;

/// The games of a file; `None` for a text that is no XML, or has no moves. Where the XML is broken, no other game follows.
pub fn games(text: &str) -> Option<impl Iterator<Item = OnLine>> {
    if !text.trim_start().starts_with('<') || !text.contains("<moves") {
        return None;
    }
    let mut reader = Some(Reader::from_str(text));
    let mut lines = LineCounter::new(text);
    Some(iter::from_fn(move || {
        let own = reader.as_mut()?;
        let mut start = own.buffer_position();
        let game = next(own, &mut start);
        let at = if game.is_err() { own.error_position() } else { start };
        if game.is_err() {
            reader = None;
        }
        Some((
            lines.line_of(at as usize),
            game.transpose()?.unwrap_or_else(|error| Err(format!("the XML is broken: {error}"))),
        ))
    }))
}

/// The next game, and in `start` the place where it begins; `None` at the end.
fn next(reader: &mut Reader<&[u8]>, start: &mut u64) -> Result<Option<Result<OthelloGame, String>>, quick_xml::Error> {
    let mut game = OthelloGame::default();
    let (mut other, mut is_begun) = (None, false);
    // The name of the element that the text is in.
    let mut inside = String::new();
    loop {
        let before = reader.buffer_position();
        let event = reader.read_event()?;
        match &event {
            Event::Eof if is_begun => return Ok(Some(Err("the file ends within a game".to_owned()))),
            Event::Eof => return Ok(None),
            Event::Start(element) | Event::Empty(element) => {
                element.local_name().as_ref().clone_into(&mut inside);
                match inside.as_str() {
                    "game" => (*start, game, other, is_begun) = (before, OthelloGame::default(), None, true),
                    "event" => {
                        game.facts.event = attribute(element, "name");
                        game.facts.date = attribute(element, "date");
                    }
                    "player" => {
                        let white =
                            attribute(element, "color").is_some_and(|color| color.eq_ignore_ascii_case("white"));
                        game.facts.players[usize::from(white)] = attribute(element, "name");
                    }
                    "moves" => {
                        let name = attribute(element, "game");
                        game.size = name.as_deref().and_then(size);
                        other = name.filter(|_| game.size.is_none());
                    }
                    _ => {}
                }
            }
            Event::Text(text) => {
                let text = text.xml10_content();
                match inside.as_str() {
                    "moves" => game.moves.extend(moves::read(&text).moves),
                    "result" if !text.trim().is_empty() => game.facts.result = Some(text.trim().to_owned()),
                    _ => {}
                }
            }
            Event::End(element) => {
                inside.clear();
                if element.local_name().as_ref() == "game" {
                    let other = other.map(|name| format!("the moves are of {name}, not of Othello"));
                    return Ok(Some(other.map_or(Ok(game), Err)));
                }
            }
            _ => {}
        }
    }
}

/// The size of a board, from the name of its game: `othello-8x8`.
fn size(name: &str) -> Option<Size> {
    let (cols, rows) = name.strip_prefix("othello-")?.split_once('x')?;
    Some(Size::new(cols.parse().ok()?, rows.parse().ok()?))
}

/// The value of an attribute, where it says anything.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let value = element.try_get_attribute(name).ok()??.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "<?xml version=\"1.0\"?>\n<!DOCTYPE xof PUBLIC \"x\" \"x.dtd\">\n<xof><game-collection>\n\
        <game id=\"1\">\n<event date=\"2026\" name=\"A &amp; B\" />\n<result winner=\"black\" type=\"normal\">34-30</result>\n\
        <player color=\"black\" name=\"a\" /><player color=\"white\" name=\"\" />\n\
        <moves game=\"othello-8x8\" type=\"flat\">f5d6\nc3</moves>\n</game>\n\
        <game><moves game=\"go-19x19\">dd</moves></game>\n\
        <game><moves>d3</moves></game>\n</game-collection></xof>\n";

    #[test]
    fn elements_are_games() {
        let mut found = games(FILE).unwrap();
        let (line, game) = found.next().unwrap();
        let game = game.unwrap();
        assert_eq!((line, game.moves.join(" ").as_str(), game.size), (4, "f5 d6 c3", Some(Size::square(8))));
        let facts = game.facts;
        assert_eq!(facts.players, [Some("a".to_owned()), None]);
        assert_eq!([facts.event, facts.date, facts.result].map(Option::unwrap), ["A & B", "2026", "34-30"]);
        assert_eq!(found.next().unwrap(), (11, Err("the moves are of go-19x19, not of Othello".to_owned())));
        let (line, game) = found.next().unwrap();
        assert_eq!((line, game.unwrap().moves), (12, vec!["d3".to_owned()]));
        assert_eq!(found.next(), None);
    }

    /// Every file that ends before its second game has at most the first, and an error where an element has no end.
    #[test]
    fn every_cut_is_read_to_its_end() {
        for length in FILE.find("<moves").unwrap() + 6..FILE.find("<game><moves game=\"go").unwrap() {
            let found: Vec<_> = games(&FILE[..length]).unwrap().collect();
            let whole = found.iter().filter(|(_, game)| game.is_ok()).count();
            assert_eq!(whole, usize::from(FILE[..length].contains("</game>")), "{length}");
        }
        assert!(games("<xof></xof>").is_none());
        assert!(games("f5d6 <moves").is_none());
    }
}
