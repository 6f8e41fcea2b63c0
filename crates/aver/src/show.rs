//! `aver show` and `aver encode`: the stages of a program's translation, as text.

use crate::channel::Channel;
use crate::cli::{self, Format, Stage};
use crate::prp::Specification;
use crate::verify::{front_end_options, goals, load};
use crate::{BAD_INPUT, BAD_USAGE, complain};
use encode::exec::{Bounds, CutPoints, Executor, Log};
use encode::promote::promote;
use encode::system::TransitionSystem;
use encode::words::{btor2, horn, vmt};
use engines::{CONFIGURATIONS, Common, Settings, Task};
use evidence::{Certificate, Verdict};
use frontend::Loaded;
use program::Goals;
use sat::aiger::{Form, write_sequential};
use sat::dimspec;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

/// The most instructions that are executed, and terms that are made, for a formula; loops are cut there at the latest.
const MAX_STEPS: u64 = 20_000_000;
const MAX_TERMS: usize = 20_000_000;

pub fn show(args: &cli::Show, wanted: &Specification, channel: &Channel) -> u8 {
    let (mut loaded, goals) = match prepare(&args.input, &args.checks, wanted, channel) {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let cuts = args.cuts;
    let text = match args.stage {
        Stage::Program => Ok(program::text::print(&loaded.pool, &loaded.program)),
        Stage::TransitionSystem => transition_system(&mut loaded, &goals, cuts),
        Stage::Invariants => invariants(&mut loaded, goals, cuts),
        Stage::Heaps => heaps(&mut loaded, goals, false),
        Stage::HeapsDot => heaps(&mut loaded, goals, true),
        Stage::Smt2 => Ok(smt2(&mut loaded, &goals, args.unwind)),
    };
    match text {
        Ok(text) => print(&text),
        Err(code) => code,
    }
}

pub fn encode(args: &cli::Encode, wanted: &Specification, channel: &Channel) -> u8 {
    let (mut loaded, goals) = match prepare(&args.input, &args.checks, wanted, channel) {
        Ok(prepared) => prepared,
        Err(code) => return code,
    };
    let text = match args.to {
        Format::Smt2 => Ok(smt2(&mut loaded, &goals, args.unwind).into_bytes()),
        Format::Aiger => circuit(&mut loaded, &goals, args.cuts, Some(Form::Binary)),
        Format::Aag => circuit(&mut loaded, &goals, args.cuts, Some(Form::Ascii)),
        Format::Dimspec => circuit(&mut loaded, &goals, args.cuts, None),
        Format::Btor2 | Format::Vmt | Format::Chc => words(&mut loaded, &goals, args.cuts, args.to),
    };
    let text = match text {
        Ok(text) => text,
        Err(code) => return code,
    };
    let Some(path) = &args.output else {
        let _ = io::stdout().write_all(&text);
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

/// A reader that closes the pipe early is not an error.
fn print(text: &str) -> u8 {
    let _ = io::stdout().write_all(text.as_bytes());
    0
}

fn prepare(
    input: &cli::Input,
    checks: &cli::Checks,
    wanted: &Specification,
    channel: &Channel,
) -> Result<(Loaded, Goals), u8> {
    let loaded = load(&front_end_options(input, wanted), channel)?;
    let goals = goals(&loaded.program, &wanted.properties, &checks.only)
        .map_err(|message| complain(&message, BAD_USAGE))?;
    Ok((loaded, goals))
}

fn transition_system(loaded: &mut Loaded, goals: &Goals, cuts: CutPoints) -> Result<String, u8> {
    let (promoted, _) = promote(&mut loaded.pool, &loaded.program);
    let pool = &mut loaded.pool;
    match encode::system::build(pool, &promoted, goals, cuts, &mut || false) {
        Ok(system) => Ok(system.print(pool, &promoted)),
        Err(_) => Err(complain("the transition system is too large", BAD_INPUT)),
    }
}

/// What holds at the heads of loops, if that proves the program correct: `file:line: x <= 9 && x - y <= 0`.
fn invariants(loaded: &mut Loaded, goals: Goals, cuts: CutPoints) -> Result<String, u8> {
    let found = proof(loaded, goals, "kiki", cuts)?;
    let mut text = String::new();
    if let Some(proof) = found.iter().find_map(Certificate::invariants) {
        let (k, engine) = (proof.k(), proof.engine());
        let _ = writeln!(
            text,
            "{k}-inductive, by {engine}, together with the checks:"
        );
        for head in proof.heads() {
            let place = loaded.program.show_place(head.place);
            let rows = proof.texts(head);
            let rows = match rows.is_empty() {
                true => "1".to_string(),
                false => rows.join(" && "),
            };
            let _ = writeln!(text, "{place}: {rows}");
        }
    }
    Ok(text)
}

/// The symbolic heaps at the heads of loops, if these prove the program correct.
fn heaps(loaded: &mut Loaded, goals: Goals, as_graph: bool) -> Result<String, u8> {
    let found = proof(loaded, goals, "shapes", CutPoints::default())?;
    let shapes = found.iter().find_map(Certificate::shapes);
    Ok(shapes.map_or_else(String::new, |shapes| match as_graph {
        true => shapes.dot(),
        false => shapes.text(),
    }))
}

/// The certificates of all goals, if the configuration of this name proves them.
fn proof(
    loaded: &mut Loaded,
    goals: Goals,
    name: &str,
    cuts: CutPoints,
) -> Result<Vec<Certificate>, u8> {
    let mut settings = Settings::default();
    let mut configurations = CONFIGURATIONS.into_iter();
    let chosen = configurations.find(|c| c.name == name);
    settings.proving.engine = chosen.expect("it is a configuration");
    settings.proving.cuts = cuts;
    let task = Task {
        pool: std::mem::take(&mut loaded.pool),
        program: Arc::new(loaded.program.clone()),
        goals,
        settings,
        common: Common::default(),
        backend: smt::Backend::default(),
    };
    let answers = engines::verify(task, &mut ());
    let mut certificates = Vec::new();
    for (_, verdict) in answers.sites {
        match verdict {
            Verdict::True(certificate) => certificates.push(certificate),
            Verdict::False(_) => {
                return Err(complain("a check fails: `aver verify` shows how", 10));
            }
            Verdict::Unknown(reason) => {
                let why = reason.text(&loaded.program);
                return Err(complain(&format!("there is no proof: {why}"), 20));
            }
        }
    }
    Ok(certificates)
}

/// The whole program as a circuit with latches, in one of AIGER's formats, or else in DimSpec.
fn circuit(
    loaded: &mut Loaded,
    goals: &Goals,
    cuts: CutPoints,
    form: Option<Form>,
) -> Result<Vec<u8>, u8> {
    let system = system(loaded, goals, cuts)?;
    let pool = &mut loaded.pool;
    let machine = engines::circuit_of(pool, &system)
        .map_err(|what| complain(&format!("there is no circuit: {what}"), BAD_INPUT))?;
    let mut text = Vec::new();
    let Some(form) = form else {
        dimspec::write(&machine.circuit, &mut text).expect("writing to memory succeeds");
        return Ok(text);
    };
    let (inputs, latches) = machine.names(pool);
    let input = |i: usize| inputs.get(i).cloned();
    let latch = |i: usize| latches.get(i).cloned();
    write_sequential(&machine.circuit, form, &input, &latch, &mut text)
        .expect("writing to memory succeeds");
    Ok(text)
}

/// The whole program as a transition system over words, or as Horn clauses.
fn words(
    loaded: &mut Loaded,
    goals: &Goals,
    cuts: CutPoints,
    format: Format,
) -> Result<Vec<u8>, u8> {
    let system = system(loaded, goals, cuts)?;
    let pool = &mut loaded.pool;
    let mut text = Vec::new();
    let lacks = |what: String| {
        complain(
            &format!("the program cannot be written so: {what}"),
            BAD_INPUT,
        )
    };
    let written = match format {
        Format::Chc => horn::write(pool, &system, &mut text),
        _ => {
            let words = engines::words_of(pool, &system).map_err(lacks)?;
            match format {
                Format::Vmt => vmt::write(pool, &words, &mut text),
                _ => btor2::write(pool, &words, &mut text),
            }
        }
    };
    match written {
        Ok(()) => Ok(text),
        Err(error) => Err(lacks(error.to_string())),
    }
}

fn system(loaded: &mut Loaded, goals: &Goals, cuts: CutPoints) -> Result<TransitionSystem, u8> {
    let (promoted, _) = promote(&mut loaded.pool, &loaded.program);
    let pool = &mut loaded.pool;
    let built = encode::system::build(pool, &promoted, goals, cuts, &mut || false);
    let system = built.map_err(|_| complain("the transition system is too large", BAD_INPUT))?;
    tell_of_gaps(loaded, &system);
    Ok(system)
}

/// A format has no word for what is not known: such a run is bad there.
fn tell_of_gaps(loaded: &Loaded, system: &TransitionSystem) {
    let blocks = system.blocks().map(|(_, block)| block);
    let gaps: Vec<_> = blocks.flat_map(|block| &block.gaps).collect();
    if let Some(gap) = gaps.first() {
        let place = loaded.program.show_place(gap.place);
        let others = match gaps.len() {
            1 => String::new(),
            count => format!(", and {} more such places", count - 1),
        };
        eprintln!(
            "aver: not encoded, and counted as bad: {} at {place}{others}",
            gap.what
        );
    }
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
        .expect("the execution is not stopped");
    let violated = log
        .checks
        .iter()
        .filter(|c| goals.contains(c.site))
        .map(|c| c.condition);
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
