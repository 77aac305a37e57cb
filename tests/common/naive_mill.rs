//! Mill told once more, as plainly as possible: names of points, lists of lines, and moves as their texts.

use std::collections::{BTreeMap, BTreeSet};

pub const NAMES: [&str; 24] = [
    "A7", "D7", "G7", "G4", "G1", "D1", "A1", "A4", "B6", "D6", "F6", "F4", "F2", "D2", "B2", "B4", "C5", "D5", "E5",
    "E4", "E3", "D3", "C3", "C4",
];

/// The lines of three by three points that the squares do not have.
const CENTRED: [[&str; 3]; 4] = [["C4", "D4", "E4"], ["D3", "D4", "D5"], ["C3", "D4", "E5"], ["C5", "D4", "E3"]];

const LINES: [[&str; 3]; 20] = [
    ["A7", "D7", "G7"],
    ["B6", "D6", "F6"],
    ["C5", "D5", "E5"],
    ["A4", "B4", "C4"],
    ["E4", "F4", "G4"],
    ["C3", "D3", "E3"],
    ["B2", "D2", "F2"],
    ["A1", "D1", "G1"],
    ["A1", "A4", "A7"],
    ["B2", "B4", "B6"],
    ["C3", "C4", "C5"],
    ["D1", "D2", "D3"],
    ["D5", "D6", "D7"],
    ["E3", "E4", "E5"],
    ["F2", "F4", "F6"],
    ["G1", "G4", "G7"],
    ["A7", "B6", "C5"],
    ["G7", "F6", "E5"],
    ["G1", "F2", "E3"],
    ["A1", "B2", "C3"],
];

#[derive(Clone, Debug)]
pub struct Naive {
    /// The rule set without its options.
    pub rule: &'static str,
    options: Vec<&'static str>,
    board: BTreeMap<&'static str, char>,
    hands: BTreeMap<char, usize>,
    pub side: char,
    quiet: usize,
}

fn other(side: char) -> char {
    if side == 'X' { 'O' } else { 'X' }
}

impl Naive {
    /// The beginning of the game under a rule set, with options or without: `morris9+fly4`.
    pub fn new(name: &'static str) -> Self {
        let mut words = name.split('+');
        let rule = words.next().unwrap();
        let stones = match rule {
            "zhiqi" | "morris12" => 12,
            "lasker" => 10,
            "morris6" => 6,
            "morris3" => 3,
            _ => 9,
        };
        // The outer square comes first.
        let points = match rule {
            "morris6" => NAMES[8..].to_vec(),
            "morris3" => [&NAMES[16..], &["D4"]].concat(),
            _ => NAMES.to_vec(),
        };
        Self {
            rule,
            options: words.collect(),
            board: points.into_iter().map(|name| (name, '.')).collect(),
            hands: BTreeMap::from([('X', stones), ('O', stones)]),
            side: 'X',
            quiet: 0,
        }
    }

