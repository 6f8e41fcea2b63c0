//! Programs that say in their first lines what to ask, and which answer to expect: those of the repository's tests.
//!
//! The crate `header` reads these lines. Here only the question and the verdict matter; tests check whether the violation
//! is where it should be, and the reason of an UNKNOWN. `expect=UNKNOWN` and `expect=REJECTED` say what Aver does and not
//! what is right, so no answer is expected then.

use crate::Error;
use crate::task::{DataModel, Expected, Task};
use header::{Case, Expect};
use std::path::Path;

/// One task for each case.
pub fn tasks(name: &str, path: &Path, text: &str) -> Result<Vec<Task>, Error> {
    let cases = header::parse(text).map_err(|mistake| Error::Task {
        path: path.to_path_buf(),
        what: mistake.to_string(),
    })?;
    let many = cases.len() > 1;
    let tasks = cases.into_iter().enumerate().map(|(index, case)| {
        let name = match many {
            true => format!("{name}#{}", index + 1),
            false => name.to_string(),
        };
        task(name, path, case)
    });
    Ok(tasks.collect())
}

fn task(name: String, path: &Path, case: Case) -> Task {
    let asked: Vec<String> = case.properties.split(',').map(str::to_string).collect();
    let expected = match case.expect {
        Expect::True => Some(Expected::True),
        Expect::False { property, .. } => {
            Some(Expected::False((asked.len() > 1).then_some(property)))
        }
        Expect::Unknown { .. } | Expect::Rejected { .. } => None,
    };
    let others = case.files.iter().map(|file| path.with_file_name(file));
    Task {
        name,
        asked,
        property: case.properties,
        property_file: None,
        expected,
        data_model: match case.data_model.as_deref() {
            Some("ILP32") => DataModel::Ilp32,
            _ => DataModel::Lp64,
        },
        files: std::iter::once(path.to_path_buf()).chain(others).collect(),
        options: case.args,
    }
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
        assert_eq!(tasks.len(), 3);
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
        let line = "/* aver: property=assert expect=PERHAPS */";
        let error = tasks("a.c", Path::new("a.c"), line).unwrap_err();
        assert!(error.to_string().contains("`expect=PERHAPS`"), "{error}");
    }
}
