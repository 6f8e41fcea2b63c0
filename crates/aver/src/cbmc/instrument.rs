//! `goto-instrument`: reads an object, writes down what is to be changed, and writes it again.

use super::object::Object;
use super::{Failure, options};
use std::path::Path;

pub fn goto_instrument(args: &[String]) -> Result<u8, Failure> {
    let mut files = Vec::new();
    let mut edits = super::object::Edits::default();
    let mut entry = None;
    let mut except: Vec<String> = Vec::new();
    let mut unknown = false;
    let mut removed: Vec<String> = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || {
            args.next()
                .cloned()
                .ok_or_else(|| Failure::usage(format!("`{arg}` needs a value")))
        };
        match arg.as_str() {
            "--remove-function-body" => removed.push(value()?),
            "--enforce-contract" | "--enforce-contract-rec" => {
                edits.enforce.push(function(&value()?))
            }
            "--replace-call-with-contract" => edits.replace.push(function(&value()?)),
            "--apply-loop-contracts" => edits.loop_contracts = true,
            "--dfcc" => {
                entry = Some(value()?);
                unknown = true;
            }
            "--nondet-static" => unknown = true,
            "--nondet-static-exclude" => {
                unknown = true;
                // `file.c:name`, `name` or `f::name`.
                let name = value()?;
                let name = name.rsplit([':', '/']).next().unwrap_or_default();
                except.push(name.to_string());
            }
            "--unwind" => edits.unwind = Some(options::number(arg, &value()?)?),
            "--unwindset" => edits.unwindset.push(value()?),
            // What is dropped cannot be reached, or is not read; pointers to functions are followed exactly.
            "--drop-unused-functions"
            | "--slice-global-inits"
            | "--remove-function-pointers"
            | "--add-library"
            | "--no-unwinding-assertions"
            | "--unwinding-assertions"
            | "--remove-calls-no-body"
            | "--no-malloc-may-fail"
            | "--malloc-may-fail"
            | "--malloc-fail-null"
            | "--malloc-fail-assert"
            | "--partial-loops" => {
                if options::is_check(arg) {
                    edits.checks.push(arg.clone());
                }
            }
            "--verbosity" | "--object-bits" => {
                value()?;
            }
            "--flush" | "--quiet" => {}
            "--loop-contracts-no-unwind" => {}
            _ if options::is_check(arg) => edits.checks.push(arg.clone()),
            _ if arg.starts_with('-') => {
                return Err(Failure::usage(format!("`{arg}` is not available")));
            }
            _ => files.push(arg.clone()),
        }
    }
    let [input, rest @ ..] = &files[..] else {
        return Err(Failure::usage("there is no input file"));
    };
    let mut object = Object::read(Path::new(input))?;
    for unit in &mut object.units {
        // Files that are linked later may have them.
        unit.removed.extend(removed.iter().cloned());
    }
    if unknown {
        edits.unknown_statics = Some(except);
    }
    let mut more = Object::new(Vec::new());
    more.edits = edits;
    more.entry = entry;
    object.add(more);
    let output = match rest {
        [] => input,
        [output] => output,
        _ => return Err(Failure::usage("there are more than two files")),
    };
    object.write(Path::new(output))?;
    Ok(0)
}

/// `f/contract` names the function and its contract; only a function's own contract is used.
fn function(text: &str) -> String {
    text.split('/').next().unwrap_or(text).to_string()
}
