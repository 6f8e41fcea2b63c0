//! Runs the binary in its own folder, and looks at what it leaves behind.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A working folder with a temporary folder inside.
pub struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    pub fn new() -> Place {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("tmp")).expect("a folder");
        Place { folder }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn tmp(&self) -> PathBuf {
        self.path().join("tmp")
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name), text).expect("a file");
    }

    /// The binary with these arguments, separated by blanks.
    pub fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aver"));
        command
            .args(args.split_whitespace())
            .current_dir(self.path())
            .env("TMPDIR", self.tmp())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn start(&self, args: &str) -> Child {
        self.command(args).spawn().expect("the binary starts")
    }

    /// Runs to the end and checks that no file but the ones that were there is left.
    pub fn run(&self, args: &str) -> Finished {
        let before = self.files();
        let output = self.command(args).output().expect("the binary runs");
        assert_eq!(self.files(), before, "aver {args} left files behind");
        Finished::of(output)
    }

    /// All files in the working and the temporary folder.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = [self.path().to_path_buf(), self.tmp()]
            .iter()
            .flat_map(|folder| std::fs::read_dir(folder).expect("a folder"))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        files
    }
}

/// What a finished run said.
#[derive(Debug)]
pub struct Finished {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Finished {
    pub fn of(output: Output) -> Finished {
        Finished {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    pub fn last_line(&self) -> &str {
        self.stdout.lines().last().unwrap_or_default()
    }

    /// Exit code and last line.
    #[track_caller]
    pub fn answers(&self, code: i32, last: &str) {
        assert_eq!(
            (self.code, self.last_line()),
            (Some(code), last),
            "{self:#?}"
        );
    }

    /// Exit code and part of the one message.
    #[track_caller]
    pub fn complains(&self, code: i32, words: &str) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        assert!(self.stderr.contains(words), "{self:#?}");
        assert_eq!(
            self.stdout, "",
            "nothing is printed where there is no answer"
        );
        assert!(!self.stderr.contains("panicked"), "{self:#?}");
    }
}
