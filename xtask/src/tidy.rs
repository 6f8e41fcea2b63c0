//! `cargo xtask tidy`: the rules of the source tree that a machine can check.
//!
//! Each rule is a function from text to complaints, so that it can be tested without a repository. ARCHITECTURE.md says
//! why the rules are there.

mod code;
mod engines;
mod words;

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates from the bottom up: a crate may use only those before it.
const LAYERS: [&str; 13] = [
    "header", "term", "sat", "smt", "program", "frontend", "encode", "domains", "evidence",
    "engines", "report", "bench", "aver",
];

/// Packages that are not layers, and the layers that they may use.
const TOOLS: [(&str, &[&str]); 1] = [("xtask", &["header"])];

const MAX_LINES: usize = 1_000;

/// Files that may be longer, each with its reason.
const LONG_FILES: [(&str, &str); 0] = [];

/// Words that only one crate may say in code (comments and strings are free), with that crate.
const OWNED_WORDS: [(&str, &str); 5] = [
    ("llvm", "frontend"),
    ("inkwell", "frontend"),
    ("batsat", "sat"),
    ("cadical", "sat"),
    ("rustsat", "sat"),
];

/// Pages in the root that are checked for words to avoid.
const PAGES: [&str; 4] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
];

/// Who may print: the command line, the tools of the repository, and what is only run by developers.
const PRINTERS: [&str; 2] = ["aver", "xtask"];
const PRINTING_FOLDERS: [&str; 2] = ["tests", "examples"];
const PRINT_MACROS: [&str; 4] = ["print!", "println!", "eprint!", "eprintln!"];
const STUBS: [&str; 4] = ["todo!", "unimplemented!", "dbg!", "#[ignore"];

/// Checks the whole tree, prints every complaint, and returns whether there was none.
pub fn run(root: &Path) -> Result<bool> {
    let mut complaints = layering(&manifests(root)?);
    let engines = engine_folders(root)?;
    let mut files = Vec::new();
    for dir in ["crates", "xtask"] {
        files_below(&root.join(dir), &["rs"], &mut files)?;
    }
    for dir in ["docs", "contrib"] {
        files_below(&root.join(dir), &["md", "py"], &mut files)?;
    }
    files.extend(PAGES.map(|page| root.join(page)));
    for path in &files {
        let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
        let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
        if name.ends_with(".rs") {
            complaints.extend(check_file(&name, &text, &engines));
        }
        if words::applies_to(&name) {
            let found = words::found(&name, &text).into_iter();
            complaints.extend(found.map(|(line, what)| format!("{name}:{line}: {what}")));
        }
    }
    for complaint in &complaints {
        println!("tidy: {complaint}");
    }
    println!(
        "tidy: {} files, {} complaints",
        files.len(),
        complaints.len()
    );
    Ok(complaints.is_empty())
}

/// A package and the names of what it depends on.
struct Manifest {
    name: String,
    dependencies: Vec<String>,
}

