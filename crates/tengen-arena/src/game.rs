//! One game: our own rules are the referee, and the arena keeps the time and ends a game before the rules do where the plan
//! allows.

mod agreement;

use super::dialect::{GameSetup, Identity, MoveRequest};
use super::handle::{EngineHandle, HandleError, Slowdown};
use super::openings::OpeningRecord;
use super::plan::{ClockSource, Plan};
use super::process::{Failure, quoted};
use super::record::{End, MoveRecord, Reason, Side, Thought};
use agreement::Agreement;
use std::time::{Duration, Instant};
use tengen_core::game::{Color, Outcome};
use tengen_core::search::{Limits, Resources, Stop};
use tengen_session::clock::{Clocks, Left};
use tengen_session::{Engine, EngineError, Query};

/// How long after its time an engine that oversteps may still answer: late, but alive.
const GRACE: Duration = Duration::from_secs(2);

/// What an engine may take for everything but a move, from one of its moves to the next, before its clock is charged: the
/// way through the pipes on a busy machine.
const OVERHEAD: Duration = Duration::from_millis(25);

/// How a game went.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Who the engines say they are, Black first.
    pub identities: [Identity; 2],
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// As SGF writes it.
    pub result: String,
    /// Who won.
    pub winner: Option<Side>,
    /// Why it ended.
    pub reason: Reason,
    /// The seconds that Black and White had for their moves, where they had clocks.
    pub allowed: [Option<f64>; 2],
}

/// How a game ended.
struct Ending {
    result: String,
    winner: Option<Color>,
    kind: End,
    detail: String,
}

/// A game that goes on.
struct OngoingGame<'a> {
    plan: &'a Plan,
    referee: Box<dyn Engine>,
    /// Black's engine and White's.
    handles: [&'a mut EngineHandle; 2],
    clocks: [Clocks; 2],
    /// What each has taken for everything but moves since its last move.
    outside: [Duration; 2],
    /// The CPU time of each after its last move, where that is what the clocks count.
    reading: [Duration; 2],
    /// How much longer than its CPU time the last moves of each took.
    slowdown: [Slowdown; 2],
    moves: Vec<MoveRecord>,
    /// How many of them each side has thought about.
    made: [u32; 2],
    agreed: Agreement,
    resources: &'a Resources,
    stop: &'a Stop,
}

/// Plays a game. `handles` are Black's engine and White's; `resources` serve adjudication, which `stop` ends.
///
/// # Errors
/// [`HandleError`] when an engine does not begin the game, or the arena is to stop. Everything else ends the game.
pub fn play(
    plan: &Plan,
    opening: &OpeningRecord,
    mut handles: [&mut EngineHandle; 2],
    resources: &Resources,
    stop: &Stop,
) -> Result<Played, HandleError> {
    let board = GameSetup::new(plan.games, plan.variant.clone(), opening.position.clone());
    let [black, white] = &mut handles;
    let identities = [black.begin(&board)?, white.begin(&board)?];
    let clocks = [black, white].map(|handle| {
        let time = handle.thinking().time;
        Clocks::new(time.map(super::spec::TimeControl::system).unwrap_or_default())
    });
    let referee = plan.referee();
    let (moves, made, agreed) = (Vec::new(), [0; 2], Agreement::default());
    let [outside, reading] = [[Duration::ZERO; 2]; 2];
    let slowdown = <[Slowdown; 2]>::default();
    let mut game = OngoingGame {
        plan,
        referee,
        handles,
        clocks,
        outside,
        reading,
        slowdown,
        moves,
        made,
        agreed,
        resources,
        stop,
    };
    let verdict = match game.set_up(opening)? {
        Some(verdict) => verdict,
        None => game.run()?,
    };
    let allowed = Color::BOTH.map(|color| game.allowed(color));
    Ok(Played {
        identities,
        allowed,
        moves: game.moves,
        result: verdict.result,
        winner: verdict.winner.map(Side::from),
        reason: Reason { kind: verdict.kind, detail: verdict.detail },
    })
}

