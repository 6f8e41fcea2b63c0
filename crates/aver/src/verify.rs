//! `aver verify`, the worker's part: load, verify, report.

use crate::channel::{Channel, Message};
use crate::cli::{self, Confirm, StatsFormat, TraceDetail};
use crate::prp::Specification;
use crate::{BAD_INPUT, BAD_USAGE, complain};
use domains::Sum;
use engines::{Answers, Common, Observer, Progress, Task};
use evidence::{Lasso, Reason, Trace, Verdict};
use frontend::{Loaded, Stage, UndefinedFunctions};
use program::{Goals, InstKind, Program, Property, SiteId};
use report::{Detail, Findings, Style};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// What clap cannot check.
pub fn check_arguments(args: &cli::Verify) -> Result<(), String> {
    match &args.report {
        Some(path) if path.extension().is_none_or(|e| e != "json") => Err(format!(
            "the format of a report is determined by its file name, and {} does not end in .json",
            path.display()
        )),
        _ => Ok(()),
    }
}

/// A variable that is used in a template and that the program does not have.
fn unknown_name<'a>(program: &Program, sums: &'a [Sum]) -> Option<&'a str> {
    let of_locals = program.insts().filter_map(|kind| match kind {
        InstKind::Alloc { object, .. } => object.source.as_ref(),
        _ => None,
    });
    let of_statics = program.statics.iter().filter_map(|s| s.source.as_ref());
    let of_vars = program.vars.iter().filter_map(|v| v.source.as_ref());
    let known = of_locals.chain(of_statics).chain(of_vars);
    let known: BTreeSet<&str> = known.map(|source| source.name.as_str()).collect();
    let mut names = sums.iter().flat_map(|sum| &sum.0).map(|(_, name)| name);
    let whole = |name: &str| name.split('.').next().unwrap_or_default().to_string();
    names
        .find(|name| !known.contains(name.as_str()) && !known.contains(whole(name).as_str()))
        .map(String::as_str)
}

/// Prints everything but the last line, which goes over the channel; the exit code.
pub fn verify(args: &cli::Verify, wanted: &Specification, style: Style, channel: &Channel) -> u8 {
    let deadline = crate::deadline(args.timeout);
    channel.phase("the front end");
    let mut loaded = match load(&args.input, wanted, channel) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    if !args.quiet && !loaded.diagnostics.is_empty() {
        eprint!("{}", loaded.diagnostics);
    }
    let goals = match goals(&loaded.program, &wanted.properties, &args.checks.only) {
        Ok(mut goals) => {
            goals.exclude(&loaded.disabled);
            goals
        }
        Err(message) => return complain(&message, BAD_USAGE),
    };
    if args.show_properties {
        let sites: Vec<SiteId> = goals.iter().collect();
        print!("{}", report::text::properties(&loaded.program, &sites));
        return 0;
    }
    if let Some(name) = unknown_name(&loaded.program, &args.engines.kiki.template) {
        let message = format!("--template: the program has no variable `{name}`");
        return complain(&message, BAD_USAGE);
    }
    for complaint in engines::unwindset_complaints(&loaded.program, &args.engines.bmc.unwindset) {
        eprintln!("aver: warning: {complaint}");
    }
    let backend = match args.solver.backend() {
        Ok(backend) => backend,
        Err(error) => return complain(&format!("cannot write queries: {error}"), BAD_INPUT),
    };
    let mut observer = Teller {
        args,
        program: &loaded.program,
        style,
        channel,
        phase: String::new(),
    };
    let task = Task {
        pool: std::mem::take(&mut loaded.pool),
        program: Arc::new(loaded.program.clone()),
        goals,
        settings: args.engines.clone(),
        common: Common {
            stop_on_fail: args.stop_on_fail,
            paranoid: args.paranoid,
            allow_vacuous: args.allow_vacuous || wanted.competition,
            deadline,
            cancel: smt::Cancel::default(),
            fault: args.fault.clone(),
        },
        backend,
    };
    let mut answers = engines::verify(task, &mut observer);
    let phase = observer.phase;
    name_lacking(&mut answers, &loaded.program, &loaded.lacking);
    if deadline.is_some_and(|d| Instant::now() >= d) {
        name_timeout(&mut answers, args.timeout, &phase);
    }
    if args.confirm == Some(Confirm::Native) {
        channel.phase("native confirmation");
        let options = front_end_options(&args.input, wanted);
        crate::confirm::natively(&options, &loaded, &mut answers);
    }
    channel.phase("the report");
    conclude(args, wanted, &loaded.program, &answers, style, channel)
}

