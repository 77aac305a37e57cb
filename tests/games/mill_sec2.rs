//! Values and distances of whole sectors against the tables of Gévay and Danner's program, in the files that Sanmill ships
//! (`std_3_3_0_0.sec2` and others): `TENGEN_SEC2=FOLDER`, or nothing is compared.

use std::collections::HashMap;
use std::path::Path;
use tengen_core::progress::NoProgress;
use tengen_games::mill::RuleSet;
use tengen_games::mill::board::{ALL, Points, images, points};
use tengen_games::mill::tables::{Exits, Moving, Sector, Solved, TableValue, ToEnd, make, solve};

/// A set of points as those files number them, each ring begun one point later.
fn ours(theirs: u32) -> Points {
    let ring = |byte: u8| byte.rotate_left(1);
    Points::from_le_bytes(theirs.to_le_bytes().map(ring))
}

fn theirs(ours: Points) -> u32 {
    u32::from_le_bytes(ours.to_le_bytes().map(|byte| byte.rotate_right(1)))
}

/// All sets of so many of 24 points, ascending.
fn sets(stones: u32) -> impl Iterator<Item = u32> {
    (0..=ALL).filter(move |set| set.count_ones() == stones)
}

/// The values of a sector's positions, White to move, as (White's points, Black's, value); copies by symmetry are left out.
fn read(folder: &Path, white: u32, black: u32) -> Vec<(Points, Points, TableValue)> {
    let values = std::fs::read_to_string(folder.join("std.secval")).unwrap();
    let sector = format!("{white} {black} 0 0 ");
    let of_sector = values.lines().find_map(|line| line.strip_prefix(&sector)).unwrap().trim().parse::<i32>().unwrap();
    let bytes = std::fs::read(folder.join(format!("std_{white}_{black}_0_0.sec2"))).unwrap();
    let word = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((word(0), word(4), word(8)), (2, 3, 12), "version, bytes a slot, bits of the first key");
    let is_smallest = |&set: &u32| images(ours(set), 0).into_iter().all(|image| theirs(image as Points & ALL) >= set);
    let (mut found, mut at) = (Vec::new(), 64);
    let blacks: Vec<u32> = sets(black).collect();
    for set in sets(white).filter(is_smallest) {
        // Of equally large sets of the free points the order is that of the numbers, compressed or not.
        for &other in blacks.iter().filter(|&&other| other & set == 0) {
            let entry = i32::from_le_bytes([0, bytes[at], bytes[at + 1], bytes[at + 2]]) >> 8;
            at += 3;
            let (first, second) = (entry << 20 >> 20, entry >> 12);
            assert_ne!(second, -2048, "no value of these sectors is in the list of large ones");
            if first == 0 && second < 0 {
                continue;
            }
            let value = match first + of_sector {
                299 => TableValue::Win(second as u16),
                -299 => TableValue::Loss(second as u16),
                _ => TableValue::Draw,
            };
            found.push((ours(set), ours(other), value));
        }
    }
    assert_eq!(points(ours(1)).next().unwrap().index(), 1);
    found
}

#[test]
fn three_sectors_agree_in_every_value_with_other_tables() {
    let Some(folder) = std::env::var_os("TENGEN_SEC2") else { return };
    let moving = Moving::of(RuleSet::MORRIS9).unwrap();
    let mut solved: HashMap<Sector, Solved<ToEnd>> = HashMap::new();
    for pair in make::order(&[Sector::new(4, 3)]) {
        let exits = [pair, pair.twin()].map(|stage| Exits::moving(solved.get(&stage.after_slide(true).sector)));
        solved.extend(
            solve(moving, pair, exits, &NoProgress).into_iter().map(|solved| (solved.numbering.sector(), solved)),
        );
    }
    let (mut compared, mut distances) = (0, 0);
    for (own, enemy) in [(3, 3), (3, 4), (4, 3)] {
        let of_sector = &solved[&Sector::new(own, enemy)];
        for (white, black, value) in read(Path::new(&folder), own.into(), enemy.into()) {
            assert_eq!(of_sector.value(white, black), value, "{own}-{enemy} {white:06x} {black:06x}");
            compared += 1;
            distances += u32::from(value != TableValue::Draw);
        }
    }
    assert_eq!((compared, distances), (1_690_422, 350_130));
}
