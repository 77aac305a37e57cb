//! Thinking on the opponent's time: when, about what, to what use, and at once no more when there is input.

use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tengen::engine::room::Question;
use tengen::engine::{GAMES, Room, Settings};
use tengen::gtp::{Server, serve};
use tengen::search::{Limits, Resources, Stop};

/// A room with one search thread, where all searches go to this depth.
fn room(depth: u32) -> Room {
    let settings = Settings { threads: 1, hash: 4, depth: Some(depth), ponder: true, ..Settings::default() };
    Room::new(GAMES, settings, Resources::new(1, 4))
}

/// Generates a move and plays it; the reply that is expected, and the nodes.
fn generate(room: &mut Room) -> (Option<String>, u64) {
    let (color, stop) = (room.engine().side_to_move(), Stop::new());
    let answer = room.think(&Question::new(color, room.limits(color), &stop), &mut |_| ()).unwrap();
    let found = (answer.report.lines.first().and_then(|line| line.pv.get(1).cloned()), answer.report.nodes);
    room.accept(color, answer, Duration::ZERO).unwrap();
    found
}

fn play(room: &mut Room, text: &str) {
    let color = room.engine().side_to_move();
    room.engine_mut().play(color, text).unwrap();
}

#[test]
fn the_next_search_goes_on_from_what_was_pondered() {
    for (game, depth) in [("othello", 8), ("gomoku", 4), ("mill", 5)] {
        let mut room = room(depth);
        room.set_game(game).unwrap();
        if game == "mill" {
            room.set_rule("morris9").unwrap();
        }
        let first = room.engine().legal_moves()[0].clone();
        play(&mut room, &first);
        let reply = generate(&mut room).0.unwrap();
        let pondered = room.ponder(&Stop::new()).unwrap();
        assert_eq!(pondered.report.depth, depth);
        assert!(pondered.report.nodes > 100);
        // A second time there is nothing left to do.
        let again = room.ponder(&Stop::new()).unwrap();
        assert_eq!((&again.text, again.report.depth), (&pondered.text, depth));
        assert!(again.report.nodes < pondered.report.nodes / 4);

        play(&mut room, &reply);
        let (color, stop) = (room.engine().side_to_move(), Stop::new());
        let ask = |room: &Room, limits| room.think(&Question::new(color, limits, &stop), &mut |_| ()).unwrap();
        let answer = ask(&room, room.limits(color));
        assert_eq!((&answer.text, answer.report.depth), (&pondered.text, depth));
        assert_eq!(answer.report.lines[0].score, pondered.report.lines[0].score);
        assert!(answer.report.nodes < pondered.report.nodes / 4, "{game}");
        // Deeper is new; less deep is a search of its own.
        for depth in [depth + 1, depth - 1] {
            let answer = ask(&room, Limits::depth(depth));
            assert!(answer.report.depth == depth && answer.report.nodes > 0);
        }
        // Another reply than the one expected is thought about from the beginning.
        room.engine_mut().undo(1).unwrap();
        let other = room.engine().legal_moves().into_iter().find(|text| *text != reply).unwrap();
        play(&mut room, &other);
        let answer = ask(&room, room.limits(color));
        assert!(answer.report.depth == depth && answer.report.nodes > 0);
        assert!(room.engine().legal_moves().contains(&answer.text));
    }
}

