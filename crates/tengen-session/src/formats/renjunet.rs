//! RenjuNet's database of renju (`.rif` or `.xml`): tables of players, tournaments, rules and cities, and games that name their
//! entries by number. A move is a point with the letters A to O.

use super::Facts;
use super::moves;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::HashMap;
use thiserror::Error;

/// The longest database that is read, in bytes. All games that RenjuNet has are some 50 MB.
pub const MAX_BYTES: usize = 256 << 20;

/// A game of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatabaseGame {
    /// What the database says about the game, with names in place of numbers.
    pub facts: Facts,
    /// The rule set of gomoku.
    pub rule: &'static str,
    /// The moves, as words.
    pub moves: Vec<String>,
}

/// Why a database cannot be read any further.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the XML is broken: {0}")]
pub struct DatabaseError(String);

impl From<quick_xml::Error> for DatabaseError {
    fn from(error: quick_xml::Error) -> Self {
        Self(error.to_string())
    }
}

/// True for the beginning of an XML file.
pub fn is_xml(bytes: &[u8]) -> bool {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start().starts_with(b"<")
}

/// The games of a database, each with the number of its line, from 1; `None` for another file. The games are read one by one; the
/// tables, which stand before and behind them, are kept. Where the XML is broken no other game follows.
pub fn games(text: &str) -> Option<impl Iterator<Item = (usize, Result<DatabaseGame, DatabaseError>)> + '_> {
    if !is_xml(text.as_bytes()) || !text.contains("<games") {
        return None;
    }
    let tables = Tables::read(text);
    let mut reader = Some(reader_of(text));
    let (mut line, mut seen) = (1, 0);
    Some(std::iter::from_fn(move || {
        let own = reader.as_mut()?;
        let game = next_game(own, &tables);
        let at = own.buffer_position() as usize;
        let (place, found) = match game {
            Ok(found) => {
                let (begin, game) = found?;
                (begin, Ok(game))
            }
            Err(error) => {
                reader = None;
                (at, Err(error))
            }
        };
        line += text.get(seen..place).map_or(0, |passed| passed.matches('\n').count());
        seen = place;
        Some((line, found))
    }))
}

/// A reader of the events of a database. What people wrote into it may have an `&` that begins no reference.
fn reader_of(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().allow_dangling_amp = true;
    reader
}

/// The next game and where it begins; `None` behind the last.
fn next_game(reader: &mut Reader<&[u8]>, tables: &Tables) -> Result<Option<(usize, DatabaseGame)>, DatabaseError> {
    let mut open: Option<(usize, DatabaseGame)> = None;
    let (mut is_move, mut text) = (false, String::new());
    loop {
        let begin = reader.buffer_position() as usize;
        match reader.read_event()? {
            Event::Start(tag) if tag.name().0 == "game" => open = Some((begin, tables.game(&attributes(&tag)?))),
            Event::Empty(tag) if tag.name().0 == "game" => {
                return Ok(Some((begin, tables.game(&attributes(&tag)?))));
            }
            Event::Start(tag) => is_move = tag.name().0 == "move",
            Event::Text(part) if is_move => text.push_str(&part.xml10_content()),
            Event::End(tag) if tag.name().0 == "game" && open.is_some() => {
                return Ok(open.map(|(begin, game)| (begin, DatabaseGame { moves: moves::read(&text).moves, ..game })));
            }
            Event::End(_) => is_move = false,
            Event::Eof if open.is_some() => return Err(DatabaseError("it ends within a game".to_owned())),
            Event::Eof => return Ok(None),
            _ => {}
        }
    }
}

/// The attributes of an element.
type Attributes = HashMap<String, String>;

fn attributes(tag: &BytesStart<'_>) -> Result<Attributes, DatabaseError> {
    let mut attributes = Attributes::new();
    for found in tag.attributes() {
        let found = found.map_err(quick_xml::Error::from)?;
        let value = found.normalized_value(XmlVersion::Implicit1_0).unwrap_or_else(|_| found.value.clone());
        attributes.insert(found.key.0.to_owned(), value.trim().to_owned());
    }
    Ok(attributes)
}

/// What games name by number.
#[derive(Default)]
struct Tables {
    players: HashMap<String, String>,
    rules: HashMap<String, String>,
    cities: HashMap<String, String>,
    tournaments: HashMap<String, Attributes>,
}

impl Tables {
    /// All that can be read; what is broken shows itself where the games are read.
    fn read(text: &str) -> Self {
        let (mut tables, mut reader) = (Self::default(), reader_of(text));
        while let Ok(event) = reader.read_event() {
            let (Event::Start(tag) | Event::Empty(tag)) = event else {
                if matches!(event, Event::Eof) {
                    break;
                }
                continue;
            };
            let table = match tag.name().0 {
                "player" => &mut tables.players,
                "rule" => &mut tables.rules,
                "city" => &mut tables.cities,
                "tournament" => {
                    if let Ok(entry) = attributes(&tag) {
                        tables.tournaments.insert(entry.get("id").cloned().unwrap_or_default(), entry);
                    }
                    continue;
                }
                _ => continue,
            };
            let Ok(mut entry) = attributes(&tag) else { continue };
            let names = ["name", "surname"].map(|key| entry.remove(key).unwrap_or_default());
            table.insert(entry.remove("id").unwrap_or_default(), names.join(" ").trim().to_owned());
        }
        tables
    }