/// Tells the supervisor what the engines do and find.
struct Teller<'a> {
    args: &'a cli::Verify,
    program: &'a Program,
    style: Style,
    channel: &'a Channel,
    /// What they are doing.
    phase: String,
}

impl Observer for Teller<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.phase = progress.phase();
        self.channel.doing(&self.phase, &progress.doing);
    }

    /// In case this process does not finish.
    fn found(&mut self, site: SiteId, trace: &Trace) {
        let findings = Findings {
            program: self.program,
            properties: &[self.program.site(site).property],
            sites: &[(site, Verdict::False(trace.clone()))],
            termination: None,
            ends_if: &[],
            rest: None,
            warnings: &[],
        };
        self.tell(&findings);
    }

    fn found_lasso(&mut self, lasso: &Lasso) {
        let findings = Findings {
            program: self.program,
            properties: &[Property::Termination],
            sites: &[],
            termination: Some(&Verdict::False(lasso.clone())),
            ends_if: &[],
            rest: None,
            warnings: &[],
        };
        self.tell(&findings);
    }
}

impl Teller<'_> {
    fn tell(&self, findings: &Findings<'_>) {
        self.channel.send(&Message::Found {
            conclusion: findings.conclude(),
            report: text_report(self.args, findings, self.style),
        });
    }
}

/// An engine knows when to stop, but not the user's limit; a solver that gave up did so for lack of time.
fn name_timeout(answers: &mut Answers, seconds: u64, phase: &str) {
    let of_sites = answers.sites.iter_mut().filter_map(|(_, v)| match v {
        Verdict::Unknown(reason) => Some(reason),
        _ => None,
    });
    let of_termination = match &mut answers.termination {
        Some(Verdict::Unknown(reason)) => Some(reason),
        _ => None,
    };
    for reason in of_sites.chain(&mut answers.rest).chain(of_termination) {
        if let Reason::Solver(_) | Reason::Timeout { .. } = reason {
            *reason = Reason::Timeout {
                seconds,
                doing: phase.to_string(),
            };
        }
    }
}

/// If the input lacks the checks of a property, that property is unknown, even though no check fails.
fn name_lacking(answers: &mut Answers, program: &Program, lacking: &[SiteId]) {
    for (site, verdict) in &mut answers.sites {
        if lacking.contains(site) {
            *verdict = Verdict::Unknown(Reason::Lacking(program.site(*site).what.clone()));
        }
    }
    // Nor is it known then that no run meets undefined behaviour before its end.
    let undefined = lacking
        .iter()
        .find(|site| program.site(**site).is_undefined());
    if let (Some(site), Some(Verdict::True(_))) = (undefined, &answers.termination) {
        let reason = Reason::Lacking(program.site(*site).what.clone());
        answers.termination = Some(Verdict::Unknown(reason));
    }
    if undefined.is_some() {
        answers.ends_if.clear();
    }
}

fn conclude(
    args: &cli::Verify,
    wanted: &Specification,
    program: &Program,
    answers: &Answers,
    style: Style,
    channel: &Channel,
) -> u8 {
    let properties = reported(program, &wanted.properties, &args.checks.only, answers);
    let findings = Findings {
        program,
        properties: &properties,
        sites: &answers.sites,
        termination: answers.termination.as_ref(),
        ends_if: &answers.ends_if,
        rest: answers.rest.as_ref(),
        warnings: &answers.warnings,
    };
    print!("{}", text_report(args, &findings, style));
    match args.stats {
        Some(StatsFormat::Text) => print!("{}", report::text::statistics(&answers.statistics)),
        Some(StatsFormat::Json) => println!("{}", report::json::statistics(&answers.statistics)),
        None => {}
    }
    if let Some(path) = &args.report
        && let Err(error) = write_report(path, &findings)
    {
        return complain(
            &format!("cannot write {}: {error}", path.display()),
            BAD_INPUT,
        );
    }
    let conclusion = findings.conclude();
    let code = conclusion.answer.exit_code();
    channel.send(&Message::Verdict(conclusion));
    code
}

