//! A line of text that is typed: a move, a comment, the name of a file.

use super::keys::{Action, Input, has_control, is_control};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use tengen_session::tree::NodeId;

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// A move.
    Move,
    /// A comment on the move of this node.
    Comment(NodeId),
    /// The file that the game is written to.
    Save,
    /// The file that a game is read from.
    Open,
}

impl Ask {
    /// What stands before the line.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Move => "Move",
            Self::Comment(_) => "Comment",
            Self::Save => "Write to file",
            Self::Open => "Open file",
        }
    }

    /// The most characters: what is longer is none.
    const fn longest(self) -> usize {
        match self {
            Self::Move => 40,
            Self::Comment(_) => 4000,
            Self::Save | Self::Open => 1000,
        }
    }

    fn takes(self, character: char) -> bool {
        if self == Self::Move { character.is_ascii_graphic() } else { !character.is_control() }
    }
}

/// A line that is typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// What it is.
    pub ask: Ask,
    /// The text so far.
    pub text: String,
}

impl Prompt {
    /// The line with a text, in which control characters are spaces.
    pub fn new(ask: Ask, text: &str) -> Self {
        Self { ask, text: text.replace(char::is_control, " ") }
    }

    /// The text with more of it, as far as the line takes that.
    pub fn and(&self, more: &str) -> String {
        let room = self.ask.longest().saturating_sub(self.text.chars().count());
        let more = more.replace(char::is_control, " ");
        self.text.chars().chain(more.chars().filter(|character| self.ask.takes(*character)).take(room)).collect()
    }

    /// What a key does.
    pub fn edit(&self, key: KeyEvent) -> Input {
        let text = &self.text;
        match key.code {
            _ if is_control(key, 'c') => Input::Do(Action::Quit),
            _ if is_control(key, 'u') => Input::Type(String::new()),
            _ if is_control(key, 'w') => {
                let kept = text.trim_end().rfind(' ').map_or(0, |space| space + 1);
                Input::Type(text[..kept].to_owned())
            }
            KeyCode::Enter => Input::Enter(text.clone()),
            KeyCode::Esc => Input::Cancel,
            KeyCode::Backspace if text.is_empty() => Input::Cancel,
            KeyCode::Backspace => {
                let mut rest = text.clone();
                rest.pop();
                Input::Type(rest)
            }
            KeyCode::Char(letter) if !has_control(key) => Input::Type(self.and(letter.encode_utf8(&mut [0; 4]))),
            _ => Input::Nothing,
        }
    }
}
