//! Compiles the models of the C library to bitcode, once for each data model, so that a run of Aver need not, and lists what
//! each of them defines, so that a run reads only those that it needs.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[path = "src/flags.rs"]
mod flags;

fn main() {
    println!("cargo::rerun-if-changed=models");
    println!("cargo::rerun-if-changed=src/flags.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where output goes"));
    let mut models: Vec<PathBuf> = std::fs::read_dir("models")
        .expect("the models are part of this crate")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    models.sort();
    let mut table = String::from("const MODELS: &[Model] = &[\n");
    for model in &models {
        let name = model
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy();
        let mut defines: BTreeSet<String> = BTreeSet::new();
        for (bits, flag) in [(32, "-m32"), (64, "-m64")] {
            let target = out.join(format!("{name}{bits}.bc"));
            compile(model, flag, &target);
            defines.extend(defined(&target));
        }
        let defines: Vec<String> = defines.into_iter().collect();
        table.push_str(&format!(
            "    Model {{ file: \"aver/{name}.c\", defines: &{defines:?}, ilp32: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}32.bc\")), \
             lp64: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}64.bc\")) }},\n"
        ));
    }
    table.push_str("];\n");
    std::fs::write(out.join("models.rs"), table).expect("writing to the output folder");
}

/// The text goes through a pipe, so that debug information has no path of this machine in it.
fn compile(model: &Path, flag: &str, target: &Path) {
    let text = std::fs::read_to_string(model).expect("a model is text");
    let name = model
        .file_name()
        .expect("a file has a name")
        .to_string_lossy();
    let mut child = Command::new(tool("clang"))
        .args(flags::FLAGS)
        // Models define library functions; clang must not turn their bodies into calls of themselves.
        .args([
            "-w",
            "-fno-builtin",
            "-std=gnu11",
            "-ffile-compilation-dir=.",
            "-Imodels",
            flag,
        ])
        .args(["-x", "c", "-", "-o"])
        .arg(target)
        .stdin(Stdio::piped())
        .spawn()
        .expect("clang runs");
    let text = format!("#line 1 \"aver/{name}\"\n{text}");
    let mut input = child.stdin.take().expect("the pipe was asked for");
    input
        .write_all(text.as_bytes())
        .expect("clang reads its input");
    drop(input);
    let status = child.wait().expect("clang ends");
    assert!(status.success(), "clang does not accept the model {name}");
}

/// The functions and variables that others see.
fn defined(bitcode: &Path) -> Vec<String> {
    let output = Command::new(tool("llvm-nm"))
        .args(["--defined-only", "--extern-only", "--format=just-symbols"])
        .arg(bitcode)
        .output()
        .expect("llvm-nm runs");
    assert!(output.status.success(), "llvm-nm reads what clang wrote");
    let names = String::from_utf8(output.stdout).expect("names are text");
    names.lines().map(str::to_string).collect()
}

/// A program of LLVM 19, as Debian names it.
fn tool(name: &str) -> String {
    let names = [format!("{name}-19"), format!("/usr/lib/llvm-19/bin/{name}")];
    let runs = |program: &String| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null());
        command.status().is_ok()
    };
    let found = names.into_iter().find(runs);
    found.unwrap_or_else(|| {
        panic!("{name} of LLVM 19 is needed to build (Debian packages clang-19 and llvm-19-dev)")
    })
}
