//! Games in and out: by paste, from files, to files, and the game before.

use super::{App, People, players};
use crate::features::record_files;
use crate::play::Geometry;
use crate::play::keys::{self, Action};
use crate::play::lines::ShownLines;
use crate::play::position::Marks;
use crate::play::prompt::{Ask, Prompt};
use crate::play::review::ShownReview;
use crate::play::search::lock;
use std::io;
use std::path::Path;
use tengen_core::printable;
use tengen_session::Engine;
use tengen_session::formats::sgf::Notes;

/// A game that another one took the place of.
pub(super) struct GameBefore {
    engine: Box<dyn Engine>,
    lines: ShownLines,
    review: ShownReview,
    people: People,
    file: Option<String>,
}

impl App {
    /// The game on the board with all that is known of it; `None` where nothing would be lost with it.
    fn kept(&mut self) -> Option<GameBefore> {
        self.end_search();
        let host = lock(&self.host);
        let engine = host.engine();
        let has_content = !self.lines.is_empty() || engine.start_text().is_some();
        has_content.then(|| GameBefore {
            engine: engine.fork(),
            lines: self.lines.clone(),
            review: self.review.clone(),
            people: self.people,
            file: self.file.clone(),
        })
    }

    /// Keeps the game on the board, which may be changed then, as the game before.
    pub(super) fn put_aside(&mut self) {
        if let Some(game) = self.kept() {
            self.before = Some(game);
        }
    }

    /// Another game has come to the board.
    pub(super) fn arrive(&mut self) {
        let host = lock(&self.host);
        let engine = host.engine();
        let geometry = Geometry::of(engine);
        if geometry != self.geometry {
            self.cursor = geometry.middle();
            self.geometry = geometry;
        }
        self.marks = Marks::of(&*host.session());
        // Hints and analyses put the default player in charge of the game: the one that moves is known by its name.
        let ([moves, _], [other, default]) = (self.players, players(engine));
        let has_it = engine.players().iter().any(|player| player.name == moves);
        self.players = [if has_it { moves } else { other }, default];
        drop(host);
        (self.lines, self.review, self.chance) = (ShownLines::default(), ShownReview::default(), None);
        (self.goes_on, self.file) = (false, None);
    }

    pub(super) fn begin_game(&mut self) -> io::Result<()> {
        self.put_aside();
        if !self.lines.is_empty() {
            self.message = format!("{} brings the game before back.", keys::key(Action::Back));
        }
        let seed = self.seeds.u64(..);
        let mut host = lock(&self.host);
        // Where the engine chooses by chance, each game is another one.
        host.settings_mut().seed = seed;
        host.clear();
        drop(host);
        self.arrive();
        self.settle()
    }

    /// The game before comes to the board, and this one in its place.
    pub(super) fn back(&mut self) -> io::Result<()> {
        let now = self.kept();
        let Some(game) = self.before.take() else {
            "There is no game before this one.".clone_into(&mut self.message);
            return self.settle();
        };
        let resumed = lock(&self.host).resume(game.engine.fork());
        if let Err(error) = resumed {
            self.complain(&error);
            self.before = Some(game);
            return self.settle();
        }
        self.before = now;
        self.arrive();
        let GameBefore { lines, review, people, file, .. } = game;
        (self.lines, self.review, self.people, self.file) = (lines, review, people, file);
        self.settle()
    }

    /// Opens a record or a position, whose content tells its format; two people go on with it. Where it cannot be read, the game
    /// on the board stays.
    pub(super) fn open(&mut self, content: &[u8]) -> io::Result<bool> {
        let kept = self.kept();
        let loaded = lock(&self.host).load(content, None);
        let opened = loaded.is_ok();
        match loaded {
            Ok(notes) => {
                self.before = kept.or(self.before.take());
                self.people = People::Both;
                self.arrive();
                self.settle()?;
                let moves = self.position.moves.len();
                let said = std::iter::once(format!("Opened: {moves} moves")).chain(notes);
                self.message = printable::line(&said.collect::<Vec<_>>().join("; "));
            }
            Err(error) => {
                if !self.editing {
                    self.settle()?;
                }
                self.complain(&error);
            }
        }
        Ok(opened)
    }

    pub(super) fn open_file(&mut self, name: &str) -> io::Result<()> {
        match record_files::read(name) {
            Ok(content) if self.open(&content)? => {
                self.file = Some(name.to_owned());
                self.prompt = None;
            }
            Ok(_) => self.message = format!("{}: {}", printable::line(name), self.message),
            Err(error) => self.message = printable::line(&format!("{name}: {error}")),
        }
        Ok(())
    }

    /// Asks for the file that the game is written to.
    pub(super) fn ask_file(&mut self) {
        let game = lock(&self.host).engine().info().name.to_lowercase();
        let name = self.file.clone().unwrap_or_else(|| format!("{game}.sgf"));
        self.prompt = Some(Prompt::new(Ask::Save, &name));
    }

    /// Writes all lines to a file; over one of another game only where it is named twice.
    pub(super) fn save(&mut self, name: &str) -> io::Result<()> {
        let known = [&self.file, &self.warned].into_iter().flatten().any(|known| known == name);
        if !known && Path::new(name).exists() {
            self.message = format!("{} is there already; Enter writes over it.", printable::line(name));
            self.warned = Some(name.to_owned());
            return Ok(());
        }
        self.end_search();
        let sgf = lock(&self.host).engine().tree_sgf(Notes::default());
        let written = record_files::write(name, &sgf);
        self.settle()?;
        match written {
            Ok(()) => {
                self.message = format!("Written to {}.", printable::line(name));
                (self.file, self.prompt) = (Some(name.to_owned()), None);
            }
            Err(error) => self.message = printable::line(&format!("cannot write {name}: {error}")),
        }
        Ok(())
    }
}
