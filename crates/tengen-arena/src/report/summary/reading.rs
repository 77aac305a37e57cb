//! A summary as it is read from records, game by game.

use super::{Fault, MAX_FAULTS, Pairing, Player, RunSettings, Summary, command_line};
use crate::header::{EngineHeader, Header};
use crate::record::{GameRecord, RecordLine, Side};
use crate::report::sources::{Boards, ReportError, Sources, each_game};
use crate::stats::{Sprt, Wdl};
use std::collections::{HashMap, HashSet};
use tengen_core::game::Color;
use tengen_core::progress::Progress;
use tengen_session::Games;

/// A summary in the making.
pub struct Reading {
    summary: Summary,
    /// The sequential test, where it is not the plan's.
    sprt: Option<Sprt>,
    players: HashMap<String, usize>,
    pairings: HashMap<(usize, usize), usize>,
    boards: Boards,
    /// [`GameRecord::course`] of the games counted.
    courses: HashSet<u64>,
    /// The engines of the records' plans.
    engines: Vec<EngineHeader>,
}

impl Summary {
    /// Reads records; the sequential test of each pairing is `sprt`, or where that is not given the plan's.
    ///
    /// # Errors
    /// [`ReportError::Conflict`] and [`ReportError::Record`].
    pub fn read(sources: Sources<'_>, sprt: Option<Sprt>, progress: &dyn Progress) -> Result<Self, ReportError> {
        let mut reading = Reading::new(sources.games, sprt);
        let repeated = each_game(sources, progress, |entry| {
            match entry {
                RecordLine::Plan(plan) => reading.plan(*plan),
                RecordLine::Game(game) => reading.push(&game),
            }
            Ok(())
        })?;
        let mut summary = reading.concluded();
        summary.repeated = repeated;
        summary.rate(&[]);
        summary.sprt = summary.as_match().and_then(|pairing| summary.test_of(pairing));
        Ok(summary)
    }
}

impl Reading {
    fn new(games: Games, sprt: Option<Sprt>) -> Self {
        Self {
            summary: Summary { test: sprt, ..Summary::default() },
            sprt,
            players: HashMap::new(),
            pairings: HashMap::new(),
            boards: Boards::new(games),
            courses: HashSet::new(),
            engines: Vec::new(),
        }
    }

    pub fn plan(&mut self, plan: Header) {
        let planned = plan.sprt.and_then(|sprt| sprt.parse().ok());
        let test = self.sprt.or(planned).or(self.summary.test);
        if test != self.summary.test {
            self.summary.test = test;
            self.summary.pairings.iter_mut().for_each(|pairing| pairing.retest(test));
        }
        self.engines.extend(plan.engines);
    }

    /// The summary, with what the plans tell of the players.
    pub fn concluded(mut self) -> Summary {
        for engine in self.engines {
            if let Some(&player) = self.players.get(&engine.name) {
                let player = &mut self.summary.players[player];
                player.commands.insert(command_line(&engine.command));
                player.builds.insert(engine.files.tag());
            }
        }
        self.summary
    }

    pub fn push(&mut self, game: &GameRecord) {
        if !self.courses.insert(game.course()) {
            self.summary.repeats += 1;
            return;
        }
        self.settings(game);
        let players = [self.player(&game.black, &game.black_version), self.player(&game.white, &game.white_version)];
        for (side, color) in [(Side::Black, Color::Black), (Side::White, Color::White)] {
            let half_points = game.winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
            let player = &mut self.summary.players[players[color.index()]];
            player.as_color[color.index()] += Wdl::of_game(half_points);
            player.course.push(half_points);
        }
        let (first, second) = if game.black == game.first { (0, 1) } else { (1, 0) };
        let test = self.summary.test;
        self.pairing(players[first], players[second]).push(game, test);
        self.moves(game, players);
        self.fault(game);
    }

    fn settings(&mut self, game: &GameRecord) {
        let settings = RunSettings {
            variant: game.variant.clone(),
            time: game.time.clone(),
            seed: game.seed,
            arena: game.arena.clone(),
        };
        let summary = &mut self.summary;
        *summary.settings.entry(settings).or_default() += 1;
        summary.games += 1;
        summary.seconds += game.seconds;
        if game.late > 0.0 {
            summary.overloaded += 1;
            summary.latest = summary.latest.max(game.late);
        }
        if !game.machine.is_empty() {
            *summary.machines.entry(game.machine.clone()).or_default() += 1;
        }
        let (begin, end) = summary.period.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
        summary.period = Some((begin.min(game.began), end.max(game.began + game.seconds)));
    }

    fn player(&mut self, name: &str, version: &str) -> usize {
        let summary = &mut self.summary;
        let index = *self.players.entry(name.to_owned()).or_insert_with(|| {
            summary.players.push(Player::new(name));
            summary.players.len() - 1
        });
        let versions = &mut summary.players[index].versions;
        if !version.is_empty() && !versions.contains(version) {
            versions.insert(version.to_owned());
        }
        index
    }

    fn pairing(&mut self, first: usize, second: usize) -> &mut Pairing {
        let pairings = &mut self.summary.pairings;
        let index = *self.pairings.entry((first, second)).or_insert_with(|| {
            pairings.push(Pairing { first, second, ..Pairing::default() });
            pairings.len() - 1
        });
        &mut self.summary.pairings[index]
    }

    fn moves(&mut self, game: &GameRecord, players: [usize; 2]) {
        let first = self.boards.first_to_move(game).index();
        for (index, mv) in game.moves.iter().enumerate() {
            // The arena passes for the engines.
            if !mv.text.eq_ignore_ascii_case("pass") {
                let color = (first + index) % 2;
                let player = &mut self.summary.players[players[color]];
                player.moved(game, index);
                if game.allowed[color].is_some() {
                    player.clocked.0 += mv.seconds;
                }
            }
        }
        for (allowed, player) in game.allowed.into_iter().zip(players) {
            self.summary.players[player].clocked.1 += allowed.unwrap_or_default();
        }
    }

    fn fault(&mut self, game: &GameRecord) {
        let Some(culprit) = game.culprit() else { return };
        let (kind, summary) = (game.reason.kind, &mut self.summary);
        *summary.players[self.players[culprit]].faults.entry(kind).or_default() += 1;
        summary.fault_count += 1;
        if summary.faults.len() < MAX_FAULTS {
            let detail = game.reason.detail.clone();
            summary.faults.push(Fault { game: game.id.clone(), player: culprit.to_owned(), kind, detail });
        }
    }
}