    fn game(&self, game: &Attributes) -> DatabaseGame {
        let get = |key: &str| game.get(key).map(String::as_str);
        let name = |table: &HashMap<String, String>, key: Option<&str>| {
            table.get(key?).filter(|name| !name.is_empty()).cloned()
        };
        let tournament = get("tournament").and_then(|id| self.tournaments.get(id));
        let of_tournament = |key: &str| tournament?.get(key).map(String::as_str).filter(|value| !value.is_empty());
        let rule = name(&self.rules, get("rule").or_else(|| of_tournament("rule")));
        let facts = Facts {
            players: ["black", "white"].map(|side| name(&self.players, get(side))),
            result: get("bresult").and_then(result).map(str::to_owned),
            date: ["start", "year"]
                .into_iter()
                .find_map(|key| of_tournament(key).filter(|date| is_known(date)))
                .map(str::to_owned),
            event: of_tournament("name").map(str::to_owned),
            place: name(&self.cities, of_tournament("city")),
            round: get("round").filter(|round| !round.is_empty()).map(str::to_owned),
            ..Facts::default()
        };
        DatabaseGame { facts, rule: rule_set(rule.as_deref().unwrap_or_default()), moves: Vec::new() }
    }
}

/// True for a date that is known: `0000-00-00` stands for none.
fn is_known(date: &str) -> bool {
    date.contains(|c: char| ('1'..='9').contains(&c))
}

/// The result as SGF has it, from what Black scored.
fn result(black: &str) -> Option<&'static str> {
    match black {
        "1" => Some("B+"),
        "0" => Some("W+"),
        "0.5" | "0,5" | ".5" => Some("0"),
        _ => None,
    }
}

/// The rule set that is played behind an opening rule of this name. Those of gomoku are swap rules, and exactly five win there.
fn rule_set(name: &str) -> &'static str {
    let name = name.to_lowercase();
    if name.contains("gomoku") || name.starts_with("swap") { "standard" } else { "renju" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATABASE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database>
<cities><city id="3" country="1" name="Tallinn" /></cities>
<rules><rule id="1" name="RIF"/><rule id="9" name="Gomoku Swap2"/></rules>
<players><player id="7" name="A &amp; B" surname="Black"/><player id="8" surname="W &hite" name=""></player></players>
<games>
<game id="1" tournament="5" round="2" rule="1" black="7" white="8" bresult="1" opening="1" alt="h7 g7" swap="">
<move>h8  h9 H10
i9</move><info>a1 & b2</info></game>
<game id="2" tournament="6" round="" black="7" white="99" bresult=""><move></move></game><game id="3"/>
</games>
<tournaments>
<tournament id="5" name="World" city="3" year="1996" start="0000-00-00" rule="1"/>
<tournament id="6" name="" start="2001-02-03" rule="9"/>
</tournaments>
</database>
"#;

    #[test]
    fn numbers_become_names() {
        let games: Vec<_> = games(DATABASE).unwrap().map(|(line, game)| (line, game.unwrap())).collect();
        let owned = |text: &str| Some(text.to_owned());
        let facts = Facts {
            players: [owned("A & B Black"), owned("W &hite")],
            result: owned("B+"),
            date: owned("1996"),
            event: owned("World"),
            place: owned("Tallinn"),
            round: owned("2"),
            ..Facts::default()
        };
        let first = DatabaseGame { facts, rule: "renju", moves: ["h8", "h9", "H10", "i9"].map(str::to_owned).to_vec() };
        let facts = Facts { players: [owned("A & B Black"), None], date: owned("2001-02-03"), ..Facts::default() };
        let second = DatabaseGame { facts, rule: "standard", moves: Vec::new() };
        let third = DatabaseGame { facts: Facts::default(), rule: "renju", moves: Vec::new() };
        assert_eq!(games, [(7, first), (10, second), (10, third)]);
    }

    #[test]
    fn what_is_broken_ends_the_games() {
        let broken = DATABASE.replace("<move></move>", "<move></mov>");
        let games: Vec<_> = games(&broken).unwrap().collect();
        assert_eq!((games.len(), games[0].1.is_ok(), games[1].0), (2, true, 10));
        assert!(games[1].1.as_ref().unwrap_err().to_string().starts_with("the XML is broken: "));
        let cut = &DATABASE[..DATABASE.find("h9").unwrap()];
        let cut: Vec<_> =
            super::games(cut).unwrap().map(|(line, game)| (line, game.unwrap_err().to_string())).collect();
        assert_eq!(cut, [(8, "the XML is broken: it ends within a game".to_owned())]);
        assert!(super::games("<html><body>h8</body></html>").is_none());
        assert_eq!(super::games("<games>").unwrap().count(), 0);
    }
}
