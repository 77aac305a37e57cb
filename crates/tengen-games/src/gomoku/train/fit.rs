//! From games to a file of weights.

use super::newton::{self, Form, Likelihood, NewtonSteps};
use super::newton::{log_loss, loss};
use super::order::{Choices, SCORES};
use super::sample::{self, WEIGHTS, games, kinds, samples};
use super::{Check, Fit, weights};
use crate::gomoku::board::Rule;
use crate::gomoku::codes::{CODES, Class, Codes};
use crate::gomoku::lines::Pattern;
use crate::gomoku::params::SCALE;
use crate::gomoku::weights::{FINE, KindWeights, THREATS, TURNS, WeightKind, Weights};
use crate::training::{TrainError, at};
use std::io::Write as _;
use tengen_core::game::Color;
use tengen_core::progress::Progress;
use tengen_core::whole_file;

/// The number of patterns of a line.
const PATTERNS: usize = Pattern::Five as usize + 1;

/// The classes that have a parameter of their own in the simple form.
const CLASSES: [Class; 2] = [Class::FourThree, Class::TwoThrees];

/// The number of parameters of the simple form for one table by code: one for each pattern and one for each class.
const SIMPLE: usize = PATTERNS + CLASSES.len();

/// The ordering score that multiplies the odds that a move is chosen by e.
const ORDER: f32 = 24.0;

/// Fits the weights of every rule set that the games are played under, and writes them to a file with the base weights of the
/// other rule sets.
///
/// # Errors
/// [`TrainError`].
pub(super) fn fit(
    order: &Fit,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> Result<(), TrainError>,
) -> Result<(), TrainError> {
    let base = weights(order.base.as_deref())?;
    let mut all = base.kinds().clone();
    say("log-loss                 by lines             by codes")?;
    say("rule        positions    fitted  held out     fitted  held out")?;
    let mut fitted = 0;
    for rule in Rule::ALL {
        let games = games(&order.sets, rule, progress)?;
        if games[0].is_empty() {
            continue;
        }
        fitted += games[0].len();
        let fits = if order.values_only { 2 } else { 4 };
        progress.begin(rule.name(), Some(fits * u64::from(order.steps)));
        let tick = || progress.advance(1);
        let effort = NewtonSteps { ridge: order.ridge, steps: order.steps, gradients: order.gradients };

        let [own, held_out] = games.each_ref().map(|games| samples(games, f32::from(order.result) / 100.0));
        let values = twice(&own, &simple_form(rule, WEIGHTS), effort, &tick);
        let told =
            values.each_ref().map(|weights| [&own, &held_out].map(|of| (of.len() > 0).then(|| loss(of, weights))));
        say(&line(rule.name(), own.len(), told))?;
        for (kind, weights) in values[1].chunks(WEIGHTS).enumerate() {
            let of_kind = &mut all[WeightKind::of(rule, Color::BOTH[kind]) as usize];
            set_values(of_kind, weights);
            // A network corrects the values that it was trained with.
            of_kind.network = None;
        }

        if !order.values_only {
            let [own, held_out] = games.each_ref().map(|games| Choices::of(games));
            let scores = twice(&own, &simple_form(rule, SCORES), effort, &tick);
            let told =
                scores.each_ref().map(|scores| [&own, &held_out].map(|of| (of.len() > 0).then(|| of.loss(scores))));
            say(&line("  order", own.len(), told))?;
            for (kind, scores) in scores[1].chunks(SCORES).enumerate() {
                set_order(&mut all[WeightKind::of(rule, Color::BOTH[kind]) as usize], scores);
            }
        }
        progress.end();
    }
    if fitted == 0 {
        return Err(TrainError::NoSamples);
    }
    let file = Weights::new(all).to_bytes();
    whole_file::write(&order.out, |out| out.write_all(&file)).map_err(at(&order.out))?;
    say(&format!("{} bytes in {}", file.len(), order.out.display()))
}

