//! A session as a [`Board`].

use super::{Session, codes};
use crate::tree::GameTree;
use crate::{Board, EngineError, PositionId, Records as _, Turn};
use std::sync::Arc;
use tengen_core::game::notation::{Steps, by_steps};
use tengen_core::game::{Cell, Color, History, Move as _, MoveCode, Outcome, Size, Vertex, perft_unless, zobrist};
use tengen_core::playable::{Info, Playable, Threat};
use tengen_core::search::Stop;

impl<G: Playable> Board for Session<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn rule(&self) -> &str {
        &self.rule
    }

    fn size(&self) -> Size {
        self.size
    }

    fn clear(&mut self) {
        self.replace(History::new(self.start.clone()), GameTree::default());
    }

    fn id(&self) -> PositionId {
        let number = |vertex: &Vertex| 1 + u64::from(vertex.col) + (u64::from(vertex.row) << 8);
        let entered = self.entered.iter().fold(0, |key, vertex| zobrist::mix(key ^ number(vertex)));
        PositionId { key: self.history.current().hash(), plies: self.history.plies(), entered }
    }

    fn canonical_key(&self) -> u64 {
        self.history.current().canonical_key()
    }

    fn side_to_move(&self) -> Color {
        self.history.current().side_to_move()
    }

    fn play(&mut self, color: Color, turn: Turn) -> Result<(), EngineError> {
        let illegal = |why: &str| Err(EngineError::Illegal(why.to_owned()));
        let over = self.outcome().is_some();
        if turn == Turn::Pass && (over || (self.owes_points() && color != self.side_to_move())) {
            // Controllers pass on after the end, and while the other side completes its move.
            self.commit(None, None, None);
            return Ok(());
        }
        if over {
            return illegal("the game is over");
        }
        if turn == Turn::Resign {
            self.commit(None, None, None);
            self.resigned = Some(color);
            Arc::make_mut(&mut self.tree).set_resigned(Some(color));
            return Ok(());
        }
        let (pass, game) = self.turn_of(color)?;
        match turn {
            Turn::Move(code) => match self.completions(&game).into_iter().find(|mv| mv.code() == code.0) {
                Some(mv) => self.commit(pass, Some(mv), None),
                None => return illegal("this is not among the legal moves"),
            },
            Turn::Point(point) => {
                let points = [&self.entered[..], &[point]].concat();
                match by_steps(&game, &points) {
                    Steps::Whole(mv) => self.commit(pass, Some(mv), None),
                    Steps::Part => self.commit(pass, None, Some(point)),
                    Steps::None => return Err(self.no_part(point)),
                }
            }
            Turn::Pass | Turn::Resign => match game.forced_pass() {
                Some(mv) => self.commit(pass, Some(mv), None),
                None => return illegal("pass is not among the legal moves"),
            },
        }
        Ok(())
    }

    fn undo(&mut self, count: usize) -> Result<(), EngineError> {
        let Some(keep) = self.turns.len().checked_sub(count) else {
            let have = self.turns.len();
            return Err(EngineError::CannotUndo(format!("{have} moves can be taken back, not {count}")));
        };
        let tree = Arc::make_mut(&mut self.tree);
        for turn in self.turns.drain(keep..).rev() {
            if self.resigned != turn.resigned {
                tree.set_resigned(turn.resigned);
            }
            for _ in 0..turn.plies {
                self.history.undo();
                tree.back();
            }
            self.entered = turn.entered;
            self.resigned = turn.resigned;
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|color| Outcome::Win(!color, 1)).or_else(|| self.history.outcome())
    }

    fn legal_moves(&self) -> Vec<MoveCode> {
        if self.outcome().is_some() { Vec::new() } else { codes(self.completions(self.history.current())) }
    }

    fn opening_moves(&self) -> Vec<MoveCode> {
        if self.outcome().is_some() { Vec::new() } else { codes(self.history.current().opening_moves()) }
    }

    fn must_pass(&self) -> bool {
        self.outcome().is_none() && self.history.current().forced_pass().is_some()
    }

    fn owes_points(&self) -> bool {
        !self.entered.is_empty()
    }

    fn points(&self, mv: MoveCode) -> Vec<Vertex> {
        let game = self.history.current();
        let steps = game.decode(mv).map(|mv| game.steps(mv)).unwrap_or_default();
        steps.strip_prefix(&self.entered[..]).unwrap_or_default().to_vec()
    }

    fn plies(&self) -> usize {
        self.history.plies()
    }

    fn plies_left(&self) -> Option<u32> {
        self.history.current().plies_left()
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        let (cols, rows) = self.start.dimensions();
        if vertex.col < cols && vertex.row < rows { self.history.current().cell(vertex) } else { Cell::Outside }
    }

    fn hands(&self) -> Option<[u8; 2]> {
        self.history.current().hands()
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

    fn loses(&self, text: &str) -> bool {
        self.resigned.is_none() && self.history.current().loses(&self.letters.to_gtp(text))
    }

    fn completed(&self) -> Vec<Vec<Vertex>> {
        self.history.current().completed(self.history.moves().last().map(|(_, mv)| mv))
    }

    fn threat_kinds(&self) -> &'static [&'static str] {
        G::THREATS
    }

    fn threats(&self) -> Vec<Threat> {
        if self.outcome().is_some() { Vec::new() } else { self.history.current().threats() }
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64> {
        perft_unless(self.history.current(), depth, G::PERFT_ENDED, &|| stop.is_raised())
    }
}

impl<G: Playable> Session<G> {
    /// The error for a point that cannot follow the entered points.
    fn no_part(&self, point: Vertex) -> EngineError {
        let point = self.letters().point(point);
        EngineError::Illegal(format!("{point} begins or completes no legal move{}", self.owed()))
    }

    /// What completes a move that is half entered, as a text for a person.
    pub(super) fn owed(&self) -> String {
        if self.entered.is_empty() {
            String::new()
        } else {
            format!("; its move goes on with {}", self.legal_points().join(" "))
        }
    }
}
