//! Compiling a program to be run: not for analysis, but with clang's sanitizers, as a second opinion.

use crate::clang::{self, TOLERATED};
use crate::{Error, Options};
use program::{DataModel, Property};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Compiles the files of the program and a harness in C to an executable; `Err` says why that is not possible.
pub fn build_native(options: &Options, harness: &Path, output: &Path) -> Result<(), String> {
    let is_c = |path: &PathBuf| path.extension().is_some_and(|e| e == "c" || e == "i");
    if !options.files.iter().all(is_c) {
        return Err("only programs in C are compiled".to_string());
    }
    if options.entry.is_some() {
        return Err("the program does not start at `main`".to_string());
    }
    let clang = clang::find().map_err(|e: Error| e.to_string())?;
    let mut sanitizers = "-fsanitize=address,undefined,float-cast-overflow".to_string();
    if options.properties.contains(&Property::NoUnsignedOverflow) {
        sanitizers.push_str(",unsigned-integer-overflow");
    }
    let mut command = Command::new(clang);
    command
        .args(["-O0", "-g", "-fno-omit-frame-pointer", "-w"])
        .args(TOLERATED)
        .arg(sanitizers)
        // After undefined arithmetic whose property was not asked for, the run continues, as in the analysis.
        .args([
            "-fsanitize-recover=all",
            "-fsanitize-address-use-after-return=always",
        ])
        .arg(match options.data_model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        })
        .args(&options.clang_args)
        .arg("-o")
        .arg(output)
        .args(&options.files)
        .arg(harness)
        .arg("-lm")
        .stdin(Stdio::null());
    let done = command
        .output()
        .map_err(|e| format!("clang cannot be run: {e}"))?;
    if done.status.success() {
        return Ok(());
    }
    let messages = String::from_utf8_lossy(&done.stderr);
    let first = messages.lines().find(|l| l.contains("error"));
    let first = first.and_then(|l| l.split("error: ").nth(1));
    let first = first.unwrap_or("clang does not say why");
    Err(format!(
        "the program cannot be compiled with sanitizers: {first}"
    ))
}

/// The path of the program that turns addresses into lines, for the sanitizers' reports.
pub fn symbolizer() -> Option<PathBuf> {
    let clang = std::fs::canonicalize(clang::find().ok()?).ok()?;
    let beside = clang.parent()?.join("llvm-symbolizer");
    beside.is_file().then_some(beside)
}
