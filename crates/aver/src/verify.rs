//! `aver verify`, the worker's part: load, verify, report.

use crate::channel::{Channel, Message};
use crate::cli::{self, Confirm, StatsFormat, TraceDetail};
use crate::prp::Specification;
use crate::{BAD_INPUT, BAD_USAGE, complain};
use domains::Sum;
use engines::{Answers, Common, Observer, Progress, Task};
use evidence::{Lasso, Reason, Trace, Verdict};
use frontend::{Loaded, MemoryModel, Stage, UndefinedFunctions};
use program::{Goals, InputSource, InstKind, Program, Property, SiteId};
use report::{Answer, Detail, Findings, Style};
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
    let run = Run {
        args,
        wanted,
        style,
        channel,
        deadline: crate::deadline(args.timeout),
    };
    run.verify().unwrap_or_else(|code| code)
}

/// One call of `aver verify`.
struct Run<'a> {
    args: &'a cli::Verify,
    wanted: &'a Specification,
    style: Style,
    channel: &'a Channel,
    deadline: Option<Instant>,
}

/// What was answered about a program that was read in one way.
struct Answered {
    options: frontend::Options,
    loaded: Loaded,
    answers: Answers,
}

impl Run<'_> {
    /// `Err` is the exit code where there is nothing to verify.
    fn verify(&self) -> Result<u8, u8> {
        let Run { args, channel, .. } = self;
        let options = front_end_options(&args.input, self.wanted);
        let terminates = self.wanted.properties.contains(&Property::Termination);
        if terminates && options.memory == MemoryModel::Flat {
            let message =
                "with --memory flat there is no answer about termination; ask for it by itself";
            return Err(complain(message, BAD_USAGE));
        }
        channel.phase("the front end");
        let loaded = load(&options, channel)?;
        if !args.quiet && !loaded.diagnostics.is_empty() {
            eprint!("{}", loaded.diagnostics);
        }
        let goals = self.goals(&loaded)?;
        if args.show_properties {
            let sites: Vec<SiteId> = goals.iter().collect();
            print!("{}", report::text::properties(&loaded.program, &sites));
            return Ok(0);
        }
        if let Some(name) = unknown_name(&loaded.program, &args.engines.kiki.template) {
            let message = format!("--template: the program has no variable `{name}`");
            return Err(complain(&message, BAD_USAGE));
        }
        for complaint in engines::unwindset_complaints(&loaded.program, &args.engines.bmc.unwindset)
        {
            eprintln!("aver: warning: {complaint}");
        }
        let mut answered = match args.input.memory {
            cli::Memory::Auto if !terminates => self.with_either_memory(options, loaded, goals)?,
            _ => self.answer(options, loaded, goals, self.deadline)?,
        };
        if args.confirm == Some(Confirm::Native) {
            channel.phase("native confirmation");
            let Answered {
                options,
                loaded,
                answers,
            } = &mut answered;
            crate::confirm::natively(options, loaded, answers);
        }
        channel.phase("the report");
        Ok(self.conclude(&answered))
    }

    /// Without flat memory, unless it matters where objects lie. A program that computes with addresses is first tried with
    /// it for a while: without it, a loop that depends on such a computation is unrolled for ever.
    fn with_either_memory(
        &self,
        options: frontend::Options,
        loaded: Loaded,
        goals: Goals,
    ) -> Result<Answered, u8> {
        let mut flat_may_help = true;
        if computes_with_addresses(&loaded.program) {
            let now = Instant::now();
            let share = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
            let until = self.deadline.map(share);
            match self.with_flat_memory(&options, until)? {
                Some(answered) => return Ok(answered),
                None => flat_may_help = until.is_some_and(|until| Instant::now() >= until),
            }
        }
        let answered = self.answer(options.clone(), loaded, goals, self.deadline)?;
        let flat = match flat_may_help && answered.depends_on_layout() {
            true => self.with_flat_memory(&options, self.deadline)?,
            false => None,
        };
        Ok(flat.unwrap_or(answered))
    }

    /// The answer with flat memory, if there is one.
    fn with_flat_memory(
        &self,
        options: &frontend::Options,
        deadline: Option<Instant>,
    ) -> Result<Option<Answered>, u8> {
        self.channel.phase("flat memory");
        let mut options = options.clone();
        options.memory = MemoryModel::Flat;
        let loaded = load(&options, self.channel)?;
        let goals = self.goals(&loaded)?;
        let mut answered = self.answer(options, loaded, goals, deadline)?;
        if !answered.is_decided(self) {
            return Ok(None);
        }
        let note = "where objects lie matters here, so memory is flat (--memory flat)";
        answered.loaded.program.notes.push(note.to_string());
        Ok(Some(answered))
    }

    fn goals(&self, loaded: &Loaded) -> Result<Goals, u8> {
        goals(
            &loaded.program,
            &self.wanted.properties,
            &self.args.checks.only,
        )
        .map(|mut goals| {
            goals.exclude(&loaded.disabled);
            goals
        })
        .map_err(|message| complain(&message, BAD_USAGE))
    }

    fn answer(
        &self,
        options: frontend::Options,
        mut loaded: Loaded,
        goals: Goals,
        deadline: Option<Instant>,
    ) -> Result<Answered, u8> {
        let args = self.args;
        let backend = args
            .solver
            .backend()
            .map_err(|error| complain(&format!("cannot write queries: {error}"), BAD_INPUT))?;
        let mut observer = Teller {
            args,
            program: &loaded.program,
            style: self.style,
            channel: self.channel,
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
                allow_vacuous: args.allow_vacuous || self.wanted.competition,
                deadline,
                cancel: smt::Cancel::default(),
                fault: args.fault.clone(),
            },
            backend,
        };
        let mut answers = engines::verify(task, &mut observer);
        let phase = observer.phase;
        name_lacking(&mut answers, &loaded.program, &loaded.lacking);
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            name_timeout(&mut answers, args.timeout, &phase);
        }
        Ok(Answered {
            options,
            loaded,
            answers,
        })
    }

    fn conclude(&self, answered: &Answered) -> u8 {
        let args = self.args;
        let properties = self.reported(answered);
        let findings = answered.findings(&properties);
        print!("{}", text_report(args, &findings, self.style));
        let statistics = &answered.answers.statistics;
        match args.stats {
            Some(StatsFormat::Text) => print!("{}", report::text::statistics(statistics)),
            Some(StatsFormat::Json) => println!("{}", report::json::statistics(statistics)),
            None => {}
        }
        if let Some(path) = &args.report
            && let Err(error) = write_report(path, &findings)
        {
            let message = format!("cannot write {}: {error}", path.display());
            return complain(&message, BAD_INPUT);
        }
        let conclusion = findings.conclude();
        let code = conclusion.answer.exit_code();
        self.channel.send(&Message::Verdict(conclusion));
        code
    }

    /// The rows of the table: with `--only`, the properties of what was selected.
    fn reported(&self, answered: &Answered) -> Vec<Property> {
        let Answered {
            loaded, answers, ..
        } = answered;
        let decided = |p: &Property| {
            let of_site = |(site, _): &(SiteId, _)| loaded.program.site(*site).property == *p;
            (*p == Property::Termination && answers.termination.is_some())
                || answers.sites.iter().any(of_site)
        };
        let all = self.args.checks.only.is_empty();
        let wanted = self.wanted.properties.iter().copied();
        wanted.filter(|p| all || decided(p)).collect()
    }
}

