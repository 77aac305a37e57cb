//! What gomoku offers beside play, for the registry.

use super::board::Gomoku;
use super::certificate::Certificate;
use super::search::certify::certificate;
use tengen_core::certificate::{Certified, Refused, Uncertified};
use tengen_core::game::Color;
use tengen_core::search::{self, Resources};
use tengen_session::{Certifier, Engine, Query, Session};

/// The tools that gomoku offers on the command line beside play.
#[cfg(all(feature = "tools", not(target_family = "wasm")))]
pub const TOOLS: &[tengen_tools::Tool] = &[
    #[cfg(feature = "train")]
    super::train::TOOL,
];

/// Makes and checks the certificates of gomoku.
pub struct Certificates;

impl Certifier for Certificates {
    fn certify(
        &self,
        engine: &dyn Engine,
        winner: Color,
        query: &Query<'_>,
        resources: &Resources,
    ) -> Result<String, Uncertified> {
        let session = engine.as_any().downcast_ref::<Session<Gomoku>>().ok_or(Uncertified::Game)?;
        let task = resources.task(session.history(), search::Query::new(query.limits, query.stop));
        certificate(&task, winner).map(|certificate| certificate.text())
    }

    fn verify(&self, engine: &dyn Engine, certificate: &[u8]) -> Result<Certified, Refused> {
        let session = engine.as_any().downcast_ref::<Session<Gomoku>>();
        let session = session.ok_or_else(|| Refused::new(2, Uncertified::Game.to_string()))?;
        Certificate::parse(session.start(), certificate)?.verify()
    }
}
