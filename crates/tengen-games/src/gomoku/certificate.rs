//! Certificates of wins: the winner's move for every reply of the loser, down to the winning row.
//!
//! A certificate is a text file: a head, a step a line, a checksum. [`Certificate::verify`] knows the rules ([`Gomoku`]) and nothing
//! of the search that found the win.

pub(super) mod verify;

use super::bits::Point;
use super::board::Gomoku;
use std::fmt::Write as _;
use tengen_core::certificate::{MAGIC, Refused};
use tengen_core::game::{Color, Notation as _, Size, Variant, Vertex};
use tengen_core::playable::Playable as _;

/// The number of lines before the first step.
const HEAD: usize = 4;

/// The text that stands in place of a step's move where the step has none.
const NO_MOVE: &str = "-";

/// A move of the winner's, and the steps that follow it. A step is not bound to a position: positions that are won in the same
/// way share it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct CertificateStep {
    /// The winner's move; `None` only in the last step of a certificate, where the loser is to move first.
    pub mv: Option<Point>,
    /// The index of the step that answers all replies that [`CertificateStep::replies`] does not list.
    pub other: Option<u32>,
    /// Replies, each with the index of the step that answers it.
    pub replies: Vec<(Point, u32)>,
}

impl CertificateStep {
    /// A step whose move makes a winning row.
    pub const fn last(mv: Point) -> Self {
        Self { mv: Some(mv), other: None, replies: Vec::new() }
    }
}

/// A win of a side, with its proof.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    /// The position that is won.
    pub position: Gomoku,
    /// The side that wins.
    pub winner: Color,
    /// The most plies that the win takes.
    pub plies: u32,
    /// The steps, each behind those that follow it in play. The last step is that of the position.
    pub steps: Vec<CertificateStep>,
}

impl Certificate {
    /// The certificate as the text of a file.
    pub fn text(&self) -> String {
        let (rule, size) = (self.position.rule().name().to_owned(), Size::square(self.position.size()));
        let variant = Variant { game: Gomoku::INFO.name.to_owned(), rule, size };
        let (position, winner, plies) = (self.position.position_text(), self.winner, self.plies);
        let mut text = format!("{MAGIC}\n{variant}\n{position}\n{winner} wins within {plies} plies\n");
        for step in &self.steps {
            write(&mut text, step);
        }
        let checksum = crc32fast::hash(text.as_bytes());
        let _ = writeln!(text, "end {} {checksum:08x}", self.steps.len());
        text
    }

    /// Reads the text of a certificate of the rule set and size of `start`.
    ///
    /// # Errors
    /// [`Refused`] with the line that is wrong, and what was expected.
    pub fn parse(start: &Gomoku, text: &[u8]) -> Result<Self, Refused> {
        let not_text = |_| Refused::new(1, "expected a text of ASCII letters");
        let text = std::str::from_utf8(text).map_err(not_text)?;
        let ending = || Refused::new(text.lines().count(), "expected the last line, end COUNT CHECKSUM, and its end");
        let (before, last) = text.strip_suffix('\n').and_then(|text| text.rsplit_once('\n')).ok_or_else(ending)?;
        let before = &text[..=before.len()];
        let (count, checksum) = last.strip_prefix("end ").and_then(|end| end.split_once(' ')).ok_or_else(ending)?;
        let steps = before.lines().skip(HEAD).count();
        if checksum != format!("{:08x}", crc32fast::hash(before.as_bytes())) || count != steps.to_string() {
            return Err(Refused::new(text.lines().count(), "the checksum is another: the file is damaged"));
        }
        let mut lines = before.split_terminator('\n').zip(1..);
        let mut head = || lines.next().map_or("", |(line, _)| line);
        let [magic, _, position, claim] = [head(), head(), head(), head()];
        if magic != MAGIC {
            return Err(Refused::new(1, format!("expected {MAGIC}")));
        }
        let position = start.parse_position(position).map_err(|error| Refused::new(3, error.to_string()))?;
        let (winner, plies) = parse_claim(claim)
            .ok_or_else(|| Refused::new(HEAD, "expected black or white, and `wins within N plies`"))?;
        let mut steps = Vec::with_capacity(steps);
        for (line, number) in lines {
            let expected = "expected MOVE, the step for other replies, and REPLY,...:STEP, steps from lines before";
            steps.push(step(line, start.size(), steps.len()).ok_or_else(|| Refused::new(number, expected))?);
        }
        Ok(Self { position, winner, plies, steps })
    }
}

/// Appends the line of a step: replies that have the same answer stand together.
fn write(text: &mut String, step: &CertificateStep) {
    let _ = match step.mv {
        Some(mv) => write!(text, "{}", mv.vertex()),
        None => write!(text, "{NO_MOVE}"),
    };
    if let Some(other) = step.other {
        let _ = write!(text, " {}", other + 1);
    }
    let mut replies = step.replies.iter().peekable();
    let mut before = ' ';
    while let Some(&(reply, next)) = replies.next() {
        let _ = write!(text, "{before}{}", reply.vertex());
        before = ',';
        if replies.peek().is_none_or(|&&(_, other)| other != next) {
            let _ = write!(text, ":{}", next + 1);
            before = ' ';
        }
    }
    text.push('\n');
}

fn parse_claim(line: &str) -> Option<(Color, u32)> {
    let (winner, plies) = line.split_once(" wins within ")?;
    let winner = Color::BOTH.into_iter().find(|side| side.name() == winner)?;
    Some((winner, plies.strip_suffix(" plies")?.parse().ok()?))
}

/// Reads a step on a board of `size` lines that comes after `count` other steps.
fn step(line: &str, size: u8, count: usize) -> Option<CertificateStep> {
    let point = |text: &str| {
        let vertex: Vertex = text.parse().ok()?;
        (vertex.col < size && vertex.row < size).then(|| Point::new(vertex.col, vertex.row))
    };
    // A step names earlier steps only, so that no step leads back to itself.
    let number = |text: &str| {
        let number: usize = text.parse().ok()?;
        (1..=count).contains(&number).then(|| number as u32 - 1)
    };
    let mut words = line.split(' ').peekable();
    let mv = match words.next()? {
        NO_MOVE => None,
        text => Some(point(text)?),
    };
    let other = match words.next_if(|word| !word.contains(':')) {
        Some(word) => Some(number(word)?),
        None => None,
    };
    let mut replies = Vec::new();
    for word in words {
        let (points, next) = word.split_once(':')?;
        let next = number(next)?;
        for text in points.split(',') {
            replies.push((point(text)?, next));
        }
    }
    Some(CertificateStep { mv, other, replies })
}
