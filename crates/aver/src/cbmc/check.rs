//! `cbmc`: compiles objects with the checks that are asked for, proves, and reports as CBMC does.
//!
//! **Bounds.** CBMC's `--unwind` is what makes its work finite; that a loop goes no further is a check of its own, the unwinding
//! assertion. Aver proves without a bound, so with unwinding assertions, which are CBMC's default, bounds have nothing to say, and
//! what is proved is proved for all iterations; the report says so. With `--no-unwinding-assertions` runs that go further are
//! left out, as in CBMC, and the report says that the result is bounded.
//!
//! **Functions without a body** return any value and change nothing, as in CBMC.

use super::object::{Object, Unit};
use super::options::{self, Options};
use super::output::{self, Report, Status};
use super::{Failure, compile};
use crate::channel::Channel;
use crate::supervisor::{Output, Terms, supervise};
use engines::{Common, Observer, Progress, Task};
use evidence::{Lasso, Reason, Trace, Verdict};
use frontend::UndefinedFunctions;
use program::{DataModel, Goals, Property, SiteId};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub fn cbmc(args: &[String]) -> Result<u8, Failure> {
    let mut options = options::parse(args)?;
    let mut whole = Object::new(Vec::new());
    for file in &options.files {
        whole.add(compile::read(
            Path::new(file),
            &options.clang,
            options.ilp32,
        )?);
    }
    let mut checks = whole.edits.checks.clone();
    checks.append(&mut options.checks);
    let on = options::chosen(&checks);
    let properties = options::properties(&on)?;
    if !checks.iter().any(|c| c.starts_with("--no-malloc")) && on.contains("malloc-fail-null") {
        checks.push("--malloc-may-fail".to_string());
    }
    let asked = Asked {
        may_fail: on.contains("malloc-may-fail"),
        bounded: !on.contains("unwinding-assertions"),
        properties,
        options,
    };
    let terms = Terms {
        timeout: None,
        megabytes: crate::default_megabytes(),
        output: Output::Text,
        progress: false,
    };
    supervise(&terms, |channel| match work(&whole, &asked, channel) {
        Ok(code) => code,
        Err(failure) => {
            output::error(asked.options.format, &failure.message);
            failure.code
        }
    })
    .map_err(|e| Failure::exception(format!("cannot start the work: {e}")))
}

struct Asked {
    options: Options,
    properties: Vec<Property>,
    may_fail: bool,
    bounded: bool,
}

/// Writes the files where clang can read them; their places are in their line markers.
fn unpack(units: &[Unit], folder: &Path) -> std::io::Result<Vec<(PathBuf, Vec<String>)>> {
    let mut files = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let own = folder.join(number.to_string());
        std::fs::create_dir_all(&own)?;
        let path = Path::new(&unit.path);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_c = path.extension().is_some_and(|e| e == "c" || e == "i");
        let file = own.join(match is_c {
            true => format!("{stem}.i"),
            false => format!("{stem}.cpp"),
        });
        std::fs::write(&file, &unit.text)?;
        files.push((file, unit.args.clone()));
    }
    Ok(files)
}

