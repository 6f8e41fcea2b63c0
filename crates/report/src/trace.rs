//! A trace as text: inputs, steps, the violation.

use crate::source::{Sources, mentions};
use crate::style::Style;
use crate::text::Detail;
use evidence::{Change, Input, Lasso, RecurrentPlace, StepKind, Trace, TraceStep};
use program::{InputSource, Place, Program};

/// How many inputs and steps a short trace shows from the start and from the end.
const FIRST: usize = 20;
const LAST: usize = 60;

/// How many changes a short trace shows on one line.
const MAX_CHANGES: usize = 8;

/// One line of a trace.
struct Line {
    place: String,
    function: String,
    text: String,
    values: String,
}

pub(crate) fn show(program: &Program, trace: &Trace, detail: Detail, style: Style) -> String {
    if detail == Detail::None {
        return String::new();
    }
    let sources = Sources::new(program);
    let mut out = String::new();
    if !trace.inputs().is_empty() {
        out += &format!("  {}\n", style.bold("inputs"));
        let lines = trace
            .inputs()
            .iter()
            .map(|i| input_line(program, i))
            .collect();
        out += &table(shorten(lines, detail, None), style);
    }
    let steps: Vec<Line> = trace
        .steps()
        .iter()
        .filter(|s| detail == Detail::Full || s.matters())
        .flat_map(|s| step_lines(program, &sources, s, detail, style))
        .collect();
    if !steps.is_empty() {
        out += &format!("  {}\n", style.bold("steps"));
        out += &table(shorten(steps, detail, trace.left_out()), style);
    }
    out + &violation(program, &sources, trace, style)
}

/// A run that does not end: the stem, and the cycle once.
pub(crate) fn show_lasso(program: &Program, lasso: &Lasso, detail: Detail, style: Style) -> String {
    if detail == Detail::None {
        return String::new();
    }
    let sources = Sources::new(program);
    let mut out = String::new();
    if !lasso.inputs().is_empty() {
        out += &format!("  {}\n", style.bold("inputs"));
        let inputs = lasso.inputs().iter();
        let lines = inputs.map(|i| input_line(program, i)).collect();
        out += &table(shorten(lines, detail, None), style);
    }
    let (stem, cycle) = lasso.steps().split_at(lasso.cycle());
    let lines = |steps: &[TraceStep]| -> Vec<Line> {
        steps
            .iter()
            .filter(|s| detail == Detail::Full || s.matters())
            .flat_map(|s| step_lines(program, &sources, s, detail, style))
            .collect()
    };
    let (stem, cycle) = (lines(stem), lines(cycle));
    if !stem.is_empty() {
        out += &format!("  {}\n", style.bold("steps"));
        out += &table(shorten(stem, detail, lasso.left_out()), style);
    }
    let heading = match lasso.recurrent() {
        Some(_) => "goes on for ever:",
        None => "repeats for ever:",
    };
    out += &format!("  {}\n", style.bold(heading));
    if cycle.is_empty() {
        let head = format!(
            "{}  {}",
            program.show_place(lasso.place()),
            lasso.function()
        );
        let line = format!(
            "    {}  {}",
            style.faint(&head),
            sources.line(lasso.place())
        );
        out += line.trim_end();
        out.push('\n');
    }
    out += &table(shorten(cycle, detail, None), style);
    if let Some(recurrent) = lasso.recurrent() {
        out += &format!(
            "  {}\n",
            style.bold("and is always in one of these states:")
        );
        let lines = recurrent.places().iter();
        let lines = lines.map(|at| recurrent_line(program, lasso.function(), at));
        out += &table(lines.collect(), style);
    }
    out
}

/// A part of a set that a run never leaves.
fn recurrent_line(program: &Program, function: &str, at: &RecurrentPlace) -> Line {
    let choices = at.choices.iter();
    let choices: Vec<String> = choices
        .map(|(what, value)| format!("{what} = {value}"))
        .collect();
    Line {
        place: place(program, at.place),
        function: function.to_string(),
        text: match at.set.is_empty() {
            true => "any state".to_string(),
            false => at.set.join(" && "),
        },
        values: match choices.is_empty() {
            true => String::new(),
            false => format!("if {}", choices.join(", ")),
        },
    }
}

fn place(program: &Program, place: Place) -> String {
    match program.show_place(place).as_str() {
        "?" => String::new(),
        known => known.to_string(),
    }
}

