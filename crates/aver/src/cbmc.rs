//! CBMC's programs, answered by Aver: `goto-cc`, `goto-instrument` and `cbmc`.
//!
//! `aver cbmc-tools DIR` fills a folder with scripts of these names. With the folder first in `PATH`, a project's own build runs its
//! proofs on Aver. The projects choose the checks when they call `cbmc`, long after compilation, so what `goto-cc` writes is not
//! code but what is needed to compile again: the preprocessed text of each file and its flags ([`object`]). `goto-instrument` writes
//! down what is to be changed ([`instrument`]), and `cbmc` compiles, with the checks compiled in, and proves ([`check`]).
//!
//! An option that is not known here is an error: none is passed over in silence ([`options`]).

mod check;
mod compile;
mod instrument;
mod object;
mod options;
mod output;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

/// As CBMC's.
const USAGE_ERROR: u8 = 1;
const EXCEPTION: u8 = 6;
const VERSION: &str = "6.6.0";

/// The names of the programs.
const TOOLS: [&str; 4] = ["goto-cc", "goto-gcc", "goto-instrument", "cbmc"];

/// The program that this process is called as, and its arguments: by its name, or by `--as NAME`.
pub fn called_as(args: &[OsString]) -> Option<(&'static str, Vec<String>)> {
    let known = |name: &str| TOOLS.into_iter().find(|t| *t == name);
    let rest = |n: usize| {
        let rest = args.iter().skip(n);
        rest.map(|a| a.to_string_lossy().into_owned()).collect()
    };
    let name = Path::new(args.first()?).file_name()?.to_str()?;
    if let Some(tool) = known(name) {
        return Some((tool, rest(1)));
    }
    if args.get(1)? != "--as" {
        return None;
    }
    Some((known(args.get(2)?.to_str()?)?, rest(3)))
}

/// Runs one of the programs; its exit code.
pub fn run(tool: &str, args: &[String]) -> u8 {
    if args.iter().any(|a| a == "--version") {
        // What scripts compare is the number.
        println!("{VERSION} (Aver {})", env!("CARGO_PKG_VERSION"));
        return 0;
    }
    let result = match tool {
        "goto-cc" | "goto-gcc" => compile::goto_cc(args),
        "goto-instrument" => instrument::goto_instrument(args),
        _ => check::cbmc(args),
    };
    match result {
        Ok(code) => code,
        Err(Failure { message, code }) => {
            eprintln!("{tool} (Aver): {message}");
            code
        }
    }
}

/// Why a program could not do its work.
pub struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    fn usage(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            code: USAGE_ERROR,
        }
    }

    fn exception(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            code: EXCEPTION,
        }
    }
}

/// Fills a folder with the programs.
pub fn install(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let aver = std::env::current_exe()?;
    std::fs::create_dir_all(folder)?;
    for tool in TOOLS {
        let path = folder.join(tool);
        let mut file = std::fs::File::create(&path)?;
        let aver = aver.to_string_lossy().replace('\'', "'\\''");
        writeln!(file, "#!/bin/sh\nexec '{aver}' --as {tool} \"$@\"")?;
        file.set_permissions(std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}