    /// The lines as they are drawn for three squares, and through the centre; parts of them may lie outside the board.
    fn drawn(&self) -> impl Iterator<Item = &'static [&'static str; 3]> {
        let squares = if matches!(self.rule, "zhiqi" | "morris12") { &LINES[..] } else { &LINES[..16] };
        squares.iter().chain(&CENTRED)
    }

    fn lines(&self) -> impl Iterator<Item = &'static [&'static str; 3]> {
        self.drawn().filter(|line| line.iter().all(|at| self.board.contains_key(at)))
    }

    fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    /// The number behind a word among the options.
    fn number(&self, word: &str) -> Option<usize> {
        self.options.iter().find_map(|option| option.strip_prefix(word)?.parse().ok())
    }

    fn with(&self, mark: char) -> Vec<&'static str> {
        self.board.iter().filter(|&(_, &at)| at == mark).map(|(&name, _)| name).collect()
    }

    fn in_a_line(&self, name: &str) -> bool {
        let mark = self.board[name];
        self.lines().any(|line| line.contains(&name) && line.iter().all(|at| self.board[at] == mark))
    }

    fn next_to(&self, a: &str, b: &str) -> bool {
        self.drawn().any(|line| line.contains(&a) && line.contains(&b) && (line[1] == a || line[1] == b))
    }

    /// The board with a stone of the side to move put on `to`.
    fn put(&self, from: Option<&'static str>, to: &'static str) -> Self {
        let mut after = self.clone();
        after.board.insert(to, self.side);
        match from {
            Some(from) => after.board.insert(from, '.').map(|_| ()),
            None => after.hands.get_mut(&self.side).map(|hand| *hand -= 1),
        };
        after
    }

    fn zhiqi_turns(&self) -> Vec<String> {
        let enemy = other(self.side);
        let mut turns = Vec::new();
        for to in self.with('.') {
            if self.put(None, to).in_a_line(to) {
                turns.push(to.to_string());
                continue;
            }
            let (mut carried, mut clamped) = (Vec::new(), Vec::new());
            for [a, centre, b] in LINES {
                if centre == to && self.board[a] == enemy && self.board[b] == enemy {
                    carried.extend([a, b]);
                }
                for (near, far) in [(a, b), (b, a)] {
                    if near == to && self.board[centre] == enemy && self.board[far] == self.side {
                        clamped.push(centre);
                    }
                }
            }
            for captured in [&mut carried, &mut clamped] {
                captured.sort_unstable();
                if !captured.is_empty() {
                    turns.push(format!("{to}X{}", captured.join("X")));
                }
            }
            if carried.is_empty() && clamped.is_empty() {
                turns.push(to.to_string());
            }
        }
        turns
    }

    /// The stones of the side that is not to move that a mill may remove.
    fn removable(&self) -> Vec<&'static str> {
        let enemy = self.with(other(self.side));
        let loose: Vec<_> = enemy.iter().copied().filter(|name| !self.in_a_line(name)).collect();
        if self.has("any") || (loose.is_empty() && !self.has("loose")) { enemy } else { loose }
    }

    /// Every set of stones that mills may remove one by one, as many as there are mills, if there are as many.
    fn removals(&self, mills: usize) -> BTreeSet<BTreeSet<&'static str>> {
        let mut sets = BTreeSet::new();
        for stone in if mills > 0 { self.removable() } else { Vec::new() } {
            let mut after = self.clone();
            after.board.insert(stone, '.');
            for mut set in after.removals(mills - 1) {
                set.insert(stone);
                sets.insert(set);
            }
        }
        if sets.is_empty() { BTreeSet::from([BTreeSet::new()]) } else { sets }
    }

    fn morris_turns(&self) -> Vec<String> {
        let own = self.with(self.side);
        let placed = self.hands[&self.side] == 0;
        let most =
            self.number("fly").unwrap_or(if matches!(self.rule, "chengsan" | "morris6" | "morris3") { 0 } else { 3 });
        let flies = placed && own.len() <= most;
        let mut turns = Vec::new();
        for to in self.with('.') {
            let mut origins = Vec::new();
            if !placed {
                origins.push(None);
            }
            if placed || self.rule == "lasker" {
                origins.extend(own.iter().copied().filter(|from| flies || self.next_to(from, to)).map(Some));
            }
            for from in origins {
                let text = from.map_or(to.to_string(), |from| format!("{from}-{to}"));
                let after = self.put(from, to);
                let full = |line: &&[&str; 3]| line.contains(&to) && line.iter().all(|at| after.board[at] == self.side);
                let mills = self.lines().filter(full).count();
                let removed = match mills {
                    _ if self.rule == "morris3" => 0,
                    mills if self.has("multiple") => mills,
                    mills => mills.min(1),
                };
                for set in after.removals(removed) {
                    turns.push(set.iter().fold(text.clone(), |text, stone| format!("{text}X{stone}")));
                }
            }
        }
        turns
    }

    fn all_turns(&self) -> Vec<String> {
        if self.rule == "zhiqi" { self.zhiqi_turns() } else { self.morris_turns() }
    }

    /// The result as `final_score` writes it; empty while the game goes on.
    pub fn result(&self) -> &'static str {
        let win = |side| if side == 'X' { "B+1" } else { "W+1" };
        let by_line = matches!(self.rule, "zhiqi" | "morris3");
        for side in ['X', 'O'] {
            if by_line && self.with(side).into_iter().any(|name| self.in_a_line(name)) {
                return win(side);
            }
        }
        if self.rule == "zhiqi" {
            let played_out = self.hands.values().all(|&hand| hand == 0) || self.with('.').is_empty();
            return if played_out { "0" } else { "" };
        }
        for side in [self.side, other(self.side)] {
            if self.with(side).len() + self.hands[&side] < 3 {
                return win(other(side));
            }
        }
        match self.quiet {
            _ if self.all_turns().is_empty() => win(other(self.side)),
            quiet if quiet >= self.number("draw").unwrap_or(100) => "0",
            _ => "",
        }
    }

    /// The legal moves, sorted by text.
    pub fn turns(&self) -> Vec<String> {
        let mut turns = if self.result().is_empty() { self.all_turns() } else { Vec::new() };
        turns.sort();
        turns
    }

    pub fn play(&mut self, text: &str) {
        let mut parts = text.split('X');
        let known = |name: &str| NAMES.into_iter().chain(["D4"]).find(|&known| known == name).unwrap();
        let (from, to) = match parts.next().unwrap().split_once('-') {
            Some((from, to)) => (Some(known(from)), known(to)),
            None => (None, known(text.split('X').next().unwrap())),
        };
        *self = self.put(from, to);
        let captured: Vec<_> = parts.map(known).collect();
        self.quiet = if captured.is_empty() && self.rule != "zhiqi" { self.quiet + 1 } else { 0 };
        let placing = self.rule == "chengsan" && self.hands.values().any(|&hand| hand > 0);
        for name in captured {
            self.board.insert(name, if placing { '*' } else { '.' });
        }
        for mark in self.board.values_mut().filter(|mark| **mark == '*' && !placing) {
            *mark = '.';
        }
        self.side = other(self.side);
    }

    /// The position as the engine writes it.
    pub fn text(&self) -> String {
        let mark = |name| self.board.get(name).copied().unwrap_or('.');
        let rings: Vec<String> = NAMES.chunks(8).map(|ring| ring.iter().map(mark).collect()).collect();
        let centre = self.board.get("D4").map(char::to_string).unwrap_or_default();
        let side = if self.side == 'X' { 'B' } else { 'W' };
        format!("{}{centre}/{side}/{}/{}/{}", rings.join("/"), self.hands[&'X'], self.hands[&'O'], self.quiet)
    }
}
