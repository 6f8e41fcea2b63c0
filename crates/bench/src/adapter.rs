//! Verifiers as data: how to ask one, and how to read what it answers.
//!
//! An adapter is a TOML file (docs/bench.md has the format). Aver's own has no privileges, so that every
//! tool is measured in the same way. Those of `bench/peers` are part of the binary.
//!
//! A tool that proves only within a bound is asked again with larger ones, as long as it says that the bound cut something
//! off (`deeper`). Reading an answer must not guess: what matches no rule is an error, a violation of unknown kind is UNKNOWN.

use crate::Error;
use crate::limits::Limits;
use crate::task::Task;
use crate::verdict::{Reading, Verdict};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

const BUILT_IN: [(&str, &str); 2] = [
    ("aver", include_str!("../../../bench/peers/aver.toml")),
    ("cbmc", include_str!("../../../bench/peers/cbmc.toml")),
];

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adapter {
    /// The program: a path, or a name that is looked for in the PATH.
    pub program: String,
    /// The arguments with which it tells its version.
    #[serde(default)]
    pub version: Vec<String>,
    /// `{files}`, `{property}`, `{data-model}`, `{bound}`, `{limits}` and `{options}` are replaced by what they name.
    pub arguments: Vec<String>,
    /// The bounds to try one after the other.
    #[serde(default)]
    pub bounds: Vec<u64>,
    /// The beginnings of those options of a task that this tool understands.
    #[serde(default)]
    pub takes_options: Vec<String>,
    pub data_models: BTreeMap<String, Vec<String>>,
    /// For a tool that knows all properties by name: `{property}` is the property file or the names, comma-separated.
    #[serde(default)]
    pub any_property: Vec<String>,
    /// Arguments for each property.
    #[serde(default)]
    pub properties: BTreeMap<String, Vec<String>>,
    /// Options by which the tool learns of the limits, unless a configuration sets them itself.
    #[serde(default)]
    pub limits: BTreeMap<String, String>,
    /// Finds a JSON object with statistics in stdout.
    pub statistics: Option<String>,
    pub answers: Vec<Rule>,
    pub violations: Option<Violations>,
}

/// One way to answer. The first rule that matches decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rule {
    /// The exit code that it takes.
    pub exit: Option<i32>,
    #[serde(default)]
    pub stream: Stream,
    /// What must occur; the groups `property` and `reason` say more.
    pub matches: Option<String>,
    pub verdict: Meaning,
    /// The reason, if it is always the same.
    pub reason: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stream {
    #[default]
    Stdout,
    Stderr,
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Meaning {
    #[serde(rename = "true")]
    True,
    #[serde(rename = "false")]
    False,
    /// The output lists what fails, see [`Violations`].
    #[serde(rename = "violations")]
    Violations,
    /// The bound was too small.
    #[serde(rename = "deeper")]
    Deeper,
    #[serde(rename = "unknown")]
    Unknown,
    #[serde(rename = "timeout")]
    Timeout,
    #[serde(rename = "out of memory")]
    Memory,
    #[serde(rename = "error")]
    Error,
}

/// How a tool lists what fails.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Violations {
    pub line: String,
    pub kinds: Vec<ViolationKind>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ViolationKind {
    pub matches: String,
    /// The properties that such a line violates. One that is asked for makes the answer FALSE; others are ignored.
    #[serde(default)]
    pub properties: Vec<String>,
    /// `deeper` or `unknown` instead.
    pub means: Option<Meaning>,
}

/// What a tool said.
pub struct Said<'a> {
    pub exit: Option<i32>,
    pub stdout: &'a str,
    pub stderr: &'a str,
    /// Whether something in the middle of stdout is missing.
    pub is_cut: bool,
}

impl Adapter {
    pub fn built_in(name: &str) -> Option<Adapter> {
        let (_, text) = BUILT_IN.iter().find(|(n, _)| *n == name)?;
        Some(Adapter::parse(Path::new(name), text).expect("built-in adapters are tested"))
    }

