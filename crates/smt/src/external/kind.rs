//! The solvers that we know how to talk to.

use super::Floats;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A family of solvers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolverKind {
    Z3,
    Cvc5,
    Bitwuzla,
    Yices,
    MathSat,
    Boolector,
}

impl SolverKind {
    pub const ALL: [SolverKind; 6] = [
        SolverKind::Z3,
        SolverKind::Cvc5,
        SolverKind::Bitwuzla,
        SolverKind::Yices,
        SolverKind::MathSat,
        SolverKind::Boolector,
    ];

    /// The name in options and messages.
    pub fn name(self) -> &'static str {
        match self {
            SolverKind::Z3 => "z3",
            SolverKind::Cvc5 => "cvc5",
            SolverKind::Bitwuzla => "bitwuzla",
            SolverKind::Yices => "yices",
            SolverKind::MathSat => "mathsat",
            SolverKind::Boolector => "boolector",
        }
    }

    /// The program, looked for on the PATH.
    fn program(self) -> &'static str {
        match self {
            SolverKind::Yices => "yices-smt2",
            other => other.name(),
        }
    }

    /// What makes it read SMT-LIB commands from standard input, one by one.
    pub(super) fn arguments(self) -> &'static [&'static str] {
        match self {
            SolverKind::Z3 => &["-smt2", "-in"],
            // cvc5 treats constant arrays and formats other than the standard's as experimental.
            SolverKind::Cvc5 => &[
                "--lang=smt2",
                "--incremental",
                "--arrays-exp",
                "--fp-exp",
                "-q",
            ],
            SolverKind::Bitwuzla | SolverKind::MathSat => &[],
            SolverKind::Yices => &["--incremental"],
            SolverKind::Boolector => &["--smt2", "--incremental"],
        }
    }

    /// How floats are sent to it by default: as such, if it knows them.
    pub fn floats(self) -> Floats {
        match self {
            SolverKind::Z3 | SolverKind::Cvc5 | SolverKind::Bitwuzla | SolverKind::MathSat => {
                Floats::Native
            }
            SolverKind::Yices | SolverKind::Boolector => Floats::Bits,
        }
    }

    /// The largest logic it has a name for, of those we need.
    pub(super) fn logic(self) -> &'static str {
        match self {
            SolverKind::Z3 | SolverKind::Cvc5 | SolverKind::Bitwuzla | SolverKind::MathSat => "ALL",
            SolverKind::Yices | SolverKind::Boolector => "QF_AUFBV",
        }
    }
}

/// A solver that is installed: what kind it is, and which program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Installed {
    pub kind: SolverKind,
    pub program: PathBuf,
}

impl Installed {
    /// The solver of that kind on the PATH.
    pub fn find(kind: SolverKind) -> Option<Installed> {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .map(|folder| folder.join(kind.program()))
            .find(|program| program.is_file())
            .map(|program| Installed { kind, program })
    }
}

/// `NAME` or `NAME:PATH`.
impl FromStr for Installed {
    type Err = String;

    fn from_str(text: &str) -> Result<Installed, String> {
        let (name, path) = match text.split_once(':') {
            Some((name, path)) => (name, Some(path)),
            None => (text, None),
        };
        let named = |kind: &&SolverKind| kind.name() == name || kind.program() == name;
        let Some(kind) = SolverKind::ALL.iter().find(named).copied() else {
            let names: Vec<&str> = SolverKind::ALL.iter().map(|k| k.name()).collect();
            let names = names.join(", ");
            return Err(format!("there is no solver `{name}`; Aver knows {names}"));
        };
        match path {
            Some(path) if PathBuf::from(path).is_file() => Ok(Installed {
                kind,
                program: path.into(),
            }),
            Some(path) => Err(format!("{path} is not a file")),
            None => Installed::find(kind).ok_or_else(|| {
                let program = kind.program();
                format!("`{program}` is not on the PATH; give its path as {name}:PATH")
            }),
        }
    }
}

impl fmt::Display for Installed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.name(), self.program.display())
    }
}
