//! Certificates: made and verified, written by hand.

mod damaged;

use crate::common::folder::Folder;
use crate::common::naive_gomoku::{Naive, place};
use crate::common::random_positions;
use std::collections::HashMap;
use std::fs;
use std::process::{Command, Output};
use tengen::features::solve::verify;
use tengen_core::certificate::Uncertified;
use tengen_core::game::{Color, Game, History, Notation, Vertex};
use tengen_core::search::{Limits, Query, Resources, Stop};
use tengen_games::gomoku::search::vct::{Vct, VctLimits};
use tengen_games::gomoku::search::{Board, certify};
use tengen_games::gomoku::{Gomoku, Point, Rule};

const VCT: &str = include_str!("../data/positions/gomoku_vct.txt");
const VCF: &str = include_str!("../data/positions/gomoku_vcf.txt");

fn certificate(position: &Gomoku, winner: Color, limits: Limits) -> Result<String, Uncertified> {
    let (resources, history, stop) = (Resources::new(1, 1), History::new(position.clone()), Stop::new());
    certify::certificate(&resources.task(&history, Query::new(limits, &stop)), winner, None).map(|found| found.text())
}

fn played(moves: &str) -> Gomoku {
    let mut game = Gomoku::new(Rule::Freestyle, 15);
    for text in moves.split_whitespace() {
        game.play(game.parse_move(text).unwrap());
    }
    game
}

/// A text with the checksum that its lines have, its last one left out.
fn sealed(lines: &[&str]) -> String {
    let body = lines.join("\n") + "\n";
    format!("{body}end {} {:08x}\n", lines.len() - 4, crc32fast::hash(body.as_bytes()))
}

/// A step of a certificate as the plain check reads it.
struct CertificateStep {
    mv: Option<(i32, i32)>,
    other: Option<usize>,
    replies: HashMap<(i32, i32), usize>,
}

/// The check told once more, as plainly as possible: every reply is played on a board of marks, and nothing is remembered.
struct Plain {
    winner: Color,
    plies: u32,
    steps: Vec<CertificateStep>,
}

fn point(text: &str) -> (i32, i32) {
    let Vertex { col, row } = text.parse().unwrap();
    (col.into(), row.into())
}

impl Plain {
    fn of(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let claim: Vec<&str> = lines[3].split(' ').collect();
        let step = |line: &&str| {
            let mut words = line.split(' ');
            let mv = words.next().filter(|&word| word != "-").map(point);
            let mut step = CertificateStep { mv, other: None, replies: HashMap::new() };
            for word in words {
                match word.split_once(':') {
                    None => step.other = Some(word.parse::<usize>().unwrap() - 1),
                    Some((points, next)) => {
                        step.replies
                            .extend(points.split(',').map(|text| (point(text), next.parse::<usize>().unwrap() - 1)));
                    }
                }
            }
            step
        };
        let steps = lines[4..lines.len() - 1].iter().map(step).collect();
        Self { winner: claim[0].parse().unwrap(), plies: claim[3].parse().unwrap(), steps }
    }

    fn holds(&self, position: &Gomoku) -> bool {
        let (root, board) = (self.steps.len() - 1, Naive::of(position));
        let plies = if board.side == self.winner {
            self.wins(&board, root)
        } else {
            self.steps[root].mv.is_none().then(|| self.loses(&board, root)).flatten()
        };
        plies.is_some_and(|plies| plies <= self.plies)
    }

    /// The plies in which the side to move, the winner, wins.
    fn wins(&self, board: &Naive, step: usize) -> Option<u32> {
        let mv = self.steps[step].mv.filter(|mv| board.moves().contains(mv))?;
        let after = board.after(mv);
        if after.has_won(self.winner) { Some(1) } else { self.loses(&after, step).map(|plies| plies + 1) }
    }

    fn loses(&self, board: &Naive, step: usize) -> Option<u32> {
        let CertificateStep { other, replies, .. } = &self.steps[step];
        let moves = board.moves();
        if moves.is_empty() || replies.keys().any(|reply| !moves.contains(reply)) {
            return None;
        }
        // A win of the loser's ends it: looked at first, it is the most frequent end.
        if moves.iter().any(|&reply| board.after(reply).has_won(!self.winner)) {
            return None;
        }
        let listed = moves.iter().filter(|reply| replies.contains_key(reply));
        let others = moves.iter().filter(|reply| !replies.contains_key(reply));
        let mut longest = 0;
        for &reply in listed.chain(others) {
            let after = board.after(reply);
            let next = replies.get(&reply).copied().or(*other)?;
            longest = longest.max(self.wins(&after, next)? + 1);
        }
        Some(longest)
    }
}

