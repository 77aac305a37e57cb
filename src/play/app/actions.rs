//! What the keys do with the game.

use super::App;
use crate::play::keys::{self, Action, Input};
use crate::play::position::PointChoice;
use crate::play::search::lock;
use crate::play::{People, Purpose};
use std::io;
use tengen_core::game::Vertex;
use tengen_core::playable::LEVEL_COUNT;
use tengen_core::printable;
use tengen_session::{EngineError, Host};

impl App {
    /// Does what a key says; false where it ends the program.
    ///
    /// # Errors
    /// As [`App::settle`].
    pub fn press(&mut self, input: Input) -> io::Result<bool> {
        let warned = std::mem::take(&mut self.warned);
        self.message.clear();
        if std::mem::take(&mut self.help) && input != Input::Do(Action::Quit) {
            return Ok(true);
        }
        match input {
            Input::Do(Action::Quit) => return Ok(false),
            Input::Do(action) => self.act(action, warned)?,
            Input::Step(right, down) => {
                self.cursor = self.geometry.nearest(self.cursor, (right, down)).unwrap_or(self.cursor);
            }
            Input::Point => self.choose(self.cursor)?,
            Input::Click(point) => {
                self.cursor = point;
                self.choose(point)?;
            }
            Input::Type(text) => self.typed = Some(text),
            Input::Play(text) => {
                self.typed = None;
                self.play_typed(text.trim())?;
            }
            Input::Cancel => {
                self.typed = None;
                self.choice = PointChoice::default();
                self.hint.clear();
            }
            Input::Nothing => {}
        }
        Ok(true)
    }

    fn act(&mut self, action: Action, warned: bool) -> io::Result<()> {
        match action {
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::New if !warned && !self.position.moves.is_empty() && self.position.result.is_none() => {
                self.warned = true;
                self.message = format!("Press {} again to begin a new game.", keys::key(Action::New));
                Ok(())
            }
            Action::New => self.begin_game(),
            Action::Hint if self.may_play() => self.start(Purpose::Hint),
            Action::Hint | Action::Quit => Ok(()),
            Action::Analyze => {
                self.analysis = !self.analysis;
                self.message = format!("Analysis {}", if self.analysis { "on" } else { "off" });
                if self.searches_for() == Some(Purpose::Move) { Ok(()) } else { self.change(|_| Ok(())) }
            }
            Action::Go => self.go(),
            Action::Switch => {
                self.people = self.people.next();
                self.undone.clear();
                self.change(|_| Ok(()))
            }
            Action::Stronger => self.set_level(|level| (level + 1) % (LEVEL_COUNT as u8 + 1)),
            Action::Weaker => self.set_level(|level| level.checked_sub(1).unwrap_or(LEVEL_COUNT as u8)),
            Action::Help => {
                self.help = true;
                Ok(())
            }
        }
    }

    /// Back to where a person has a move.
    fn undo(&mut self) -> io::Result<()> {
        let (people, mut taken) = (self.people, Vec::new());
        let done = self.change_quietly(|host| {
            let engine = host.engine_mut();
            let mut done = Ok(());
            for count in 0.. {
                let before = engine.moves_played();
                let undone = engine.undo(1);
                if undone.is_err() {
                    done = if count == 0 { undone } else { Ok(()) };
                    break;
                }
                taken.extend(before[engine.plies()..].iter().rev().cloned());
                let wanted = people == People::None || people.play(engine.side_to_move());
                if wanted && !engine.must_pass() {
                    break;
                }
            }
            done
        });
        if done.is_err() {
            "There is no move to take back.".clone_into(&mut self.message);
        }
        self.undone.extend(taken);
        self.settle()
    }

