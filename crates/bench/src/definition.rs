//! SV-COMP task definitions, formats 1.0 and 2.0, and the property files that they name.
//!
//! The format is BenchExec's (`doc/task-definition-example.yml` there): input files, and properties with their expected
//! verdict and, for memory safety, the violated part (`subproperty`). Format 1.0 has no options; then, and where a
//! definition names no data model, it is SV-COMP's default, ILP32.

use crate::Error;
use crate::task::{DataModel, Expected, Task, expand};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Definition {
    format_version: Version,
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: Options,
}

/// Written with quotes or without.
#[derive(Deserialize)]
#[serde(untagged)]
enum Version {
    Text(String),
    Number(f64),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct PropertyEntry {
    property_file: String,
    expected_verdict: Option<bool>,
    subproperty: Option<String>,
}

#[derive(Deserialize, Default)]
struct Options {
    language: Option<String>,
    data_model: Option<DataModel>,
}

/// What a definition holds.
#[derive(Debug)]
pub enum Parsed {
    Tasks(Vec<Task>),
    /// Not a task for C verifiers, and why.
    Other(String),
}

/// One task for each property. `path` is that of the definition: the files that it names are relative to that.
pub fn parse(name: &str, path: &Path, text: &str) -> Result<Parsed, Error> {
    let wrong = |what: String| Error::Task {
        path: path.to_path_buf(),
        what,
    };
    let definition: Definition = serde_norway::from_str(text).map_err(|e| wrong(e.to_string()))?;
    let version = match &definition.format_version {
        Version::Text(text) => text.clone(),
        Version::Number(number) => format!("{number:.1}"),
    };
    if !["1.0", "2.0", "2.1"].contains(&version.as_str()) {
        return Err(wrong(format!(
            "format_version is {version}; supported are 1.0, 2.0 and 2.1"
        )));
    }
    if let Some(language) = definition.options.language
        && !["C", "C++"].contains(&language.as_str())
    {
        return Ok(Parsed::Other(format!("its language is {language}")));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let patterns = match definition.input_files {
        OneOrMany::One(file) => vec![file],
        OneOrMany::Many(files) => files,
    };
    let mut files = Vec::new();
    for pattern in patterns {
        let found = expand(&folder.join(&pattern));
        if found.is_empty() {
            return Err(wrong(format!("the input file {pattern} does not exist")));
        }
        files.extend(found);
    }
    let data_model = definition.options.data_model.unwrap_or(DataModel::Ilp32);
    let tasks = definition.properties.into_iter().map(|entry| {
        let property_file = normal(&folder.join(&entry.property_file));
        let text =
            fs::read_to_string(&property_file).map_err(|e| Error::file(&property_file, e))?;
        Ok(Task {
            name: name.to_string(),
            property: stem(&property_file),
            asked: asked(&text).map_err(|line| Error::Task {
                path: property_file.clone(),
                what: format!("`{line}` is not of the form CHECK( init(main()), LTL(…) )"),
            })?,
            expected: entry.expected_verdict.map(|verdict| match verdict {
                true => Expected::True,
                false => Expected::False(entry.subproperty),
            }),
            property_file: Some(property_file),
            data_model,
            files: files.clone(),
            options: Vec::new(),
        })
    });
    Ok(Parsed::Tasks(tasks.collect::<Result<_, Error>>()?))
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The path without `..`, where it exists.
fn normal(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// What a property file asks for, in Aver's words, one property a line; the line that cannot be read otherwise.
///
/// Aver itself reads property files more strictly. This is for peers, whose options depend on the property.
pub fn asked(text: &str) -> Result<Vec<String>, &str> {
    let mut names = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let formula = line
            .split_once("LTL(")
            .and_then(|(_, rest)| rest.trim_end().strip_suffix(')'))
            .and_then(|rest| rest.trim_end().strip_suffix(')'))
            .ok_or(line)?;
        let words: Vec<&str> = formula.split_whitespace().collect();
        let name = match words[..] {
            ["F", "end"] => "termination",
            ["G", "!", "overflow"] => "no-overflow",
            ["G", "!", call] if call.starts_with("call(") => "unreach-call",
            ["G", name] => name,
            _ => return Err(line),
        };
        names.push(name.to_string());
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tasks of a definition that lies beside `a.c`, `b.c` and `p.prp`.
    fn check(text: &str) -> Result<Vec<Task>, Error> {
        let dir = tempfile::tempdir().unwrap();
        for file in ["a.c", "b.c"] {
            fs::write(dir.path().join(file), "").unwrap();
        }
        let formulas =
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n";
        fs::write(dir.path().join("p.prp"), formulas).unwrap();
        match parse("x/a.yml", &dir.path().join("a.yml"), text)? {
            Parsed::Tasks(tasks) => Ok(tasks),
            Parsed::Other(why) => panic!("{why}"),
        }
    }

    #[test]
    fn version_2_with_a_subproperty() {
        let tasks = check(
            "format_version: '2.0'\n# a comment\ninput_files: 'a.c'\n\nproperties:\n  - property_file: p.prp\n    \
             expected_verdict: false\n    subproperty: valid-deref\n  - property_file: ./p.prp\n\noptions:\n  language: C\n  \
             data_model: LP64\n",
        )
        .unwrap();
        assert_eq!(tasks.len(), 2);
        let expected = Expected::False(Some("valid-deref".to_string()));
        assert_eq!(tasks[0].expected, Some(expected));
        assert_eq!(tasks[0].asked, ["valid-free", "valid-deref"]);
        assert_eq!(tasks[0].property, "p");
        assert_eq!(tasks[1].expected, None);
        assert_eq!(tasks[1].data_model, DataModel::Lp64);
    }

    #[test]
    fn version_1_is_ilp32() {
        let text = "format_version: 1.0\ninput_files: a.c\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\n";
        let tasks = check(text).unwrap();
        assert_eq!(tasks[0].data_model, DataModel::Ilp32);
        assert_eq!(tasks[0].expected, Some(Expected::True));
    }

    #[test]
    fn several_input_files() {
        for files in ["['a.c', \"b.c\"]", "\n  - 'a.c'\n  - b.c", "'?.c'"] {
            let text = format!(
                "format_version: '2.0'\ninput_files: {files}\nproperties:\n  - property_file: p.prp\n"
            );
            let files = &check(&text).unwrap()[0].files;
            assert_eq!(files.len(), 2, "{text}");
            assert!(files[0].ends_with("a.c") && files[1].ends_with("b.c"));
        }
    }

    #[test]
    fn mistakes_are_errors_that_name_the_file() {
        for text in [
            "format_version: '3.0'\ninput_files: a.c\n",
            "format_version: '2.0'\ninput_files: missing.c\n",
            "format_version: '2.0'\n",
            "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: missing.prp\n",
            "not: [yaml",
        ] {
            let error = check(text).unwrap_err().to_string();
            assert!(
                error.contains("a.yml") || error.contains("missing.prp"),
                "{error}"
            );
        }
    }

    #[test]
    fn other_languages_are_passed_over() {
        let text = "format_version: '2.0'\ninput_files: a\noptions:\n  language: Java\n";
        let parsed = parse("a", Path::new("a.yml"), text).unwrap();
        assert!(matches!(parsed, Parsed::Other(why) if why.contains("Java")));
    }

    #[test]
    fn formulas() {
        let text = "CHECK( init(main()), LTL(G ! overflow) )\n\nCHECK( init(main()), LTL(G valid-free) )\n\
            CHECK( init(main()), LTL(G ! call(reach_error())) )\nCHECK( init(main()), LTL(F end) )\n";
        let names = ["no-overflow", "valid-free", "unreach-call", "termination"];
        assert_eq!(asked(text).unwrap(), names);
        assert!(asked("COVER( init(main()), FQL(COVER EDGES) )").is_err());
    }
}
