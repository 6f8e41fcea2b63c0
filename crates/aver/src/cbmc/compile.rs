//! `goto-cc`: compiles and links as gcc does, but to objects that keep their source.

use super::Failure;
use super::object::{Object, Unit};
use std::path::{Path, PathBuf};

pub fn goto_cc(args: &[String]) -> Result<u8, Failure> {
    let mut inputs: Vec<PathBuf> = Vec::new();
    let mut output: Option<PathBuf> = None;
    let (mut only_compile, mut export_locals, mut ilp32) = (false, false, false);
    let mut entry = None;
    let mut clang = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || {
            args.next()
                .cloned()
                .ok_or_else(|| Failure::usage(format!("`{arg}` needs a value")))
        };
        match arg.as_str() {
            "-c" => only_compile = true,
            "-o" => output = Some(value()?.into()),
            "--function" => entry = Some(value()?),
            "--export-file-local-symbols" => export_locals = true,
            "-m32" | "--32" => ilp32 = true,
            "-m64" | "--64" => ilp32 = false,
            // They say how much is told, or how the code is laid out.
            "--verbosity" | "--object-bits" => {
                value()?;
            }
            "-g" | "-pipe" | "-pthread" | "-s" | "-static" | "-shared" | "-w" => {}
            "-I" | "-D" | "-U" | "-include" | "-isystem" | "-iquote" | "-idirafter"
            | "-imacros" | "-x" => {
                clang.push(arg.clone());
                clang.push(value()?);
            }
            "-ansi" | "-pedantic" | "-nostdinc" => clang.push(arg.clone()),
            "-MF" | "-MT" | "-MQ" | "-L" | "-l" => {
                value()?;
            }
            _ if arg.starts_with("--") => {
                return Err(Failure::usage(format!("`{arg}` is not available")));
            }
            _ if ["-I", "-D", "-U", "-std=", "-f", "-isystem"]
                .iter()
                .any(|p| arg.starts_with(p)) =>
            {
                clang.push(arg.clone());
            }
            _ if ["-W", "-O", "-M", "-l", "-L", "-g", "-march", "-mtune"]
                .iter()
                .any(|p| arg.starts_with(p)) => {}
            _ if arg.starts_with('-') => {
                return Err(Failure::usage(format!("`{arg}` is not available")));
            }
            _ => inputs.push(arg.into()),
        }
    }
    if inputs.is_empty() {
        return Err(Failure::usage("there are no input files"));
    }
    let mut whole = Object::new(Vec::new());
    for input in &inputs {
        let mut object = read(input, &clang, ilp32)?;
        object.export_locals |= export_locals;
        if only_compile {
            let own = PathBuf::from(input.file_name().unwrap_or_default()).with_extension("o");
            object.write(output.as_deref().unwrap_or(&own))?;
        } else {
            whole.add(object);
        }
    }
    if !only_compile {
        whole.entry = entry.or(whole.entry);
        whole.write(output.as_deref().unwrap_or(Path::new("a.out")))?;
    }
    Ok(0)
}

/// An object, or a file that becomes one.
pub fn read(path: &Path, clang: &[String], ilp32: bool) -> Result<Object, Failure> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("c" | "i" | "cc" | "cpp" | "cxx") => {
            Ok(Object::new(vec![Unit::of_source(path, clang, ilp32)?]))
        }
        _ => Object::read(path),
    }
}
