//! A session of any game behind the object-safe [`Engine`].

use super::Session;
use super::thinking::move_text;
use crate::formats::sgf::{self, Notes, SgfRecord};
use crate::{Answer, Engine, EngineError, PlayerInfo, Query, Report};
use std::collections::HashSet;
use std::time::Duration;
use tengen_core::game::{Cell, Color, History, Outcome, Setup, Size, Vertex, perft_unless};
use tengen_core::playable::certificate::{Certified, Refused, Uncertified};
use tengen_core::playable::{Info, Level, Playable};
use tengen_core::search::memory::{self, HEAP};
use tengen_core::search::{self, Resources, Scale, Stop};

impl<G: Playable> Engine for Session<G> {
    fn fork(&self) -> Box<dyn Engine> {
        Box::new(Self::fork(self))
    }

    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn rule(&self) -> &'static str {
        self.rule
    }

    fn size(&self) -> Size {
        self.size
    }

    fn players(&self) -> Vec<PlayerInfo> {
        G::players().iter().map(PlayerInfo::from).collect()
    }

    fn player(&self) -> PlayerInfo {
        self.info
    }

    fn set_player(&mut self, name: &str) -> Result<(), EngineError> {
        let players = G::players();
        let Some(player) = players.iter().find(|player| player.name.eq_ignore_ascii_case(name)) else {
            let known: Vec<_> = players.iter().map(|player| player.name).collect();
            return Err(EngineError::Unknown { what: "player", name: name.to_owned(), known: known.join(" ") });
        };
        self.player = (player.create)(&self.start, &self.options)?.into();
        self.info = player.into();
        self.pondered = None;
        Ok(())
    }

    fn memory(&self) -> usize {
        self.player.memory(&self.start)
    }

    fn reserve(&self) -> Result<(), EngineError> {
        let memory = self.memory();
        if memory > 0 {
            memory::check(memory.saturating_add(HEAP))?;
            self.player.reserve(&self.start)?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.replace(History::new(self.start.clone()));
    }

    fn side_to_move(&self) -> Color {
        self.history.current().side_to_move()
    }

    fn play(&mut self, color: Color, text: &str) -> Result<(), EngineError> {
        if self.outcome().is_some() {
            // Controllers pass on after the end; nothing else can be played.
            if !text.eq_ignore_ascii_case("pass") {
                return Err(EngineError::Illegal("the game is over".to_owned()));
            }
            self.commit(None, None, None);
            return Ok(());
        }
        if text.eq_ignore_ascii_case("resign") {
            self.commit(None, None, None);
            self.resigned = Some(color);
            return Ok(());
        }
        if self.owes_points() && color != self.side_to_move() && text.eq_ignore_ascii_case("pass") {
            self.commit(None, None, None);
            return Ok(());
        }
        let pass = self.implied_pass(color)?;
        let game = pass.map_or_else(|| self.history.current().clone(), |pass| self.history.current().after(pass));
        if !self.entered.is_empty() {
            let point = text.parse();
            return self.enter(pass, point.map_err(|()| EngineError::Syntax(format!("expected a point, not {text}")))?);
        }
        match (game.parse_move(text), text.parse()) {
            (Ok(mv), _) => self.commit(pass, Some(mv), None),
            // A point is well-formed on any board: off this one it is an illegal move in every game.
            (Err(reason), Ok(point)) => {
                return self.enter(pass, point).map_err(|_| EngineError::Illegal(reason.to_string()));
            }
            (Err(reason), Err(())) => return Err(reason.into()),
        }
        Ok(())
    }

    fn can_move(&self, color: Color) -> Result<(), EngineError> {
        if self.outcome().is_some() { Ok(()) } else { self.implied_pass(color).map(|_| ()) }
    }

    fn think(
        &self,
        color: Color,
        query: &Query<'_>,
        resources: &Resources,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Result<Answer, EngineError> {
        self.answer(color, query, resources, report)
    }

    fn ponder(&mut self, reply: Option<&str>, query: &Query<'_>, resources: &Resources) -> Result<Answer, EngineError> {
        self.answer_ahead(reply, query, resources)
    }

    fn forget(&mut self) {
        self.pondered = None;
    }

    fn undo(&mut self, count: usize) -> Result<(), EngineError> {
        let Some(keep) = self.turns.len().checked_sub(count) else {
            let have = self.turns.len();
            return Err(EngineError::CannotUndo(format!("{have} moves can be taken back, not {count}")));
        };
        for turn in self.turns.drain(keep..).rev() {
            for _ in 0..turn.plies {
                self.history.undo();
            }
            self.entered = turn.entered;
            self.resigned = turn.resigned;
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|color| Outcome::Win(!color, 1)).or_else(|| self.history.outcome())
    }

    fn result_text(&self) -> Option<String> {
        let resigned = self.resigned.map(|color| format!("{}+R", (!color).letter()));
        resigned.or_else(|| self.history.outcome().map(|outcome| outcome.to_string()))
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = self.history.current();
        self.completions(game).into_iter().map(|mv| self.answer_text(game, mv)).collect()
    }

    fn opening_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = self.history.current();
        game.opening_moves().into_iter().map(|mv| self.answer_text(game, mv)).collect()
    }

    fn must_pass(&self) -> bool {
        self.outcome().is_none() && self.history.current().forced_pass().is_some()
    }

    fn legal_points(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = self.history.current();
        let mut seen = HashSet::new();
        let next = self.completions(game).into_iter().map(|mv| game.steps(mv).get(self.entered.len()).copied());
        let points = next.filter(|&point| seen.insert(point));
        points.map(|point| point.map_or_else(|| "pass".to_owned(), |point| point.to_string())).collect()
    }

    fn owes_points(&self) -> bool {
        !self.entered.is_empty()
    }

    fn points(&self, text: &str) -> Vec<String> {
        let game = self.history.current();
        let steps = game.parse_move(text).map(|mv| game.steps(mv)).unwrap_or_default();
        let owed = steps.strip_prefix(&self.entered[..]).unwrap_or_default();
        owed.iter().map(ToString::to_string).collect()
    }

    fn moves_played(&self) -> Vec<(Color, String)> {
        self.history.moves().map(|(game, mv)| (game.side_to_move(), move_text(game, mv))).collect()
    }

    fn last_move(&self) -> Option<String> {
        self.history.moves().last().map(|(game, mv)| move_text(game, mv))
    }

    fn plies_left(&self) -> Option<u32> {
        self.history.current().plies_left()
    }

    fn drawing(&self) -> String {
        let drawing = self.shown().drawing();
        // A resignation and a repetition are no part of the position that is drawn.
        match self.result_text().filter(|_| self.history.current().outcome().is_none()) {
            Some(result) => format!("{drawing}\n   game over: {result}"),
            None => drawing,
        }
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        self.shown().rows()
    }

    fn row_order(&self) -> Vec<u8> {
        self.start.row_order()
    }

    fn lines(&self) -> Vec<[Vertex; 2]> {
        self.start.lines()
    }

    fn position_text(&self) -> String {
        self.history.current().position_text()
    }

    fn canonical_text(&self) -> String {
        self.history.current().canonical_text()
    }

    fn scale(&self) -> Scale {
        G::SCALE
    }

    fn levels(&self) -> &'static [Level] {
        G::LEVELS
    }

    fn effort(&self, plies_left: u32, pace: Duration) -> u32 {
        G::effort(plies_left, pace)
    }

    fn set_position_text(&mut self, text: &str) -> Result<(), EngineError> {
        let game = self.start.parse_position(text);
        self.replace(History::new(game.map_err(|error| EngineError::Unreadable(error.to_string()))?));
        Ok(())
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), EngineError> {
        let mut seen = HashSet::new();
        if let Some((_, vertex)) = setup.stones.iter().find(|(_, vertex)| !seen.insert(*vertex)) {
            return Err(EngineError::Unreadable(format!("{vertex} is named twice")));
        }
        if let Some((_, vertex)) = setup.stones.iter().find(|(_, vertex)| self.cell(*vertex) == Cell::Outside) {
            let (cols, rows) = self.start.dimensions();
            let size = if cols == rows { format!("{rows} lines") } else { Size::new(cols, rows).to_string() };
            return Err(EngineError::Unreadable(format!("{vertex} is off the board of {size}")));
        }
        let game = self.start.set_up(setup);
        self.replace(History::new(game.map_err(|error| EngineError::Unreadable(error.to_string()))?));
        Ok(())
    }

    fn replay(&mut self, record: &SgfRecord, before: Option<usize>) -> Result<(), EngineError> {
        let history = sgf::replay(self.start.clone(), record, before);
        self.replace(history.map_err(|error| EngineError::Unreadable(error.to_string()))?);
        Ok(())
    }

    fn sgf(&self, notes: Notes<'_>) -> String {
        let result = self.result_text();
        let notes = Notes { result: notes.result.or(result.as_deref()), ..notes };
        sgf::write(&self.history, &self.start, self.rule, notes)
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        let (cols, rows) = self.start.dimensions();
        if vertex.col < cols && vertex.row < rows { self.history.current().cell(vertex) } else { Cell::Outside }
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64> {
        perft_unless(self.history.current(), depth, G::PERFT_ENDED, &|| stop.is_raised())
    }

    fn plies(&self) -> usize {
        self.history.plies()
    }

    fn certificate(&self, winner: Color, query: &Query<'_>, resources: &Resources) -> Result<String, Uncertified> {
        let query = search::Query::new(query.limits, query.stop);
        G::certificate(&resources.task(&self.history, query), winner)
    }

    fn verify(&self, certificate: &[u8]) -> Result<Certified, Refused> {
        self.start.verify(certificate)
    }
}
