//! Connect Four on 7x6: a whole game outside the crate, served over GTP.
//!
//! `printf 'genmove b\nplay w d2\nshowboard\n' | cargo run --release --example connect_four`

use std::io::{self, stdin, stdout};
use tengen::protocols::gtp::{Server, serve};
use tengen_core::game::{Cell, Color, Game, Letters, Move, Notation, Outcome, Setup, Size, TextError, Vertex, zobrist};
use tengen_core::playable::{BenchPosition, Info, NamedPlayer, Playable, Rule};
use tengen_core::search::{Evaluator, Random, Ranked, Resources, Score, Searcher};
use tengen_session::{GameEntry, Games, Host, Settings};

const COLUMNS: u8 = 7;
const ROWS: u8 = 6;
const SIZE: Size = Size::new(COLUMNS, ROWS);
/// Bits from a square to the one above it; the bit above each column is always 0.
const STRIDE: u32 = ROWS as u32 + 1;

/// A disc dropped into a column, 0 to 6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Column(u8);

impl Move for Column {
    fn code(self) -> u16 {
        self.0.into()
    }
}

/// Discs of both colours, column by column from the bottom, and the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ConnectFour {
    discs: [u64; 2],
    side: Color,
}

impl ConnectFour {
    fn bit(vertex: Vertex) -> u64 {
        1 << (u32::from(vertex.col) * STRIDE + u32::from(vertex.row))
    }

    /// The discs in a column.
    fn height(&self, column: u8) -> u8 {
        let mask = ((1 << ROWS) - 1) << (u32::from(column) * STRIDE);
        ((self.discs[0] | self.discs[1]) & mask).count_ones() as u8
    }

    /// Where a disc lands.
    fn landing(&self, column: u8) -> Vertex {
        Vertex::new(column, self.height(column))
    }

    /// Four in a row: up, to the right, and both diagonals.
    fn has_four(discs: u64) -> bool {
        [1, STRIDE, STRIDE - 1, STRIDE + 1].into_iter().any(|step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Game for ConnectFour {
    type Move = Column;

    fn side_to_move(&self) -> Color {
        self.side
    }

    fn legal_moves(&self, moves: &mut Vec<Column>) {
        moves.extend((0..COLUMNS).filter(|&column| self.height(column) < ROWS).map(Column));
    }

    fn play(&mut self, mv: Column) {
        self.discs[self.side.index()] |= Self::bit(self.landing(mv.0));
        self.side = !self.side;
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = Color::BOTH.into_iter().find(|side| Self::has_four(self.discs[side.index()]));
        let full = (self.discs[0] | self.discs[1]).count_ones() == u32::from(COLUMNS * ROWS);
        won.map(|side| Outcome::Win(side, 1)).or(full.then_some(Outcome::Draw))
    }

    fn hash(&self) -> u64 {
        zobrist::mix(self.discs[0] ^ zobrist::mix(self.discs[1] << 1 | self.side as u64))
    }

    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(COLUMNS * ROWS) - (self.discs[0] | self.discs[1]).count_ones())
    }
}

impl Notation for ConnectFour {
    fn dimensions(&self) -> (u8, u8) {
        (COLUMNS, ROWS)
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        let owner = Color::BOTH.into_iter().find(|side| self.discs[side.index()] & Self::bit(vertex) != 0);
        owner.map_or(Cell::Empty, Cell::Stone)
    }

    fn move_text(&self, mv: Column) -> String {
        self.landing(mv.0).to_string()
    }

    fn set_up(&self, setup: &Setup) -> Result<Self, TextError> {
        let mut game = Self { discs: [0; 2], side: setup.side_to_move };
        for (color, vertex) in &setup.stones {
            game.discs[color.index()] |= Self::bit(*vertex);
        }
        let floats = |&&(_, vertex): &&(Color, Vertex)| vertex.row >= game.height(vertex.col);
        match setup.stones.iter().find(floats) {
            Some((_, vertex)) => Err(TextError::Illegal(format!("there is nothing below {vertex}"))),
            None => Ok(game),
        }
    }
}

/// Discs in the middle columns take part in more rows of four.
struct Middle;

impl Evaluator<ConnectFour> for Middle {
    fn evaluate(&self, game: &ConnectFour) -> Score {
        let worth = |side: Color| -> u32 {
            let column = |column: u32| (game.discs[side.index()] >> (column * STRIDE) & 0x3f).count_ones();
            [0, 1, 2, 3, 2, 1, 0].into_iter().zip(0..).map(|(weight, index)| 10 * weight * column(index)).sum()
        };
        worth(game.side) as Score - worth(!game.side) as Score
    }

    fn candidates(&self, game: &ConnectFour, moves: &mut Vec<Ranked<Column>>) {
        let rank = |column: u8| 3 - i32::from(column.abs_diff(COLUMNS / 2));
        moves.extend(game.moves().into_iter().map(|mv| Ranked { mv, rank: rank(mv.0) }));
    }
}

impl Playable for ConnectFour {
    const INFO: &'static Info = &Info {
        name: "Connect Four",
        aliases: &["connect4"],
        rules: &[Rule { name: "normal", aliases: &[], about: "four in a row win" }],
        sizes: &[SIZE],
        default_size: SIZE,
        letters: Letters::Go,
    };

    fn start(_: &str, _: Size) -> Self {
        Self { discs: [0; 2], side: Color::Black }
    }

    fn players() -> Vec<NamedPlayer<Self>> {
        vec![
            NamedPlayer {
                name: "search",
                about: "alpha-beta; likes the middle",
                create: |_, _| Ok(Box::new(Searcher(Middle))),
            },
            NamedPlayer { name: "random", about: "any legal move", create: |_, _| Ok(Box::new(Random)) },
        ]
    }

    fn bench() -> &'static [BenchPosition] {
        &[BenchPosition { rule: "normal", size: SIZE, moves: "D1 D2 D3", depth: 12 }]
    }
}

/// The registry of this program.
pub static GAMES: Games = Games(&[GameEntry::of::<ConnectFour>()]);

fn main() -> io::Result<()> {
    let host = Host::new(GAMES, Settings::default(), Resources::new(0, 64));
    serve(&mut Server::new(host), stdin(), &mut stdout())
}
