//! What a run is: tasks, configurations and limits, fixed before it starts.

use crate::adapter::Adapter;
use crate::limits::Limits;
use crate::task::Task;
use crate::{Error, machine};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A tool with its options.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    pub name: String,
    pub adapter: Adapter,
    pub program: PathBuf,
    /// Options beyond those of the adapter.
    pub options: Vec<String>,
    /// What the program says about itself.
    pub version: String,
    /// Of the program's file.
    pub sha256: String,
}

impl Config {
    /// Looks for the program and asks for its version.
    pub fn new(
        name: &str,
        adapter: Adapter,
        options: Vec<String>,
        program: Option<&Path>,
    ) -> Result<Config, Error> {
        let wanted = program.map_or(Path::new(&adapter.program), |p| p);
        let program = find(wanted).ok_or_else(|| {
            let place = wanted.display();
            Error::Usage(format!(
                "the program {place} of the configuration {name} is not there; say where it is by --binary {name}=PATH"
            ))
        })?;
        let bytes = std::fs::read(&program).map_err(|e| Error::file(&program, e))?;
        let mut sha256 = String::new();
        for byte in Sha256::digest(&bytes) {
            write!(sha256, "{byte:02x}").expect("writing to a string does not fail");
        }
        Ok(Config {
            name: name.to_string(),
            version: version(&program, &adapter.version),
            adapter,
            program,
            options,
            sha256,
        })
    }
}

/// The first line of what the program says.
fn version(program: &Path, arguments: &[String]) -> String {
    if arguments.is_empty() {
        return String::new();
    }
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output();
    let text = output.map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    let text = text.unwrap_or_default();
    text.lines().next().unwrap_or_default().trim().to_string()
}

/// A path, or a name of the PATH.
fn find(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        let path = program.canonicalize().ok()?;
        return path.is_file().then_some(path);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
        .and_then(|path| path.canonicalize().ok())
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    pub configs: Vec<Config>,
    pub limits: Limits,
    /// How many runs at the same time.
    pub jobs: usize,
    /// How many cores each run gets; 0 for all.
    pub cores: usize,
    pub cgroups: bool,
    pub tasks: Vec<Task>,
}

impl Plan {
    /// Whether this machine can carry it out.
    pub fn check(&self) -> Result<(), Error> {
        machine::share_cores(self.jobs, self.cores)
            .map(|_| ())
            .map_err(Error::Usage)
    }

    /// What must be the same for results to belong together; in words, what is not.
    pub fn difference(&self, other: &Plan) -> Option<String> {
        if self.tasks != other.tasks {
            return Some(format!(
                "it is about other tasks ({} instead of {})",
                other.tasks.len(),
                self.tasks.len()
            ));
        }
        let names =
            |plan: &Plan| -> Vec<String> { plan.configs.iter().map(|c| c.name.clone()).collect() };
        if names(self) != names(other) {
            return Some(format!(
                "it has other configurations ({} instead of {})",
                names(other).join(", "),
                names(self).join(", ")
            ));
        }
        let mut pairs = self.configs.iter().zip(&other.configs);
        if let Some((config, _)) = pairs.find(|(a, b)| a != b) {
            return Some(format!(
                "the configuration {} has other options or another program there",
                config.name
            ));
        }
        let rest = |plan: &Plan| (plan.limits.clone(), plan.jobs, plan.cores);
        (rest(self) != rest(other)).then(|| "its limits, jobs or cores are others".to_string())
    }
}