/// The report on stdout, unless the user wants none.
fn text_report(args: &cli::Verify, findings: &Findings, style: Style) -> String {
    if args.quiet {
        return String::new();
    }
    let detail = match args.trace {
        TraceDetail::None => Detail::None,
        TraceDetail::Short => Detail::Short,
        TraceDetail::Full => Detail::Full,
    };
    report::text::report(findings, detail, style)
}

fn write_report(path: &Path, findings: &Findings) -> std::io::Result<()> {
    let text = serde_json::to_string_pretty(&report::json::report(findings))?;
    std::fs::write(path, text + "\n")
}

/// What the front end is asked for.
fn front_end_options(input: &cli::Input, wanted: &Specification) -> frontend::Options {
    let entry = input.function.clone().or_else(|| wanted.entry.clone());
    frontend::Options {
        files: input.files.iter().chain(&input.stub).cloned().collect(),
        clang_args: input.clang_arguments(),
        data_model: input.data_model.into(),
        properties: wanted.properties.clone(),
        error_function: wanted.error_function.clone(),
        entry: entry.filter(|name| name != "main"),
        undefined_functions: match input.undefined_functions {
            Some(what) => what.into(),
            None if wanted.competition => UndefinedFunctions::UnknownResult,
            None => UndefinedFunctions::Doubted,
        },
        malloc_may_fail: input.malloc_may_fail,
        stack_limit: input.stack_limit,
        layout_seed: input.layout_seed,
        volatile_inputs: match input.volatile {
            Some(what) => what == cli::Volatile::Input,
            None => !wanted.competition,
        },
        arguments: input.arguments(),
        contracts: frontend::ContractOptions {
            enforce: input.enforce_contract.clone(),
            replace: input.replace_call_with_contract.clone(),
            loops: input.apply_loop_contracts,
        },
        dropped: input.drop_body.clone(),
        file_args: Vec::new(),
        removed: Vec::new(),
        first_counts: false,
        stubs: input.stub.clone(),
        export_locals: false,
        unknown_statics: None,
    }
}

/// Compiles and lowers the input; complains and gives the exit code if that is not possible.
pub fn load(input: &cli::Input, wanted: &Specification, channel: &Channel) -> Result<Loaded, u8> {
    let options = front_end_options(input, wanted);
    let mut tell = |stage: Stage<'_>| {
        channel.send(&Message::Reading(match stage {
            Stage::Reading(path) => Some(path.display().to_string()),
            Stage::Accepted => None,
        }));
    };
    frontend::load_telling(&options, &mut tell)
        .map_err(|error| complain(&error.to_string(), BAD_INPUT))
}

/// The checks to be decided.
pub fn goals(program: &Program, wanted: &[Property], only: &[String]) -> Result<Goals, String> {
    let mut goals = Goals::new(program, wanted);
    if only.is_empty() {
        return Ok(goals);
    }
    let ids = report::site_ids(program);
    let mut sites = Vec::new();
    let termination = Property::Termination.name();
    if !only.iter().any(|name| name == termination) {
        goals = goals.without_termination();
    }
    for name in only
        .iter()
        .filter(|n| *n != termination || !goals.termination())
    {
        match ids.iter().position(|id| id == name) {
            Some(index) if goals.contains(SiteId::new(index)) => sites.push(SiteId::new(index)),
            Some(_) => {
                let message = "belongs to a property that is not asked for; add it by --property";
                return Err(format!("the check `{name}` {message}"));
            }
            None => {
                let message = "--show-properties lists those that exist";
                return Err(format!("no check is called `{name}`; {message}"));
            }
        }
    }
    goals.restrict(&sites);
    Ok(goals)
}

/// The rows of the table: with `--only`, the properties of what was selected.
fn reported(
    program: &Program,
    wanted: &[Property],
    only: &[String],
    answers: &Answers,
) -> Vec<Property> {
    let decided = |p: &Property| {
        (*p == Property::Termination && answers.termination.is_some())
            || answers
                .sites
                .iter()
                .any(|(site, _)| program.site(*site).property == *p)
    };
    wanted
        .iter()
        .copied()
        .filter(|p| only.is_empty() || decided(p))
        .collect()
}
