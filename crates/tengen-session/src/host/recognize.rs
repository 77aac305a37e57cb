//! Of which game, and under which rule set, a list of moves is that says so itself.

use super::listed::listed;
use super::{ListedGame, Stated};
use crate::formats::Facts;
use crate::formats::moves::{self, MoveList};
use crate::formats::pgn::{Beside, MOST, PgnGame, hints, swapped};
use crate::lines::{self, Columns};
use crate::{Engine, EngineError, GameEntry, Games};

const MILL: &str = "mill";
const GOMOKU: &str = "gomoku";
const RENJU: &str = "renju";
const OTHELLO: &str = "othello";

/// The rule sets that files of mill which name none may be of, the likeliest first.
const MILL_RULES: [&str; 3] = ["morris9", "lasker", "morris12"];

/// The rule set that sites and other programs do not know: files that name none are of others. Sanmill has another game of the
/// same name.
const OTHER_ZHIQI: &str = "Zhi Qi";

/// Finds the game of lists of moves for a host.
pub(super) struct Recognizer {
    pub games: Games,
    /// The game on the host's board: lists that say nothing are of it.
    pub entry: &'static GameEntry,
    /// A session of that game.
    pub board: Box<dyn Engine>,
}

impl Recognizer {
    /// A game in PGN.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`] for one of a game that is none of the registry's.
    pub fn pgn(&mut self, game: &PgnGame) -> Result<ListedGame, EngineError> {
        if let Some((name, word)) = hints::other_game(game) {
            return Err(refused(&format!("the game seems to be one of {name}: {}", word.escape_debug())));
        }
        let mut list = game.moves();
        let opening = game.kurnik_moves();
        let variant = game.tag("Variant").map(|variant| self.variant(game, variant)).transpose()?;
        let named = || hints::names(game).find_map(|name| self.named(name));
        let fen = game.tag("FEN").unwrap_or_default();
        let shown = || match hints::rows(fen) {
            Some(_) => self.entry_of(OTHELLO),
            None if list.is_numbered() || moves::is_fen_of_mill(fen) => self.entry_of(MILL),
            None if opening.is_renju => self.entry_of(GOMOKU),
            None => None,
        };
        let stated = variant.or_else(named).or_else(|| Some((shown()?, None)));
        let (stated, mut rule) = stated.map_or((None, None), |(entry, rule)| (Some(entry), rule));
        let entry = stated.unwrap_or(self.entry);
        let text = |name| game.tag(name).map(str::to_owned);
        // The side that begins is Black here, and White in what is written of mill.
        let mut players = if entry.info.is(MILL) { ["White", "Black"] } else { ["Black", "White"] }.map(text);
        let mut result = text("Result").filter(|result| result != "*").or(list.result.take());
        let mut columns = Columns::Auto;
        if entry.info.is(GOMOKU) {
            // People write gomoku with the letter I.
            columns = Columns::WithI;
            (list.moves, list.lines) = (opening.moves, opening.lines);
            rule = rule.or_else(|| opening.is_renju.then(|| RENJU.to_owned()));
            if opening.is_swapped {
                players.reverse();
                result = result.map(|result| swapped(&result));
            }
        }
        let Beside { comments, branches, is_cut } = game.beside(&list);
        let left = is_cut.then(|| format!("variations beyond {MOST} moves are left out"));
        let unended = game.cut.as_ref().map(|cut| format!("{cut}: the moves before it are read"));
        let listed = ListedGame {
            facts: Facts {
                players,
                result,
                date: text("Date"),
                event: text("Event"),
                place: text("Site"),
                round: text("Round"),
                ..Facts::default()
            },
            stated: Stated { game: stated.map(|entry| entry.info.name), rule, size: hints::size(game) },
            start: game.tag("FEN").map(|fen| hints::rows(fen).unwrap_or_else(|| fen.to_owned())),
            moves: list.moves,
            columns,
            comments,
            branches,
            notes: left.into_iter().chain(unended).collect(),
            ..ListedGame::default()
        };
        Ok(if listed.stated.game.is_some() { self.with_rule(listed) } else { listed })
    }

    /// The game and the rule set of a variant that a game in PGN names.
    fn variant(&self, game: &PgnGame, name: &str) -> Result<(&'static GameEntry, Option<String>), EngineError> {
        let is_of_sanmill = hints::names(game).any(|name| name == MILL);
        let found = self.games.find(name).map(|(entry, rule)| (entry, rule.map(str::to_owned))).ok();
        // As this program writes it: the game and its rule set.
        let own = || {
            let (game, rule) = name.split_once(' ')?;
            let (entry, _) = self.games.find(game).ok()?;
            Some((entry, Some(entry.rule(rule).ok()?)))
        };
        let recorded = || self.games.into_iter().find_map(|entry| Some((entry, Some(entry.recorded(name)?))));
        let known = found.or_else(own).or_else(recorded).filter(|_| !(is_of_sanmill && name == OTHER_ZHIQI));
        known.ok_or_else(|| refused(&format!("the variant {} is not among the games here", name.escape_debug())))
    }

    /// A position text of the board's game, or a FEN, as a game without moves.
    pub fn position(&mut self, text: &str) -> Option<ListedGame> {
        let text = lines::plain(text);
        let game = || listed(Some(text.to_string()), MoveList::default(), Columns::Auto);
        if moves::is_fen_of_mill(&text) {
            return Some(self.of_mill(game()));
        }
        (text.contains('/') && self.board.set_position_text(&text).is_ok()).then(game)
    }

    /// The game that a word of a tag names, and its rule set for the one that is known as a game.
    fn named(&self, word: &str) -> Option<(&'static GameEntry, Option<String>)> {
        let renju = || self.entry_of(GOMOKU).filter(|_| word.eq_ignore_ascii_case(RENJU));
        let renju = || renju().map(|entry| (entry, Some(RENJU.to_owned())));
        self.entry_of(word).map(|entry| (entry, None)).or_else(renju)
    }

    fn entry_of(&self, name: &str) -> Option<&'static GameEntry> {
        self.games.into_iter().find(|entry| entry.info.is(name))
    }

    /// A list that can only be of mill, with the game stated.
    pub fn of_mill(&mut self, game: ListedGame) -> ListedGame {
        let stated = Stated { game: self.entry_of(MILL).map(|entry| entry.info.name), ..game.stated };
        self.with_rule(ListedGame { stated, ..game })
    }

    /// A game with a rule set, where it is one of mill and names none: that of the board, or else the first that it can be played
    /// by.
    fn with_rule(&mut self, game: ListedGame) -> ListedGame {
        let Some(mill) = self.entry_of(MILL).filter(|mill| game.stated.game == Some(mill.info.name)) else {
            return game;
        };
        if game.stated.rule.is_some() {
            return game;
        }
        let start = game.start.as_deref();
        let plays = |engine: &mut dyn Engine| lines::reading(engine, start, &game.moves, game.columns).is_ok();
        if mill.info.name == self.entry.info.name && self.board.rule() != moves::ZHIQI && plays(&mut *self.board) {
            return game;
        }
        let plays_by =
            |rule: &&&str| self.games.open(MILL, Some(rule), None).is_ok_and(|mut engine| plays(&mut *engine));
        let rule = MILL_RULES.iter().find(plays_by).unwrap_or(&MILL_RULES[0]);
        ListedGame { stated: Stated { rule: Some((*rule).to_owned()), ..game.stated }, ..game }
    }
}

fn refused(why: &str) -> EngineError {
    EngineError::Unreadable(why.to_owned())
}