impl Ending {
    /// The side's engine is at fault.
    fn fault(side: Color, kind: End, detail: impl Into<String>) -> Self {
        let letter = if matches!(kind, End::Time | End::Hang) { 'T' } else { 'F' };
        Self { result: format!("{}+{letter}", (!side).letter()), winner: Some(!side), kind, detail: detail.into() }
    }

    /// What a failure of the side's engine means for the game.
    fn of(side: Color, failure: Failure) -> Result<Self, HandleError> {
        match failure {
            Failure::Stopped => Err(HandleError::Stopped),
            Failure::Late => Ok(Self::fault(side, End::Hang, "no answer to a command other than genmove")),
            Failure::Ended { ending, complaint, .. } => Ok(Self::fault(side, End::Crash, ending + &quoted(&complaint))),
            Failure::Fault { kind, detail } => Ok(Self::fault(side, kind, detail)),
        }
    }
}

impl OngoingGame<'_> {
    /// The longest that an engine may take for its next move, margin included; `None` without a clock.
    fn limit(&self, side: Color) -> Option<Duration> {
        let margin = self.handles[side.index()].spec().margin.unwrap_or(self.plan.margin);
        self.clocks[side.index()].allowance(side).map(|allowance| allowance.saturating_add(margin))
    }

    /// Asks an engine for something else than a move, and counts how long that takes.
    fn ask<T>(&mut self, side: Color, act: impl FnOnce(&mut EngineHandle) -> Result<T, Failure>) -> Result<T, Failure> {
        let limit = self.limit(side).filter(|_| self.plan.clock == ClockSource::Wall);
        let limit = limit.map(|limit| (limit + OVERHEAD + GRACE).saturating_sub(self.outside[side.index()]));
        let handle = &mut *self.handles[side.index()];
        handle.limit_answers(limit.unwrap_or(Duration::MAX));
        let began = Instant::now();
        let answer = act(handle);
        self.outside[side.index()] += began.elapsed();
        answer
    }

    /// What an engine has taken since its last move, but for the overhead that is free.
    fn charged(&self, side: Color) -> Duration {
        let taken = match self.plan.clock {
            ClockSource::Wall => self.outside[side.index()],
            ClockSource::Cpu => self.used(side),
        };
        taken.saturating_sub(OVERHEAD)
    }

    /// The seconds that a side had for the moves that it has made.
    fn allowed(&self, side: Color) -> Option<f64> {
        let time = self.handles[side.index()].thinking().time?;
        time.allowed(self.made[side.index()]).map(|time| time.as_secs_f64())
    }

    /// The CPU time of an engine since its last move.
    fn used(&self, side: Color) -> Duration {
        self.handles[side.index()].cpu_time().saturating_sub(self.reading[side.index()])
    }

    /// Reads the CPU time of an engine, where it counts.
    fn read_clock(&mut self, side: Color) {
        if self.plan.clock == ClockSource::Cpu {
            self.reading[side.index()] = self.handles[side.index()].cpu_time();
        }
    }

    /// The engine's move, and how long it took as its clock counts. It may take so long.
    fn genmove(&mut self, side: Color, wait: Duration) -> (Result<String, Failure>, Duration) {
        let is_wall = self.plan.clock == ClockSource::Wall;
        self.read_clock(side);
        let (referee, patience) = (&*self.referee, self.plan.patience);
        let handle = &mut *self.handles[side.index()];
        let began = Instant::now();
        let deadline = began.checked_add(if is_wall { wait } else { patience });
        handle.limit_cpu((!is_wall).then_some(wait));
        let answer = handle.genmove(&MoveRequest { color: side, deadline, legal: &|| referee.legal_texts() });
        handle.limit_cpu(None);
        let wall = began.elapsed();
        if is_wall {
            return (answer, wall);
        }
        let took = self.used(side);
        self.slowdown[side.index()].update(wall, took);
        self.read_clock(side);
        (answer, took)
    }

    /// Plays the opening on all three boards. That is charged to no clock.
    fn set_up(&mut self, opening: &OpeningRecord) -> Result<Option<Ending>, HandleError> {
        if let Some(position) = &opening.position {
            // The opening was checked when it was read.
            let _ = self.referee.set_position_text(position);
        }
        for text in &opening.moves {
            let side = self.referee.side_to_move();
            let _ = self.referee.play_text(side, text);
            for color in Color::BOTH {
                if let Err(failure) = self.handles[color.index()].play(side, text) {
                    return Ending::of(color, failure).map(Some);
                }
            }
        }
        for color in Color::BOTH {
            self.read_clock(color);
        }
        Ok(None)
    }

    /// Tells engines of a move.
    fn tell(&mut self, whom: &[Color], side: Color, text: &str) -> Result<Option<Ending>, HandleError> {
        for &color in whom {
            if let Err(failure) = self.ask(color, |handle| handle.play(side, text)) {
                return Ending::of(color, failure).map(Some);
            }
        }
        Ok(None)
    }

    fn run(&mut self) -> Result<Ending, HandleError> {
        loop {
            if let Some(verdict) = self.ended() {
                return Ok(verdict);
            }
            let side = self.referee.side_to_move();
            let verdict = if self.referee.must_pass() { self.pass(side)? } else { self.move_of(side)? };
            if let Some(verdict) = verdict {
                return Ok(verdict);
            }
        }
    }

    /// By the rules, or as the plan allows.
    fn ended(&mut self) -> Option<Ending> {
        if let Some(outcome) = self.referee.outcome() {
            let (result, winner) = (outcome.to_string(), outcome.winner());
            return Some(Ending { result, winner, kind: End::Rules, detail: String::new() });
        }
        let adjudicated = |outcome: Outcome, detail: String| Ending {
            result: outcome.to_string(),
            winner: outcome.winner(),
            kind: End::Adjudicated,
            detail,
        };
        let most = self.plan.most_plies;
        if self.referee.plies() >= most as usize {
            return Some(adjudicated(Outcome::Draw, format!("a draw after {most} plies")));
        }
        if let Some(outcome) = self.agreed.outcome(&self.plan.adjudication) {
            return Some(adjudicated(outcome, "the engines agree".to_owned()));
        }
        if let Some(loser) = self.agreed.lost(&self.plan.adjudication) {
            return Some(adjudicated(Outcome::Win(!loser, 1), format!("{loser} sees itself lost")));
        }
        let exact = self.plan.adjudication.exact?;
        let plies = self.referee.plies_left().filter(|&plies| plies <= exact)?;
        let outcome = prove(&*self.referee, plies, self.resources, self.stop)?;
        Some(adjudicated(outcome, format!("proved with {plies} plies left")))
    }

    /// A forced pass is the arena's to play: there is nothing to think about.
    fn pass(&mut self, side: Color) -> Result<Option<Ending>, HandleError> {
        let _ = self.referee.play_text(side, "pass");
        self.moves.push(MoveRecord { text: "PASS".to_owned(), seconds: 0.0, thought: Thought::default() });
        self.tell(&Color::BOTH, side, "pass")
    }

    fn move_of(&mut self, side: Color) -> Result<Option<Ending>, HandleError> {
        if let Some(left) = self.clocks[side.index()].left(side) {
            let time = left.time.saturating_sub(self.charged(side));
            // An engine that measures its time by the wall clock is told what its CPU time is worth there.
            let factor = match self.handles[side.index()].spec().own_clock() {
                ClockSource::Wall => self.slowdown[side.index()].factor(),
                ClockSource::Cpu => 1.0,
            };
            let left = Left { time: time.mul_f64(factor), ..left };
            if let Err(failure) = self.ask(side, |handle| handle.show_clock(side, left)) {
                return Ending::of(side, failure).map(Some);
            }
        }
        let charged = self.charged(side);
        self.outside[side.index()] = Duration::ZERO;
        let limit = self.limit(side);
        let wait = limit.map_or(self.plan.patience, |limit| limit.saturating_sub(charged) + GRACE);
        let (answer, took) = self.genmove(side, wait);
        let took = took + charged;
        let text = match answer {
            Ok(text) => text,
            Err(Failure::Late) => {
                let detail = match self.plan.clock {
                    ClockSource::Wall => format!("no move within {:.3} s", wait.as_secs_f64()),
                    ClockSource::Cpu => {
                        let patience = self.plan.patience.as_secs_f64();
                        format!("no move within {:.3} s of CPU time and {patience} s in all", wait.as_secs_f64())
                    }
                };
                return Ok(Some(Ending::fault(side, End::Hang, detail)));
            }
            Err(failure) => return Ending::of(side, failure).map(Some),
        };
        if let Some(limit) = limit.filter(|&limit| took > limit) {
            let (took, limit) = (took.as_secs_f64(), limit.as_secs_f64());
            let other = if charged.is_zero() { "" } else { " and the commands before it" };
            let detail = format!("{took:.3} s for a move{other} that had {limit:.3} s, margin included");
            return Ok(Some(Ending::fault(side, End::Time, detail)));
        }
        self.clocks[side.index()].spend(side, took);
        self.judge(side, &text, took)
    }

    /// The move, as the rules see it.
    fn judge(&mut self, side: Color, text: &str, took: Duration) -> Result<Option<Ending>, HandleError> {
        if text.eq_ignore_ascii_case("resign") {
            let result = format!("{}+R", (!side).letter());
            let detail = String::new();
            return Ok(Some(Ending { result, winner: Some(!side), kind: End::Resigned, detail }));
        }
        let before = self.referee.plies();
        let error = match self.referee.play_text(side, text) {
            Ok(()) if self.referee.plies() > before => None,
            Ok(()) => Some((End::Illegal, "it is half a move".to_owned())),
            Err(EngineError::Syntax(_)) => Some((End::Garbage, "no move at all".to_owned())),
            Err(why) => Some((End::Illegal, why.to_string())),
        };
        if let Some((kind, why)) = error {
            let shown: String = text.chars().take(40).collect();
            self.handles[side.index()].end();
            return Ok(Some(Ending::fault(
                side,
                kind,
                format!("{shown:?} in {}: {why}", self.referee.position_text()),
            )));
        }
        let thought = self.ask(side, EngineHandle::thought);
        let seconds = (took.as_secs_f64() * 1e6).round() / 1e6;
        let played = self.referee.last_move().unwrap_or_else(|| text.to_ascii_uppercase());
        let (thought, failure) = match thought {
            Ok(thought) => (thought, None),
            Err(failure) => (Thought::default(), Some(failure)),
        };
        self.agreed.update(side, thought.score, &self.plan.adjudication);
        self.moves.push(MoveRecord { text: played.clone(), seconds, thought });
        self.made[side.index()] += 1;
        if self.referee.outcome().is_some() {
            return Ok(None);
        }
        match failure {
            Some(failure) => Ending::of(side, failure).map(Some),
            None => self.tell(&[!side], side, &played),
        }
    }
}

/// The outcome of best play, where our own search proves it to the end.
fn prove(referee: &dyn Engine, plies: u32, resources: &Resources, stop: &Stop) -> Option<Outcome> {
    let side = referee.side_to_move();
    let answer = referee.think(side, &Query::new(Limits::depth(plies), stop), resources, &mut |_| ());
    resources.forget();
    let answer = answer.ok()?;
    let line = answer.report.lines.first().filter(|line| line.exact)?;
    Some(match line.score {
        0 => Outcome::Draw,
        score if score > 0 => Outcome::Win(side, 1),
        _ => Outcome::Win(!side, 1),
    })
}
