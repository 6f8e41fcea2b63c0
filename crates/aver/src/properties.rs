//! Which properties a user asks for.

use crate::prp::{self, PrpError, Specification};
use program::Property;
use std::path::{Path, PathBuf};

/// What is checked unless the user says otherwise: assertions, error calls, memory safety, arithmetic errors.
pub const DEFAULT: [Property; 12] = [
    Property::Assert,
    Property::UnreachCall,
    Property::NoOverflow,
    Property::NoDivByZero,
    Property::NoShiftError,
    Property::NoFloatCastOverflow,
    Property::ArrayBounds,
    Property::VlaBound,
    Property::UnreachableCode,
    Property::ValidDeref,
    Property::ValidFree,
    Property::Assigns,
];

const MEMORY_SAFETY: &str = "valid-memsafety";

/// Every property.
const ALL: &str = "all";

/// Why the user's choice of properties cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PropertyError {
    #[error("no property is called `{name}`; those that exist: {}", names())]
    Unknown { name: String },
    #[error("cannot read the property file {}: {source}", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("the property file {} cannot be used: {source}", path.display())]
    Prp { path: PathBuf, source: PrpError },
}

impl PropertyError {
    /// Whether the command line is wrong; otherwise a file is.
    pub fn is_usage(&self) -> bool {
        matches!(self, PropertyError::Unknown { .. })
    }
}

/// The properties of a name, which may stand for several.
pub fn named(name: &str) -> Option<Vec<Property>> {
    if name == MEMORY_SAFETY {
        return Some(vec![
            Property::ValidDeref,
            Property::ValidFree,
            Property::ValidMemtrack,
        ]);
    }
    if name == ALL {
        let all = Property::ALL.into_iter();
        // A stack without a limit does not overflow.
        let others = [Property::Unsupported, Property::NoStackOverflow];
        return Some(all.filter(|p| !others.contains(p)).collect());
    }
    if name == Property::Assert.name() {
        // Programs without `assert.h` state their assertions by calling an error function.
        return Some(vec![Property::Assert, Property::UnreachCall]);
    }
    let property: Property = name.parse().ok()?;
    (property != Property::Unsupported).then(|| vec![property])
}

/// All names, for messages.
pub fn names() -> String {
    let mut names: Vec<&str> = Property::ALL
        .iter()
        .filter(|p| **p != Property::Unsupported)
        .map(|p| p.name())
        .collect();
    names.extend([MEMORY_SAFETY, ALL]);
    names.join(", ")
}

/// What the values of `--property` ask for: names, or files that end in `.prp`.
pub fn select(values: &[String]) -> Result<Specification, PropertyError> {
    let mut selected = Specification::default();
    for value in values.iter().map(|v| v.trim()).filter(|v| !v.is_empty()) {
        let properties = if value.ends_with(".prp") {
            let read = read(Path::new(value))?;
            selected.error_function = selected.error_function.or(read.error_function);
            selected.entry = selected.entry.or(read.entry);
            selected.competition = true;
            read.properties
        } else {
            named(value).ok_or_else(|| PropertyError::Unknown {
                name: value.to_string(),
            })?
        };
        for property in properties {
            if !selected.properties.contains(&property) {
                selected.properties.push(property);
            }
        }
    }
    if selected.properties.is_empty() {
        selected.properties = DEFAULT.to_vec();
    }
    Ok(selected)
}

/// A limit on the stack is a question about it, and without one there is none.
pub fn limit_stack(wanted: &mut Specification, limit: Option<u32>) -> Result<(), String> {
    let asked = wanted.properties.contains(&Property::NoStackOverflow);
    match limit {
        None if asked => Err(format!(
            "{} needs --stack-limit: how many functions may be active at once",
            Property::NoStackOverflow
        )),
        Some(_) if !asked => {
            wanted.properties.push(Property::NoStackOverflow);
            Ok(())
        }
        _ => Ok(()),
    }
}

fn read(path: &Path) -> Result<Specification, PropertyError> {
    let bytes = std::fs::read(path).map_err(|source| PropertyError::Unreadable {
        path: path.to_path_buf(),
        source,
    })?;
    prp::parse(&String::from_utf8_lossy(&bytes)).map_err(|source| PropertyError::Prp {
        path: path.to_path_buf(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_abbreviation() {
        let select = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|n| n.to_string()).collect();
            super::select(&names).map(|s| s.properties)
        };
        assert_eq!(select(&[]).unwrap(), DEFAULT);
        assert_eq!(
            select(&["assert", "valid-memsafety", "valid-free"]).unwrap(),
            [
                Property::Assert,
                Property::UnreachCall,
                Property::ValidDeref,
                Property::ValidFree,
                Property::ValidMemtrack
            ]
        );
        let error = select(&["unsupported"]).unwrap_err();
        assert!(error.is_usage(), "{error}");
    }
}
