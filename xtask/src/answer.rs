//! Aver's binary and its answers, by the contract of its command line: the last line of stdout and the exit code.

use crate::process::{self, Finished};
use anyhow::{Context, Result, bail};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What the last line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    True,
    /// `FALSE (property) at file:line`; the place is missing where the source is unknown.
    False {
        property: String,
        at: Option<String>,
    },
    Unknown(String),
    /// The input cannot be compiled or read: exit code 1.
    Rejected,
    /// Wrong usage: exit code 2.
    Usage,
    /// No answer at all, or one that breaks the contract; the text says which.
    Broken(String),
}

impl Answer {
    /// Reads the answer of a finished run of `aver verify`.
    pub fn of(run: &Finished) -> Answer {
        let last = run.stdout.lines().last().unwrap_or_default();
        let answer = Answer::of_line(last);
        let expected = match &answer {
            Some(Answer::True) => 0,
            Some(Answer::False { .. }) => 10,
            Some(_) => 20,
            None if run.timed_out => return Answer::Broken("no answer within the limit".into()),
            None if run.code == Some(1) => return Answer::Rejected,
            None if run.code == Some(2) => return Answer::Usage,
            None => {
                return Answer::Broken(format!(
                    "{}, and the last line is {last:?}",
                    show_code(run.code)
                ));
            }
        };
        match answer {
            Some(answer) if run.code == Some(expected) => answer,
            _ => Answer::Broken(format!("{last:?} with {}", show_code(run.code))),
        }
    }

    fn of_line(line: &str) -> Option<Answer> {
        let rest = line.strip_prefix("VERDICT: ")?;
        if rest == "TRUE" {
            return Some(Answer::True);
        }
        if let Some(reason) = rest.strip_prefix("UNKNOWN (") {
            return Some(Answer::Unknown(reason.strip_suffix(')')?.to_string()));
        }
        let (property, rest) = rest.strip_prefix("FALSE (")?.split_once(')')?;
        let at = match rest.strip_prefix(" at ") {
            Some(at) => Some(at.to_string()),
            None if rest.is_empty() => None,
            None => return None,
        };
        Some(Answer::False {
            property: property.to_string(),
            at,
        })
    }

    /// The line of a FALSE.
    pub fn line(&self) -> Option<u32> {
        match self {
            Answer::False { at: Some(at), .. } => at.rsplit_once(':')?.1.parse().ok(),
            _ => None,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::True => write!(f, "TRUE"),
            Answer::False { property, at: None } => write!(f, "FALSE ({property})"),
            Answer::False {
                property,
                at: Some(at),
            } => write!(f, "FALSE ({property}) at {at}"),
            Answer::Unknown(reason) => write!(f, "UNKNOWN ({reason})"),
            Answer::Rejected => write!(f, "input rejected"),
            Answer::Usage => write!(f, "wrong usage"),
            Answer::Broken(what) => write!(f, "no answer: {what}"),
        }
    }
}

fn show_code(code: Option<i32>) -> String {
    match code {
        Some(code) => format!("exit code {code}"),
        None => "ended by a signal".to_string(),
    }
}

/// The counters, if this line of the output is that of `--stats=json`.
pub fn statistics(line: &str) -> Option<serde_json::Value> {
    serde_json::from_str(line)
        .ok()
        .filter(serde_json::Value::is_object)
}

/// The release binary of Aver.
pub struct Aver {
    binary: PathBuf,
}

impl Aver {
    /// The given binary, or the one that cargo builds from the sources now.
    pub fn new(root: &Path, binary: Option<&Path>) -> Result<Aver> {
        if let Some(binary) = binary {
            if !binary.is_file() {
                bail!("{} is not a file", binary.display());
            }
            let binary = binary.canonicalize()?;
            return Ok(Aver { binary });
        }
        let status = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
            .args(["build", "--release", "--package=aver", "--locked"])
            .arg("--quiet")
            .current_dir(root)
            .status()
            .context("cannot run cargo")?;
        if !status.success() {
            bail!("Aver does not build");
        }
        let target = match std::env::var_os("CARGO_TARGET_DIR") {
            Some(dir) => root.join(dir),
            None => root.join("target"),
        };
        Ok(Aver {
            binary: target.join("release/aver"),
        })
    }

    pub fn path(&self) -> &Path {
        &self.binary
    }

    /// A command `aver verify`, to which options and files are to be added.
    pub fn verify(&self) -> Command {
        self.command("verify")
    }

    /// Another command of Aver.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg(name);
        command
    }

    /// Runs the command and reads its answer. Aver gets the limit as an option, too; the kill comes somewhat later.
    pub fn run(command: &mut Command, limit: Duration) -> Result<(Answer, Finished)> {
        command.arg(format!("--timeout={}", limit.as_secs().max(1)));
        let finished = process::run(command, limit + Duration::from_secs(5))?;
        Ok((Answer::of(&finished), finished))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(code: Option<i32>, stdout: &str) -> Finished {
        Finished {
            code,
            timed_out: false,
            stdout: stdout.to_string(),
            stderr: String::new(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    #[test]
    fn the_last_line_is_the_answer() {
        let answer = Answer::of(&finished(Some(0), "VERDICT: FALSE (x)\nVERDICT: TRUE\n"));
        assert_eq!(answer, Answer::True);
    }

    #[test]
    fn property_and_place_of_a_violation() {
        let run = finished(Some(10), "VERDICT: FALSE (valid-deref) at a/list.c:41\n");
        let answer = Answer::of(&run);
        assert_eq!(answer.line(), Some(41));
        assert_eq!(answer.to_string(), "FALSE (valid-deref) at a/list.c:41");
    }

    #[test]
    fn reasons_may_contain_parentheses() {
        let run = finished(Some(20), "VERDICT: UNKNOWN (loop (in f) was cut)\n");
        let expected = Answer::Unknown("loop (in f) was cut".to_string());
        assert_eq!(Answer::of(&run), expected);
    }

    #[test]
    fn an_exit_code_that_does_not_fit_is_no_answer() {
        assert!(matches!(
            Answer::of(&finished(Some(0), "VERDICT: UNKNOWN (x)\n")),
            Answer::Broken(_)
        ));
        assert!(matches!(
            Answer::of(&finished(None, "VERDICT: TRUE\n")),
            Answer::Broken(_)
        ));
    }

    #[test]
    fn runs_without_an_answer() {
        assert_eq!(Answer::of(&finished(Some(1), "")), Answer::Rejected);
        assert_eq!(Answer::of(&finished(Some(2), "")), Answer::Usage);
        assert!(matches!(
            Answer::of(&finished(Some(101), "thread panicked")),
            Answer::Broken(_)
        ));
    }
}
