//! Tables of the moving phase of mill: counts that are known, values that others found, and files that are not right.

use crate::common::folder::Folder as OwnFolder;
use std::collections::HashMap;
use tengen_core::game::{Color, Game as _};
use tengen_core::progress::NoProgress;
use tengen_games::mill::board::{ALL, Points, images};
use tengen_games::mill::tables::index::class_count;
use tengen_games::mill::tables::make::{self, Folder};
use tengen_games::mill::tables::place::{self, Filled};
use tengen_games::mill::tables::stage::{self, Stage};
use tengen_games::mill::tables::{
    Counts, EndgameTable, Exits, Metric, Moving, Numbering, Sector, Solved, Subject, TableValue, Tables, ToEnd,
    ToRemoval, embedded, probe, solve,
};
use tengen_games::mill::{Mill, RuleSet};

/// Sectors that are known, with what is known of them.
fn known() -> Vec<(RuleSet, Sector, Counts)> {
    let lines = include_str!("../data/mill_sectors.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let (own, enemy) = words[1].split_once('-').unwrap();
        let [wins, draws, losses, longest] = [2, 3, 4, 5].map(|word| words[word].parse::<u64>().unwrap());
        let counts = Counts { wins, draws, losses, longest: longest as u16 };
        (RuleSet::named(words[0]), Sector::new(own.parse().unwrap(), enemy.parse().unwrap()), counts)
    };
    lines.map(read).collect()
}

/// Solves the sectors that these need, and these.
fn solved<M: Metric>(rule_set: RuleSet, last: &[(u8, u8)]) -> HashMap<Sector, Solved<M>> {
    let last: Vec<_> = last.iter().map(|&(own, enemy)| Sector::new(own, enemy)).collect();
    let mut solved: HashMap<Sector, Solved<M>> = HashMap::new();
    for pair in make::order(&last) {
        let exits = [pair, pair.twin()].map(|stage| Exits::moving(solved.get(&stage.after_slide(true).sector)));
        let found = solve(Moving::of(rule_set).unwrap(), pair, exits, &NoProgress);
        solved.extend(found.into_iter().map(|found| (found.numbering.sector(), found)));
    }
    solved
}

/// Solves up to these sectors without the limit of 100 plies and compares all that is known.
fn compare(rule_set: RuleSet, last: &[(u8, u8)], expected: usize) {
    let solved = solved::<ToEnd>(rule_set, last);
    let mut compared = 0;
    for (_, sector, counts) in known().into_iter().filter(|&(of, ..)| of == rule_set) {
        if let Some(solved) = solved.get(&sector) {
            assert_eq!(Counts::of(solved), counts, "{} {sector:?}", rule_set.name());
            compared += 1;
        }
    }
    assert_eq!(compared, expected);
}

#[test]
fn morris9_ends_as_others_found() {
    compare(RuleSet::MORRIS9, &[(5, 4)], 8);
}

#[test]
fn chengsan_and_morris12_end_as_others_found() {
    compare(RuleSet::CHENGSAN, &[(4, 4)], 4);
    compare(RuleSet::MORRIS12, &[(4, 4), (5, 3)], 6);
}

#[test]
#[ignore = "minutes; all sectors that others found"]
fn larger_sectors_end_as_others_found() {
    compare(RuleSet::MORRIS9, &[(6, 6), (7, 4)], 20);
    compare(RuleSet::CHENGSAN, &[(5, 5)], 9);
    compare(RuleSet::MORRIS12, &[(5, 5), (6, 3)], 11);
    assert_eq!(whole_game(RuleSet::MORRIS12, 4), TableValue::Draw);
    assert_eq!(whole_game(RuleSet::MORRIS9, 5), TableValue::Draw);
    assert_eq!(whole_game(RuleSet::MORRIS12, 5), TableValue::Draw);
}

/// Orbits of the sets of so many stones under the symmetries, and the numbers of all sectors, as another program counts.
#[test]
fn classes_and_numbers_are_as_many_as_known() {
    let classes = [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880, 124_124, 157_668, 170_854];
    assert_eq!(std::array::from_fn(class_count), classes);
    for (stones, slots) in [(9, 9_074_932_579), (10, 12_874_988_839), (12, 16_784_967_813_u64)] {
        let sectors = (3..=stones).flat_map(|own| (3..=stones).map(move |enemy| Sector::new(own, enemy)));
        assert_eq!(sectors.map(|sector| sector.slots() as u64).sum::<u64>(), slots);
    }
    assert_eq!(
        (Sector::new(8, 8).slots(), make::slots_of(Stage::moving(Sector::new(8, 7)))),
        (603_332_730, 1_072_591_520)
    );
}

