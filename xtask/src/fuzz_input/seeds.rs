//! The files that are mutated: the repository's own programs, and the modules that clang makes of them.

use crate::process;
use crate::random::Random;
use crate::systems;
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

/// What kind of file Aver is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    Source,
    /// LLVM's IR as text.
    Text,
    Bitcode,
    /// A transition system, by the ending of its file.
    System(&'static str),
}

impl FileKind {
    pub fn extension(self) -> &'static str {
        match self {
            FileKind::Source => "c",
            FileKind::Text => "ll",
            FileKind::Bitcode => "bc",
            FileKind::System(ending) => ending,
        }
    }
}

/// How modules are made: as other projects' builds would do it, and as Aver does it itself.
const BUILDS: [&[&str]; 5] = [
    &["-O0"],
    &["-O0", "-g"],
    &["-O1", "-Xclang", "-disable-llvm-passes", "-g"],
    &["-O2"],
    &["-O0", "-m32"],
];

/// A file to be mutated.
pub struct Drawn {
    pub bytes: Vec<u8>,
    /// Whether it is for 32 bits.
    pub narrow: bool,
}

/// Which program, as what, by which build.
type Key = (usize, FileKind, usize);

/// The programs, and the modules that were made of them so far; none where clang does not accept the program.
pub struct Seeds {
    programs: Vec<PathBuf>,
    modules: Mutex<HashMap<Key, Option<Vec<u8>>>>,
}

impl Seeds {
    /// The C files under `tests/` and `examples/`, in the order of their names.
    pub fn collect(root: &Path) -> Result<Seeds> {
        let mut programs = Vec::new();
        for folder in ["tests", "examples"] {
            c_files(&root.join(folder), &mut programs)?;
        }
        programs.sort();
        if programs.is_empty() {
            bail!("there is no C file under {}", root.display());
        }
        Ok(Seeds {
            programs,
            modules: Mutex::default(),
        })
    }

    /// A file of the wanted kind, and its data model; `None` if the one that was drawn cannot be compiled.
    pub fn draw(&self, kind: FileKind, random: &mut Random) -> Result<Option<Drawn>> {
        if let FileKind::System(ending) = kind {
            let bytes = systems::file(ending, random.next());
            return Ok(Some(Drawn {
                bytes,
                narrow: false,
            }));
        }
        let program = random.below(self.programs.len());
        if kind == FileKind::Source {
            let path = &self.programs[program];
            let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
            let narrow = random.chance(20);
            return Ok(Some(Drawn { bytes, narrow }));
        }
        let build = random.below(BUILDS.len());
        let narrow = BUILDS[build].contains(&"-m32");
        let drawn = |bytes: Option<Vec<u8>>| bytes.map(|bytes| Drawn { bytes, narrow });
        let key = (program, kind, build);
        let known = self.modules.lock().ok().and_then(|m| m.get(&key).cloned());
        if let Some(known) = known {
            return Ok(drawn(known));
        }
        let made = self.compile(program, kind, build)?;
        if let Ok(mut modules) = self.modules.lock() {
            modules.insert(key, made.clone());
        }
        Ok(drawn(made))
    }

    fn compile(&self, program: usize, kind: FileKind, build: usize) -> Result<Option<Vec<u8>>> {
        let made = tempfile::NamedTempFile::new()?;
        let mut clang = Command::new("clang-19");
        clang.args(BUILDS[build]).args(["-w", "-emit-llvm"]);
        clang.arg(if kind == FileKind::Text { "-S" } else { "-c" });
        clang
            .arg("-o")
            .arg(made.path())
            .arg(&self.programs[program]);
        let compiled = process::run(&mut clang, Duration::from_secs(60))?;
        if compiled.code != Some(0) {
            return Ok(None);
        }
        Ok(Some(fs::read(made.path())?))
    }
}

fn c_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("reading the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            c_files(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "c") {
            found.push(path);
        }
    }
    Ok(())
}