/// Fits the weights that the simple form allows, then weights without a form, with those as their prior.
fn twice(of: &impl Likelihood, simple: &Form, effort: NewtonSteps, tick: &dyn Fn()) -> [Vec<f32>; 2] {
    let lines = simple.weights(&newton::fit(of, simple, &vec![0.0; simple.count], effort, tick));
    let codes = newton::fit(of, &Form::free(lines.len()), &lines, effort, tick);
    [lines, codes]
}

fn line(what: &str, count: usize, losses: [[Option<f64>; 2]; 2]) -> String {
    let [lines, codes] = losses.map(|of| of.map(|loss| loss.map_or_else(|| "-".into(), |loss| format!("{loss:.4}"))));
    format!("{what:10} {count:10}  {:>8}  {:>8}   {:>8}  {:>8}", lines[0], lines[1], codes[0], codes[1])
}

/// Prints the log-loss of the program's evaluation with these weights on the games that [`fit`] holds out.
///
/// # Errors
/// [`TrainError`].
pub(super) fn check(
    order: &Check,
    progress: &dyn Progress,
    say: &mut dyn FnMut(&str) -> Result<(), TrainError>,
) -> Result<(), TrainError> {
    let weights = weights(order.weights.as_deref())?;
    say("rule        positions  log-loss: static  searched")?;
    let mut found = false;
    for rule in Rule::ALL {
        let [_, held_out] = games(&order.sets, rule, progress)?;
        let (mut count, mut losses) = (0_u32, [0.0; 2]);
        for game in &held_out {
            sample::positions(game, &weights, |board, result, searched| {
                count += 1;
                let own = SCALE.win_chance(board.value() + board.correction()) as f32;
                for (loss, chance) in losses.iter_mut().zip([own, searched]) {
                    *loss += log_loss(chance, result);
                }
            });
        }
        if count > 0 {
            found = true;
            let [own, searched] = losses.map(|loss| loss / f64::from(count));
            say(&format!("{:10} {count:10}  {own:16.4}  {searched:8.4}", rule.name()))?;
        }
    }
    if found { Ok(()) } else { Err(TrainError::NoSamples) }
}

/// The form with one parameter for each pattern of a line and for a few classes, in each table by code. Behind the tables stand
/// the threats, which have no parameter, and the right to move, which has one.
fn simple_form(rule: Rule, weights: usize) -> Form {
    let tables = weights / CODES;
    let codes = Codes::get();
    let mut parameters = vec![Vec::new(); weights * kinds(rule)];
    let count = tables * SIMPLE + 1;
    for kind in 0..kinds(rule) {
        for (table, code) in (0..tables).flat_map(|table| (1..CODES).map(move |code| (table, code))) {
            let first = count * kind + table * SIMPLE;
            let lines = codes.patterns(code as u16).iter().map(|&pattern| usize::from(pattern));
            let of = &mut parameters[weights * kind + table * CODES + code];
            // Patterns that can come to nothing have no parameter: they are worth nothing.
            of.extend(lines.filter(|&pattern| pattern > 0).map(|pattern| first + pattern));
            let class = CLASSES.iter().position(|&class| class == codes.class(rule, Color::BOTH[kind], code as u16));
            of.extend(class.map(|class| first + PATTERNS + class));
        }
        if weights > tables * CODES {
            parameters[weights * (kind + 1) - 1].push(count * (kind + 1) - 1);
        }
    }
    Form { parameters, count: count * kinds(rule) }
}

/// Sets the values of a kind: logarithms of odds, rounded to whole units.
fn set_values(kind: &mut KindWeights, weights: &[f32]) {
    let value = |place: usize| (weights[place] * SCALE.odds as f32 * f32::from(FINE)).round() as i16;
    kind.values = std::array::from_fn(|turn| Box::new(std::array::from_fn(|code| value(turn * CODES + code))));
    *kind.threats = std::array::from_fn(|set| value(TURNS * CODES + set));
    kind.tempo = value(TURNS * CODES + THREATS);
}

/// Sets the ordering scores of a kind.
fn set_order(kind: &mut KindWeights, scores: &[f32]) {
    let score = |place: usize| (scores[place] * ORDER).round() as i16;
    kind.order = [0, CODES].map(|first| Box::new(std::array::from_fn(|code| score(first + code))));
}
