//! Certificates of the wins and losses that were proven, and their check.

use super::Solution;
use tengen_core::certificate::{self, Certified, Refused, Uncertified};
use tengen_core::search::Stop;
use tengen_games::GAMES;
use tengen_session::{EngineError, Host, Query};

/// The text of a certificate of a solution, whose position is still on the host's board, within the limits that the settings
/// name once more; `None` where no win or loss is proven.
///
/// # Errors
/// [`Uncertified`]: why there is none.
pub fn certify(host: &Host, solution: &Solution) -> Option<Result<String, Uncertified>> {
    let best = solution.lines.first().filter(|line| line.proven)?;
    let side = host.engine().side_to_move();
    let winner = match best.value?.winner() {
        0 => return None,
        1 => side,
        _ => !side,
    };
    let Some(certifier) = host.entry().certifier else { return Some(Err(Uncertified::Game)) };
    let (limits, stop) = (host.settings().limits(), Stop::new());
    Some(certifier.certify(host.engine(), winner, &Query::new(limits, &stop), host.resources()))
}

/// Checks a certificate by the rules of its game.
///
/// # Errors
/// [`Refused`]: what is wrong with it.
pub fn verify(text: &[u8]) -> Result<Certified, Refused> {
    let variant = certificate::variant_of(text)?;
    let unknown = |error: EngineError| Refused::new(2, error.to_string());
    let engine = GAMES.open_variant(&variant).map_err(unknown)?;
    let (entry, _) = GAMES.find(&variant.game).map_err(unknown)?;
    let certifier = entry.certifier.ok_or_else(|| Refused::new(2, Uncertified::Game.to_string()))?;
    certifier.verify(&*engine, text)
}
