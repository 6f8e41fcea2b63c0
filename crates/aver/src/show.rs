//! `aver show` and `aver encode`: what Aver makes of a program, as text.

use crate::cli::{self, Format, Stage};
use crate::prp::Specification;
use crate::verify::{goals, load};
use crate::{BAD_INPUT, BAD_USAGE, complain};
use encode::exec::{Bounds, Executor, Log};
use encode::promote::promote;
use frontend::Loaded;
use program::Goals;
use std::io::{self, Write};

/// Instructions that are executed, and terms that are made, for a formula; loops are cut there at the latest.
const MAX_STEPS: u64 = 20_000_000;
const MAX_TERMS: usize = 20_000_000;

pub fn show(args: &cli::Show, wanted: &Specification) -> u8 {
    let (mut loaded, goals) = match prepare(&args.input, &args.checks, wanted) {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let text = match args.stage {
        Stage::Program => program::text::print(&loaded.pool, &loaded.program),
        Stage::TransitionSystem => transition_system(&mut loaded, &goals),
        Stage::Smt2 => smt2(&mut loaded, &goals, args.unwind),
    };
    print(&text)
}

pub fn encode(args: &cli::Encode, wanted: &Specification) -> u8 {
    let (mut loaded, goals) = match prepare(&args.input, &args.checks, wanted) {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let text = match args.to {
        Format::Smt2 => smt2(&mut loaded, &goals, args.unwind),
    };
    let Some(path) = &args.output else {
        return print(&text);
    };
    match std::fs::write(path, text) {
        Ok(()) => 0,
        Err(error) => complain(
            &format!("cannot write {}: {error}", path.display()),
            BAD_INPUT,
        ),
    }
}

/// A reader that has seen enough is no mistake.
fn print(text: &str) -> u8 {
    let _ = io::stdout().write_all(text.as_bytes());
    0
}

fn prepare(
    input: &cli::Input,
    checks: &cli::Checks,
    wanted: &Specification,
) -> Result<(Loaded, Goals), u8> {
    let loaded = load(input, wanted)?;
    let goals = goals(&loaded.program, &wanted.properties, &checks.only)
        .map_err(|message| complain(&message, BAD_USAGE))?;
    Ok((loaded, goals))
}

fn transition_system(loaded: &mut Loaded, goals: &Goals) -> String {
    let (promoted, _) = promote(&mut loaded.pool, &loaded.program);
    let system = encode::system::build(&mut loaded.pool, &promoted, goals);
    system.print(&loaded.pool, &promoted)
}

/// A script that is satisfiable iff a run within the bound violates one of the goals.
fn smt2(loaded: &mut Loaded, goals: &Goals, unwind: u32) -> String {
    let (promoted, _) = promote(&mut loaded.pool, &loaded.program);
    let pool = &mut loaded.pool;
    let bounds = Bounds {
        unwind,
        terms: MAX_TERMS,
        steps: MAX_STEPS,
        ..Bounds::default()
    };
    let log: Log = Executor::new(pool, &promoted, goals)
        .run(pool, bounds, &mut || false)
        .expect("nobody stops the execution");
    let violated = log
        .checks
        .iter()
        .filter(|c| goals.contains(c.site))
        .map(|c| c.violated);
    let any = pool.or_all(violated);
    let mut out = format!("; satisfiable iff a run violates a check, with bound {unwind}\n");
    for cut in log.cuts.iter().filter(|c| !pool.is_false(c.guard)) {
        let place = promoted.show_place(cut.place);
        out += &format!("; cut off: {} at {place}\n", cut.what(&promoted));
    }
    let mut script = Vec::new();
    term::smtlib::write_script(pool, &[any], &mut script).expect("writing to memory succeeds");
    out + &String::from_utf8_lossy(&script)
}
