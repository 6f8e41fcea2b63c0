//! The report on a terminal.

use crate::findings::{Answer, Findings, site_ids};
use crate::style::Style;
use crate::trace;
use evidence::Verdict;
use program::{Program, SiteId};

/// How much of a trace to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    None,
    /// What matters.
    Short,
    /// Everything, also calls, returns and branches.
    Full,
}

/// The whole report but for its last line: failures with their traces, notes and warnings, the table of properties.
pub fn report(findings: &Findings, detail: Detail, style: Style) -> String {
    let program = findings.program;
    let ids = site_ids(program);
    let mut out = String::new();
    for (site, verdict) in findings.sites {
        let Verdict::False(trace) = verdict else {
            continue;
        };
        let v = &trace.violation;
        let answer = style.answer(Answer::False, "FALSE");
        let place = program.show_place(v.place);
        out += &format!(
            "{answer} {} at {place}: {}{}  {}\n",
            style.bold(v.property.name()),
            v.what,
            v.condition(),
            style.faint(&format!("[{}]", ids[site.index()])),
        );
        out += &trace::show(program, trace, detail, style);
        if detail != Detail::None {
            out.push('\n');
        }
    }
    out += &remarks(findings, style);
    out += &table(findings, style);
    // What a counterexample shows needs no assumption.
    if findings.conclude().answer != Answer::False {
        for assumption in &findings.program.assumptions {
            out += &format!("assuming: {assumption}\n");
        }
    }
    out
}

fn remarks(findings: &Findings, style: Style) -> String {
    let mut out = String::new();
    for note in &findings.program.notes {
        out += &format!("note: {note}\n");
    }
    let vacuous = findings.is_vacuous() && findings.conclude().answer == Answer::True;
    let vacuous = vacuous.then(|| {
        "nothing was checked: the program has no check of these properties that a run can reach"
            .to_string()
    });
    for warning in findings.warnings.iter().chain(&vacuous) {
        out += &format!("{} {warning}\n", style.warning("warning:"));
    }
    out
}

fn table(findings: &Findings, style: Style) -> String {
    let rows = findings.rows();
    let width = rows.iter().map(|r| r.property.name().len()).max();
    let width = width.unwrap_or(0).max("property".len());
    let head = format!(
        "{:<width$}  {:<7}  {:>6}  why",
        "property", "answer", "checks"
    );
    let mut out = style.bold(&head) + "\n";
    for row in rows {
        let answer = style.answer(row.answer, &format!("{:<7}", row.answer));
        let property = row.property.name();
        out += &format!(
            "{property:<width$}  {answer}  {:>6}  {}\n",
            row.checks, row.why
        );
    }
    out
}

/// The list of `--show-properties`.
pub fn properties(program: &Program, sites: &[SiteId]) -> String {
    let ids = site_ids(program);
    let width = |f: &dyn Fn(SiteId) -> usize| sites.iter().map(|s| f(*s)).max().unwrap_or(0);
    let place = |s: SiteId| program.show_place(program.site(s).place);
    let id_width = width(&|s| ids[s.index()].len());
    let place_width = width(&|s| place(s).len());
    let mut out = String::new();
    for site in sites {
        let id = &ids[site.index()];
        let what = &program.site(*site).what;
        let place = place(*site);
        out += &format!("{id:<id_width$}  {place:<place_width$}  {what}\n");
    }
    out
}

/// Counters as lines.
pub fn statistics(statistics: &[(String, u64)]) -> String {
    let width = statistics.iter().map(|(name, _)| name.len()).max();
    let width = width.unwrap_or(0);
    statistics
        .iter()
        .map(|(name, value)| format!("{name:<width$}  {value:>12}\n"))
        .collect()
}
