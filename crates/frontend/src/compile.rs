//! From C to bitcode: clang's verdict is not always the last word.
//!
//! Most files are compiled once. A second compilation is needed where a program calls functions that it does not declare and
//! whose types we know ([`known`]), where clang rejects what gcc accepts ([`repair`]), and where it evaluates constants
//! whose checks would fail ([`folded`]). What clang warns about is kept for the user ([`diagnostics`]).

mod diagnostics;
mod folded;
mod known;
mod repair;

use crate::clang::{Clang, Job, Output, Sanitizers, is_c};
use crate::dialect::{self, Choices, Lines};
use crate::error::Error;
use diagnostics::Warnings;
pub use repair::{OTHER, Repairs};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How often a file is compiled again with one more repair.
const MAX_ROUNDS: usize = 8;

/// A file that clang has accepted.
pub struct Compiled {
    path: PathBuf,
    pub bitcode: Vec<u8>,
    messages: String,
    repairs: Repairs,
    /// Whether clang may have evaluated constants whose checks would fail.
    may_fold: bool,
    /// Whether it is not known where.
    pub unread: bool,
    /// Where pragmas turn checks off.
    pub lines: Option<Lines>,
}

/// A compilation that has begun.
pub struct Started {
    job: Job,
    /// How it differs from a plain one.
    base: Repairs,
    lines: Option<Lines>,
}

/// What is compiled, and how.
pub struct Compiler<'a> {
    pub clang: Clang<'a>,
    pub sanitizers: Sanitizers,
    /// How CBMC's dialect is translated.
    pub choices: Choices,
}