/// Whether something is computed from an address that is not the same wherever objects lie.
fn computes_with_addresses(program: &Program) -> bool {
    let is_open = |kind: &InstKind| {
        matches!(
            kind,
            InstKind::Havoc {
                source: InputSource::Layout,
                ..
            }
        )
    };
    program.insts().any(is_open)
}

impl Answered {
    fn findings<'a>(&'a self, properties: &'a [Property]) -> Findings<'a> {
        let answers = &self.answers;
        Findings {
            program: &self.loaded.program,
            properties,
            sites: &answers.sites,
            termination: answers.termination.as_ref(),
            ends_if: &answers.ends_if,
            rest: answers.rest.as_ref(),
            warnings: &answers.warnings,
        }
    }

    /// Whether the answer is not UNKNOWN.
    fn is_decided(&self, run: &Run<'_>) -> bool {
        let properties = run.reported(self);
        let conclusion = self.findings(&properties).conclude();
        conclusion.answer != Answer::Unknown
    }

    /// Whether nothing was violated, and something has no answer because it matters where objects lie.
    fn depends_on_layout(&self) -> bool {
        let mut verdicts = self.answers.sites.iter().map(|(_, verdict)| verdict);
        if verdicts.clone().any(|v| matches!(v, Verdict::False(_))) {
            return false;
        }
        let is_it = |reason: &Reason| match reason {
            Reason::Layout { .. } => true,
            Reason::Unsupported { what, .. } => self.loaded.of_layout.contains(what),
            _ => false,
        };
        let of_site =
            |verdict: &Verdict<Trace>| matches!(verdict, Verdict::Unknown(why) if is_it(why));
        verdicts.any(of_site) || self.answers.rest.as_ref().is_some_and(is_it)
    }
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
pub fn front_end_options(input: &cli::Input, wanted: &Specification) -> frontend::Options {
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
        memory: match input.memory {
            cli::Memory::Flat => MemoryModel::Flat,
            cli::Memory::Auto | cli::Memory::Objects => MemoryModel::Objects,
        },
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
pub fn load(options: &frontend::Options, channel: &Channel) -> Result<Loaded, u8> {
    let mut tell = |stage: Stage<'_>| {
        channel.send(&Message::Reading(match stage {
            Stage::Reading(path) => Some(path.display().to_string()),
            Stage::Accepted => None,
        }));
    };
    frontend::load_telling(options, &mut tell)
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
