//! What is run: programs with a property and, usually, the right answer.
//!
//! Tasks come from SV-COMP task definitions ([`crate::definition`]), from sets of them (`.set`: one pattern a line), from
//! programs with `aver:` headers ([`crate::header`]), and from folders of all of these. Their order is that of their
//! names, whatever the order of the arguments or of the file system.

use crate::{Error, definition, header};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// One question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// The file that defines the task, from its top folder on; with `#n` where a file has several cases.
    pub name: String,
    /// What tables are grouped by: the name of the property file, or the list of properties.
    pub property: String,
    /// What is asked, in Aver's words.
    pub asked: Vec<String>,
    /// The property file, where there is one.
    pub property_file: Option<PathBuf>,
    pub expected: Option<Expected>,
    pub data_model: DataModel,
    pub files: Vec<PathBuf>,
    /// Options of the program itself (defines, entry function), from a header.
    pub options: Vec<String>,
}

impl Task {
    /// The folder of the task, for summaries.
    pub fn folder(&self) -> &str {
        self.name.rsplit_once('/').map_or(".", |(dir, _)| dir)
    }
}

/// The right answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Expected {
    True,
    /// With the property that is violated, where several are asked for and it is known.
    False(Option<String>),
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Expected::True => write!(f, "TRUE"),
            Expected::False(None) => write!(f, "FALSE"),
            Expected::False(Some(property)) => write!(f, "FALSE({property})"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum DataModel {
    #[serde(rename = "ILP32")]
    Ilp32,
    #[serde(rename = "LP64")]
    Lp64,
}

impl DataModel {
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}

/// The tasks, and what was skipped.
#[derive(Debug, Default)]
pub struct Collected {
    pub tasks: Vec<Task>,
    /// Such as definitions for other languages.
    pub notes: Vec<String>,
}

/// All tasks of the given files, sets and folders, in the order of their names.
pub fn collect(arguments: &[PathBuf]) -> Result<Collected, Error> {
    let mut files = Files::default();
    for argument in arguments {
        let path = argument
            .canonicalize()
            .map_err(|e| Error::file(argument, e))?;
        files.add_argument(&path)?;
    }
    let mut collected = Collected::default();
    for (path, name) in &files.found {
        let text = fs::read_to_string(path).map_err(|e| Error::file(path, e))?;
        let name = match files.is_unique(name) {
            true => name.clone(),
            false => path.to_string_lossy().into_owned(),
        };
        if has_ending(path, &["yml", "yaml"]) {
            match definition::parse(&name, path, &text)? {
                definition::Parsed::Tasks(tasks) => collected.tasks.extend(tasks),
                definition::Parsed::Other(why) => collected.notes.push(format!("{name}: {why}")),
            }
        } else {
            collected.tasks.extend(header::tasks(&name, path, &text)?);
        }
    }
    collected
        .tasks
        .sort_by(|a, b| (&a.name, &a.property).cmp(&(&b.name, &b.property)));
    Ok(collected)
}

/// The files that define tasks, each with its name.
#[derive(Default)]
struct Files {
    found: BTreeMap<PathBuf, String>,
    count: BTreeMap<String, usize>,
}

impl Files {
    fn add_argument(&mut self, path: &Path) -> Result<(), Error> {
        // Names start with the folder that was given, or that the given file lies in.
        let folder = if path.is_dir() {
            Some(path)
        } else {
            path.parent()
        };
        let top = match has_ending(path, &["set"]) {
            true => folder,
            false => folder.and_then(Path::parent),
        }
        .unwrap_or(Path::new("/"));
        if path.is_dir() {
            self.add_folder(top, path)
        } else if has_ending(path, &["set"]) {
            self.add_set(top, path)
        } else if has_ending(path, &["yml", "yaml"]) || is_program(path) {
            if is_program(path) && header_cases(path)? == 0 {
                return Err(Error::Task {
                    path: path.to_path_buf(),
                    what: "it has no `/* aver: property=… expect=… */` line, so it asks nothing"
                        .into(),
                });
            }
            self.insert(top, path);
            Ok(())
        } else {
            Err(Error::Task {
                path: path.to_path_buf(),
                what: "it is neither a task definition (.yml), a set of them (.set), a folder nor a C program".into(),
            })
        }
    }

    fn add_folder(&mut self, top: &Path, folder: &Path) -> Result<(), Error> {
        for entry in fs::read_dir(folder).map_err(|e| Error::file(folder, e))? {
            let path = entry.map_err(|e| Error::file(folder, e))?.path();
            if path.is_dir() {
                self.add_folder(top, &path)?;
            } else if has_ending(&path, &["yml", "yaml"])
                || (is_program(&path) && header_cases(&path)? > 0)
            {
                self.insert(top, &path);
            }
        }
        Ok(())
    }

    /// A set has one pattern a line, relative to its own folder; `#` starts a comment.
    fn add_set(&mut self, top: &Path, set: &Path) -> Result<(), Error> {
        let text = fs::read_to_string(set).map_err(|e| Error::file(set, e))?;
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let paths = expand(&set.with_file_name("").join(line));
            if paths.is_empty() {
                return Err(Error::Task {
                    path: set.to_path_buf(),
                    what: format!("no file matches its line `{line}`"),
                });
            }
            for path in paths {
                let path = path.canonicalize().map_err(|e| Error::file(&path, e))?;
                self.insert(top, &path);
            }
        }
        Ok(())
    }

    fn insert(&mut self, top: &Path, path: &Path) {
        let name = path.strip_prefix(top).unwrap_or(path);
        let name = name.to_string_lossy().into_owned();
        if self
            .found
            .insert(path.to_path_buf(), name.clone())
            .is_none()
        {
            *self.count.entry(name).or_default() += 1;
        }
    }

    fn is_unique(&self, name: &str) -> bool {
        self.count.get(name).is_none_or(|n| *n == 1)
    }
}

