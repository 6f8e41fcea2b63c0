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
                "the program {place} of the configuration {name} is not there; say where it is with --binary {name}=PATH"
            ))
        })?;
        let sha256 = sha256(&program)?;
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

fn sha256(program: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(program).map_err(|e| Error::file(program, e))?;
    let mut text = String::new();
    for byte in Sha256::digest(&bytes) {
        write!(text, "{byte:02x}").expect("writing to a string does not fail");
    }
    Ok(text)
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
    /// Whether it can be carried out here and now, with the very programs that it was made for.
    pub fn check(&self) -> Result<(), Error> {
        for config in &self.configs {
            if sha256(&config.program)? != config.sha256 {
                return Err(Error::Usage(format!(
                    "{} is no longer the program with which the configuration {} was run; results of two programs would \
                     be mixed",
                    config.program.display(),
                    config.name
                )));
            }
        }
        machine::share_cores(self.jobs, self.cores)
            .map(|_| ())
            .map_err(Error::Usage)
    }

    /// Checks that the plans agree on all that must be the same for results to belong together; the error says what
    /// differs.
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
        (rest(self) != rest(other)).then(|| "its limits, jobs or cores are different".to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_has_changed_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("tool");
        std::fs::write(&program, "one").unwrap();
        let adapter = "program = \"tool\"\narguments = []\nanswers = []\n[data-models]\n";
        let adapter = Adapter::parse(Path::new("a.toml"), adapter).unwrap();
        let plan = Plan {
            configs: vec![Config::new("tool", adapter, vec![], Some(&program)).unwrap()],
            limits: Limits {
                cpu_seconds: 1.0,
                wall_seconds: 1.0,
                megabytes: 1,
                output_megabytes: 1,
                processes: 1,
            },
            jobs: 1,
            cores: 0,
            cgroups: false,
            tasks: vec![],
        };
        assert!(plan.check().is_ok());
        std::fs::write(&program, "two").unwrap();
        let error = plan.check().unwrap_err().to_string();
        assert!(error.contains("no longer the program"), "{error}");
    }
}
