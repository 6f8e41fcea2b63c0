//! What a program does on all of its inputs: compiled with AddressSanitizer and linked with a driver that forks at each input.

use crate::process;
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// `__VERIFIER_nondet_bool` has two values, `__VERIFIER_nondet_uchar` four: a program looks at no more than two bits of it.
const DRIVER: &str = include_str!("driver.c");

/// Which properties some run violates. It ends at an assertion that fails, and at an invalid access or free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    pub runs: u64,
    pub assertion: bool,
    pub deref: bool,
    pub release: bool,
    /// Some run ends while memory that it allocated is not freed.
    pub leak: bool,
}

impl Truth {
    pub fn violates(&self, property: &str) -> bool {
        match property {
            "assert" => self.assertion,
            "valid-deref" => self.deref,
            "valid-free" => self.release,
            "valid-memcleanup" => self.leak,
            _ => false,
        }
    }
}

/// The driver as an object file in this folder, which all programs share.
pub fn compile_driver(folder: &Path) -> Result<()> {
    let source = folder.join("driver.c");
    std::fs::write(&source, DRIVER)?;
    let object = folder.join("driver.o");
    compile(
        Command::new("clang-19")
            .args(["-O1", "-c", "-o"])
            .arg(object)
            .arg(source),
    )
}

/// `None` if the program has too many runs, or one that does not end.
pub fn truth(folder: &Path, path: &Path) -> Result<Option<Truth>> {
    let binary = path.with_extension("exe");
    let mut command = Command::new("clang-19");
    command.args(["-w", "-O0", "-fsanitize=address", "-Dmain=main_of_program"]);
    command.args(["malloc", "calloc", "free"].map(|name| format!("-D{name}=counted_{name}")));
    // What assert.h calls where an assertion fails.
    command.arg("-D__assert_fail(...)=failed_assertion()");
    command.arg("-include").arg("assert.h");
    command
        .arg("-o")
        .arg(&binary)
        .arg(path)
        .arg(folder.join("driver.o"));
    compile(&mut command)?;
    let run = process::run(&mut Command::new(&binary), Duration::from_secs(120))?;
    std::fs::remove_file(&binary)?;
    if run.timed_out {
        return Ok(None);
    }
    let numbers = run.stdout.split_whitespace().map(str::parse);
    let numbers: Result<Vec<u64>, _> = numbers.collect();
    let numbers = numbers.context("the driver prints numbers")?;
    let [runs, assertion, deref, release, leak, lost] = numbers[..] else {
        bail!("the driver says {:?}", run.stdout);
    };
    Ok((lost == 0).then_some(Truth {
        runs,
        assertion: assertion != 0,
        deref: deref != 0,
        release: release != 0,
        leak: leak != 0,
    }))
}

fn compile(command: &mut Command) -> Result<()> {
    let run = process::run(command, Duration::from_secs(120))?;
    if run.code != Some(0) {
        bail!("clang does not compile it:\n{}", run.stderr);
    }
    Ok(())
}
