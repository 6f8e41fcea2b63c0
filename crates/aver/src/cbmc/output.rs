//! Results as CBMC writes them: text, `--json-ui` and `--xml-ui`.

use super::VERSION;
use super::options::Format;
use evidence::{StepKind, Trace};
use program::{Place, Program, Property, SiteId};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;

/// As CBMC's exit codes.
const SAFE: u8 = 0;
const UNSAFE: u8 = 10;
const INCONCLUSIVE: u8 = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Success,
    Failure,
    Unknown,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Success => "SUCCESS",
            Status::Failure => "FAILURE",
            Status::Unknown => "UNKNOWN",
        }
    }
}

pub struct Report<'a> {
    pub program: &'a Program,
    pub ids: &'a [String],
    pub results: Vec<(SiteId, Status, Option<&'a Trace>)>,
    /// Why something is not known.
    pub rest: Option<String>,
    pub notes: Vec<String>,
    pub trace: bool,
}

/// CBMC's names of what the checks are about.
fn class(property: Property) -> &'static str {
    match property {
        Property::Assert | Property::UnreachCall => "assertion",
        Property::NoOverflow
        | Property::NoUnsignedOverflow
        | Property::NoLossyConversion
        | Property::NoFloatOverflow
        | Property::NoFloatCastOverflow => "overflow",
        Property::NoDivByZero => "division-by-zero",
        Property::NoShiftError => "undefined-shift",
        Property::NoNan => "NaN",
        Property::ArrayBounds | Property::VlaBound => "array_bounds",
        Property::UnreachableCode => "unreachable",
        Property::ValidDeref => "pointer_dereference",
        Property::ValidFree => "precondition_instance",
        Property::ValidQuery => "pointer_primitives",
        Property::ValidMemtrack | Property::ValidMemcleanup => "memory-leak",
        Property::NoUninitialised => "uninitialised",
        Property::NoPointerOverflow => "pointer_arithmetic",
        Property::NoUnrelatedPointers => "pointer",
        Property::NoMisalignedAccess => "alignment",
        Property::NoStackOverflow => "stack",
        Property::Assigns => "assigns",
        Property::Termination => "termination",
        Property::Unsupported => "unsupported",
    }
}

/// `function.class.number`: the number counts the checks of a class in a function, so it depends on nothing else.
pub fn ids(program: &Program) -> Vec<String> {
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let sites = program.sites.iter();
    sites
        .map(|site| {
            let class = class(site.property);
            let count = counts.entry((&site.function, class)).or_default();
            *count += 1;
            format!("{}.{class}.{count}", site.function)
        })
        .collect()
}

fn description(program: &Program, site: SiteId) -> String {
    let what = &program.site(site).what;
    // A program's own text is what CBMC shows.
    let own = what
        .strip_prefix("assertion `")
        .and_then(|w| w.strip_suffix("` fails"));
    own.unwrap_or(what).to_string()
}

fn here() -> String {
    std::env::current_dir().map_or_else(|_| String::new(), |p| p.to_string_lossy().into_owned())
}

fn file(program: &Program, place: Place) -> &str {
    &program.files[place.file.index()].path
}

/// Writes the report; the exit code.
pub fn report(format: Format, report: &Report<'_>) -> u8 {
    let any = |status| report.results.iter().any(|(_, s, _)| *s == status);
    let code = match () {
        () if any(Status::Failure) => UNSAFE,
        () if any(Status::Unknown) || report.rest.is_some() => INCONCLUSIVE,
        () => SAFE,
    };
    match format {
        Format::Text => text(report, code),
        Format::Json => print_json(&as_json(report, code)),
        Format::Xml => print!("{}", as_xml(report, code)),
    }
    code
}

fn conclusion(code: u8) -> &'static str {
    match code {
        SAFE => "VERIFICATION SUCCESSFUL",
        UNSAFE => "VERIFICATION FAILED",
        _ => "VERIFICATION INCONCLUSIVE",
    }
}

fn banner() -> String {
    format!(
        "CBMC version {VERSION} (Aver {}) 64-bit x86_64 linux",
        env!("CARGO_PKG_VERSION")
    )
}

fn messages(report: &Report<'_>) -> Vec<String> {
    let mut all = vec![banner()];
    all.extend(report.notes.iter().cloned());
    all.extend(report.rest.iter().map(|r| format!("not known: {r}")));
    all
}

// ---- text ----