/// Positions up to symmetry, by Burnside's lemma: the pairs that each symmetry leaves as they are, on average.
fn positions(sector: Sector) -> u64 {
    let mut fixed = 0;
    for symmetry in 0..16 {
        // How often so many points are taken by the one and the other side, cycle by cycle.
        let mut ways = vec![vec![0_u64; 13]; 13];
        ways[0][0] = 1;
        let mut seen: Points = 0;
        while seen != ALL {
            let (mut point, mut length): (Points, usize) = (1 << (!seen).trailing_zeros(), 0);
            while seen & point == 0 {
                seen |= point;
                length += 1;
                point = images(point, 0)[symmetry] as Points;
            }
            for own in (0..=12).rev() {
                for enemy in (0..=12).rev() {
                    let of_own = if own >= length { ways[own - length][enemy] } else { 0 };
                    let of_enemy = if enemy >= length { ways[own][enemy - length] } else { 0 };
                    ways[own][enemy] += of_own + of_enemy;
                }
            }
        }
        fixed += ways[usize::from(sector.own)][usize::from(sector.enemy)];
    }
    fixed / 16
}

#[test]
fn every_position_has_one_number_and_comes_back_from_it() {
    let all = (3..=9).flat_map(|own| (3..=9).map(move |enemy| positions(Sector::new(own, enemy))));
    assert_eq!(all.sum::<u64>(), 8_904_593_601);
    for (own, enemy) in [(3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5), (5, 4)] {
        let numbering = Numbering::new(Sector::new(own, enemy));
        let mut used = 0;
        for slot in 0..numbering.slots() {
            let (own, enemy) = numbering.position(slot);
            let back = numbering.slot(own, enemy);
            assert!(back <= slot && numbering.slot_and_symmetries(own, enemy).1 >= 1);
            used += u64::from(back == slot);
            // The images of one position in 97 have its number, too.
            for image in images(own, enemy).into_iter().filter(|_| slot % 97 == 0) {
                assert_eq!(numbering.slot(image as Points & ALL, (image >> 24) as Points), back);
            }
        }
        assert_eq!(used, positions(Sector::new(own, enemy)), "{own}-{enemy}");
    }
}

/// With the draw after 100 plies nothing changes up to 5-5 and 6-3 but the count of plies.
#[test]
fn the_program_s_own_tables_are_those_that_it_makes() {
    let mut tables = embedded::tables();
    let contents = embedded::contents();
    assert_eq!(tables.len(), contents.len());
    for (table, (subject, has_distances)) in tables.iter().zip(contents) {
        assert_eq!((table.subject(), table.has_distances()), (subject, has_distances));
        let rule_set = RuleSet::ALL.into_iter().find(|&rule_set| Moving::of(rule_set) == Some(subject.moving)).unwrap();
        let known =
            known().into_iter().find(|&(of, sector, _)| (of, Stage::moving(sector)) == (rule_set, subject.stage));
        if let Some((.., counts)) = known {
            let found = table.counts();
            assert_eq!((found.wins, found.draws, found.losses), (counts.wins, counts.draws, counts.losses));
        }
    }
    let bytes: u64 = tables.iter().map(EndgameTable::length).sum();
    assert!(bytes < 3_000_000, "{bytes}");
    for rule_set in [RuleSet::MORRIS9, RuleSet::MORRIS12, RuleSet::CHENGSAN] {
        let solved = solved::<ToRemoval>(rule_set, &[(4, 3)]);
        for table in tables.extract_if(.., |table| Some(table.subject().moving) == Moving::of(rule_set)) {
            let Stage { sector, hands: [0, 0] } = table.subject().stage else { continue };
            let Some(solved) = solved.get(&sector) else { continue };
            let codes = table.codes().unwrap();
            for (&code, &expected) in codes.iter().zip(&solved.values) {
                let (value, expected) = (table.value(code), ToRemoval::value(expected));
                let who = |value: TableValue| value.cmp(&TableValue::Draw);
                assert!(if table.has_distances() { value == expected } else { who(value) == who(expected) });
            }
        }
    }
}

