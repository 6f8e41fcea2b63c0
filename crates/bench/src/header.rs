//! Programs that say in their first lines what to ask, and what must come out: those of the repository's tests.
//!
//! `/* aver: property=no-overflow expect=FALSE at=7 args="-DN=3" files="b.c" */`, described in docs/tests.md. Here only the
//! question and the verdict count; whether the violation is where it should be, and the reason of an UNKNOWN, is what tests
//! look at. `expect=UNKNOWN` and `expect=REJECTED` say what Aver does and not what is right: nothing is expected then.

use crate::Error;
use crate::task::{DataModel, Expected, Task};
use std::path::Path;

const MARK: &str = "/* aver:";

/// How many cases a program has.
pub fn count(text: &str) -> usize {
    lines(text).count()
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix(MARK))
}

/// One task for each case.
pub fn tasks(name: &str, path: &Path, text: &str) -> Result<Vec<Task>, Error> {
    let many = count(text) > 1;
    let cases = lines(text).enumerate().map(|(index, line)| {
        let name = match many {
            true => format!("{name}#{}", index + 1),
            false => name.to_string(),
        };
        case(name, path, line).map_err(|what| Error::Task {
            path: path.to_path_buf(),
            what: format!("in the header line `aver:{line}`: {what}"),
        })
    });
    cases.collect()
}

fn case(name: String, path: &Path, line: &str) -> Result<Task, String> {
    let line = line.trim_end().strip_suffix("*/");
    let fields = fields(line.ok_or("it does not end in `*/`")?)?;
    let get = |key: &str| {
        fields
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, v)| v.as_str())
    };
    let property = get("property").ok_or("`property=` is missing")?;
    let asked: Vec<String> = property.split(',').map(str::to_string).collect();
    let expect = get("expect").ok_or("`expect=` is missing")?;
    let expected = match expect.split_once(':').unwrap_or((expect, "")) {
        ("TRUE", "") => Some(Expected::True),
        ("FALSE", "") => Some(Expected::False(None)),
        ("FALSE", part) => Some(Expected::False(Some(part.to_string()))),
        ("UNKNOWN" | "REJECTED", "") => None,
        _ => {
            return Err(format!(
                "`expect={expect}` should be TRUE, FALSE, UNKNOWN or REJECTED"
            ));
        }
    };
    let data_model = match get("data-model") {
        None | Some("LP64") => DataModel::Lp64,
        Some("ILP32") => DataModel::Ilp32,
        Some(other) => return Err(format!("`data-model={other}` is neither ILP32 nor LP64")),
    };
    let mut files = vec![path.to_path_buf()];
    for file in get("files").unwrap_or_default().split_whitespace() {
        files.push(path.with_file_name(file));
    }
    let options = get("args").unwrap_or_default().split_whitespace();
    Ok(Task {
        name,
        property: property.to_string(),
        asked,
        property_file: None,
        expected,
        data_model,
        files,
        options: options.map(str::to_string).collect(),
    })
}

/// `key=value key="value with spaces"`.
fn fields(line: &str) -> Result<Vec<(String, String)>, String> {
    let mut fields = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (key, after) = rest
            .split_once('=')
            .ok_or_else(|| format!("`{rest}` is not of the form key=value"))?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or("a quote is not closed")?,
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        fields.push((key.to_string(), value.to_string()));
        rest = after.trim_start();
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_a_task() {
        let text = "/* aver: property=assert expect=TRUE args=\"-DN=3 --unwind 5\" files=\"b.c\" */\n\
            /* aver: property=assert,no-overflow expect=FALSE:no-overflow at=7 data-model=ILP32 */\n\
            /* aver: property=assert expect=UNKNOWN reason=\"inline assembly\" */\nint main(void) { return 0; }\n";
        let tasks = tasks("t/a.c", Path::new("/t/a.c"), text).unwrap();
        assert_eq!(count(text), 3);
        assert_eq!(tasks[0].name, "t/a.c#1");
        assert_eq!(tasks[0].options, ["-DN=3", "--unwind", "5"]);
        assert_eq!(tasks[0].files, [Path::new("/t/a.c"), Path::new("/t/b.c")]);
        let expected = Expected::False(Some("no-overflow".to_string()));
        assert_eq!(tasks[1].expected, Some(expected));
        assert_eq!(tasks[1].data_model, DataModel::Ilp32);
        assert_eq!(tasks[2].expected, None);
    }

    #[test]
    fn mistakes_are_errors() {
        for line in [
            "/* aver: expect=TRUE */",
            "/* aver: property=assert */",
            "/* aver: property=assert expect=PERHAPS */",
            "/* aver: property=assert expect=TRUE args=\"x */",
            "/* aver: property=assert expect=TRUE",
            "/* aver: property=assert expect=TRUE data-model=LP32 */",
        ] {
            assert!(tasks("a.c", Path::new("a.c"), line).is_err(), "{line}");
        }
    }
}
