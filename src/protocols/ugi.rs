//! The Universal Game Interface, UCI for any game: a match manager asks the engines themselves whose turn it is and
//! who has won. Reference: `ugi.md` of Cute Games; `docs/protocols/ugi.md` says what Tengen makes of it.

mod player;

pub use player::Ugi;
