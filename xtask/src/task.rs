//! SV-COMP task definitions (`.yml`, format version 2.0) and property files (`.prp`), as far as running them takes.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// One question: a program, a property file and, mostly, the right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The task file, relative to the folder that was searched.
    pub name: String,
    pub files: Vec<PathBuf>,
    pub property_file: PathBuf,
    pub expected: Option<bool>,
    /// `ILP32` or `LP64`.
    pub data_model: String,
}

impl Task {
    /// The name of the property file without folder and ending: what tables are grouped by.
    pub fn property(&self) -> String {
        let stem = self.property_file.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }
}

/// All tasks below a folder, in the order of their names.
pub fn collect(dir: &Path) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    visit(dir, dir, &mut tasks)?;
    tasks.sort_by(|a, b| (&a.name, &a.property_file).cmp(&(&b.name, &b.property_file)));
    Ok(tasks)
}

fn visit(top: &Path, dir: &Path, tasks: &mut Vec<Task>) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("{}", dir.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            visit(top, &path, tasks)?;
        } else if path.extension().is_some_and(|e| e == "yml") {
            let text = fs::read_to_string(&path)?;
            let name = path.strip_prefix(top)?.to_string_lossy().into_owned();
            tasks.extend(parse(&name, dir, &text).with_context(|| format!("{}", path.display()))?);
        }
    }
    Ok(())
}

/// Reads the few keys of a task file line by line: they are all of the form `key: value`, and those of a property follow
/// its `- property_file:`.
fn parse(name: &str, dir: &Path, text: &str) -> Result<Vec<Task>> {
    let mut files = Vec::new();
    let mut data_model = "ILP32".to_string();
    let mut properties: Vec<(PathBuf, Option<bool>)> = Vec::new();
    let mut in_files = false;
    for line in text.lines() {
        let line = line.trim();
        if let (true, Some(item)) = (in_files, line.strip_prefix("- ")) {
            files.push(dir.join(unquoted(item)));
            continue;
        }
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        in_files = key == "input_files" && value.is_empty();
        match key.strip_prefix("- ").unwrap_or(key) {
            "input_files" => files.extend(list(value).map(|file| dir.join(file))),
            "property_file" => properties.push((dir.join(unquoted(value)), None)),
            "expected_verdict" => {
                let verdict = match value {
                    "true" => true,
                    "false" => false,
                    _ => bail!("`expected_verdict: {value}` is neither true nor false"),
                };
                let last = properties
                    .last_mut()
                    .context("a verdict without a property")?;
                last.1 = Some(verdict);
            }
            "data_model" => data_model = unquoted(value).to_string(),
            _ => {}
        }
    }
    if files.is_empty() {
        bail!("no input files");
    }
    let tasks = properties
        .into_iter()
        .map(|(property_file, expected)| Task {
            name: name.to_string(),
            files: files.clone(),
            property_file,
            expected,
            data_model: data_model.clone(),
        });
    Ok(tasks.collect())
}

/// A value or a list `[a, b]` of them.
fn list(value: &str) -> impl Iterator<Item = &str> {
    let inner = value.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
    let items = inner.unwrap_or(value).split(',');
    items
        .map(|item| unquoted(item.trim()))
        .filter(|item| !item.is_empty())
}

fn unquoted(value: &str) -> &str {
    value.trim().trim_matches(['\'', '"'])
}

/// The names of the properties that a `.prp` file asks for, in Aver's words.
pub fn properties(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| {
            let (_, formula) = line.split_once("LTL(")?;
            let formula = formula
                .trim_end()
                .strip_suffix(')')?
                .trim()
                .strip_suffix(')')?
                .trim();
            Some(match formula {
                "G ! overflow" => "no-overflow".to_string(),
                "F end" => "termination".to_string(),
                call if call.starts_with("G ! call(") => "unreach-call".to_string(),
                other => other.trim_start_matches("G ").to_string(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_file() {
        let text = "format_version: '2.0'\n\ninput_files: 'a.c'\n\nproperties:\n  - property_file: ../p/assert.prp\n    \
            expected_verdict: true\n  - property_file: ../p/termination.prp\n\noptions:\n  language: C\n  data_model: LP64\n";
        let tasks = parse("x/a.yml", Path::new("x"), text).unwrap();
        assert_eq!(tasks.len(), 2);
        assert_eq!(tasks[0].files, [PathBuf::from("x/a.c")]);
        assert_eq!(tasks[0].property(), "assert");
        assert_eq!((tasks[0].expected, tasks[1].expected), (Some(true), None));
        assert_eq!(tasks[1].data_model, "LP64");
    }

    #[test]
    fn several_input_files() {
        for files in ["['a.c', \"b.c\"]", "\n  - 'a.c'\n  - b.c"] {
            let text = format!("input_files: {files}\nproperties:\n  - property_file: p.prp\n");
            let tasks = parse("a.yml", Path::new("x"), &text).unwrap();
            assert_eq!(
                tasks[0].files,
                [PathBuf::from("x/a.c"), PathBuf::from("x/b.c")]
            );
        }
    }

    #[test]
    fn formulas_of_a_property_file() {
        let text = "CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G valid-free) )\n\
            CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(F end) )\n";
        assert_eq!(
            properties(text),
            ["no-overflow", "valid-free", "unreach-call", "termination"]
        );
    }
}
