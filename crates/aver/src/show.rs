//! `aver show` and `aver encode`: what Aver makes of a program, as text.

use crate::cli::{self, Format, Stage};
use crate::prp::Specification;
use crate::verify::{goals, load};
use crate::{BAD_INPUT, BAD_USAGE, complain};
use frontend::Loaded;
use program::Goals;

pub fn show(args: &cli::Show, wanted: &Specification) -> u8 {
    let (mut loaded, goals) = match prepare(&args.input, &args.checks, wanted) {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let text = match args.stage {
        Stage::Program => program::text::print(&loaded.pool, &loaded.program),
        Stage::TransitionSystem => return complain("this stage is not there yet", BAD_USAGE),
        Stage::Smt2 => smt2(&mut loaded, goals, &args.unrolling),
    };
    print!("{text}");
    0
}

pub fn encode(args: &cli::Encode, wanted: &Specification) -> u8 {
    let (mut loaded, goals) = match prepare(&args.input, &args.checks, wanted) {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let text = match args.to {
        Format::Smt2 => smt2(&mut loaded, goals, &args.unrolling),
    };
    let Some(path) = &args.output else {
        print!("{text}");
        return 0;
    };
    match std::fs::write(path, text) {
        Ok(()) => 0,
        Err(error) => complain(
            &format!("cannot write {}: {error}", path.display()),
            BAD_INPUT,
        ),
    }
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

fn smt2(_loaded: &mut Loaded, _goals: Goals, _unrolling: &cli::Unrolling) -> String {
    "; not there yet\n".to_string()
}
