//! What the keys do with the game.

use super::App;
use crate::play::keys::{self, Action, Input};
use crate::play::position::PointChoice;
use crate::play::prompt::{Ask, Prompt};
use crate::play::search::lock;
use crate::play::{Purpose, Theme, help, screen};
use ratatui::crossterm::event::Event;
use std::io;
use tengen_core::game::Vertex;
use tengen_core::playable::LEVEL_COUNT;
use tengen_session::EngineError;
use tengen_session::tree::ROOT;

impl App {
    /// Takes up what comes from the terminal; false where it ends the program.
    ///
    /// # Errors
    /// As [`App::settle`].
    pub fn take(&mut self, event: &Event, theme: &Theme) -> io::Result<bool> {
        let input = keys::read(event, self.mode(), |column, row| screen::at(self, theme, column, row));
        input.map_or(Ok(true), |input| self.press(input))
    }

    /// Does what a key says; false where it ends the program.
    ///
    /// # Errors
    /// As [`App::settle`].
    pub fn press(&mut self, input: Input) -> io::Result<bool> {
        self.message.clear();
        if let Some(page) = self.help.take()
            && !matches!(input, Input::Do(Action::Quit) | Input::Paste(_))
        {
            self.help = Some(page + 1).filter(|page| *page < help::pages(self.mode(), self.area).len());
            return Ok(true);
        }
        match input {
            Input::Do(Action::Quit) => return Ok(false),
            Input::Do(action) => self.act(action)?,
            Input::Step(right, down) => {
                self.cursor = self.geometry.nearest(self.cursor, (right, down)).unwrap_or(self.cursor);
            }
            Input::Point => self.choose(self.cursor)?,
            Input::Click(point) => {
                self.cursor = point;
                self.choose(point)?;
            }
            Input::GoTo(node) => self.go_to(node)?,
            Input::Type(text) => {
                let ask = self.prompt.as_ref().map_or(Ask::Move, |prompt| prompt.ask);
                self.prompt = Some(Prompt::new(ask, &text));
            }
            Input::Enter(text) => self.enter(text.trim())?,
            Input::Paste(text) => match &mut self.prompt {
                Some(prompt) => prompt.text = prompt.and(&text),
                None => {
                    self.open(text.as_bytes())?;
                }
            },
            Input::Cancel => self.cancel()?,
            Input::Nothing => {}
        }
        Ok(true)
    }

    fn cancel(&mut self) -> io::Result<()> {
        let typed = self.prompt.take().is_some();
        self.warned = None;
        self.choice = PointChoice::default();
        self.hint.clear();
        if self.editing {
            self.settle()
        } else if !typed && self.searches_for() == Some(Purpose::Review) {
            self.start_review()
        } else {
            Ok(())
        }
    }

    fn act(&mut self, action: Action) -> io::Result<()> {
        match action {
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Step(by) => self.go_or_say(self.lines.step(by), "The line ends here."),
            Action::First => self.go_to(ROOT),
            Action::Last => self.go_or_say(self.lines.line().last().copied(), "The line ends here."),
            Action::Line(by) => self.other_line(by),
            Action::Mark(by) => self.marked(by),
            Action::Promote => self.promote(),
            Action::Cut => self.cut(),
            Action::Review => self.start_review(),
            Action::Back => self.back(),
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
                self.goes_on = true;
                self.change(|_| Ok(()))
            }
            Action::Stronger => self.set_level(|level| (level + 1) % (LEVEL_COUNT as u8 + 1)),
            Action::Weaker => self.set_level(|level| level.checked_sub(1).unwrap_or(LEVEL_COUNT as u8)),
            Action::Set(edit) => self.edit(edit),
            Action::Edit | Action::Save | Action::Open | Action::Comment | Action::Move | Action::Help => {
                self.begin(action);
                Ok(())
            }
        }
    }

    /// Begins what goes on with other keys.
    fn begin(&mut self, action: Action) {
        match action {
            Action::Edit => self.begin_editing(),
            Action::Save => self.ask_file(),
            Action::Open => self.prompt = Some(Prompt::new(Ask::Open, "")),
            Action::Comment => self.ask_comment(),
            Action::Move => self.prompt = Some(Prompt::new(Ask::Move, "")),
            _ => self.help = Some(0),
        }
    }

    /// A text was typed to its end.
    fn enter(&mut self, text: &str) -> io::Result<()> {
        match self.prompt.as_ref().map_or(Ask::Move, |prompt| prompt.ask) {
            Ask::Save if !text.is_empty() => self.save(text),
            Ask::Open if !text.is_empty() => self.open_file(text),
            ask => {
                self.prompt = None;
                match ask {
                    Ask::Move => self.play_typed(text),
                    Ask::Comment(node) => self.comment(node, text),
                    Ask::Save | Ask::Open => Ok(()),
                }
            }
        }
    }

    /// The engine moves now, for the side to move.
    fn go(&mut self) -> io::Result<()> {
        match &self.search {
            Some(search) if search.purpose == Purpose::Move => search.stop(),
            _ if self.position.result.is_none() => {
                self.goes_on = true;
                self.end_search();
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
        if self.editing {
            self.change_point(point);
            return Ok(());
        }
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
            self.complain(&error);
        }
        self.settle()
    }
}