/// The files that match a pattern, in order; a file that exists matches its own name, whatever characters it has.
pub(crate) fn expand(pattern: &Path) -> Vec<PathBuf> {
    if pattern.exists() {
        return vec![pattern.to_path_buf()];
    }
    let paths = pattern.to_str().and_then(|text| glob::glob(text).ok());
    paths.into_iter().flatten().flatten().collect()
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    path.extension()
        .is_some_and(|e| endings.iter().any(|ending| e == *ending))
}

fn is_program(path: &Path) -> bool {
    has_ending(path, &["c", "i", "cc", "cpp"])
}

fn header_cases(path: &Path) -> Result<usize, Error> {
    let bytes = fs::read(path).map_err(|e| Error::file(path, e))?;
    Ok(::header::count(&String::from_utf8_lossy(&bytes)))
}

/// Makes the tasks ask for other properties than their own. An expected answer is kept only where it is still known:
/// where all properties of a task hold, each of them does.
pub fn ask_instead(tasks: &mut [Task], properties: &[String]) {
    for task in tasks {
        let is_part = properties.iter().all(|p| task.asked.contains(p));
        task.expected = task
            .expected
            .take()
            .filter(|expected| is_part && *expected == Expected::True);
        task.property = properties.join(",");
        task.asked = properties.to_vec();
        task.property_file = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    const DEFINITION: &str = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: ../p.prp\n    \
        expected_verdict: true\noptions:\n  data_model: LP64\n";

    #[test]
    fn names_and_order_do_not_depend_on_how_tasks_are_given() {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().join("top");
        write(&top.join("p.prp"), "CHECK( init(main()), LTL(G assert) )\n");
        for name in ["b", "a"] {
            write(&top.join(format!("x/{name}.yml")), DEFINITION);
        }
        write(&top.join("x/a.c"), "int main(void) { return 0; }\n");
        write(&top.join("all.set"), "# all of them\nx/*.yml\n");
        let names = |argument: &str| -> Vec<String> {
            let collected = collect(&[top.join(argument)]).unwrap();
            collected.tasks.into_iter().map(|t| t.name).collect()
        };
        assert_eq!(names("all.set"), ["x/a.yml", "x/b.yml"]);
        assert_eq!(names("x"), ["x/a.yml", "x/b.yml"]);
        assert_eq!(names("x/b.yml"), ["x/b.yml"]);
        assert_eq!(names(""), ["top/x/a.yml", "top/x/b.yml"]);
        let twice = collect(&[top.join("x"), top.join("all.set")]).unwrap();
        assert_eq!(twice.tasks.len(), 2);
    }

    #[test]
    fn what_is_no_task_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        write(&dir.path().join("a.c"), "int main(void) { return 0; }\n");
        write(&dir.path().join("a.set"), "nothing/*.yml\n");
        for name in ["a.c", "a.set", "missing"] {
            assert!(collect(&[dir.path().join(name)]).is_err(), "{name}");
        }
    }

    #[test]
    fn a_part_of_what_holds_holds() {
        let task = |asked: &[&str], expected| Task {
            name: "a".into(),
            property: "p".into(),
            asked: asked.iter().map(|a| a.to_string()).collect(),
            property_file: Some("p.prp".into()),
            expected: Some(expected),
            data_model: DataModel::Lp64,
            files: vec![],
            options: vec![],
        };
        let mut tasks = [
            task(&["assert", "valid-free"], Expected::True),
            task(&["assert", "valid-free"], Expected::False(None)),
            task(&["valid-free"], Expected::True),
        ];
        ask_instead(&mut tasks, &["assert".to_string()]);
        let expected: Vec<_> = tasks.iter().map(|t| t.expected.clone()).collect();
        assert_eq!(expected, [Some(Expected::True), None, None]);
        assert!(tasks.iter().all(|t| t.property == "assert"));
    }
}
