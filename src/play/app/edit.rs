//! A position that is set up stone by stone, in place of the game on the board.

use super::App;
use crate::play::ShownPosition;
use crate::play::keys::Edit;
use crate::play::search::lock;
use std::io;
use tengen_core::game::{Cell, Color, Setup, Vertex};

impl App {
    /// Begins with the position on the board.
    pub(super) fn begin_editing(&mut self) {
        self.end_search();
        self.refresh();
        self.editing = true;
        self.chance = None;
        self.position.begin_setup();
    }

    /// The next stone on a point: black, white, none.
    pub(super) fn change_point(&mut self, point: Vertex) {
        let next = match self.cell(point) {
            Some(Cell::Stone(Color::Black)) => Some(Color::White),
            Some(Cell::Stone(Color::White)) => None,
            _ => Some(Color::Black),
        };
        self.put(point, next);
        self.position.begin_setup();
    }

    fn cell(&self, point: Vertex) -> Option<Cell> {
        let place = self.geometry.points.iter().position(|(known, _)| *known == point)?;
        self.position.cells.get(place).copied()
    }

    fn put(&mut self, point: Vertex, stone: Option<Color>) {
        let points = self.geometry.points.iter().zip(&mut self.position.cells);
        for (_, cell) in points.filter(|((known, _), _)| *known == point) {
            *cell = stone.map_or(Cell::Empty, Cell::Stone);
        }
    }

    /// Does what a key says.
    pub(super) fn edit(&mut self, edit: Edit) -> io::Result<()> {
        match edit {
            Edit::Put(stone) => self.put(self.cursor, stone),
            Edit::Clear => self.position.cells.fill(Cell::Empty),
            Edit::Start => {
                let start = lock(&self.host).session();
                self.position = ShownPosition::of(&*start);
            }
            Edit::Turn => self.position.to_move = !self.position.to_move,
            Edit::MoreInHand => self.change_hand(|hand| hand.saturating_add(1)),
            Edit::LessInHand => self.change_hand(|hand| hand.saturating_sub(1)),
            Edit::Play => return self.play_position(),
        }
        self.position.begin_setup();
        Ok(())
    }

    fn change_hand(&mut self, change: impl FnOnce(u8) -> u8) {
        match &mut self.position.hands {
            Some(hands) => {
                let hand = &mut hands[self.position.to_move.index()];
                *hand = change(*hand);
            }
            None => "This game has no stones in hand.".clone_into(&mut self.message),
        }
    }

    /// The game goes on from the position, where the rules have it.
    fn play_position(&mut self) -> io::Result<()> {
        let points = self.geometry.points.iter().zip(&self.position.cells);
        let stones = points.filter_map(|((point, _), cell)| match cell {
            Cell::Stone(color) => Some((*color, *point)),
            _ => None,
        });
        let hands = self.position.hands;
        let setup = Setup { hands, ..Setup::new(stones.collect(), self.position.to_move) };
        let mut game = lock(&self.host).session();
        if let Err(error) = game.set_up(&setup) {
            self.complain(&error);
            return Ok(());
        }
        self.put_aside();
        let resumed = lock(&self.host).resume(game);
        match resumed {
            Ok(()) => self.arrive(),
            Err(error) => self.complain(&error),
        }
        self.settle()
    }
}
