//! What can go wrong, with messages for the user.

use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("the task {} cannot be used: {what}", path.display())]
    Task { path: PathBuf, what: String },
    #[error("the adapter {} cannot be used: {what}", path.display())]
    Adapter { path: PathBuf, what: String },
    #[error("{0}")]
    Usage(String),
    #[error("the run file {}: {source}", path.display())]
    Store {
        path: PathBuf,
        source: rusqlite::Error,
    },
    #[error("the run file {} cannot be used: {what}", path.display())]
    Run { path: PathBuf, what: String },
    #[error("cannot carry out runs: {0}")]
    Runner(#[from] io::Error),
}

impl Error {
    pub(crate) fn file(path: &Path, source: io::Error) -> Error {
        Error::File {
            path: path.to_path_buf(),
            source,
        }
    }
}