    /// The adapters that need no file.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    pub fn read(path: &Path) -> Result<Adapter, Error> {
        let text = std::fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
        Adapter::parse(path, &text)
    }

    pub fn parse(path: &Path, text: &str) -> Result<Adapter, Error> {
        let wrong = |what: String| Error::Adapter {
            path: path.to_path_buf(),
            what,
        };
        let adapter: Adapter = toml::from_str(text).map_err(|e| wrong(e.to_string()))?;
        for pattern in adapter.patterns() {
            Regex::new(pattern).map_err(|e| wrong(e.to_string()))?;
        }
        let lists = adapter
            .answers
            .iter()
            .any(|r| r.verdict == Meaning::Violations);
        if lists && adapter.violations.is_none() {
            return Err(wrong("`violations` needs a table [violations]".into()));
        }
        Ok(adapter)
    }

    fn patterns(&self) -> impl Iterator<Item = &String> {
        let violations = self.violations.iter();
        let lines = violations
            .clone()
            .map(|v| &v.line)
            .chain(violations.flat_map(|v| v.kinds.iter().map(|k| &k.matches)));
        let answers = self.answers.iter().filter_map(|r| r.matches.as_ref());
        answers.chain(lines).chain(&self.statistics)
    }

    /// The command lines to try one after the other, without the program; or why the tool cannot be asked this.
    pub fn steps(
        &self,
        task: &Task,
        extra: &[String],
        limits: &Limits,
    ) -> Result<Vec<Vec<String>>, String> {
        let property = self.property_arguments(task)?;
        let model = task.data_model.name();
        let model = self
            .data_models
            .get(model)
            .ok_or_else(|| format!("the data model {model} is not supported"))?;
        let refused = task
            .options
            .iter()
            .find(|o| !self.takes_options.iter().any(|t| o.starts_with(t.as_str())));
        if let Some(option) = refused {
            return Err(format!("the task's option {option} is not supported"));
        }
        let mut own = self.limit_arguments(limits, task.options.iter().chain(extra));
        own.extend(extra.iter().cloned());
        let step = |bound: Option<u64>| {
            let mut line = Vec::new();
            for argument in &self.arguments {
                match argument.as_str() {
                    "{files}" => {
                        line.extend(task.files.iter().map(|f| f.to_string_lossy().into_owned()));
                    }
                    "{property}" => line.extend(property.iter().cloned()),
                    "{data-model}" => line.extend(model.iter().cloned()),
                    "{limits}" => line.extend(own.iter().cloned()),
                    "{options}" => line.extend(task.options.iter().cloned()),
                    "{bound}" => line.extend(bound.map(|b| b.to_string())),
                    other => line.push(other.to_string()),
                }
            }
            if !self.arguments.iter().any(|a| a == "{limits}") {
                line.extend(own.iter().cloned());
            }
            line
        };
        Ok(match self.bounds.is_empty() {
            true => vec![step(None)],
            false => self.bounds.iter().map(|b| step(Some(*b))).collect(),
        })
    }

    fn property_arguments(&self, task: &Task) -> Result<Vec<String>, String> {
        if !self.any_property.is_empty() {
            let text = match &task.property_file {
                Some(file) => file.to_string_lossy().into_owned(),
                None => task.asked.join(","),
            };
            let put = |a: &String| a.replace("{property}", &text);
            return Ok(self.any_property.iter().map(put).collect());
        }
        let mut arguments: Vec<String> = Vec::new();
        for name in &task.asked {
            let own = self
                .properties
                .get(name)
                .ok_or_else(|| format!("the property {name} is not supported"))?;
            for argument in own {
                if !arguments.contains(argument) {
                    arguments.push(argument.clone());
                }
            }
        }
        Ok(arguments)
    }

    fn limit_arguments<'a>(
        &self,
        limits: &Limits,
        given: impl Iterator<Item = &'a String>,
    ) -> Vec<String> {
        let given: Vec<&str> = given.map(|o| o.split('=').next().unwrap_or(o)).collect();
        let wanted = self
            .limits
            .iter()
            .filter(|(o, _)| !given.contains(&o.as_str()));
        wanted
            .map(|(option, value)| {
                let value = value
                    .replace("{wall-seconds}", &limits.wall_seconds.ceil().to_string())
                    .replace("{cpu-seconds}", &limits.cpu_seconds.ceil().to_string())
                    .replace("{megabytes}", &limits.megabytes.to_string());
                format!("{option}={value}")
            })
            .collect()
    }

    /// What the tool means.
    pub fn read_answer(&self, asked: &[String], said: &Said) -> Reading {
        for rule in &self.answers {
            if rule.exit.is_some() && rule.exit != said.exit {
                continue;
            }
            let both;
            let text = match rule.stream {
                Stream::Stdout => said.stdout,
                Stream::Stderr => said.stderr,
                Stream::Both => {
                    both = format!("{}\n{}", said.stdout, said.stderr);
                    &both
                }
            };
            let (property, reason) = match &rule.matches {
                None => (None, None),
                Some(pattern) => {
                    let pattern =
                        Regex::new(pattern).expect("patterns are checked when they are read");
                    let Some(groups) = pattern.captures(text) else {
                        continue;
                    };
                    let group =
                        |name: &str| groups.name(name).map(|g| g.as_str().trim().to_string());
                    (group("property"), group("reason"))
                }
            };
            let reason = rule.reason.clone().or(reason).unwrap_or_default();
            return match rule.verdict {
                Meaning::Violations => self.judge_violations(asked, said),
                meaning => reading(meaning, property, reason),
            };
        }
        Reading::Error(String::new())
    }

    fn judge_violations(&self, asked: &[String], said: &Said) -> Reading {
        let table = self.violations.as_ref().expect("checked when it was read");
        let line = Regex::new(&table.line).expect("checked when it was read");
        let kinds: Vec<_> = table.kinds.iter().map(|k| Regex::new(&k.matches)).collect();
        let mut seen: BTreeMap<usize, &str> = BTreeMap::new();
        for found in line.find_iter(said.stdout) {
            let text = found.as_str();
            let kind = kinds
                .iter()
                .position(|k| k.as_ref().is_ok_and(|k| k.is_match(text)));
            let Some(kind) = kind else {
                return Reading::Unknown(format!("a violation of unknown kind: {text}"));
            };
            seen.entry(kind).or_insert(text);
        }
        let first = |meaning: Option<Meaning>| {
            let mut lines = seen.iter().map(|(kind, text)| (&table.kinds[*kind], *text));
            lines.find(|(kind, _)| {
                let asked = kind.properties.iter().any(|p| asked.contains(p));
                kind.means == meaning && (meaning.is_some() || asked)
            })
        };
        // Where the tool itself says that it does not know what happens, what follows from that is not an answer either.
        if let Some((_, text)) = first(Some(Meaning::Unknown)) {
            return Reading::Unknown(text.to_string());
        }
        if let Some((kind, _)) = first(None) {
            let property = kind.properties.iter().find(|p| asked.contains(p));
            return Reading::Verdict(Verdict::False(property.cloned()));
        }
        if said.is_cut {
            return Reading::Unknown("the output is too long to see all that fails".into());
        }
        if seen.is_empty() {
            return Reading::Error("violations, and none is listed".into());
        }
        if let Some((_, text)) = first(Some(Meaning::Deeper)) {
            return Reading::Deeper(text.to_string());
        }
        Reading::Verdict(Verdict::True)
    }

    /// The tool's statistics, where it prints some.
    pub fn read_statistics(&self, stdout: &str) -> Option<serde_json::Value> {
        let pattern = Regex::new(self.statistics.as_ref()?).ok()?;
        let text = pattern.captures(stdout)?.get(1)?.as_str();
        serde_json::from_str(text).ok()
    }
}

fn reading(meaning: Meaning, property: Option<String>, reason: String) -> Reading {
    match meaning {
        Meaning::True => Reading::Verdict(Verdict::True),
        Meaning::False => Reading::Verdict(Verdict::False(property)),
        Meaning::Deeper => Reading::Deeper(reason),
        Meaning::Timeout => Reading::Timeout(reason),
        Meaning::Memory => Reading::Memory(reason),
        Meaning::Unknown => Reading::Unknown(reason),
        Meaning::Error | Meaning::Violations => Reading::Error(reason),
    }
}

#[cfg(test)]
mod tests;
