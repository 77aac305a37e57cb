//! What gomoku offers beside play, for the registry.

use super::board::Gomoku;
use super::certificate::Certificate;
use super::proof_book::ProofBook;
use super::search::certify::certificate;
use tengen_core::certificate::{Certified, Refused, Uncertified};
use tengen_core::game::Color;
use tengen_core::search::{self, Resources};
use tengen_session::{Certifier, Engine, Query, Session};
#[cfg(feature = "train")]
use {
    super::proof_book::make::make,
    clap::{CommandFactory as _, FromArgMatches as _, Parser},
    std::io::Write as _,
    std::path::{Path, PathBuf},
    tengen_core::{limited_input, whole_file},
    tengen_tools::arguments::{whole, written_file},
    tengen_tools::{Tool, ToolContext, ToolError, ToolResult},
};

/// The tools that gomoku offers on the command line beside play.
#[cfg(all(feature = "tools", not(target_family = "wasm")))]
pub const TOOLS: &[tengen_tools::Tool] = &[
    #[cfg(feature = "train")]
    super::train::TOOL,
    #[cfg(feature = "train")]
    PROOF,
];

/// The book of a proof from certificates.
#[cfg(feature = "train")]
const PROOF: Tool = Tool {
    game: "Gomoku",
    name: "proof",
    about: "Make the book of a proof from certificates",
    takes: &["threads", "log"],
    others: "; certificates say what they are of",
    grammar: ProofArgs::command,
    run: |matches, context| ProofArgs::from_arg_matches(matches)?.run(context),
};

/// Make the book of a proof that Black wins gomoku: Black's moves, down to where a threat search wins
#[cfg(feature = "train")]
#[derive(Parser, Debug)]
#[command(name = "proof")]
struct ProofArgs {
    /// Certificates of Black's win after each answer to the first move, on the centre, that no symmetry makes equal:
    /// `scripts/prove-gomoku` makes them
    #[arg(value_name = "FILE", required = true)]
    certificates: Vec<PathBuf>,
    /// The book
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    out: PathBuf,
    /// Nodes of the threat search that wins where the book ends
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole(0..=u32::MAX))]
    nodes: u32,
}

#[cfg(feature = "train")]
impl ProofArgs {
    /// The most bytes of a certificate.
    const MAX_BYTES: u64 = 1 << 28;

    fn run(&self, context: &ToolContext<'_>) -> ToolResult {
        let certificates: Vec<Certificate> =
            self.certificates.iter().map(|file| Self::read(file)).collect::<Result<_, _>>()?;
        let book = make(&certificates, self.nodes, context.progress)?;
        whole_file::write(&self.out, |out| out.write_all(&book))?;
        context.print(&format!("{} bytes", book.len()))?;
        Ok(true)
    }

    fn read(file: &Path) -> Result<Certificate, ToolError> {
        let said = |why: &dyn std::fmt::Display| format!("{}: {why}", file.display());
        let text = limited_input::read(file, Self::MAX_BYTES).map_err(|error| said(&error))?;
        let variant = tengen_core::certificate::variant_of(&text).map_err(|error| said(&error))?;
        let start = Gomoku::new(super::Rule::named(&variant.rule), variant.size.cols);
        Ok(Certificate::parse(&start, &text).map_err(|error| said(&error))?)
    }
}

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
        let book = if session.options().has_proofs() { ProofBook::of(session.start()) } else { None };
        certificate(&task, winner, book).map(|certificate| certificate.text())
    }

    fn verify(&self, engine: &dyn Engine, certificate: &[u8]) -> Result<Certified, Refused> {
        let session = engine.as_any().downcast_ref::<Session<Gomoku>>();
        let session = session.ok_or_else(|| Refused::new(2, Uncertified::Game.to_string()))?;
        Certificate::parse(session.start(), certificate)?.verify()
    }
}
