//! Snapshots of every stage: C → program → transition system → SMT-LIB, for a dozen of the test programs.
//!
//! `UPDATE_EXPECT=1 cargo test -p aver` writes them again.

use expect_test::expect_file;
use std::path::Path;
use std::process::Command;

/// The text of a stage of a program below `tests/`.
fn stage(program: &str, property: &str, stage: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_aver"))
        .args([
            "show",
            "--stage",
            stage,
            "--property",
            property,
            "--unwind",
            "2",
        ])
        .arg(format!("tests/{program}.c"))
        .current_dir(&root)
        .output()
        .expect("the binary runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}, {stage}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn check(program: &str, property: &str) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let name = program.replace('/', "-");
    for (shown, ending) in [
        ("program", "program"),
        ("transition-system", "system"),
        ("smt2", "smt2"),
    ] {
        let path = format!("{root}/tests/snapshots/{name}.{ending}");
        expect_file![path].assert_eq(&stage(program, property, shown));
    }
}

macro_rules! stages {
    ($($test:ident $program:literal $property:literal),* $(,)?) => {
        $(#[test] fn $test() { check($program, $property); })*
    };
}

stages! {
    join_of_memory "assert/join_of_memory" "assert",
    uninitialised_stable "assert/uninitialised_stable" "assert",
    constant_index "bounds/constant_index" "array-bounds,valid-deref",
    short_circuit "control/short_circuit" "assert",
    goto_loop "control/goto_loop" "assert",
    signs "division/signs" "assert,no-div-by-zero",
    pointer_table "functions/pointer_table" "assert",
    initialisers "globals/initialisers" "assert",
    unknown_bound "loops/unknown_bound" "assert",
    sibling_scopes "memory/sibling_scopes" "assert",
    min_over_minus_one "overflow/min_over_minus_one" "no-overflow,no-div-by-zero",
    choice "pointers/choice" "assert,valid-deref",
}
