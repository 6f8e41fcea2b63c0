//! What `goto-cc` writes and the others read: files that can be compiled again, and what is to be done with them.

use super::Failure;
use program::DataModel;
use serde::{Deserialize, Serialize};
use std::path::Path;

const FORMAT: &str = "aver object 1";

/// One or more files, linked or not.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Object {
    format: String,
    pub units: Vec<Unit>,
    /// Where a run begins.
    pub entry: Option<String>,
    pub export_locals: bool,
    pub edits: Edits,
}

/// A file after preprocessing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// As the user named it.
    pub path: String,
    pub text: String,
    /// Arguments of clang that still count.
    pub args: Vec<String>,
    pub ilp32: bool,
    /// Functions whose bodies were taken out.
    pub removed: Vec<String>,
}

/// What `goto-instrument` is asked to change.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Edits {
    pub enforce: Vec<String>,
    pub replace: Vec<String>,
    pub loop_contracts: bool,
    /// Variables of static duration begin with unknown values, except for these.
    pub unknown_statics: Option<Vec<String>>,
    pub unwind: Option<u32>,
    pub unwindset: Vec<String>,
    /// Flags that choose checks, in their order.
    pub checks: Vec<String>,
}

impl Object {
    pub fn new(units: Vec<Unit>) -> Object {
        Object {
            format: FORMAT.to_string(),
            units,
            ..Object::default()
        }
    }

    pub fn read(path: &Path) -> Result<Object, Failure> {
        let shown = path.display();
        let text = std::fs::read(path)
            .map_err(|e| Failure::exception(format!("cannot read {shown}: {e}")))?;
        let object: Object = serde_json::from_slice(&text).map_err(|_| {
            Failure::exception(format!(
                "{shown} is no object file of Aver: compile it with Aver's goto-cc"
            ))
        })?;
        if object.format != FORMAT {
            let what = format!("{shown} was written by another version of Aver: compile it again");
            return Err(Failure::exception(what));
        }
        Ok(object)
    }

    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let failed =
            |e: std::io::Error| Failure::exception(format!("cannot write {}: {e}", path.display()));
        let text = serde_json::to_vec(self).map_err(|e| failed(e.into()))?;
        std::fs::write(path, text).map_err(failed)
    }

    /// Adds what another object has.
    pub fn add(&mut self, other: Object) {
        self.units.extend(other.units);
        self.entry = other.entry.or(self.entry.take());
        self.export_locals |= other.export_locals;
        let (mine, its) = (&mut self.edits, other.edits);
        mine.enforce.extend(its.enforce);
        mine.replace.extend(its.replace);
        mine.loop_contracts |= its.loop_contracts;
        mine.unknown_statics = its.unknown_statics.or(mine.unknown_statics.take());
        mine.unwind = its.unwind.or(mine.unwind);
        mine.unwindset.extend(its.unwindset);
        mine.checks.extend(its.checks);
    }
}

impl Unit {
    /// Preprocesses a file.
    pub fn of_source(path: &Path, args: &[String], ilp32: bool) -> Result<Unit, Failure> {
        let model = match ilp32 {
            true => DataModel::Ilp32,
            false => DataModel::Lp64,
        };
        let is_preprocessed = path.extension().is_some_and(|e| e == "i" || e == "ii");
        let text = match is_preprocessed {
            true => std::fs::read(path)
                .map_err(|e| Failure::exception(format!("cannot read {}: {e}", path.display())))?,
            false => {
                let mut all = vec!["-D__CPROVER__=1".to_string(), "-D__CPROVER=1".to_string()];
                all.extend_from_slice(args);
                frontend::preprocess(path, &all, model)
                    .map_err(|e| Failure::exception(e.to_string()))?
            }
        };
        Ok(Unit {
            path: path.to_string_lossy().into_owned(),
            text: String::from_utf8_lossy(&text).into_owned(),
            args: kept(args),
            ilp32,
            removed: Vec::new(),
        })
    }
}

/// The arguments that are about more than preprocessing.
fn kept(args: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-I" | "-D" | "-U" | "-include" | "-isystem" | "-iquote" | "-idirafter"
            | "-imacros" => {
                args.next();
            }
            _ if ["-I", "-D", "-U", "-isystem", "-iquote"]
                .iter()
                .any(|p| arg.starts_with(p)) => {}
            _ => kept.push(arg.clone()),
        }
    }
    kept
}