    /// Plays moves that were taken back, up to where a person has a move.
    fn redo(&mut self) -> io::Result<()> {
        let (people, mut undone) = (self.people, std::mem::take(&mut self.undone));
        if undone.is_empty() {
            "There is no move to play again.".clone_into(&mut self.message);
            return Ok(());
        }
        let done = self.change_quietly(|host| {
            let engine = host.engine_mut();
            while let Some((color, text)) = undone.pop() {
                engine.play_text(color, &text)?;
                let wanted = people == People::None || people.play(engine.side_to_move());
                if wanted && !engine.must_pass() {
                    break;
                }
            }
            Ok(())
        });
        if let Err(error) = done {
            self.message = printable::line(&error.to_string());
        }
        self.undone = undone;
        self.settle()
    }

    /// Does something to the game without a look at whose turn it is afterwards.
    fn change_quietly(&mut self, act: impl FnOnce(&mut Host) -> Result<(), EngineError>) -> Result<(), EngineError> {
        self.end_search();
        act(&mut lock(&self.host))
    }

    fn begin_game(&mut self) -> io::Result<()> {
        self.undone.clear();
        self.chance = None;
        let seed = self.seeds.u64(..);
        self.change(|host| {
            // Where the engine chooses by chance, each game is another one.
            host.settings_mut().seed = seed;
            host.clear();
            Ok(())
        })
    }

    /// The engine moves now, for the side to move.
    fn go(&mut self) -> io::Result<()> {
        match &self.search {
            Some(search) if search.purpose == Purpose::Move => search.stop(),
            _ if self.position.result.is_none() => {
                self.undone.clear();
                self.refresh();
                self.start(Purpose::Move)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Changes the level, 0 for full strength.
    fn set_level(&mut self, change: impl FnOnce(u8) -> u8) -> io::Result<()> {
        let [player, default] = self.players;
        let level = Some(change(self.level.unwrap_or(0))).filter(|level| *level > 0);
        self.end_search();
        let mut host = lock(&self.host);
        let has_levels = player == default && !host.engine().levels().is_empty();
        if has_levels {
            host.settings_mut().level = level;
        }
        drop(host);
        if has_levels {
            self.level = level;
            self.message = level.map_or("Full strength".to_owned(), |level| format!("Level {level}"));
        } else {
            "This player has no levels.".clone_into(&mut self.message);
        }
        self.settle()
    }

    /// A point was chosen by the cursor, by a click, or by its name.
    fn choose(&mut self, point: Vertex) -> io::Result<()> {
        if !self.may_play() {
            return Ok(());
        }
        let begun = !self.choice.points.is_empty();
        match self.choice.choose(&self.position.legal, point) {
            Some(text) => self.play(&text),
            // The game says why not.
            None if !begun && self.choice.points.is_empty() => self.play(&self.position.letters.point(point)),
            None => Ok(()),
        }
    }

    fn play_typed(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() || !self.may_play() {
            return Ok(());
        }
        match self.position.letters.parse_point(text) {
            Some(point) => self.choose(point),
            None => self.play(text),
        }
    }

    fn may_play(&mut self) -> bool {
        let thinking = self.searches_for() == Some(Purpose::Move);
        let may = self.position.result.is_none() && !thinking;
        if thinking {
            "It is the engine's turn.".clone_into(&mut self.message);
        }
        may
    }

    /// Plays a move for the side to move. One that the game does not take, or not whole, leaves it as it was.
    fn play(&mut self, text: &str) -> io::Result<()> {
        let color = self.position.to_move;
        let done = self.change_quietly(|host| {
            let engine = host.engine_mut();
            engine.play_text(color, text)?;
            if engine.owes_points() {
                engine.undo(1)?;
                return Err(EngineError::Illegal(format!("{text} is only a part of a move")));
            }
            Ok(())
        });
        if let Err(error) = done {
            self.message = printable::line(&error.to_string());
        } else if self.undone.pop().is_none_or(|next| next.0 != color || !next.1.eq_ignore_ascii_case(text)) {
            self.undone.clear();
        }
        self.settle()
    }
}
