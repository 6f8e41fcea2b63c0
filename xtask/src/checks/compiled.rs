//! What gcc and clang find: the cases compiled with their sanitizers, each run by itself, and their messages by line.

use super::oracle::Violations;
use super::types::Model;
use crate::process;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Calls each function; one that ends in a signal, as a division by zero does, is left.
pub fn main_for_compilers(numbers: &[u64]) -> String {
    let mut text = String::from(
        "#include <setjmp.h>\n#include <signal.h>\nstatic sigjmp_buf back;\n\
         static void leave(int s) { (void)s; siglongjmp(back, 1); }\n\
         #define CALL(f) if (!sigsetjmp(back, 1)) f();\n\
         int main(void) {\n  signal(SIGFPE, leave); signal(SIGILL, leave); signal(SIGSEGV, leave);\n",
    );
    for number in numbers {
        text.push_str(&format!("  CALL(f{number})\n"));
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// Whose sanitizers are asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compiler {
    Gcc,
    Clang,
}

impl Compiler {
    pub fn name(self) -> &'static str {
        match self {
            Compiler::Gcc => "gcc",
            Compiler::Clang => "clang",
        }
    }

    fn command(self) -> Command {
        let (program, sanitizers) = match self {
            Compiler::Gcc => ("gcc", "undefined,float-cast-overflow"),
            Compiler::Clang => (
                "clang-19",
                "signed-integer-overflow,unsigned-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow,bounds,builtin",
            ),
        };
        let mut command = Command::new(program);
        command.args(["-w", "-g", "-fno-builtin"]);
        // Accesses are not judged by them, but indices are.
        command.arg(format!("-fsanitize={sanitizers}"));
        command.arg("-fno-sanitize=object-size");
        command
    }
}

/// The violations that a compiler's sanitizers find in a program, by line.
pub fn violations(
    compiler: Compiler,
    path: &Path,
    model: Model,
) -> Result<BTreeMap<u32, Violations>> {
    let name = compiler.name();
    let binary = path.with_extension(name);
    let mut command = compiler.command();
    if model == Model::Ilp32 {
        command.args(["-m32", "-msse2", "-mfpmath=sse"]);
    }
    command.arg("-o").arg(&binary).arg(path);
    let compiled = process::run(&mut command, Duration::from_secs(120))?;
    if compiled.code != Some(0) {
        bail!(
            "{name} does not compile {}:\n{}",
            path.display(),
            compiled.stderr
        );
    }
    let run = process::run(&mut Command::new(&binary), Duration::from_secs(60))?;
    if run.code != Some(0) {
        bail!(
            "{} ends with {:?}:\n{}",
            binary.display(),
            run.code,
            run.stderr
        );
    }
    let mut found: BTreeMap<u32, Violations> = BTreeMap::new();
    for line in run.stderr.lines() {
        let Some((place, message)) = line.split_once(": runtime error: ") else {
            continue;
        };
        let number = place.rsplit(':').nth(1).and_then(|n| n.parse().ok());
        let (Some(number), Some(property)) = (number, property_of(message)) else {
            bail!("{name} printed an unknown message: {line}");
        };
        found.entry(number).or_default().insert(property);
    }
    Ok(found)
}

fn property_of(message: &str) -> Option<&'static str> {
    let is = |text: &str| message.contains(text);
    Some(match () {
        () if is("division by zero") => "no-div-by-zero",
        () if is("shift exponent") || is("left shift of negative") => "no-shift-error",
        () if is("unsigned integer overflow") => "no-unsigned-overflow",
        () if is("negation of") && is("'unsigned ") => "no-unsigned-overflow",
        () if is("signed integer overflow") || is("left shift of") => "no-overflow",
        () if is("negation of") || is("division of") => "no-overflow",
        () if is("outside the range of representable values") => "no-float-cast-overflow",
        () if is("passing zero to") => "unreachable-code",
        () if is("out of bounds") => "array-bounds",
        () => return None,
    })
}
