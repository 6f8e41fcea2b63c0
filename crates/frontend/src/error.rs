//! What can go wrong between a user's files and a program, with messages that say what to do next.

use std::path::PathBuf;

/// A mistake in the input or the installation. Unsupported C is not an error: it becomes a check site.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("no input files")]
    NoInput,
    #[error("cannot read {}: {source}", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{} is a directory, not a C file", path.display())]
    Directory { path: PathBuf },
    #[error("{} is empty", path.display())]
    Empty { path: PathBuf },
    #[error("{} is not a C file: its name ends in none of .c .i .cc .cpp .cxx .bc .ll", path.display())]
    NotC { path: PathBuf },
    #[error(
        "clang 19 is not installed: neither `clang-19` on the path nor /usr/lib/llvm-19/bin/clang (Debian package clang-19)"
    )]
    ClangMissing,
    #[error("cannot run {}: {source}", clang.display())]
    ClangFailed {
        clang: PathBuf,
        source: std::io::Error,
    },
    #[error("{file}:{line}: {what}")]
    Dialect {
        file: String,
        line: u32,
        what: String,
    },
    #[error("{message}")]
    Contract { message: String },
    /// The messages are clang's own.
    #[error("clang does not accept {}:\n{messages}", path.display())]
    Rejected { path: PathBuf, messages: String },
    #[error("clang crashed on {}:\n{messages}", path.display())]
    ClangCrashed { path: PathBuf, messages: String },
    #[error("{} is not bitcode that LLVM 19 reads (truncated, or made by a newer LLVM): {message}", path.display())]
    Bitcode { path: PathBuf, message: String },
    #[error("{} was compiled for another data model: its pointers have {found} bits, {wanted} are expected (see --data-model)", path.display())]
    DataModel {
        path: PathBuf,
        found: u32,
        wanted: u32,
    },
    #[error("{} was compiled for a big-endian machine: Aver reads little-endian modules only; compile it for x86", path.display())]
    BigEndian { path: PathBuf },
    #[error("{} cannot be linked with the files before it: {message}", path.display())]
    Link { path: PathBuf, message: String },
    #[error("there is no function `main`{}", suggest(existing))]
    NoMain { existing: Vec<String> },
    #[error("there is no function `{name}`{}", suggest(existing))]
    UnknownFunction { name: String, existing: Vec<String> },
    /// The options about the arguments of the function to start with do not fit the function.
    #[error("{message}")]
    Argument { message: String },
    #[error("the program's objects do not fit into {width}-bit pointers: {what}")]
    TooLarge { width: u32, what: String },
}

/// The functions that a user may have meant.
fn suggest(existing: &[String]) -> String {
    const SHOWN: usize = 12;
    if existing.is_empty() {
        return "; the files define no function at all".to_string();
    }
    let mut names: Vec<String> = existing
        .iter()
        .take(SHOWN)
        .map(|n| format!("`{n}`"))
        .collect();
    if existing.len() > SHOWN {
        names.push(format!("{} more", existing.len() - SHOWN));
    }
    format!(
        "; the files define {}: choose one with --function",
        names.join(", ")
    )
}
