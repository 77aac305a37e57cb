//! `tengen web` under load: many pages play whole games at once, every answer is checked by rules told once more.

#[path = "../protocols/web_client.rs"]
pub mod web_client;

use crate::common::naive_gomoku::Naive as Gomoku;
use crate::common::naive_mill::Naive as Mill;
use crate::common::naive_othello::Naive as Othello;
use crate::common::process::until;
use std::fs;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use tengen_core::game::{Color, Vertex};
use tengen_games::gomoku::Rule;
use web_client::{PageSettings, Web};

/// Rules that know nothing of the program's.
enum Rules {
    Othello(Othello),
    Gomoku(Gomoku, &'static str),
    /// With the positions of the game, but for the plies without a removal.
    Mill(Mill, Vec<String>),
}

/// Games and rule sets.
const GAMES: [(&str, &str); 8] = [
    ("othello", "normal"),
    ("gomoku", "freestyle"),
    ("gomoku", "standard"),
    ("mill", "zhiqi"),
    ("mill", "morris9"),
    ("mill", "lasker"),
    ("mill", "morris12"),
    ("mill", "chengsan"),
];

impl Rules {
    fn new(rule: &'static str) -> Self {
        match rule {
            "normal" => Self::Othello(Othello::of(&tengen_games::othello::Othello::new(8))),
            "freestyle" => Self::Gomoku(Gomoku::new(Rule::Freestyle, 15), ""),
            "standard" => Self::Gomoku(Gomoku::new(Rule::Standard, 15), ""),
            rule => Self::Mill(Mill::new(rule), Vec::new()),
        }
    }

    fn legal(&self) -> Vec<String> {
        match self {
            Self::Othello(game) => game.texts(),
            Self::Gomoku(game, "") => {
                game.moves().into_iter().map(|(col, row)| Vertex::new(col as u8, row as u8).to_string()).collect()
            }
            Self::Gomoku(..) => Vec::new(),
            Self::Mill(_, seen) if is_third(seen) => Vec::new(),
            Self::Mill(game, _) => game.turns(),
        }
    }

    fn play(&mut self, text: &str) {
        match self {
            Self::Othello(game) => game.play(text),
            Self::Gomoku(game, result) => {
                let side = game.side;
                let vertex: Vertex = text.parse().unwrap();
                *game = game.after((vertex.col.into(), vertex.row.into()));
                if game.has_won(side) {
                    *result = if side == Color::Black { "B+1" } else { "W+1" };
                } else if game.moves().is_empty() {
                    *result = "0";
                }
            }
            Self::Mill(game, seen) => {
                game.play(text);
                seen.push(game.text().rsplit_once('/').unwrap().0.to_owned());
            }
        }
    }

