//! What a file says about a game beside its moves.

/// Facts about a game, each in the writer's words; `None` where the file does not tell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// The players' names, Black's first.
    pub players: [Option<String>; 2],
    /// The result.
    pub result: Option<String>,
    /// The day.
    pub date: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// The place: a town, a server.
    pub place: Option<String>,
    /// The round of the tournament.
    pub round: Option<String>,
}