fn text(report: &Report<'_>, code: u8) {
    for message in messages(report) {
        println!("{message}");
    }
    println!("\n** Results:");
    let mut last = (String::new(), String::new());
    // Grouped by file and function, as they come.
    let mut order: Vec<&(SiteId, Status, Option<&Trace>)> = report.results.iter().collect();
    let key = |site: SiteId| {
        let site = report.program.site(site);
        (
            file(report.program, site.place).to_string(),
            site.function.clone(),
        )
    };
    order.sort_by_key(|(site, ..)| key(*site));
    for (site, status, _) in order {
        let (file, function) = key(*site);
        if (file.clone(), function.clone()) != last {
            if !last.1.is_empty() {
                println!();
            }
            println!("{file} function {function}");
            last = (file, function);
        }
        let line = report.program.site(*site).place.line;
        println!(
            "[{}] line {line} {}: {}",
            report.ids[site.index()],
            description(report.program, *site),
            status.name()
        );
    }
    if report.trace {
        for (site, _, trace) in &report.results {
            if let Some(trace) = trace {
                print!(
                    "\nTrace for {}:\n{}",
                    report.ids[site.index()],
                    trace_text(report.program, trace)
                );
            }
        }
    }
    let failed = report
        .results
        .iter()
        .filter(|(_, s, _)| *s == Status::Failure)
        .count();
    println!("\n** {failed} of {} failed", report.results.len());
    println!("{}", conclusion(code));
}

fn trace_text(program: &Program, trace: &Trace) -> String {
    let mut out = String::new();
    for (number, step) in trace.steps().iter().enumerate() {
        let number = number + 1;
        let file = file(program, step.place);
        let _ = writeln!(
            out,
            "\nState {number} file {file} function {} line {} thread 0\n----------------------------------------------------",
            step.function, step.place.line
        );
        for change in &step.changes {
            let _ = writeln!(out, "  {}={}", change.name, change.value);
        }
    }
    let violation = trace.violation();
    let _ = writeln!(
        out,
        "\nViolated property:\n  file {} function {} line {} thread 0\n  {}\n",
        file(program, violation.place),
        violation.function,
        violation.place.line,
        violation.what
    );
    out
}

// ---- JSON ----

fn print_json(value: &Value) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => println!("{text}"),
        Err(error) => eprintln!("cbmc (Aver): {error}"),
    }
}

fn status_message(text: &str) -> Value {
    json!({ "messageText": text, "messageType": "STATUS-MESSAGE" })
}

fn location(program: &Program, place: Place, function: &str) -> Value {
    json!({
        "file": file(program, place),
        "function": function,
        "line": place.line.to_string(),
        "workingDirectory": here(),
    })
}

fn as_json(report: &Report<'_>, code: u8) -> Value {
    let mut all = vec![json!({ "program": format!("CBMC {VERSION} (Aver)") })];
    all.extend(messages(report).iter().map(|m| status_message(m)));
    let results: Vec<Value> = report
        .results
        .iter()
        .map(|(site, status, trace)| {
            let at = report.program.site(*site);
            let mut result = json!({
                "description": description(report.program, *site),
                "property": report.ids[site.index()],
                "sourceLocation": location(report.program, at.place, &at.function),
                "status": status.name(),
            });
            if let Some(trace) = trace.filter(|_| report.trace) {
                let reason = (
                    description(report.program, *site),
                    report.ids[site.index()].clone(),
                );
                result["trace"] = trace_json(report.program, trace, &reason);
            }
            result
        })
        .collect();
    all.push(json!({ "result": results }));
    all.push(status_message(conclusion(code)));
    all.push(json!({ "cProverStatus": match code {
        SAFE => "success",
        UNSAFE => "failure",
        _ => "inconclusive",
    } }));
    Value::Array(all)
}

fn trace_json(program: &Program, trace: &Trace, reason: &(String, String)) -> Value {
    let mut steps = Vec::new();
    for step in trace.steps() {
        let place = location(program, step.place, &step.function);
        if step.kind == StepKind::Call {
            steps.push(json!({
                "stepType": "function-call", "hidden": false, "internal": false, "thread": 0,
                "function": { "displayName": step.function, "identifier": step.function, "sourceLocation": place },
                "sourceLocation": place,
            }));
        }
        for change in &step.changes {
            steps.push(json!({
                "stepType": "assignment", "assignmentType": "variable", "hidden": false, "internal": false,
                "thread": 0, "mode": "C", "lhs": change.name,
                "value": { "name": "unknown", "data": change.value },
                "sourceLocation": place,
            }));
        }
    }
    let violation = trace.violation();
    steps.push(json!({
        "stepType": "failure", "hidden": false, "internal": false, "thread": 0,
        "property": reason.1, "reason": reason.0,
        "sourceLocation": location(program, violation.place, &violation.function),
    }));
    Value::Array(steps)
}

// ---- XML ----

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn xml_head(messages: &[String]) -> String {
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cprover>\n<program>CBMC {VERSION} (Aver)</program>\n"
    );
    for message in messages {
        let _ = writeln!(
            out,
            "<message type=\"STATUS-MESSAGE\">\n  <text>{}</text>\n</message>\n",
            escape(message)
        );
    }
    out
}