impl Compiler<'_> {
    /// Starts the first compilation of a file, usually the only one.
    pub fn start(&self, path: &Path) -> Result<Started, Error> {
        let (base, lines) = match may_concern(path) {
            true => self.translated(path)?.unzip(),
            false => (None, None),
        };
        let base = base.unwrap_or_default();
        let job = self.clang.start(path, self.sanitizers, &base)?;
        Ok(Started { job, base, lines })
    }

    /// The text without CBMC's dialect; `None` if there is nothing of it, or clang cannot preprocess the file.
    fn translated(&self, path: &Path) -> Result<Option<(Repairs, Lines)>, Error> {
        let text = match path.extension().is_some_and(|e| e == "i" || e == "ii") {
            true => std::fs::read(path).unwrap_or_default(),
            // Its messages are those of the compilation that follows.
            false => match self.clang.preprocess(path, &Repairs::default()) {
                Ok(text) => text,
                Err(Error::Rejected { .. } | Error::ClangCrashed { .. }) => return Ok(None),
                Err(error) => return Err(error),
            },
        };
        if !dialect::concerns(&text) {
            return Ok(None);
        }
        let name = path.to_string_lossy();
        let text = String::from_utf8_lossy(&text);
        let done = dialect::translate(&text, &name, self.choices).map_err(|m| Error::Dialect {
            file: m.file,
            line: m.line,
            what: m.what,
        })?;
        let repairs = Repairs {
            texts: [(absolute(path), done.text.into_bytes())].into(),
            preprocessed: true,
            translated: true,
            ..Repairs::default()
        };
        Ok(Some((repairs, done.lines)))
    }

    /// Waits for it, and tries again where there is something to try.
    pub fn finish(&self, path: &Path, started: Started) -> Result<Compiled, Error> {
        let Started { job, base, lines } = started;
        // While clang is running.
        let may_fold = match base.translated {
            true => self.sanitizers.may_concern_constants(),
            false => self.may_fold(path),
        };
        let mut done = self.accepted(path, job, &base)?;
        done.may_fold = may_fold;
        done.lines = lines;
        Ok(done)
    }

    fn accepted(&self, path: &Path, job: Job, base: &Repairs) -> Result<Compiled, Error> {
        let (messages, crash) = match job.finish() {
            Ok(output) => return Ok(compiled(path, output, base.clone())),
            Err(Error::Rejected { messages, .. }) => (messages, false),
            Err(Error::ClangCrashed { messages, .. }) => (messages, true),
            Err(error) => return Err(error),
        };
        let is_c = is_c(path);
        if is_c && !crash {
            let plain = base.clone();
            if let Some(done) = self.repair(path, plain, messages.clone())? {
                return Ok(done);
            }
        }
        // A program that uses the name of a library function for something else, such as a variable `exit`.
        let own_names = Repairs {
            own_names: true,
            ..base.clone()
        };
        match self.attempt(path, &own_names)? {
            Ok(output) => return Ok(compiled(path, output, own_names)),
            Err(again) if is_c => {
                if let Some(done) = self.repair(path, own_names, again)? {
                    return Ok(done);
                }
            }
            Err(_) => {}
        }
        let path = path.to_path_buf();
        let messages = diagnostics::without_warnings(&messages);
        Err(match crash {
            true => Error::ClangCrashed { path, messages },
            false => Error::Rejected { path, messages },
        })
    }

    /// Compiles again with declarations of those functions that the file calls without one, if their types are known and
    /// no file defines them. `None` if there are no such functions.
    pub fn declare(
        &self,
        file: &Compiled,
        defined: &BTreeSet<String>,
    ) -> Result<Option<Compiled>, Error> {
        let mut repairs = file.repairs.clone();
        for call in diagnostics::parse(&file.messages) {
            if let Some(name) = diagnostics::implicitly_declared(&call)
                && let Some(declaration) = known::declaration(name)
                && !defined.contains(name)
                && !repairs.refused.contains(name)
                && !repairs.declared.contains_key(name)
            {
                let shown = known::shown(&declaration);
                let what = format!(
                    "`{name}` is called without a declaration: it is taken to be `{shown}`"
                );
                let place = (call.file.to_string(), call.line, what);
                repairs.warnings.push(place);
                repairs.declared.insert(name.to_string(), declaration);
            }
        }
        let messages = diagnostics::parse(&file.messages);
        if messages.iter().any(|d| repair::is_other_alloca(d.text)) && !defined.contains("alloca") {
            let places = self.clang.places(&file.path, &file.repairs)?;
            let front = std::mem::replace(&mut repairs, file.repairs.clone());
            repairs.change_text(&diagnostics::parse(&places), &absolute(&file.path));
            repairs.declared = front.declared;
            repairs.warnings.extend(front.warnings);
        }
        if repairs == file.repairs {
            return Ok(None);
        }
        match self.attempt(&file.path, &repairs)? {
            Ok(output) => {
                let mut again = compiled(&file.path, output, repairs);
                again.may_fold = file.may_fold;
                again.lines = file.lines.clone();
                Ok(Some(again))
            }
            Err(messages) => {
                let again = self.repair(&file.path, repairs, messages)?;
                Ok(again.map(|again| Compiled {
                    may_fold: file.may_fold,
                    lines: file.lines.clone(),
                    ..again
                }))
            }
        }
    }

    /// Repairs what the messages complain about, until clang accepts the file or nothing is left to try.
    fn repair(
        &self,
        path: &Path,
        mut repairs: Repairs,
        mut messages: String,
    ) -> Result<Option<Compiled>, Error> {
        for _ in 0..MAX_ROUNDS {
            let (mut learnt, text) = repairs.learn(&diagnostics::parse(&messages));
            if text {
                let input = absolute(path);
                let places = self.clang.places(path, &repairs)?;
                learnt |= repairs.change_text(&diagnostics::parse(&places), &input);
            }
            if !learnt {
                return Ok(None);
            }
            match self.attempt(path, &repairs)? {
                Ok(output) => return Ok(Some(compiled(path, output, repairs))),
                Err(again) => messages = again,
            }
        }
        Ok(None)
    }

    /// The messages, if clang does not accept the file.
    fn attempt(&self, path: &Path, repairs: &Repairs) -> Result<Result<Output, String>, Error> {
        let job = self.clang.start(path, self.sanitizers, repairs)?;
        match job.finish() {
            Ok(output) => Ok(Ok(output)),
            Err(Error::Rejected { messages, .. } | Error::ClangCrashed { messages, .. }) => {
                Ok(Err(messages))
            }
            Err(error) => Err(error),
        }
    }
}

/// Whether a file's text, or that of the headers of the project, may be of CBMC's dialect.
fn may_concern(path: &Path) -> bool {
    let text = std::fs::read(path).unwrap_or_default();
    let quotes = text.split(|b| *b == b'\n').any(|line| {
        let line = line.trim_ascii_start();
        line.starts_with(b"#") && line.contains(&b'"')
    });
    let is_preprocessed = path.extension().is_some_and(|e| e == "i" || e == "ii");
    dialect::concerns(&text) || (quotes && !is_preprocessed)
}

fn compiled(path: &Path, output: Output, repairs: Repairs) -> Compiled {
    Compiled {
        path: path.to_path_buf(),
        bitcode: output.bitcode,
        messages: output.messages,
        repairs,
        may_fold: false,
        unread: false,
        lines: None,
    }
}

/// The path under which a changed text is shown to clang.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

impl Compiled {
    /// Whether clang was given a text other than that of the files.
    pub fn is_adapted(&self) -> bool {
        self.repairs.changes_text() && !self.repairs.translated
    }

    /// What the user should know, one line each.
    pub fn warnings(&self) -> String {
        let mut warnings = Warnings::default();
        for (file, line, what) in &self.repairs.warnings {
            warnings.add(file, *line, what);
        }
        warnings.add_all(&diagnostics::parse(&self.messages));
        warnings.finish()
    }
}