/// Asks cargo, which knows how to read manifests.
fn manifests(root: &Path) -> Result<Vec<Manifest>> {
    let output = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
        .args(["metadata", "--no-deps", "--format-version=1", "--locked"])
        .current_dir(root)
        .output()
        .context("cannot run cargo metadata")?;
    if !output.status.success() {
        bail!(
            "cargo metadata failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let json: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let packages = json["packages"].as_array().context("no packages")?;
    let name = |value: &serde_json::Value| value["name"].as_str().unwrap_or("?").to_string();
    Ok(packages
        .iter()
        .map(|package| Manifest {
            name: name(package),
            dependencies: package["dependencies"]
                .as_array()
                .map(|all| all.iter().map(name).collect())
                .unwrap_or_default(),
        })
        .collect())
}

/// A crate uses only layers below it, and foreign crates that belong to one layer stay there.
fn layering(manifests: &[Manifest]) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().position(|l| *l == name);
    let mut complaints = Vec::new();
    for Manifest { name, dependencies } in manifests {
        let own = layer(name);
        let tool = TOOLS.iter().find(|(tool, _)| tool == name);
        if own.is_none() && tool.is_none() {
            complaints.push(format!(
                "{name}: not a crate that ARCHITECTURE.md knows; add it to LAYERS of tidy"
            ));
        }
        for used in dependencies {
            if let Some(other) = layer(used)
                && own.is_none_or(|own| other >= own)
                && !tool.is_some_and(|(_, allowed)| allowed.contains(&used.as_str()))
            {
                complaints.push(format!("{name}: may not use {used}, which is above it"));
            }
            for (word, owner) in OWNED_WORDS {
                if used.contains(word) && name != owner {
                    complaints.push(format!("{name}: only {owner} may use {used}"));
                }
            }
        }
    }
    complaints
}

/// The folders of the engines.
fn engine_folders(root: &Path) -> Result<Vec<String>> {
    let mut folders = Vec::new();
    for entry in fs::read_dir(root.join(engines::ENGINES)).context(engines::ENGINES)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() && !engines::SHARED.contains(&name.as_str()) {
            folders.push(name);
        }
    }
    folders.sort();
    Ok(folders)
}

/// All rules about the code of a single file. `name` is relative to the root, with slashes.
fn check_file(name: &str, text: &str, engines: &[String]) -> Vec<String> {
    let code = code::without_comments_and_strings(text);
    let owner = name
        .strip_prefix("crates/")
        .unwrap_or(name)
        .split('/')
        .next()
        .unwrap_or_default();
    // A build script talks to cargo by printing.
    let may_print = PRINTERS.contains(&owner)
        || name.ends_with("/build.rs")
        || name.split('/').any(|part| PRINTING_FOLDERS.contains(&part));
    let mut complaints = Vec::new();
    if !opens_with_docs(text) {
        complaints.push(format!("{name}: does not open with `//!` documentation"));
    }
    let lines = text.lines().count();
    if lines > MAX_LINES && !LONG_FILES.iter().any(|(long, _)| *long == name) {
        complaints.push(format!("{name}: {lines} lines; the limit is {MAX_LINES}"));
    }
    for (line, other) in engines::imported(name, &code, engines) {
        complaints.push(format!(
            "{name}:{line}: an engine may not use the engine `{other}`; use the board, or share a module"
        ));
    }
    for (number, line) in code.lines().enumerate() {
        let mut complain = |what: String| complaints.push(format!("{name}:{}: {what}", number + 1));
        let lower = line.to_ascii_lowercase();
        for (word, crate_name) in OWNED_WORDS {
            if lower.contains(word) && owner != crate_name {
                complain(format!("`{word}` belongs to the crate {crate_name}"));
            }
        }
        if !may_print && PRINT_MACROS.iter().any(|m| has_word(line, m)) {
            complain("only the crate aver prints; use tracing".to_string());
        }
        if let Some(stub) = STUBS.iter().find(|stub| has_word(line, stub)) {
            complain(format!("`{stub}` does not belong in the repository"));
        }
    }
    complaints
}

/// Whether the first thing in the file, after blank lines and inner attributes, is a `//!` line.
fn opens_with_docs(text: &str) -> bool {
    text.lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with("#!["))
        .is_some_and(|line| line.starts_with("//!") && line.len() > 4)
}

/// Whether `word` occurs and is not the end of a longer identifier.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        !line[..at]
            .chars()
            .next_back()
            .is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

