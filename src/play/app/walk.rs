//! Through the game and the lines beside it.

use super::App;
use crate::features::analyze::Judged;
use crate::play::keys::{self, Action};
use crate::play::prompt::{Ask, Prompt};
use crate::play::{Event, Purpose, search};
use std::io;
use tengen_session::formats::sgf::Notes;
use tengen_session::tree::{NodeId, ROOT};

impl App {
    /// Puts the position after a node on the board. The engine waits there where the game has gone on.
    pub(super) fn go_to(&mut self, node: NodeId) -> io::Result<()> {
        self.goes_on = false;
        self.chance = self.review.chance(node);
        self.change(|host| host.engine_mut().go_to(node))
    }

    /// Goes to a node, or says that there is none.
    pub(super) fn go_or_say(&mut self, node: Option<NodeId>, otherwise: &str) -> io::Result<()> {
        if let Some(node) = node {
            return self.go_to(node);
        }
        otherwise.clone_into(&mut self.message);
        Ok(())
    }

    /// Back to where a person has a move; a resignation is taken back first.
    pub(super) fn undo(&mut self) -> io::Result<()> {
        let (people, here) = (self.people, self.lines.here());
        if self.lines.node(here).is_resigned {
            self.goes_on = false;
            return self.change(|host| host.engine_mut().undo(1));
        }
        let before = (here != ROOT).then(|| self.lines.before_last(|color| people.pause_at(color)));
        self.go_or_say(before, "There is no move to take back.")
    }

    /// Plays moves that were taken back, up to where a person has a move.
    pub(super) fn redo(&mut self) -> io::Result<()> {
        let people = self.people;
        let next = self.lines.before_next(|color| people.pause_at(color));
        self.go_or_say(next, "There is no move to play again.")
    }

    pub(super) fn other_line(&mut self, by: isize) -> io::Result<()> {
        self.go_or_say(self.lines.other_line(by), "There is no other line here.")
    }

    /// To the next move of the line that has a sign, or the one before.
    pub(super) fn marked(&mut self, by: isize) -> io::Result<()> {
        let is_marked = |node: &NodeId| self.review.of(*node).and_then(Judged::mark).is_some();
        let node = if by > 0 {
            self.lines.after(self.lines.here()).find(is_marked)
        } else {
            self.lines.path().into_iter().rev().skip(1).find(is_marked)
        };
        let otherwise = format!(
            "No marked move {}; {} reviews the game.",
            if by > 0 { "follows" } else { "is before" },
            keys::key(Action::Review)
        );
        self.go_or_say(node, &otherwise)
    }

    pub(super) fn promote(&mut self) -> io::Result<()> {
        if self.lines.is_main() {
            "This is the main line.".clone_into(&mut self.message);
            return Ok(());
        }
        let here = self.lines.here();
        self.change(|host| host.engine_mut().promote(here))?;
        let said = if self.lines.is_main() { "This is the main line now." } else { "This line comes first now." };
        said.clone_into(&mut self.message);
        Ok(())
    }

    pub(super) fn cut(&mut self) -> io::Result<()> {
        let here = self.lines.here();
        if here == ROOT {
            self.message = format!("The start cannot be cut off; {} begins a new game.", keys::key(Action::New));
            return Ok(());
        }
        self.goes_on = false;
        self.put_aside();
        self.message = format!("The line is cut off; {} brings it back.", keys::key(Action::Back));
        self.change(|host| host.engine_mut().cut(here))
    }

    /// Asks for a comment on the last move.
    pub(super) fn ask_comment(&mut self) {
        let here = self.lines.here();
        self.prompt = Some(Prompt::new(Ask::Comment(here), &self.lines.node(here).comment));
    }

    pub(super) fn comment(&mut self, node: NodeId, text: &str) -> io::Result<()> {
        self.change(|host| host.engine_mut().set_comment(node, text))
    }

    /// Judges the moves of the line on the board that are not judged yet, or all of them; or ends that.
    pub(super) fn start_review(&mut self) -> io::Result<()> {
        if self.searches_for() == Some(Purpose::Review) {
            self.end_search();
            self.message = format!("The review has ended: {}.", self.review.progress());
            return self.settle();
        }
        let line = self.lines.line();
        let Some(&last) = line.last() else {
            "There is no move to review.".clone_into(&mut self.message);
            return Ok(());
        };
        if !self.put_in_charge(Purpose::Review) {
            return Ok(());
        }
        let record = self.change_quietly(|host| {
            let mut game = host.engine().fork();
            game.go_to(last)?;
            Ok(game.sgf(Notes::default()))
        });
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                self.complain(&error);
                return Ok(());
            }
        };
        (self.report, self.hint) = (None, Vec::new());
        let from = self.review.begin(line);
        let (host, events, number) = (self.host.clone(), self.events.clone(), self.searches + 1);
        self.search(Purpose::Review, move |stop| {
            let done = search::review(&search::lock(&host), (&record, from), number, stop, &events);
            Event::Reviewed(number, done)
        })
    }
}
