//! What the keys mean.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tengen_core::game::Vertex;

/// What a letter does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Takes moves back.
    Undo,
    /// Plays them again.
    Redo,
    /// Begins a new game.
    New,
    /// Asks for a hint.
    Hint,
    /// Begins to analyse, or ends it.
    Analyze,
    /// Lets the engine move.
    Go,
    /// Changes who plays which side.
    Switch,
    /// One level up.
    Stronger,
    /// One level down.
    Weaker,
    /// Explains the keys.
    Help,
    /// Ends the program.
    Quit,
}

/// What a person wants by a key or a click.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// What a letter does.
    Do(Action),
    /// The cursor moves so many columns and rows.
    Step(i32, i32),
    /// The point under the cursor is chosen.
    Point,
    /// A point was clicked.
    Click(Vertex),
    /// The text typed so far.
    Type(String),
    /// A text was typed to its end.
    Play(String),
    /// What was begun is given up.
    Cancel,
    /// Nothing.
    Nothing,
}

/// A letter, what it does, its name where there is little room, and its meaning.
pub struct Binding {
    /// The letter.
    pub key: char,
    /// What it does.
    pub action: Action,
    /// Its name.
    pub short: &'static str,
    /// Its meaning, in a line.
    pub about: &'static str,
}

const fn binding(key: char, action: Action, short: &'static str, about: &'static str) -> Binding {
    Binding { key, action, short, about }
}

/// Every letter that does something.
pub const BINDINGS: &[Binding] = &[
    binding('?', Action::Help, "help", "explains the keys"),
    binding('q', Action::Quit, "quit", "ends the program; so does Ctrl-C"),
    binding('u', Action::Undo, "undo", "takes moves back to your last one"),
    binding('r', Action::Redo, "redo", "plays them again"),
    binding('h', Action::Hint, "hint", "shows the move that the engine would play"),
    binding('a', Action::Analyze, "analyze", "a value on every move, and the best lines; on or off"),
    binding('g', Action::Go, "go", "lets the engine move for you; while it thinks: at once"),
    binding('s', Action::Switch, "sides", "you play Black, White, both sides, or none"),
    binding('l', Action::Stronger, "level", "one level up; after the last comes full strength"),
    binding('L', Action::Weaker, "", "one level down"),
    binding('n', Action::New, "new", "begins a new game"),
];

/// The keys that are not letters, and their meaning.
pub const OTHERS: &[(&str, &str)] = &[
    ("arrows", "move the cursor to the next point"),
    ("Enter", "plays on the point under the cursor; so do Space and a click"),
    ("A B C ...", "a capital letter begins a move that you type: F5 Enter"),
    ("m", "begins a move in letters of any case: m f5 Enter"),
    ("Esc", "gives up a move half entered"),
];

/// The letter of an action.
pub fn key(action: Action) -> char {
    BINDINGS.iter().find(|binding| binding.action == action).map_or(' ', |binding| binding.key)
}

/// Text that a person may type: more is no move.
const LONGEST: usize = 40;

/// What a person wants by this event; `None` for what is neither key nor click. `typed` is the text that is being typed, and
/// `point_at` finds the point at a column and row of the screen.
pub fn read(event: &Event, typed: Option<&str>, point_at: impl FnOnce(u16, u16) -> Option<Vertex>) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(match typed {
            Some(typed) => edit(typed, *key),
            None => press(*key),
        }),
        Event::Mouse(MouseEvent { kind: MouseEventKind::Down(MouseButton::Left), column, row, .. }) => {
            point_at(*column, *row).map(Input::Click)
        }
        _ => None,
    }
}

/// True for Ctrl-Z.
#[cfg(unix)]
pub fn suspends(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

fn press(key: KeyEvent) -> Input {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return if key.code == KeyCode::Char('c') { Input::Do(Action::Quit) } else { Input::Nothing };
    }
    match key.code {
        KeyCode::Left => Input::Step(-1, 0),
        KeyCode::Right => Input::Step(1, 0),
        KeyCode::Up => Input::Step(0, -1),
        KeyCode::Down => Input::Step(0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => Input::Point,
        KeyCode::Esc => Input::Cancel,
        KeyCode::Char('m') => Input::Type(String::new()),
        KeyCode::Char(letter) => match BINDINGS.iter().find(|binding| binding.key == letter) {
            Some(binding) => Input::Do(binding.action),
            None if letter.is_ascii_uppercase() => Input::Type(letter.to_string()),
            None => Input::Nothing,
        },
        _ => Input::Nothing,
    }
}

fn edit(typed: &str, key: KeyEvent) -> Input {
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        KeyCode::Char('c') if control => Input::Do(Action::Quit),
        KeyCode::Char('u') if control => Input::Type(String::new()),
        KeyCode::Enter => Input::Play(typed.to_owned()),
        KeyCode::Esc => Input::Cancel,
        KeyCode::Backspace if typed.is_empty() => Input::Cancel,
        KeyCode::Backspace => {
            let mut rest = typed.to_owned();
            rest.pop();
            Input::Type(rest)
        }
        KeyCode::Char(letter) if !control && letter.is_ascii_graphic() && typed.len() < LONGEST => {
            Input::Type(format!("{typed}{letter}"))
        }
        _ => Input::Type(typed.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_letter_has_one_meaning() {
        let keys: HashSet<_> = BINDINGS.iter().map(|binding| binding.key).chain(['m', ' ']).collect();
        assert_eq!(keys.len(), BINDINGS.len() + 2);
    }
}
