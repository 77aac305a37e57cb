//! Positions as Sanmill writes them, with `ids:nodes` or without: the inner, middle and outer ring, each clockwise from the
//! middle of its upper side, as `O` (White, who begins), `@` (Black), `X` (a point closed by a removal) and `*`; the side to
//! move; phase and action; White's stones on the board and in hand, Black's; removals that are due; eight fields of which
//! this program needs the last but one, the plies without a removal.

/// Fields of a position, before its extensions.
const FIELDS: usize = 17;

/// The position in this program's notation, as [`tengen_session::Engine::set_position_text`] takes it.
///
/// # Errors
/// What is wrong with it.
pub fn position_text(words: &[&str]) -> Result<String, String> {
    let fields = words.get(..FIELDS).ok_or_else(|| format!("a FEN has {FIELDS} fields, not {}", words.len()))?;
    let rings: Vec<&str> = fields[0].split('/').collect();
    let [inner, middle, outer] = rings[..] else { return Err(format!("{} is not three rings", fields[0])) };
    if fields[3] == "r" {
        return Err("a removal is due: tell the move before it by `moves`".to_owned());
    }
    let rings = [outer, middle, inner].map(ring);
    let [outer, middle, inner] = rings;
    let (outer, middle, inner) = (outer?, middle?, inner?);
    // The side that begins is White there and Black here.
    let side = match fields[1] {
        "w" => 'B',
        "b" => 'W',
        other => return Err(format!("{other} is no side: w or b")),
    };
    Ok(format!("{outer}/{middle}/{inner}/{side}/{}/{}/{}", fields[5], fields[7], fields[15]))
}

/// One ring, from its upper left corner on.
fn ring(text: &str) -> Result<String, String> {
    let marks: Option<Vec<char>> = text.chars().map(mark).collect();
    let mut marks =
        marks.filter(|marks| marks.len() == 8).ok_or_else(|| format!("{text} is no ring of eight points"))?;
    marks.rotate_right(1);
    Ok(marks.into_iter().collect())
}

const fn mark(mark: char) -> Option<char> {
    match mark {
        'O' => Some('X'),
        '@' => Some('O'),
        'X' => Some('*'),
        '*' => Some('.'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> Result<String, String> {
        position_text(&fen.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn positions_are_turned_into_ours() {
        let fen = "O*@*****/O*@*****/*@*****O w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 7 1 ids:nodes";
        assert_eq!(of(fen).as_deref(), Ok("X.O...../.X.O..../.X.O..../B/0/0/7"));
        let fen = "********/********/O@X***** b p p 1 8 1 7 0 0 -1 -1 -1 -1 0 0 2";
        assert_eq!(of(fen).as_deref(), Ok(".XO*..../......../......../W/8/7/0"));
    }

    #[test]
    fn others_are_refused() {
        assert_eq!(of("********/********/******** w"), Err("a FEN has 17 fields, not 2".to_owned()));
        let rest = "p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1";
        for (fen, error) in [
            (format!("********/******** w {rest}"), "********/******** is not three rings"),
            (format!("*******/********/******** w {rest}"), "******* is no ring of eight points"),
            (format!("********/********/***?**** w {rest}"), "***?**** is no ring of eight points"),
            (format!("********/********/******** x {rest}"), "x is no side: w or b"),
            (
                "********/********/******** w p r 0 9 0 9 1 0 -1 -1 -1 -1 0 0 1".to_owned(),
                "a removal is due: tell the move before it by `moves`",
            ),
        ] {
            assert_eq!(of(&fen), Err(error.to_owned()));
        }
    }
}