/// All files below `dir` with one of the endings, in a fixed order.
fn files_below(dir: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(dir)
        .with_context(|| format!("{}", dir.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                files_below(&path, endings, files)?;
            }
        } else if path
            .extension()
            .is_some_and(|e| endings.iter().any(|ending| e == *ending))
        {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_file(name: &str, text: &str) -> Vec<String> {
        super::check_file(name, text, &[])
    }

    fn uses(name: &str, dependencies: &[&str]) -> Vec<String> {
        layering(&[Manifest {
            name: name.to_string(),
            dependencies: dependencies.iter().map(|d| d.to_string()).collect(),
        }])
    }

    #[test]
    fn a_crate_uses_only_layers_below_it() {
        assert!(uses("smt", &["term", "sat", "libc"]).is_empty());
        assert_eq!(uses("term", &["smt"]).len(), 1);
        assert_eq!(uses("smt", &["smt"]).len(), 1);
        assert_eq!(uses("xtask", &["term"]).len(), 1);
        assert!(uses("xtask", &["header"]).is_empty());
    }

    #[test]
    fn an_unknown_crate_is_reported() {
        assert_eq!(uses("utils", &[]).len(), 1);
    }

    #[test]
    fn foreign_crates_stay_in_their_layer() {
        assert!(uses("frontend", &["inkwell", "llvm-sys"]).is_empty());
        assert_eq!(uses("encode", &["llvm-sys"]).len(), 1);
        assert!(uses("sat", &["rustsat-cadical"]).is_empty());
        assert!(!uses("smt", &["rustsat-cadical"]).is_empty());
    }

    #[test]
    fn a_module_opens_with_documentation() {
        assert!(opens_with_docs("//! Terms.\n"));
        assert!(opens_with_docs("\n#![allow(x)]\n//! Terms.\n"));
        assert!(!opens_with_docs("use x;\n//! Terms.\n"));
        assert!(!opens_with_docs("//!\n"));
        assert!(!opens_with_docs(""));
    }

    #[test]
    fn long_files_are_reported() {
        let text = format!("//! Long.\n{}", "\n".repeat(MAX_LINES));
        assert_eq!(check_file("crates/term/src/a.rs", &text).len(), 1);
        let text = format!("//! Fits.\n{}", "\n".repeat(MAX_LINES - 1));
        assert!(check_file("crates/term/src/a.rs", &text).is_empty());
    }

    #[test]
    fn words_of_other_crates_are_reported_in_code_only() {
        let check = |name: &str, line: &str| check_file(name, &format!("//! Docs.\n{line}\n"));
        assert_eq!(check("crates/smt/src/a.rs", "use sat::CaDiCaL;").len(), 1);
        assert!(check("crates/sat/src/a.rs", "use rustsat_cadical::X;").is_empty());
        assert!(check("crates/smt/src/a.rs", "// As CaDiCaL does.").is_empty());
        assert!(check("crates/aver/src/a.rs", "let s = \"LLVM 19\";").is_empty());
    }

    #[test]
    fn only_the_command_line_prints() {
        let check = |name: &str| check_file(name, "//! Docs.\nfn f() { println!(\"\"); }\n");
        assert_eq!(check("crates/report/src/a.rs").len(), 1);
        assert!(check("crates/aver/src/a.rs").is_empty());
        assert!(check("xtask/src/a.rs").is_empty());
        assert!(check("crates/smt/tests/a.rs").is_empty());
        assert!(check("crates/frontend/build.rs").is_empty());
    }

    #[test]
    fn stubs_are_reported() {
        let check = |line: &str| check_file("xtask/src/a.rs", &format!("//! Docs.\n{line}\n"));
        assert_eq!(check("fn f() { todo!() }").len(), 1);
        assert_eq!(check("#[ignore = \"slow\"]").len(), 1);
        assert!(check("my_todo!()").is_empty());
    }

    #[test]
    fn engines_do_not_import_each_other() {
        let engines = ["ai", "bmc"].map(str::to_string);
        let text = "//! Docs.\nuse crate::ai::Seed; // crate::ai\n";
        let check = |name: &str| super::check_file(name, text, &engines).len();
        assert_eq!(check("crates/engines/src/bmc/a.rs"), 1);
        assert_eq!(check("crates/engines/src/ai/a.rs"), 0);
        assert_eq!(check("crates/engines/src/portfolio.rs"), 0);
    }
}
