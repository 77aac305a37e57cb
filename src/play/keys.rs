//! What the keys mean.

use super::prompt::Prompt;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tengen_core::game::{Color, Vertex};
use tengen_session::tree::NodeId;

/// What a letter does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Takes moves back.
    Undo,
    /// Plays them again.
    Redo,
    /// So many moves on in the line, or back.
    Step(isize),
    /// To the start of the game.
    First,
    /// To the end of the line.
    Last,
    /// The next line beside (1), or the one before (-1).
    Line(isize),
    /// The next move of the line with a sign (1), or the one before (-1).
    Mark(isize),
    /// Makes the line the main one.
    Promote,
    /// Cuts the move off with all that follows.
    Cut,
    /// Writes a comment.
    Comment,
    /// Reviews the game, or ends that.
    Review,
    /// Begins to set up a position.
    Edit,
    /// Writes the game to a file.
    Save,
    /// Reads a game from a file.
    Open,
    /// Brings back the game before.
    Back,
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
    /// Begins a move that is typed.
    Move,
    /// What a key does while a position is set up.
    Set(Edit),
    /// Explains the keys.
    Help,
    /// Ends the program.
    Quit,
}

/// What a key does while a position is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edit {
    /// A stone under the cursor, or none.
    Put(Option<Color>),
    /// No stones.
    Clear,
    /// The stones that the rules begin with.
    Start,
    /// The other side is to move.
    Turn,
    /// A stone more in the hand of the side to move.
    MoreInHand,
    /// One less.
    LessInHand,
    /// The game goes on from here.
    Play,
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
    /// A move of the list was clicked.
    GoTo(NodeId),
    /// The text typed so far.
    Type(String),
    /// A text was typed to its end.
    Enter(String),
    /// A text was pasted.
    Paste(String),
    /// What was begun is given up.
    Cancel,
    /// Nothing.
    Nothing,
}

/// What is clicked on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A point of the board.
    Point(Vertex),
    /// A move of the list.
    Move(NodeId),
}

/// What the keys are for.
#[derive(Clone, Copy, Debug)]
pub enum Mode<'a> {
    /// The game on the board.
    Board,
    /// A position that is set up.
    Editor,
    /// A text that is typed.
    Prompt(&'a Prompt),
}

/// A letter, what it does, its name where there is little room, and its meaning.
pub struct Binding {
    /// The letter.
    pub key: char,
    /// What it does.
    pub action: Action,
    /// Its name; empty where it is not shown below the board.
    pub short: &'static str,
    /// Its meaning, in a line; empty where the letter before it has it.
    pub about: &'static str,
}

const fn binding(key: char, action: Action, short: &'static str, about: &'static str) -> Binding {
    Binding { key, action, short, about }
}

/// Every letter that does something on the board.
const BOARD: &[Binding] = &[
    binding('?', Action::Help, "help", "explains the keys; ends the program, as Ctrl-C does"),
    binding('q', Action::Quit, "quit", ""),
    binding('u', Action::Undo, "undo", "takes moves back to your last one; plays them again"),
    binding('r', Action::Redo, "redo", ""),
    binding('h', Action::Hint, "hint", "shows the move that the engine would play"),
    binding('a', Action::Analyze, "analyze", "a value on every move, and the best lines; on or off"),
    binding('g', Action::Go, "go", "lets the engine move for you; while it thinks: at once"),
    binding('s', Action::Switch, "sides", "you play Black, White, both sides, or none"),
    binding('l', Action::Stronger, "level", "a level up, down; after the last comes full strength"),
    binding('L', Action::Weaker, "", ""),
    binding('n', Action::New, "new", "begins a new game; brings the game before back"),
    binding('b', Action::Back, "back", ""),
    binding('v', Action::Review, "review", "reviews the game, ?! ? ?? mark what cost 10, 20, 30 %; or ends it"),
    binding('e', Action::Edit, "edit", "sets up a position"),
    binding('w', Action::Save, "write", "writes all lines to a file (SGF); opens a file, as a paste does"),
    binding('o', Action::Open, "open", ""),
    binding('c', Action::Comment, "comment", "writes a comment on the last move, which has a * then"),
    binding('p', Action::Promote, "promote", "makes this line the main one; cuts it off from here (Delete)"),
    binding('d', Action::Cut, "cut", ""),
    binding('[', Action::Step(-1), "", "a move back, forward (Shift-Left, Shift-Right, the wheel)"),
    binding(']', Action::Step(1), "", ""),
    binding('{', Action::Line(-1), "", "the line before, the next one (Shift-Up, Shift-Down)"),
    binding('}', Action::Line(1), "", ""),
    binding('(', Action::Mark(-1), "", "the marked move before, the next one (Ctrl-Left, Ctrl-Right)"),
    binding(')', Action::Mark(1), "", ""),
    binding('<', Action::First, "", "the start, the end of the line (Home, End)"),
    binding('>', Action::Last, "", ""),
    binding('m', Action::Move, "", "begins a move that you type, F5 Enter; so do capital letters"),
];

