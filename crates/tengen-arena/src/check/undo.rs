//! Taking back.

use super::point::Level::{Expected, Required};
use super::point::Point;
use super::subject::Subject;
use super::trouble::Tested;

pub static POINTS: [Point; 5] = [
    Point::new(Required, "nothing to undo", "clients read in this very text that they are at the start", |engine| {
        engine.needs("undo")?;
        engine.begin()?;
        engine.refuse("undo", "cannot undo")
    }),
    Point::new(Required, "undo of a play", "it takes back one move, and the same side is to move again", |engine| {
        engine.needs("undo")?;
        let (color, text) = engine.first_move()?;
        engine.begin()?;
        let board = engine.board()?;
        engine.play(color, &text)?;
        engine.succeed("undo")?;
        engine.still(&board)?;
        engine.play(color, &text)
    }),
    Point::new(Required, "undo of a genmove", "it takes back one move, and the same side is to move again", |engine| {
        engine.needs("undo")?;
        engine.begin()?;
        let board = engine.board()?;
        let text = engine.succeed("genmove b")?;
        engine.succeed("undo")?;
        engine.still(&board)?;
        engine.succeed(&format!("play b {text}")).map(drop)
    }),
    Point::new(Required, "undo to the start", "boards step back through whole games", to_the_start),
    Point::new(Expected, "clear_board and undo", "a new game has no moves to take back", |engine| {
        engine.needs("undo")?;
        let (color, text) = engine.first_move()?;
        engine.begin()?;
        engine.play(color, &text)?;
        engine.begin()?;
        let board = engine.board()?;
        let answer = engine.ask("undo")?;
        if answer.success { engine.still(&board) } else { Ok(()) }
    }),
];

fn to_the_start(engine: &mut Subject<'_>) -> Tested {
    engine.needs("undo")?;
    let rules = engine.rules()?;
    engine.begin()?;
    let mut boards = Vec::new();
    for (color, text) in &rules.opening {
        boards.push(engine.board()?);
        engine.play(*color, text)?;
    }
    for board in boards.iter().rev() {
        engine.succeed("undo")?;
        engine.still(board)?;
    }
    Ok(())
}