/// The beginning of the game in the program: values against those after each move, where these are in the program, too.
#[test]
fn the_opening_in_the_program_has_the_values_of_its_moves() {
    let tables = Tables::embedded(RuleSet::MORRIS9).unwrap();
    let mut compared = 0;
    for table in tables.iter().filter(|table| table.subject().stage.is_placing()) {
        let checked = probe::compare(RuleSet::MORRIS9, &tables, table, (20_000, 24)).unwrap();
        assert_eq!(checked.wrong, Vec::<String>::new(), "{}", table.subject().stage);
        compared += checked.compared;
    }
    assert!(compared > 100_000, "{compared}");
    let value = |rule_set: RuleSet| {
        let known = Tables::embedded(rule_set).unwrap().look_up([0, 0], [rule_set.stones(); 2], false);
        known.map(|known| known.value)
    };
    // Gasser 1996.
    assert_eq!(value(RuleSet::MORRIS9), Some(TableValue::Draw));
    assert_eq!(value(RuleSet::LASKER), None, "its placing phase is another one");
}

/// The values with the draw after 100 plies against those of the positions after each move, by the rules' own moves.
#[test]
fn values_are_those_of_the_best_move() {
    for rule_set in [RuleSet::MORRIS9, RuleSet::MORRIS12, RuleSet::CHENGSAN] {
        let solved = solved::<ToRemoval>(rule_set, &[(4, 4)]);
        let mut rng = fastrand::Rng::with_seed(22);
        for (sector, of_sector) in &solved {
            for _ in 0..20_000 {
                let slot = rng.usize(..of_sector.numbering.slots());
                let (own, enemy) = of_sector.numbering.position(slot);
                let stones = [own, enemy];
                let game = Mill::from_parts(rule_set, Color::Black, stones, [0; 2], 0).unwrap();
                let expected = best(&game, &solved);
                assert_eq!(of_sector.value(own, enemy), expected, "{} {sector:?} {game:?}", rule_set.name());
            }
        }
    }
}

/// A position's value from those of its moves, told once more: the wins and losses within 100 plies.
fn best(game: &Mill, solved: &HashMap<Sector, Solved<ToRemoval>>) -> TableValue {
    let (mut win, mut loss, mut drawn) = (None, Some(0), false);
    for turn in game.moves() {
        let next = game.after(turn);
        let side = next.side_to_move();
        let (own, enemy) = (next.stones(side), next.stones(!side));
        let sector = Sector::new(own.count_ones() as u8, enemy.count_ones() as u8);
        let value = if next.outcome().is_some() { TableValue::Loss(0) } else { solved[&sector].value(own, enemy) };
        let plies = |plies: u16| if game.captured(turn) == 0 { plies + 1 } else { 1 };
        match value {
            TableValue::Loss(after) if plies(after) <= 100 => win = Some(win.unwrap_or(u16::MAX).min(plies(after))),
            TableValue::Win(after) if plies(after) <= 100 => loss = loss.map(|loss: u16| loss.max(plies(after))),
            _ => drawn = true,
        }
    }
    match (win, loss) {
        (Some(plies), _) => TableValue::Win(plies),
        (None, Some(plies)) if !drawn => TableValue::Loss(plies),
        _ => TableValue::Draw,
    }
}

/// Whole games with so many stones a side, from the empty board: their values are known from another program.
fn whole_game(rule_set: RuleSet, stones: u8) -> TableValue {
    let moving = Moving::of(rule_set).unwrap();
    let of_moving = solved::<ToEnd>(rule_set, &[(stones, stones)]);
    let mut solved: HashMap<Stage, Filled<ToEnd>> =
        of_moving.into_iter().map(|(sector, solved)| (Stage::moving(sector), solved.into())).collect();
    for stage in stage::stages(stones) {
        let after = [false, true].map(|removal| solved.get(&stage.after_placement(removal)));
        let found = place::solve(moving, stage, after, &NoProgress);
        solved.insert(stage, found.into());
    }
    solved[&Stage { sector: Sector::new(0, 0), hands: [stones; 2] }].value(0, 0)
}

#[test]
fn the_game_of_four_stones_a_side_is_drawn() {
    assert_eq!(whole_game(RuleSet::MORRIS9, 4), TableValue::Draw);
}

/// Tables of the placing phase by way of a folder: those of a game of three stones a side.
#[test]
fn placing_is_made_from_the_tables_of_a_folder() {
    let moving = Moving::of(RuleSet::MORRIS9).unwrap();
    let path = OwnFolder::new("placing");
    let folder = Folder::take(&path, moving, false).unwrap();
    let pairs = make::order(&[Sector::new(3, 3)]);
    assert_eq!(folder.missing(&pairs), pairs);
    for &pair in &pairs {
        folder.make(pair, &NoProgress).unwrap();
    }
    let mut solved: HashMap<Stage, Filled<ToRemoval>> = solved(RuleSet::MORRIS9, &[(3, 3)])
        .into_iter()
        .map(|(sector, solved)| (Stage::moving(sector), solved.into()))
        .collect();
    for stage in stage::stages(3) {
        assert!(!folder.has(stage));
        let counts = folder.make_placing(stage, &NoProgress).unwrap();
        let after = [false, true].map(|removal| solved.get(&stage.after_placement(removal)));
        let expected = place::solve(moving, stage, after, &NoProgress);
        assert_eq!(counts, Counts::of(&expected), "{stage}");
        let table = EndgameTable::open(&path, Subject::new(moving, stage, false)).unwrap();
        assert_eq!((table.subject().stage, table.codes().unwrap()), (stage, expected.values.clone()));
        solved.insert(stage, expected.into());
    }
    assert!(folder.missing(&pairs).is_empty());
}