/// Every letter that does something while a position is set up.
const EDITOR: &[Binding] = &[
    binding('?', Action::Help, "help", "explains the keys; ends the program, as Ctrl-C does"),
    binding('q', Action::Quit, "quit", ""),
    binding('x', Action::Set(Edit::Put(Some(Color::Black))), "black", "a black stone on the point under the cursor"),
    binding('o', Action::Set(Edit::Put(Some(Color::White))), "white", "a white one"),
    binding('.', Action::Set(Edit::Put(None)), "none", "no stone (Delete, Backspace)"),
    binding('s', Action::Set(Edit::Turn), "side", "the other side is to move"),
    binding('p', Action::Set(Edit::Play), "play", "plays from this position"),
    binding('c', Action::Set(Edit::Clear), "clear", "takes all stones away"),
    binding('i', Action::Set(Edit::Start), "initial", "the stones that the game begins with"),
    binding('+', Action::Set(Edit::MoreInHand), "", "a stone more, less in hand for the side to move"),
    binding('-', Action::Set(Edit::LessInHand), "", ""),
];

/// The keys that are not letters, and their meaning.
type Others = &'static [(&'static str, &'static str)];

const OTHERS: Others = &[
    ("arrows", "move the cursor to the next point"),
    ("Enter", "plays on the point under the cursor; so do Space and a click"),
    ("Esc", "gives up what is half entered, and ends a review"),
];

const EDITOR_OTHERS: Others = &[
    ("arrows", "move the cursor to the next point"),
    ("Enter", "changes the point under the cursor: black, white, none (Space, a click)"),
    ("Esc", "goes back to the game"),
];

impl Mode<'_> {
    /// The letters.
    pub const fn bindings(self) -> &'static [Binding] {
        match self {
            Self::Board | Self::Prompt(_) => BOARD,
            Self::Editor => EDITOR,
        }
    }

    /// Every key with its meaning; letters that share one stand together.
    pub fn explained(self) -> Vec<(String, &'static str)> {
        let others = if matches!(self, Self::Editor) { EDITOR_OTHERS } else { OTHERS };
        let mut rows: Vec<_> = others.iter().map(|(keys, about)| ((*keys).to_owned(), *about)).collect();
        for binding in self.bindings() {
            match rows.last_mut().filter(|_| binding.about.is_empty()) {
                Some((keys, _)) => keys.extend([' ', binding.key]),
                None => rows.push((binding.key.to_string(), binding.about)),
            }
        }
        rows
    }
}

/// The letter of an action on the board.
pub fn key(action: Action) -> char {
    BOARD.iter().find(|binding| binding.action == action).map_or(' ', |binding| binding.key)
}

/// What a person wants by this event; `None` for what is neither key nor click nor paste. `at` finds what stands at a column and
/// row of the screen.
pub fn read(event: &Event, mode: Mode<'_>, at: impl FnOnce(u16, u16) -> Option<Target>) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(match mode {
            Mode::Prompt(prompt) => prompt.edit(*key),
            _ => press(*key, mode),
        }),
        Event::Paste(text) => Some(Input::Paste(text.clone())),
        Event::Mouse(event) => click(*event, mode, at),
        _ => None,
    }
}