#[test]
fn wins_of_the_suites_have_certificates_that_hold() {
    let vct = VCT.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(';').next().unwrap());
    let vcf = VCF.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once(' ').unwrap().1);
    let mut made = 0;
    for moves in vct.chain(vcf) {
        let game = played(moves);
        let text = certificate(&game, game.side_to_move(), Limits::default()).unwrap();
        let held = verify(text.as_bytes()).unwrap();
        assert_eq!(held.winner, game.side_to_move());
        assert!(text.contains(&game.position_text()) && text.contains(&format!("wins within {} plies", held.plies)));
        // The other side has lost after the move.
        let step = text.lines().nth_back(1).unwrap();
        let lost = game.after(game.parse_move(step.split(' ').next().unwrap()).unwrap());
        let text = certificate(&lost, game.side_to_move(), Limits::default()).unwrap();
        let after = verify(text.as_bytes()).unwrap();
        assert_eq!((after.winner, after.plies), (held.winner, held.plies - 1));
        made += 1;
    }
    assert_eq!(made, 25);
}

#[test]
fn the_program_writes_certificates_and_checks_them() {
    let own = Folder::new("certificates");
    let (problem, folder) = (own.join("problems.txt"), own.join("made"));
    let run = |words: &[&str]| -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["solve", "--threads", "1", "--game", "gomoku"]).args(words).output().unwrap()
    };
    let stdout = |output: &Output| String::from_utf8(output.stdout.clone()).unwrap();
    let moves = VCT.lines().find(|line| !line.starts_with('#')).unwrap();
    fs::write(&problem, format!("{moves}\nh8 a1 h9 a3 h10 a5 h11 a7\n")).unwrap();
    let (problem, target) = (problem.to_str().unwrap(), folder.to_str().unwrap());
    let output = run(&[problem, "--certificates", target]);
    assert!(output.status.success());
    assert!(stdout(&output).contains("2 positions: 2 proven, 1 right, 0 wrong, 2 certificates; "), "{output:?}");
    let files = [1, 2].map(|line| folder.join(format!("problems-{line}.txt")));
    let names = files.each_ref().map(|file| file.to_str().unwrap());
    let output = run(&["--verify", names[0], names[1]]);
    assert!(output.status.success());
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with(&format!("{}: verified: White wins within ", names[0])), "{text}");
    assert_eq!(lines[1], format!("{}: verified: Black wins within 1 ply (1 position)", names[1]));
    let damaged = fs::read_to_string(&files[1]).unwrap().replace("within 1 ", "within 3 ");
    fs::write(&files[1], damaged).unwrap();
    let output = run(&["--verify", names[0], names[1]]);
    assert!(!output.status.success());
    let refused = format!("{}: refused: line 6: the checksum is another: the file is damaged", names[1]);
    assert_eq!(stdout(&output).lines().nth(1), Some(&*refused));
}

/// White has an open three: Black may stop it at either end, or not.
const BY_HAND: [&str; 8] = [
    "tengen-certificate 1",
    "Gomoku freestyle 7",
    "......./......./......./..OOO../......./......./X.X...X:w",
    "white wins within 3 plies",
    "G4",
    "B4",
    "A4",
    "F4 1 G4:2",
];

#[test]
fn a_certificate_written_by_hand_holds() {
    let held = verify(sealed(&BY_HAND).as_bytes()).unwrap();
    assert_eq!((held.winner, held.plies), (Color::White, 3));
    // Black to move has lost to an open four already.
    let mut lost = BY_HAND;
    (lost[2], lost[3], lost[7]) =
        ("......./......./......./..OOOO./......./......./X.X...X:b", "white wins within 2 plies", "- 1 G4:2");
    let held = verify(sealed(&lost).as_bytes()).unwrap();
    assert_eq!((held.winner, held.plies), (Color::White, 2));
}

