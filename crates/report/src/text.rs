//! The report on a terminal.

use crate::findings::{Answer, Findings, site_ids};
use crate::style::Style;
use crate::trace;
use evidence::{Conditional, Ranked, Verdict};
use program::{Program, Property, SiteId};
use std::path::Path;

/// How much of a trace to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    None,
    /// What matters.
    Short,
    /// Everything, including calls, returns and branches.
    Full,
}

/// The whole report except its last line: failures with their traces, notes and warnings, the table of properties.
pub fn report(findings: &Findings, detail: Detail, style: Style) -> String {
    let program = findings.program;
    let ids = site_ids(program);
    let mut out = String::new();
    for (site, verdict) in findings.sites {
        let Verdict::False(trace) = verdict else {
            continue;
        };
        let v = trace.violation();
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
    if let Some(Verdict::False(lasso)) = findings.termination {
        let answer = style.answer(Answer::False, "FALSE");
        let place = program.show_place(lasso.place());
        let name = style.bold(Property::Termination.name());
        let what = match lasso.is_recursion() {
            true => "a function calls itself without end",
            false => "a run never leaves this loop",
        };
        out += &format!("{answer} {name} at {place}: {what}\n");
        out += &trace::show_lasso(program, lasso, detail, style);
        if detail != Detail::None {
            out.push('\n');
        }
    }
    if let Some(Verdict::True(certificate)) = findings.termination
        && let Some(ranked) = certificate.ranking()
        && detail != Detail::None
    {
        out += &ranking(program, ranked);
    }
    if detail != Detail::None {
        out += &open(findings, style);
    }
    out += &ends_if(findings.ends_if);
    out += &remarks(findings, style);
    out += &table(findings, style);
    // A counterexample needs no assumption.
    if findings.conclude().answer != Answer::False || !findings.ends_if.is_empty() {
        for assumption in findings.assumptions() {
            out += &format!("assuming: {assumption}\n");
        }
    }
    out
}

/// When the function that was asked about ends, although it does not always.
fn ends_if(conditions: &[Conditional]) -> String {
    let Some(first) = conditions.first() else {
        return String::new();
    };
    let alternatives: Vec<String> = match conditions {
        [only] => vec![only.condition().to_string()],
        _ => conditions
            .iter()
            .map(|c| match c.condition().contains("&&") {
                true => format!("({})", c.condition()),
                false => c.condition().to_string(),
            })
            .collect(),
    };
    let function = first.function();
    format!("{function} ends if: {}\n", alternatives.join(" || "))
}

/// What falls in each loop.
fn ranking(program: &Program, ranked: &Ranked) -> String {
    let mut out = String::new();
    for at in ranked.places() {
        let place = program.show_place(at.place);
        if !at.measures.is_empty() {
            let measures = at.measures.join(", or else ");
            out += &format!("{place}: each time round, {measures} falls\n");
        }
        if !at.one_of.is_empty() {
            let one_of = at.one_of.join(", or ");
            out += &format!("{place}: from each visit to each later one, {one_of} falls\n");
        }
        if !at.invariant.is_empty() {
            out += &format!("  where {}\n", at.invariant.join(" && "));
        }
    }
    out
}

/// At most so many checks without an answer are listed.
const OPEN: usize = 10;

/// The checks without an answer, where others have one.
fn open(findings: &Findings, style: Style) -> String {
    let program = findings.program;
    let ids = site_ids(program);
    let sites = findings.open_among_others();
    let mut out = String::new();
    for site in sites.iter().take(OPEN) {
        let check = program.site(*site);
        let place = program.show_place(check.place);
        let name = style.bold(check.property.name());
        let id = style.faint(&format!("[{}]", ids[site.index()]));
        out += &format!("open {name} at {place}: {}  {id}\n", check.what);
    }
    if sites.len() > OPEN {
        out += &format!("open: {} more\n", sites.len() - OPEN);
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
    let paths = ShortPaths::new(findings.program);
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
            row.checks,
            paths.shorten(&row.why)
        );
    }
    out
}

/// A longer path does not fit into a table.
const LONGEST_PATH: usize = 40;

/// The paths of a program's files, in a form that fits into a table. Other parts of the report show them in full.
struct ShortPaths(Vec<(String, String)>);

impl ShortPaths {
    fn new(program: &Program) -> ShortPaths {
        let current = std::env::current_dir().unwrap_or_default();
        let short = |path: &String| (path.clone(), short_path(Path::new(path), &current));
        let mut paths: Vec<_> = program.files.iter().map(|f| short(&f.path)).collect();
        paths.retain(|(path, short)| path != short && !path.is_empty());
        // A path may be the end of a longer one.
        paths.sort_by_key(|(path, _)| std::cmp::Reverse(path.len()));
        ShortPaths(paths)
    }

    /// The text with the places in it (`path:line`) shortened.
    fn shorten(&self, text: &str) -> String {
        let shorten = |text: String, (path, short): &(String, String)| {
            text.replace(&format!("{path}:"), &format!("{short}:"))
        };
        self.0.iter().fold(text.to_string(), shorten)
    }
}

/// Relative to the current folder if it is below it; then, if it is too long, with `…` for folders in the middle.
fn short_path(path: &Path, current: &Path) -> String {
    let path = path.strip_prefix(current).unwrap_or(path);
    let text = path.to_string_lossy().into_owned();
    let parts: Vec<&str> = text.split('/').collect();
    if text.chars().count() <= LONGEST_PATH || parts.len() == 1 {
        return text;
    }
    // The file, as many folders above it as fit, and where the path starts.
    let start = match parts[0] {
        "" => format!("/{}", parts.get(1).unwrap_or(&"")),
        first => first.to_string(),
    };
    let kept = if parts[0].is_empty() { 2 } else { 1 };
    let joined = |from: usize| format!("{start}/…/{}", parts[from..].join("/"));
    let fits = |from: &usize| joined(*from).chars().count() <= LONGEST_PATH;
    match (kept + 1..parts.len()).find(fits) {
        Some(from) => joined(from),
        None => format!("…/{}", parts[parts.len() - 1]),
    }
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

#[cfg(test)]
mod tests {
    use super::short_path;
    use std::path::Path;

    #[test]
    fn paths_are_relative_or_shortened() {
        let short = |path: &str| short_path(Path::new(path), Path::new("/home/u/project"));
        assert_eq!(short("/home/u/project/src/list.c"), "src/list.c");
        assert_eq!(short("src/list.c"), "src/list.c");
        assert_eq!(short("/usr/include/stdlib.h"), "/usr/include/stdlib.h");
        assert_eq!(
            short("/data/benchmarks/of/this/year/loops/invariants/list.c"),
            "/data/…/year/loops/invariants/list.c"
        );
        assert_eq!(
            short("generated/benchmarks/of/this/year/loops/invariants/a.c"),
            "generated/…/year/loops/invariants/a.c"
        );
        let name = "a_file_with_a_name_that_is_longer_than_all.c";
        assert_eq!(short(&format!("/data/x/{name}")), format!("…/{name}"));
        assert_eq!(short(name), name);
    }
}
