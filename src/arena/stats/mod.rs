//! What results of games are worth: Elo differences, sequential tests and ratings.