fn work(whole: &Object, asked: &Asked, channel: &Channel) -> Result<u8, Failure> {
    let folder = tempfile::tempdir().map_err(|e| Failure::exception(e.to_string()))?;
    let files =
        unpack(&whole.units, folder.path()).map_err(|e| Failure::exception(e.to_string()))?;
    let (options, edits) = (&asked.options, &whole.edits);
    let entry = options.entry.clone().or_else(|| whole.entry.clone());
    let ilp32 = options.ilp32 || whole.units.iter().any(|u| u.ilp32);
    let unknown_statics = edits
        .unknown_statics
        .clone()
        .or_else(|| options.nondet_static.then(Vec::new));
    let front = frontend::Options {
        files: files.iter().map(|(path, _)| path.clone()).collect(),
        clang_args: Vec::new(),
        data_model: match ilp32 {
            true => DataModel::Ilp32,
            false => DataModel::Lp64,
        },
        properties: asked.properties.clone(),
        error_function: None,
        entry: entry.filter(|name| name != "main"),
        undefined_functions: UndefinedFunctions::UnknownResult,
        malloc_may_fail: asked.may_fail,
        volatile_inputs: false,
        stack_limit: None,
        memory: frontend::MemoryModel::default(),
        layout_seed: 0,
        arguments: frontend::ArgumentOptions::default(),
        contracts: frontend::ContractOptions {
            enforce: edits.enforce.clone(),
            replace: edits.replace.clone(),
            loops: edits.loop_contracts,
        },
        dropped: Vec::new(),
        // As goto-cc links.
        first_counts: true,
        stubs: Vec::new(),
        removed: whole
            .units
            .iter()
            .zip(&files)
            .map(|(unit, (path, _))| (path.clone(), unit.removed.clone()))
            .collect(),
        file_args: files,
        export_locals: whole.export_locals,
        unknown_statics,
    };
    channel.phase("the front end");
    let mut loaded = frontend::load(&front).map_err(|e| Failure::exception(e.to_string()))?;
    let mut goals = Goals::new(&loaded.program, &asked.properties);
    goals.exclude(&loaded.disabled);
    let ids = output::ids(&loaded.program);
    if !options.only.is_empty() {
        let mut sites = Vec::new();
        for name in &options.only {
            let found = ids.iter().position(|id| id == name);
            let found =
                found.ok_or_else(|| Failure::usage(format!("property `{name}` not found")))?;
            sites.push(SiteId::new(found));
        }
        goals.restrict(&sites);
    }
    if options.show_properties {
        let sites: Vec<SiteId> = goals.iter().collect();
        output::properties(options.format, &loaded.program, &ids, &sites);
        return Ok(0);
    }
    let mut settings = engines::Settings::default();
    let (unwind, unwindset) = bounds(asked, edits.unwind, &edits.unwindset)?;
    let bounded = asked.bounded && (unwind.is_some() || !unwindset.is_empty());
    if bounded {
        settings.bmc.unwind = unwind;
        settings.bmc.unwindset = unwindset;
    }
    let task = Task {
        pool: std::mem::take(&mut loaded.pool),
        program: Arc::new(loaded.program.clone()),
        goals,
        settings,
        common: Common {
            stop_on_fail: options.stop_on_fail,
            paranoid: false,
            // As in CBMC; a warning says so.
            allow_vacuous: true,
            deadline: None,
            cancel: smt::Cancel::default(),
            fault: None,
        },
        backend: smt::Backend::default(),
    };
    let answers = engines::verify(task, &mut Silent);
    let mut results = Vec::new();
    let mut rest = answers.rest.clone();
    for (site, verdict) in &answers.sites {
        let (status, trace) = match verdict {
            Verdict::True(_) => (Status::Success, None),
            Verdict::False(trace) => (Status::Failure, Some(trace)),
            // Runs beyond the bound are left out.
            Verdict::Unknown(Reason::Bound { .. }) if bounded => (Status::Success, None),
            Verdict::Unknown(reason) => {
                rest.get_or_insert_with(|| reason.clone());
                (Status::Unknown, None)
            }
        };
        results.push((*site, status, trace));
    }
    if bounded && matches!(rest, Some(Reason::Bound { .. })) {
        rest = None;
    }
    let mut notes = loaded.program.notes.clone();
    notes.extend(loaded.diagnostics.lines().map(str::to_string));
    notes.extend(answers.warnings.iter().cloned());
    if bounded {
        notes.push(
            "the result is bounded: runs that go further than --unwind allows are left out"
                .to_string(),
        );
    } else if options.unwind.is_some()
        || !options.unwindset.is_empty()
        || edits.unwind.is_some()
        || !edits.unwindset.is_empty()
    {
        notes.push("no bound was needed: what is proved is proved for all iterations".to_string());
    }
    let report = Report {
        program: &loaded.program,
        ids: &ids,
        results,
        rest: rest.map(|r| r.text(&loaded.program)),
        notes,
        trace: options.trace,
    };
    Ok(output::report(options.format, &report))
}

type Bounds = (Option<u32>, Vec<(String, u32)>);

/// CBMC counts how often a loop's condition is looked at; Aver, how often a run goes back to the head.
fn bounds(asked: &Asked, unwind: Option<u32>, set: &[String]) -> Result<Bounds, Failure> {
    let mut all = Vec::new();
    let set = set.iter().chain(&asked.options.unwindset);
    for part in set.flat_map(|s| s.split(',')).filter(|p| !p.is_empty()) {
        let (name, bound) = part.rsplit_once(':').ok_or_else(|| {
            Failure::usage(format!("`--unwindset {part}` is not of the form LOOP:N"))
        })?;
        let bound = options::number("--unwindset", bound)?;
        all.push((name.to_string(), bound.saturating_sub(1)));
    }
    let unwind = asked.options.unwind.or(unwind);
    Ok((unwind.map(|n| n.saturating_sub(1)), all))
}

struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _: &Progress) {}
    fn found(&mut self, _: SiteId, _: &Trace) {}
    fn found_lasso(&mut self, _: &Lasso) {}
}
