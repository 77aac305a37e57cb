//! Certificates that are damaged, changed, or written to hold a check up.

use super::{Plain, VCT, certificate, played, sealed, small_certificates};
use fastrand::Rng;
use tengen::features::solve::verify;
use tengen_core::game::{Game as _, Vertex};
use tengen_core::search::Limits;

/// Whatever is changed but the checksum shows in it.
#[test]
fn damaged_files_are_refused() {
    let game = played(VCT.lines().nth(2).unwrap().split(';').next().unwrap());
    let text = certificate(&game, game.side_to_move(), Limits::default()).unwrap();
    let mut rng = Rng::with_seed(7);
    for number in 0..1000 {
        let mut bytes = text.clone().into_bytes();
        let mut lines: Vec<&str> = text.lines().collect();
        let (one, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
        match number % 4 {
            0 => {
                let at = rng.usize(..bytes.len());
                bytes[at] ^= 1 << rng.u8(..8);
            }
            1 => bytes.truncate(rng.usize(..bytes.len())),
            2 => {
                lines.remove(one);
                bytes = (lines.join("\n") + "\n").into_bytes();
            }
            _ => {
                lines.swap(one, other);
                bytes = (lines.join("\n") + "\n").into_bytes();
            }
        }
        if bytes != text.as_bytes() {
            assert!(verify(&bytes).is_err(), "{number}");
        }
    }
}

/// A certificate with one thing in it changed that a reader would not see.
fn changed(text: &str, size: u8, rng: &mut Rng) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let steps = lines.len() - 5;
    let at = 4 + rng.usize(..steps);
    let vertex = |rng: &mut Rng| Vertex::new(rng.u8(..size), rng.u8(..size)).to_string();
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let word = rng.usize(..words.len());
    let before = at - 4;
    match rng.u8(..4) {
        // Another move of the winner's.
        0 => words[0] = vertex(rng),
        // A reply without its answer, or all others without theirs.
        1 if word > 0 => drop(words.remove(word)),
        // Another answer.
        2 if word > 0 && before > 0 => {
            let step = (rng.usize(..before) + 1).to_string();
            words[word] = words[word].split_once(':').map_or(step.clone(), |(reply, _)| format!("{reply}:{step}"));
        }
        // Another reply.
        _ if word > 0 && words[word].contains(':') => {
            words[word] = format!("{}:{}", vertex(rng), words[word].split_once(':').unwrap().1);
        }
        _ => words[0] = vertex(rng),
    }
    let line = words.join(" ");
    let mut lines = lines[..lines.len() - 1].to_vec();
    lines[at] = &line;
    sealed(&lines)
}

#[test]
fn changed_proofs_are_refused_unless_they_are_proofs_still() {
    let mut rng = Rng::with_seed(3);
    let found: Vec<_> = small_certificates(7, 25).into_iter().filter(|(_, text)| text.lines().count() < 16).collect();
    assert!(found.len() >= 20);
    let (mut refused, mut held) = (0, 0);
    while refused + held < 1000 {
        let (game, text) = &found[rng.usize(..found.len())];
        let text = changed(text, game.size(), &mut rng);
        let verified = verify(text.as_bytes());
        assert_eq!(verified.is_ok(), Plain::of(&text).holds(game), "{verified:?}\n{text}");
        *(if verified.is_ok() { &mut held } else { &mut refused }) += 1;
    }
    assert!(refused > 700, "{refused} refused, {held} held");
}

/// Edits of any bytes, with the checksum put right: whatever comes of them, it comes soon.
#[test]
fn no_bytes_hold_a_check_up() {
    let game = played(VCT.lines().nth(2).unwrap().split(';').next().unwrap());
    let text = certificate(&game, game.side_to_move(), Limits::default()).unwrap();
    let body = &text[..=text.trim_end().rfind('\n').unwrap()];
    let mut rng = Rng::with_seed(11);
    for _ in 0..300 {
        let mut bytes = body.as_bytes().to_vec();
        for _ in 0..=rng.usize(..3) {
            let at = rng.usize(..bytes.len());
            bytes[at] = if rng.bool() { rng.u8(..) } else { *rng.choice(b"0123456789ABC,: \n-").unwrap() };
        }
        let count = bytes.split(|&byte| byte == b'\n').count().saturating_sub(5);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(format!("end {count} {checksum:08x}\n").into_bytes());
        let _ = verify(&bytes);
    }
    // Idle moves while two fours stand, on a board where Black can make no five: under a rule set that counts stones at the
    // ends of rows, every reply to each would be looked at.
    let mark = |col, row| if (col + 2 * row) % 5 == 0 { 'O' } else { '.' };
    let rows = (1..17).map(|row| (0..17).map(|col| mark(col, row)).collect::<String>());
    let board: Vec<String> = ["OOOO.........OOOO".to_owned()].into_iter().chain(rows).collect();
    let position = format!("{}:w", board.join("/"));
    let idle = ["G16", "H16", "K16", "L16", "M16", "H15"];
    let mut steps = vec!["E17".to_owned(), "N17".to_owned(), format!("{} 1 E17:2", idle[0])];
    for (number, mv) in idle.into_iter().enumerate().skip(1) {
        steps.push(format!("{mv} {} {},N17:1 E17:2", number + 2, idle[..number].join(",")));
    }
    let lines = |idle: usize| {
        let head = ["tengen-certificate 1", "Gomoku caro 17", &position, "white wins within 99 plies"];
        sealed(&head.into_iter().chain(steps[..idle + 2].iter().map(String::as_str)).collect::<Vec<_>>())
    };
    assert_eq!(verify(lines(2).as_bytes()).unwrap().plies, 5);
    let refused = verify(lines(6).as_bytes()).unwrap_err();
    assert!(refused.why.ends_with("expected a certificate that takes fewer positions for its length"), "{refused}");
}