/// Where stones slide while others are in hand: a game of three stones a side, against the rules' own moves.
#[test]
fn sliding_while_placing_has_the_values_of_the_best_move() {
    let moving = Moving::of(RuleSet::LASKER).unwrap();
    let mut all: HashMap<Stage, Solved<ToRemoval>> = HashMap::new();
    let pairs = make::order(&[Sector::new(3, 3)]).into_iter().chain(stage::sliding_stages(3));
    for pair in pairs {
        let exits = [pair, pair.twin()].map(|stage| {
            let placed = |removal| if stage.hands[0] > 0 { all.get(&stage.after_placement(removal)) } else { None };
            Exits { removal: all.get(&stage.after_slide(true)), placements: [false, true].map(placed) }
        });
        let found = solve(moving, pair, exits, &NoProgress);
        all.extend(pair.both().into_iter().zip(found));
    }
    let stage_of = |game: &Mill| {
        let sides = [game.side_to_move(), !game.side_to_move()];
        let [own, enemy] = sides.map(|side| game.stones(side).count_ones() as u8);
        Stage { sector: Sector::new(own, enemy), hands: sides.map(|side| game.hand(side)) }
    };
    let value =
        |game: &Mill| all[&stage_of(game)].value(game.stones(game.side_to_move()), game.stones(!game.side_to_move()));
    let mut rng = fastrand::Rng::with_seed(23);
    let (mut compared, mut decided) = (0, 0);
    for (stage, solved) in all.iter().filter(|(stage, _)| stage.is_placing()) {
        for slot in (0..400).map(|_| rng.usize(..solved.values.len())) {
            let (own, enemy) = solved.numbering.position(slot);
            let Ok(game) = Mill::from_parts(RuleSet::LASKER, Color::Black, [own, enemy], stage.hands, 0) else {
                continue;
            };
            let mut best = TableValue::Loss(0);
            for turn in game.moves() {
                let next = game.after(turn);
                let after = if next.outcome().is_some() { TableValue::Loss(0) } else { value(&next) };
                let removed = game.captured(turn) != 0;
                best =
                    best.max(if removed { ToRemoval::before_removal(after) } else { ToRemoval::before_quiet(after) });
            }
            assert_eq!(value(&game), best, "{game:?}");
            compared += 1;
            decided += u32::from(best != TableValue::Draw);
        }
    }
    assert!(compared > 3_000 && decided > 300, "{compared}, {decided}");
}

/// Positions up to symmetry at each ply, as another program counts them.
#[test]
fn stages_are_all_that_placing_leads_to() {
    let mut counts = [0; 18];
    for (own, enemy, ply) in stage::stages(9)
        .into_iter()
        .map(|stage| (stage.sector.own, stage.sector.enemy, 18 - stage.hands[0] - stage.hands[1]))
    {
        counts[usize::from(ply)] += positions(Sector::new(own, enemy));
    }
    let known: [u64; 18] = [
        1,
        4,
        46,
        428,
        4_200,
        29_888,
        228_022,
        1_101_102,
        5_229_551,
        18_485_967,
        62_839_403,
        168_493_097,
        431_166_999,
        900_744_861,
        1_793_750_991,
        3_000_257_099,
        4_805_546_173,
        6_659_107_785,
    ];
    assert_eq!(counts, known);
}

#[test]
fn a_sector_needs_those_after_its_removals() {
    let order = make::order(&[Sector::new(4, 6)]);
    let names: Vec<_> = order.iter().map(Stage::to_string).collect();
    assert_eq!(names, ["3-3", "4-3", "5-3", "4-4", "6-3", "5-4", "6-4"]);
    assert_eq!(Stage::moving(Sector::new(4, 4)).both(), [Stage::moving(Sector::new(4, 4))]);
    assert_eq!(make::order(&[Sector::new(9, 9)]).len(), 28, "49 sectors");
}
