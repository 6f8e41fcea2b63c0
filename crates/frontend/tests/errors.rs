//! A user's mistakes: each has its own error with a helpful message, and none panics.

mod common;

use common::{load_text, options};
use expect_test::{Expect, expect};
use frontend::{Error, load};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Loads files of a directory; the message without the directory's name.
fn check(dir: &Path, files: &[&str], expected: Expect) -> Error {
    let files: Vec<PathBuf> = files.iter().map(|f| dir.join(f)).collect();
    match load(&options(files)) {
        Ok(_) => panic!("the program was accepted"),
        Err(error) => {
            let text = error.to_string();
            expected.assert_eq(&text.replace(&format!("{}/", dir.display()), ""));
            error
        }
    }
}

fn write(dir: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    std::fs::write(dir.join(name), bytes).expect("writing a temporary file");
}

#[test]
fn files() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    std::fs::create_dir(dir.join("sub.c")).expect("a directory");
    write(dir, "empty.c", "");
    write(dir, "notes.txt", "int main() {}");
    check(
        dir,
        &["missing.c"],
        expect!["cannot read missing.c: No such file or directory (os error 2)"],
    );
    check(
        dir,
        &["sub.c"],
        expect!["sub.c is a directory, not a C file"],
    );
    check(dir, &["empty.c"], expect!["empty.c is empty"]);
    check(
        dir,
        &["notes.txt"],
        expect!["notes.txt is not a C file: its name ends in none of .c .i .cc .cpp .cxx .bc .ll"],
    );
    check(dir, &[], expect!["no input files"]);
}

#[test]
fn c_that_clang_rejects() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    write(dir, "bad.c", "int main(void) { return x; }\n");
    check(
        dir,
        &["bad.c"],
        expect![[r#"
            clang does not accept bad.c:
            bad.c:1:25: error: use of undeclared identifier 'x'
                1 | int main(void) { return x; }
                  |                         ^
        "#]],
    );
    write(dir, "junk.c", [0u8, 159, 146, 150, 1, 2, 3, 255, 254]);
    let error = check_kind(dir, "junk.c");
    assert!(matches!(error, Error::Rejected { .. }));
}

fn check_kind(dir: &Path, file: &str) -> Error {
    match load(&options(vec![dir.join(file)])) {
        Ok(_) => panic!("the program was accepted"),
        Err(error) => error,
    }
}

#[test]
fn entries() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    write(
        dir,
        "no_main.c",
        "int f(void) { return 1; } static int g(void) { return f(); } int h(void) { return g(); }",
    );
    check(
        dir,
        &["no_main.c"],
        expect![
            "there is no function `main`; the files define `f`, `g`, `h`: choose one with --function"
        ],
    );
    write(dir, "nothing.c", "int x;");
    check(
        dir,
        &["nothing.c"],
        expect!["there is no function `main`; the files define no function at all"],
    );
    let error = load_text("int main(void) { return 0; }", |o| {
        o.entry = Some("run".to_string())
    });
    let message = error.err().expect("there is no such function").to_string();
    assert_eq!(
        message,
        "there is no function `run`; the files define `main`: choose one with --function"
    );
}

#[test]
fn link_conflicts() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    write(dir, "a.c", "int main(void) { return 0; }");
    write(dir, "b.c", "int main(void) { return 1; }");
    check(
        dir,
        &["a.c", "b.c"],
        expect![
            "b.c cannot be linked with the files before it: Linking globals named 'main': symbol multiply defined!"
        ],
    );
}

#[test]
fn several_files() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    write(
        dir,
        "a.c",
        "int f(int); static int g(void) { return 1; } int main(void) { return f(g()); }",
    );
    write(
        dir,
        "b.c",
        "static int g(void) { return 2; } int f(int x) { return x + g(); }",
    );
    let files = vec![dir.join("a.c"), dir.join("b.c")];
    let loaded = load(&options(files)).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.program.functions.len(), 5);
}

/// No byte of a bitcode file that is missing or wrong may do more than give an error.
#[test]
fn damaged_bitcode() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    write(dir, "junk.bc", [1u8, 2, 3, 4, 5, 6, 7, 8]);
    assert!(matches!(check_kind(dir, "junk.bc"), Error::Bitcode { .. }));
    write(dir, "junk.ll", "define i32 @main( {");
    assert!(matches!(check_kind(dir, "junk.ll"), Error::Bitcode { .. }));
    write(dir, "t.c", "int main(void) { return 3; }");
    let compiled = Command::new("clang-19")
        .args(["-c", "-emit-llvm", "-g", "-O1", "t.c", "-o", "t.bc"])
        .current_dir(dir)
        .status();
    assert!(
        compiled.is_ok_and(|s| s.success()),
        "clang compiles a small file"
    );
    let bytes = std::fs::read(dir.join("t.bc")).expect("reading it back");
    assert!(load(&options(vec![dir.join("t.bc")])).is_ok());
    for percent in [1, 10, 25, 50, 75, 90, 99] {
        let length = bytes.len() * percent / 100;
        write(dir, "cut.bc", &bytes[..length]);
        let error = check_kind(dir, "cut.bc");
        assert!(
            matches!(error, Error::Bitcode { .. } | Error::Empty { .. }),
            "{error}"
        );
    }
}

/// The flags of code that clang did not instrument are checked.
#[test]
fn llvm_text() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let dir = dir.path();
    write(
        dir,
        "t.ll",
        "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n\
         define i32 @main() {\n  %x = alloca i32\n  store i32 2147483647, ptr %x\n  %v = load i32, ptr %x\n  \
         %s = add nsw i32 %v, 1\n  ret i32 %s\n}\n",
    );
    let loaded = load(&options(vec![dir.join("t.ll")])).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(
        common::ending(&loaded, 0),
        "no-overflow: the result of a signed operation that overflows is used (line 0)"
    );
}