    /// The score as `final_score` writes it.
    fn result(&self) -> String {
        match self {
            Self::Othello(game) => {
                let margin = game.margin().unwrap();
                let black = if game.side == Color::Black { margin } else { -margin };
                match black {
                    0 => "0".to_owned(),
                    1.. => format!("B+{black}"),
                    _ => format!("W+{}", -black),
                }
            }
            Self::Gomoku(_, result) => (*result).to_owned(),
            Self::Mill(game, seen) => match game.result() {
                "" if is_third(seen) => "0".to_owned(),
                result => result.to_owned(),
            },
        }
    }
}

/// True where the last position stands for the third time.
fn is_third(seen: &[String]) -> bool {
    seen.last().is_some_and(|last| seen.iter().filter(|&known| known == last).count() == 3)
}

/// How long answers took, in ms: to moves that were played, and to those asked for.
#[derive(Default)]
struct Times {
    played: Vec<f64>,
    generated: Vec<f64>,
    games: usize,
}

/// Plays games until it is told to stop; Black's moves by chance, White's by the program.
fn play(page: &mut PageSettings, seed: u64, stop: &AtomicBool) -> Times {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut times = Times::default();
    let ask = |page: &mut PageSettings, command: &str, all: fn(&mut Times) -> &mut Vec<f64>, times: &mut Times| {
        let begun = Instant::now();
        let answer = page.ask(command);
        all(times).push(begun.elapsed().as_secs_f64() * 1e3);
        answer
    };
    while !stop.load(Relaxed) {
        let (game, name) = GAMES[rng.usize(..GAMES.len())];
        let mut rules = Rules::new(name);
        assert_eq!(page.ask(&format!("set_game {game}")), "=\n\n");
        assert_eq!(page.ask(&format!("set_rule {name}")), "=\n\n");
        assert_eq!(page.ask(&format!("set_level {}", rng.u8(1..=3))), "=\n\n");
        for side in ["b", "w"].into_iter().cycle() {
            let legal = rules.legal();
            if legal.is_empty() || stop.load(Relaxed) {
                break;
            }
            let mv = if side == "b" {
                let mv = legal[rng.usize(..legal.len())].clone();
                assert_eq!(
                    ask(page, &format!("play b {mv}"), |times| &mut times.played, &mut times),
                    "=\n\n",
                    "{name} {mv}"
                );
                mv
            } else {
                let answer = ask(page, "genmove w", |times| &mut times.generated, &mut times);
                let mv = answer.trim_start_matches('=').trim().to_uppercase();
                assert!(legal.contains(&mv), "{name}: {answer:?} of {legal:?}");
                mv
            };
            rules.play(&mv);
        }
        if rules.legal().is_empty() {
            assert_eq!(page.ask("final_score"), format!("= {}\n\n", rules.result()), "{name}");
            times.games += 1;
        }
    }
    times
}

/// A number that the system has of a process.
fn status(process: u32, name: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// MiB of a process in memory.
pub fn memory(process: u32) -> f64 {
    status(process, "VmRSS") / 1024.0
}

/// The value that a part of all does not exceed.
fn percentile(all: &mut [f64], part: f64) -> f64 {
    all.sort_by(f64::total_cmp);
    all[((all.len() - 1) as f64 * part) as usize]
}

#[test]
#[serial_test::serial]
#[ignore = "ten minutes; TENGEN_LOAD=SESSIONS,SECONDS for others than 200,600, 40 sessions or more"]
fn two_hundred_pages_play_whole_games() {
    let load = std::env::var("TENGEN_LOAD").unwrap_or("200,600".to_owned());
    let (sessions, seconds) = load.split_once(',').expect("SESSIONS,SECONDS");
    let (sessions, seconds): (u64, u64) = (sessions.parse().unwrap(), seconds.parse().unwrap());
    // Three pages more never read, or analyse without end; others say nothing at all.
    let web = Web::start(&["--sessions", &(sessions + 6).to_string()]);
    let process = web.process.id();
    // What all sessions share is in memory once every game was played.
    let mut first = web.page("first");
    for (game, rule) in GAMES {
        first.ask(&format!("set_game {game}"));
        first.ask(&format!("set_rule {rule}"));
        first.ask("set_level 1");
        first.ask("genmove b");
    }
    first.ask("quit");
    let before = memory(process);
    let _silent: Vec<_> = (0..200).map(|_| TcpStream::connect(&web.host).unwrap()).collect();
    let mut endless: Vec<_> = (0..3).map(|number| web.page(&format!("endless{number}"))).collect();
    for page in &mut endless {
        page.send("set_game gomoku\nset_rule renju\nlz-analyze 1\n");
    }
    let mut deaf: Vec<_> = (0..3).map(|number| web.page(&format!("deaf{number}"))).collect();
    for page in &mut deaf {
        page.send(&"list_commands\n".repeat(4000));
    }
    let (stop, mut most) = (AtomicBool::new(false), before);
    let all: Vec<Times> = thread::scope(|scope| {
        let play = |seed| {
            let (web, stop) = (&web, &stop);
            scope.spawn(move || play(&mut web.page(&format!("tab{seed}")), seed, stop))
        };
        let players: Vec<_> = (0..sessions).map(play).collect();
        for _ in 0..seconds {
            thread::sleep(Duration::from_secs(1));
            most = most.max(memory(process));
        }
        stop.store(true, Relaxed);
        players.into_iter().map(|player| player.join().expect("every answer is right")).collect()
    });
    drop((endless, deaf));
    // The sessions end when others need their places.
    let mut last: Vec<_> = (0..sessions + 6).map(|number| web.page_at_last(&format!("last{number}"))).collect();
    for page in &mut last {
        assert_eq!(page.ask("quit"), "=\n\n");
    }
    assert_eq!(web.page("end").ask("name"), "= Tengen\n\n");
    // Their threads end a moment later, and leave little behind.
    until("no thread plays", || (status(process, "Threads") < 10.0).then_some(()));
    let little = before + 0.5 * (most - before);
    let after = until("the memory of the sessions is given back", || Some(memory(process)).filter(|now| *now < little));
    let games: usize = all.iter().map(|times| times.games).sum();
    println!("{sessions} sessions, {seconds} s: {games} whole games");
    for (what, times) in
        [("play", |times: &Times| times.played.clone()), ("genmove", |times: &Times| times.generated.clone())]
            as [(&str, fn(&Times) -> Vec<f64>); 2]
    {
        let mut all: Vec<f64> = all.iter().flat_map(times).collect();
        let [half, most, nearly, last] = [0.5, 0.9, 0.99, 1.0].map(|part| percentile(&mut all, part));
        println!(
            "{what}: {} answers; 50 % in {half:.1} ms, 90 % {most:.1}, 99 % {nearly:.1}, all {last:.0}",
            all.len()
        );
    }
    println!("memory: {before:.0} MiB before, {most:.0} at most, {after:.0} after");
    assert!(games > 0, "no game came to its end");
}