fn xml_location(program: &Program, place: Place, function: &str) -> String {
    format!(
        "<location file=\"{}\" function=\"{}\" line=\"{}\" working-directory=\"{}\"/>",
        escape(file(program, place)),
        escape(function),
        place.line,
        escape(&here())
    )
}

fn as_xml(report: &Report<'_>, code: u8) -> String {
    let mut out = xml_head(&messages(report));
    for (site, status, trace) in &report.results {
        let at = report.program.site(*site);
        let id = escape(&report.ids[site.index()]);
        let place = xml_location(report.program, at.place, &at.function);
        let _ = writeln!(
            out,
            "<result property=\"{id}\" status=\"{}\">\n  {place}",
            status.name()
        );
        if let Some(trace) = trace.filter(|_| report.trace) {
            let what = description(report.program, *site);
            out.push_str(&trace_xml(report.program, trace, &what, &id));
        }
        out.push_str("</result>\n\n");
    }
    let _ = writeln!(
        out,
        "<message type=\"STATUS-MESSAGE\">\n  <text>{}</text>\n</message>\n",
        conclusion(code)
    );
    let status = match code {
        SAFE => "SUCCESS",
        UNSAFE => "FAILURE",
        _ => "INCONCLUSIVE",
    };
    let _ = writeln!(out, "<cprover-status>{status}</cprover-status>\n</cprover>");
    out
}

fn trace_xml(program: &Program, trace: &Trace, what: &str, id: &str) -> String {
    let mut out = String::from("  <goto_trace>\n");
    let mut number = 0;
    for step in trace.steps() {
        let place = xml_location(program, step.place, &step.function);
        let name = escape(&step.function);
        if step.kind == StepKind::Call {
            number += 1;
            let _ = writeln!(
                out,
                "    <function_call hidden=\"false\" step_nr=\"{number}\" thread=\"0\">\n      <function display_name=\"{name}\" identifier=\"{name}\">\n        {place}\n      </function>\n      {place}\n    </function_call>"
            );
        }
        for change in &step.changes {
            number += 1;
            let (lhs, value) = (escape(&change.name), escape(&change.value));
            let _ = writeln!(
                out,
                "    <assignment assignment_type=\"state\" base_name=\"{lhs}\" display_name=\"{name}::{lhs}\" hidden=\"false\" identifier=\"{name}::{lhs}\" mode=\"C\" step_nr=\"{number}\" thread=\"0\">\n      {place}\n      <full_lhs>{lhs}</full_lhs>\n      <full_lhs_value>{value}</full_lhs_value>\n    </assignment>"
            );
        }
    }
    let violation = trace.violation();
    let _ = writeln!(
        out,
        "    <failure hidden=\"false\" property=\"{id}\" reason=\"{}\" step_nr=\"{}\" thread=\"0\">\n      {}\n    </failure>\n  </goto_trace>",
        escape(what),
        number + 1,
        xml_location(program, violation.place, &violation.function)
    );
    out
}

// ---- lists of properties, and errors ----

pub fn properties(format: Format, program: &Program, ids: &[String], sites: &[SiteId]) {
    let mut xml = xml_head(&[banner()]);
    let mut list = Vec::new();
    for site in sites {
        let at = program.site(*site);
        let (id, what) = (&ids[site.index()], description(program, *site));
        let class = class(at.property);
        match format {
            Format::Text => println!(
                "Property {id}:\n  file {} line {} function {}\n  {what}\n",
                file(program, at.place),
                at.place.line,
                at.function
            ),
            Format::Json => list.push(json!({
                "class": class, "description": what, "expression": "", "name": id,
                "sourceLocation": location(program, at.place, &at.function),
            })),
            Format::Xml => {
                let place = xml_location(program, at.place, &at.function);
                let _ = writeln!(
                    xml,
                    "<property class=\"{class}\" name=\"{}\">\n  {place}\n  <description>{}</description>\n  <expression></expression>\n</property>\n",
                    escape(id),
                    escape(&what)
                );
            }
        }
    }
    match format {
        Format::Text => {}
        Format::Json => print_json(&json!([
            { "program": format!("CBMC {VERSION} (Aver)") },
            status_message(&banner()),
            { "properties": list },
        ])),
        Format::Xml => println!("{xml}</cprover>"),
    }
}

/// An error, in the format of the results.
pub fn error(format: Format, message: &str) {
    match format {
        Format::Text => eprintln!("{message}"),
        Format::Json => print_json(&json!([
            { "program": format!("CBMC {VERSION} (Aver)") },
            { "messageText": message, "messageType": "ERROR" },
            { "cProverStatus": "error" },
        ])),
        Format::Xml => print!(
            "{}<message type=\"ERROR\">\n  <text>{}</text>\n</message>\n\n<cprover-status>ERROR</cprover-status>\n</cprover>\n",
            xml_head(&[banner()]),
            escape(message)
        ),
    }
}
