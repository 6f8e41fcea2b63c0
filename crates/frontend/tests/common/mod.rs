//! Loading C from text. Each test uses a part of it.
#![allow(dead_code)]

use frontend::{Error, Loaded, Options, load};
use program::interp::{Ending, RandomOracle, run};
use program::{DataModel, Goals, Property};
use std::path::PathBuf;

/// All but conversions that change a value, and floats that become infinite: the programs of these tests make many.
pub fn properties() -> Vec<Property> {
    let all = Property::ALL.into_iter();
    let others = [Property::NoLossyConversion, Property::NoFloatOverflow];
    all.filter(|p| !others.contains(p)).collect()
}

pub fn options(files: Vec<PathBuf>) -> Options {
    Options {
        files,
        clang_args: Vec::new(),
        data_model: DataModel::Lp64,
        properties: properties(),
        error_function: None,
        entry: None,
        undefined_functions: frontend::UndefinedFunctions::default(),
        malloc_may_fail: false,
        volatile_inputs: false,
        stack_limit: None,
        memory: frontend::MemoryModel::default(),
        layout_seed: 0,
        arguments: frontend::ArgumentOptions::default(),
        contracts: frontend::ContractOptions::default(),
        dropped: Vec::new(),
        first_counts: false,
        stubs: Vec::new(),
        removed: Vec::new(),
        file_args: Vec::new(),
        export_locals: false,
        unknown_statics: None,
    }
}

/// Loads `text` as the file `t.c`, with options changed by `change`.
pub fn load_text(text: &str, change: impl FnOnce(&mut Options)) -> Result<Loaded, Error> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = dir.path().join("t.c");
    std::fs::write(&path, text).expect("writing a temporary file");
    let mut options = options(vec![path]);
    change(&mut options);
    load(&options)
}

/// Loads and lowers, or shows why not.
pub fn loaded(text: &str) -> Loaded {
    let loaded = load_text(text, |_| {}).unwrap_or_else(|e| panic!("{e}"));
    program::validate::assert_valid(&loaded.pool, &loaded.program);
    loaded
}

/// How a run ends, with a seed for what is unknown: `finished`, or the property that is violated and what is wrong.
pub fn ending(loaded: &Loaded, seed: u64) -> String {
    let program = &loaded.program;
    let goals = Goals::new(program, &properties());
    let mut oracle = RandomOracle::new(seed);
    match run(
        &loaded.pool,
        program,
        &goals,
        &mut oracle,
        &mut (),
        1_000_000,
    ) {
        Ending::Finished => "finished".to_string(),
        Ending::Violated(v) | Ending::Undefined(v) => {
            let site = program.site(v.site);
            format!("{}: {} (line {})", site.property, site.what, v.place.line)
        }
        Ending::Assumed { .. } => "assumed".to_string(),
        Ending::Oracle { what, .. } => format!("oracle: {what}"),
        Ending::Enough | Ending::Steps => "too many steps".to_string(),
        Ending::Unsupported { what, .. } => format!("unsupported: {what}"),
        Ending::Memory { .. } => "too much memory".to_string(),
    }
}

/// Runs a program a few times: every run ends well.
pub fn check_fine(text: &str) {
    let loaded = loaded(text);
    for seed in 0..8 {
        let ending = ending(&loaded, seed);
        assert!(
            ending == "finished" || ending == "assumed",
            "seed {seed}: {ending}"
        );
    }
}

/// Runs a program: every run ends as said.
pub fn check_ends(text: &str, expected: &str) {
    let loaded = loaded(text);
    for seed in 0..4 {
        assert_eq!(ending(&loaded, seed), expected, "seed {seed}");
    }
}