#[test]
fn a_certificate_is_its_text_whatever_its_line_ends() {
    let text = sealed(&BY_HAND);
    let held = verify(text.as_bytes());
    assert!(held.is_ok());
    for written in [text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        assert_eq!(verify(written.as_bytes()), held, "{written:?}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let refused = |line: usize, text: &str| {
        let mut lines = BY_HAND;
        lines[line - 1] = text;
        verify(sealed(&lines).as_bytes()).unwrap_err().to_string()
    };
    for (line, text, expected) in [
        (1, "tengen-certificate 2", "line 1: expected tengen-certificate 1"),
        (2, "Chess normal 8", "line 2: there is no game Chess; known: Othello Gomoku Mill"),
        (2, "Othello normal 8", "line 2: the game has no certificates"),
        (3, "...:w", "line 3: expected 7 rows of 7 places, as in "),
        (3, "......./......./......./.OOOOO./......./......./X.X...X:w", "line 3: expected a game that goes on"),
        (4, "White wins", "line 4: expected black or white, and `wins within N plies`"),
        (4, "white wins within 2 plies", "line 4: expected a bound of 3 plies or more, not 2"),
        (4, "black wins within 3 plies", "line 8: expected no move of the winner's: the loser is to move"),
        (5, "G4 2", "line 5: expected MOVE, the step for other replies, and REPLY,...:STEP, steps from lines before"),
        (5, "A4", "line 5: after F4 B1 A4: expected an answer to D1"),
        (6, "C4", "line 6: after F4 G4: expected a legal move, not C4"),
        (6, "-", "line 6: after F4 G4: expected a move: the winner is to move"),
        (8, "F4 1", "line 5: after F4 G4: expected a legal move, not G4"),
        (8, "F4 G4:2", "line 8: after F4: expected an answer to B1"),
        (8, "F4 1 G4,G4:2", "line 8: after F4: expected a legal reply, once, not G4"),
        (
            8,
            "H4 1 G4:2",
            "line 8: expected MOVE, the step for other replies, and REPLY,...:STEP, steps from lines before",
        ),
    ] {
        let found = refused(line, text);
        assert!(found.starts_with(expected), "{text}: {found}");
    }
    let text = sealed(&BY_HAND);
    for text in [&text[..text.len() - 1], "", "\n", "\0", "tengen-certificate 1\nGomoku freestyle 7\n"] {
        assert!(verify(text.as_bytes()).is_err(), "{text}");
    }
}

/// Certificates of positions of random games on small boards, all rule sets.
fn small_certificates(size: u8, games: u64) -> Vec<(Gomoku, String)> {
    let mut found = Vec::new();
    for rule in Rule::ALL {
        for game in random_positions(&Gomoku::new(rule, size), games, 30) {
            if game.outcome().is_some() {
                continue;
            }
            let effort = VctLimits { nodes: 2000, threes: 4 };
            let plies = Vct::default().search(&mut Board::new(&game), effort, &mut || Ok(())).unwrap();
            if plies.is_some_and(|plies| plies > 3) {
                let text = certificate(&game, game.side_to_move(), Limits::default());
                let text = text.unwrap_or_else(|error| panic!("{error}: {}", game.drawing()));
                found.push((game, text));
            }
        }
    }
    found
}

#[test]
fn every_win_by_threats_has_a_certificate_under_every_rule_set() {
    let found = small_certificates(8, 25);
    for rule in Rule::ALL {
        assert!(found.iter().filter(|(game, _)| game.rule() == rule).count() >= 10, "{rule:?}");
    }
    for (game, text) in &found {
        verify(text.as_bytes()).unwrap();
        if text.lines().count() < 11 {
            assert!(Plain::of(text).holds(game), "{text}");
        }
    }
}

#[test]
fn what_is_not_won_has_no_certificate() {
    let game = Gomoku::new(Rule::Freestyle, 15);
    for side in Color::BOTH {
        assert_eq!(certificate(&game, side, Limits::depth(4)), Err(Uncertified::NotFound));
    }
    let game = played(VCT.lines().nth(4).unwrap().split(';').next().unwrap());
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    assert_eq!(certificate(&game, game.side_to_move(), limits), Err(Uncertified::Stopped));
}

/// The coordinates of the plain check are those of the rules.
#[test]
fn points_are_read_alike() {
    assert_eq!(point("J9"), place(Point::new(8, 8)));
}