#[test]
fn there_is_nothing_to_ponder_but_after_a_generated_move() {
    let mut room = room(3);
    let ponders = |room: &mut Room| room.ponder(&Stop::new()).is_some();
    assert!(!ponders(&mut room), "nothing was generated");
    let (reply, _) = generate(&mut room);
    assert!(ponders(&mut room));
    let raised = Stop::new();
    raised.raise();
    assert!(room.ponder(&raised).is_none());
    play(&mut room, &reply.unwrap());
    assert!(!ponders(&mut room), "it is our turn");
    room.engine_mut().undo(1).unwrap();
    assert!(ponders(&mut room), "it is the opponent's turn again");
    room.engine_mut().undo(1).unwrap();
    assert!(!ponders(&mut room));
    generate(&mut room);
    room.settings_mut().ponder = false;
    assert!(!ponders(&mut room));
    room.settings_mut().ponder = true;
    room.clear();
    assert!(!ponders(&mut room), "a new game");
    room.engine_mut().set_player("random").unwrap();
    let stop = Stop::new();
    let color = room.engine().side_to_move();
    let answer = room.think(&Question::new(color, Limits::default(), &stop), &mut |_| ()).unwrap();
    room.accept(color, answer, Duration::ZERO).unwrap();
    assert!(!ponders(&mut room), "a player that does not think");
}

/// Pondering leaves the board alone, and a game ends as it may.
#[test]
fn a_game_with_pondering_is_a_game() {
    let mut room = room(2);
    room.set_size(4).unwrap();
    while room.engine().outcome().is_none() {
        let before = room.engine().position_text();
        room.ponder(&Stop::new());
        assert_eq!(room.engine().position_text(), before);
        generate(&mut room);
    }
    assert!(room.ponder(&Stop::new()).is_none());
}

/// Input that comes late.
struct Late(&'static [u8]);

impl Read for Late {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        sleep(Duration::from_millis(100));
        self.0.read(buffer)
    }
}

/// A server can be left and come back to: what it pondered for the last client does not keep the next one waiting.
#[test]
fn nothing_is_pondered_before_the_first_input() {
    let settings = Settings { threads: 1, hash: 1, movetime: Some(0.01), ponder: true, ..Settings::default() };
    let mut server = Server::new(Room::new(GAMES, settings, Resources::new(1, 1)), None);
    for input in ["genmove b\n", "name\n"] {
        let mut output = Vec::new();
        serve(&mut server, Late(input.as_bytes()), &mut output).unwrap();
        assert!(output.starts_with(b"= ") && output.ends_with(b"\n\n"));
    }
}

/// The program as a client sees it.
struct Client {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Client {
    fn start(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.args(["--threads", "1", "--hash", "1", "--movetime", "0.05"]).args(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout }
    }

    /// Sends a command; its answer without the mark.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.stdin, "{command}").unwrap();
        let mut text = String::new();
        while !text.ends_with("\n\n") {
            assert!(self.stdout.read_line(&mut text).unwrap() > 0, "the program ended");
        }
        text.trim_start_matches(['=', ' ']).trim_end().to_owned()
    }

    /// Processor time that it takes in a third of a second.
    fn busy(&mut self) -> f64 {
        let mut time = || self.ask("cputime").parse::<f64>().unwrap();
        let before = time();
        sleep(Duration::from_millis(333));
        time() - before
    }

    fn end(mut self) {
        drop(self.stdin);
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn it_thinks_while_it_waits_and_answers_at_once() {
    let mut client = Client::start(&[]);
    client.ask("genmove b");
    // The first search has weights unpacked for the next ones; that ends.
    assert!((0..30).any(|_| client.busy() < 0.02), "off where nobody asks for it");
    assert_eq!(client.ask("set_ponder maybe"), "? syntax error");
    assert_eq!(client.ask("set_ponder on"), "");
    assert!(client.busy() > 0.02);
    let mut times: Vec<_> = (0..40)
        .map(|_| {
            sleep(Duration::from_millis(3));
            let asked = Instant::now();
            assert_eq!(client.ask("name"), "Tengen");
            asked.elapsed()
        })
        .collect();
    times.sort_unstable();
    assert!(times[times.len() / 2] < Duration::from_millis(20), "{times:?}");
    assert_eq!(client.ask("set_ponder off"), "");
    assert!(client.busy() < 0.02);
    client.end();
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut client = Client::start(&["--ponder"]);
    client.ask("genmove b");
    assert!(client.busy() > 0.02);
    let asked = Instant::now();
    client.end();
    assert!(asked.elapsed() < Duration::from_secs(5));
}