fn click(event: MouseEvent, mode: Mode<'_>, at: impl FnOnce(u16, u16) -> Option<Target>) -> Option<Input> {
    let target = || at(event.column, event.row);
    match (event.kind, mode) {
        (_, Mode::Prompt(_)) => None,
        (MouseEventKind::Down(MouseButton::Left), _) => match (target()?, mode) {
            (Target::Point(point), _) => Some(Input::Click(point)),
            (Target::Move(node), Mode::Board) => Some(Input::GoTo(node)),
            _ => None,
        },
        (MouseEventKind::ScrollUp, Mode::Board) => Some(Input::Do(Action::Step(-1))),
        (MouseEventKind::ScrollDown, Mode::Board) => Some(Input::Do(Action::Step(1))),
        _ => None,
    }
}

/// True for Ctrl-Z.
#[cfg(unix)]
pub fn suspends(event: &Event) -> bool {
    let Event::Key(key) = event else { return false };
    key.code == KeyCode::Char('z') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Whether Ctrl is held; with Alt it is the key of other keyboards that brackets need.
pub const fn has_control(key: KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && !key.modifiers.contains(KeyModifiers::ALT)
}

/// Whether a key is Ctrl and this letter.
pub fn is_control(key: KeyEvent, letter: char) -> bool {
    has_control(key) && key.code == KeyCode::Char(letter)
}

fn press(key: KeyEvent, mode: Mode<'_>) -> Input {
    if is_control(key, 'c') {
        return Input::Do(Action::Quit);
    }
    if let Some(input) = special(key, mode) {
        return input;
    }
    let KeyCode::Char(letter) = key.code else { return Input::Nothing };
    if has_control(key) {
        return Input::Nothing;
    }
    match mode.bindings().iter().find(|binding| binding.key == letter) {
        Some(binding) => Input::Do(binding.action),
        None if letter.is_ascii_uppercase() && matches!(mode, Mode::Board) => Input::Type(letter.to_string()),
        None => Input::Nothing,
    }
}

/// What keys do that are no letters.
fn special(key: KeyEvent, mode: Mode<'_>) -> Option<Input> {
    let (right, down) = match key.code {
        KeyCode::Left => (-1, 0),
        KeyCode::Right => (1, 0),
        KeyCode::Up => (0, -1),
        KeyCode::Down => (0, 1),
        KeyCode::Enter | KeyCode::Char(' ') => return Some(Input::Point),
        KeyCode::Esc => return Some(Input::Cancel),
        KeyCode::Delete | KeyCode::Backspace if matches!(mode, Mode::Editor) => {
            return Some(Input::Do(Action::Set(Edit::Put(None))));
        }
        KeyCode::Delete => return Some(Input::Do(Action::Cut)),
        KeyCode::Home if matches!(mode, Mode::Board) => return Some(Input::Do(Action::First)),
        KeyCode::End if matches!(mode, Mode::Board) => return Some(Input::Do(Action::Last)),
        _ => return None,
    };
    let by = (right + down) as isize;
    let action = if !matches!(mode, Mode::Board) {
        None
    } else if key.modifiers.contains(KeyModifiers::SHIFT) {
        Some(if right == 0 { Action::Line(by) } else { Action::Step(by) })
    } else if key.modifiers.contains(KeyModifiers::CONTROL) {
        (down == 0).then_some(Action::Mark(by))
    } else {
        None
    };
    Some(action.map_or(Input::Step(right, down), Input::Do))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_letter_has_one_meaning() {
        for bindings in [BOARD, EDITOR] {
            let keys: HashSet<_> = bindings.iter().map(|binding| binding.key).chain([' ']).collect();
            assert_eq!(keys.len(), bindings.len() + 1);
        }
    }
}
