//! What the bytes of a file are: text, or games that are not text.

use super::files::unreadable;
use crate::EngineError;
use crate::formats::othello::zebra;
use crate::formats::renju::{buf, pdb, wzq};
use crate::formats::sgf;
use crate::formats::wthor::{Collection, Names};
use crate::formats::{Format, foreign, piskvork, renlib, text};
use std::borrow::Cow;

/// A file of games, whose format is found by its content or told.
pub struct FileContent<'a> {
    pub(super) data: Data<'a>,
    /// The format of a text, where it is told and the text is the file's.
    pub(super) told: Option<Format>,
}

/// What is in a file.
pub(super) enum Data<'a> {
    /// SGF, GGF, lists and others.
    Text(Cow<'a, str>),
    /// Games of WTHOR, and the names that they count.
    Wthor(Collection<'a>, Names),
    /// Games that are read from the bytes.
    Bytes(&'a [u8], Format),
}

impl<'a> FileContent<'a> {
    /// What the bytes of a file are, which is of the format that is told, or of the one that its content tells; `names` are those that
    /// its games may count.
    ///
    /// # Errors
    /// [`EngineError::Unreadable`].
    pub fn of(bytes: &'a [u8], names: Names, told: Option<Format>) -> Result<Self, EngineError> {
        let Some(format) = told else { return Ok(Self { data: found(bytes, names)?, told }) };
        let wrong = || unreadable(&format.expected_in_bytes(bytes));
        let data = match format {
            Format::Wtb => {
                let collection = Collection::of(bytes).ok_or_else(wrong)?;
                Data::Wthor(collection.map_err(|why| unreadable(&why))?, names)
            }
            Format::Lib => {
                let library = renlib::library(bytes).ok_or_else(wrong)?;
                return library.map(Self::converted).map_err(|why| unreadable(&why));
            }
            Format::Pos => return renlib::position(bytes).map(Self::converted).ok_or_else(wrong),
            Format::Wzg | Format::Buf | Format::Wzq | Format::Pdb => Data::Bytes(bytes, format),
            _ => {
                if let Some(why) = foreign::refusal(bytes) {
                    return Err(unreadable(&why));
                }
                let text = text::decode(bytes);
                if let Some(game) = piskvork::game_as(&text, format) {
                    return game.map(Self::converted).map_err(|why| unreadable(&why));
                }
                Data::Text(text)
            }
        };
        Ok(Self { data, told })
    }

    /// A file that became SGF.
    fn converted(text: String) -> Self {
        Self { data: Data::Text(Cow::Owned(text)), told: None }
    }

    /// The text of a file that is one.
    pub fn text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            Data::Wthor(..) | Data::Bytes(..) => None,
        }
    }
}

fn found(bytes: &[u8], names: Names) -> Result<Data<'_>, EngineError> {
    if let Some(collection) = Collection::of(bytes) {
        return collection.map(|collection| Data::Wthor(collection, names)).map_err(|why| unreadable(&why));
    }
    let by_marks = if zebra::is_wzebra(bytes) {
        Some(Format::Wzg)
    } else if pdb::is_file(bytes) {
        Some(Format::Pdb)
    } else {
        buf::is_file(bytes).then_some(Format::Buf)
    };
    if let Some(format) = by_marks {
        return Ok(Data::Bytes(bytes, format));
    }
    // What has no marks is anything else first.
    let is_other =
        || renlib::is_library(bytes) || renlib::position(bytes).is_some() || foreign::refusal(bytes).is_some();
    if wzq::is_file(bytes) && !is_other() {
        return Ok(Data::Bytes(bytes, Format::Wzq));
    }
    sgf::text_of(bytes).map(Data::Text).map_err(|why| unreadable(&why))
}