fn input_line(program: &Program, input: &Input) -> Line {
    let what = match (&input.source, &input.name) {
        (
            InputSource::Nondet(f)
            | InputSource::External(f)
            | InputSource::Approximated(f)
            | InputSource::Passing(f),
            None,
        ) => format!("{f}()"),
        (InputSource::Nondet(f), Some(name)) => format!("{f}() for {name}"),
        (InputSource::External(f), Some(name)) if f == name => format!("external {name}"),
        (
            InputSource::External(f) | InputSource::Approximated(f) | InputSource::Passing(f),
            Some(name),
        ) => format!("{f}() for {name}"),
        (InputSource::Argument(name) | InputSource::Pointer { name, .. }, _) => {
            format!("argument {name}")
        }
        (InputSource::Uninitialised(name), _) => format!("uninitialised {name}"),
        (InputSource::Undefined, Some(name)) => format!("undefined value of {name}"),
        (InputSource::Undefined, None) => "undefined value".to_string(),
        (InputSource::Volatile(name), _) => format!("volatile {name}"),
        (InputSource::Layout, Some(name)) => format!("address {name}"),
        (InputSource::Layout, None) => "bits of an address".to_string(),
        (InputSource::Unspecified, _) => "unspecified value".to_string(),
    };
    Line {
        place: place(program, input.place),
        function: input.function.clone(),
        text: what,
        values: match input.text.starts_with("-> ") {
            true => input.text.clone(),
            false => format!("= {}", input.text),
        },
    }
}

fn step_lines(
    program: &Program,
    sources: &Sources,
    step: &TraceStep,
    detail: Detail,
    style: Style,
) -> Vec<Line> {
    let changes = show_changes(&step.changes, detail);
    let (text, values) = match &step.kind {
        StepKind::Statement => (sources.short_line(step.place), changes),
        StepKind::Call => (format!("{}({changes})", step.function), String::new()),
        StepKind::Return(value) => {
            let value = value.as_ref().map(|v| format!(" {v}")).unwrap_or_default();
            (format!("{} returns{value}", step.function), String::new())
        }
    };
    let line = |text: String, values: String| Line {
        place: place(program, step.place),
        function: step.function.clone(),
        text,
        values,
    };
    let mut lines = vec![line(text, values)];
    for passed in &step.passed {
        let text = style.warning(&format!("note: {passed}; the run goes on"));
        lines.push(line(text, String::new()));
    }
    lines
}

/// What changed on one line. A call of a library function may change a lot.
fn show_changes(changes: &[Change], detail: Detail) -> String {
    let shown = match detail {
        Detail::Full => changes.len(),
        _ => MAX_CHANGES,
    };
    let mut texts: Vec<String> = changes.iter().take(shown).map(show_change).collect();
    if changes.len() > shown {
        texts.push(format!("… {} more", changes.len() - shown));
    }
    texts.join(", ")
}

fn show_change(change: &Change) -> String {
    format!("{} = {}", change.name, change.value)
}

/// Leaves out the middle of a long trace. `left_out` says how much is already missing, and where.
fn shorten(mut lines: Vec<Line>, detail: Detail, left_out: Option<(usize, usize)>) -> Vec<Line> {
    let gap = |text: String| Line {
        place: "…".to_string(),
        function: String::new(),
        text,
        values: String::new(),
    };
    if detail == Detail::Full {
        if let Some((count, before)) = left_out.filter(|(_, before)| *before < lines.len()) {
            lines.insert(before, gap(format!("{count} steps left out")));
        }
        return lines;
    }
    if lines.len() > FIRST + LAST + 1 {
        let end = lines.len() - LAST;
        let count = end - FIRST + left_out.map_or(0, |(count, _)| count);
        let text = format!("{count} more (--trace full shows them)");
        lines.splice(FIRST..end, [gap(text)]);
    }
    lines
}

/// Aligned columns. A text that is far longer than the others does not move their values to the right.
fn table(lines: Vec<Line>, style: Style) -> String {
    let width = |f: fn(&Line) -> &str, most: usize| {
        let widths = lines.iter().map(|l| f(l).chars().count());
        widths.filter(|w| *w <= most).max().unwrap_or(0)
    };
    let place = width(|l| &l.place, 40);
    let function = width(|l| &l.function, 24);
    let text = width(|l| if l.values.is_empty() { "" } else { &l.text }, 48);
    let mut out = String::new();
    for line in &lines {
        let shown = style.faint(&format!(
            "{:<place$}  {:<function$}",
            line.place, line.function
        ));
        let row = format!("    {shown}  {:<text$}  {}", line.text, line.values);
        out += row.trim_end();
        out.push('\n');
    }
    out
}

fn violation(program: &Program, sources: &Sources, trace: &Trace, style: Style) -> String {
    let v = trace.violation();
    let source = sources.line(v.place);
    let mut out = format!("  {}\n", style.bold("violation"));
    let head = format!("{}  {}", program.show_place(v.place), v.function);
    let line = format!("    {}  {source}", style.faint(&head));
    out += line.trim_end();
    out.push('\n');
    out += &format!("    {}: {}\n", v.property, v.what);
    if let Some(detail) = &v.detail {
        out += &format!("    {detail}\n");
    }
    if !v.operands.is_empty() {
        out += &format!("    operands: {}\n", v.operands.join(", "));
    }
    let seen: Vec<String> = v
        .scope
        .iter()
        .filter(|c| mentions(&source, &c.name))
        .map(show_change)
        .collect();
    if !seen.is_empty() {
        out += &format!("    with {}\n", seen.join(", "));
    }
    if let Some(native) = trace.native() {
        out += &format!("    {}\n", native.text());
    }
    out
}
