//! The report for other programs.

use crate::findings::{Findings, site_ids};
use evidence::{Change, Trace, Verdict};
use program::{Place, Program};
use serde_json::{Map, Value, json};

/// All that the report on a terminal says, and the whole of each trace.
pub fn report(findings: &Findings) -> Value {
    let program = findings.program;
    let conclusion = findings.conclude();
    let ids = site_ids(program);
    let properties: Vec<Value> = findings
        .rows()
        .into_iter()
        .map(|row| {
            json!({
                "property": row.property.name(),
                "answer": row.answer.to_string(),
                "checks": row.checks,
                "why": row.why,
            })
        })
        .collect();
    let checks: Vec<Value> = findings
        .sites
        .iter()
        .map(|(id, verdict)| {
            let site = program.site(*id);
            let mut check = json!({
                "id": ids[id.index()],
                "property": site.property.name(),
                "function": site.function,
                "what": site.what,
                "place": place(program, site.place),
            });
            let (answer, key, value) = match verdict {
                Verdict::True(certificate) => ("TRUE", "why", json!(certificate.to_string())),
                Verdict::False(t) => ("FALSE", "trace", trace(program, t)),
                Verdict::Unknown(reason) => ("UNKNOWN", "why", json!(reason.text(program))),
            };
            check["answer"] = json!(answer);
            check[key] = value;
            check
        })
        .collect();
    json!({
        "verdict": conclusion.to_string(),
        "answer": conclusion.answer.to_string(),
        "properties": properties,
        "checks": checks,
        "notes": program.notes,
        "assuming": program.assumptions,
        "warnings": findings.warnings,
    })
}

/// Counters as an object.
pub fn statistics(statistics: &[(String, u64)]) -> Value {
    let entries = statistics.iter().map(|(name, v)| (name.clone(), json!(v)));
    Value::Object(entries.collect::<Map<String, Value>>())
}

fn place(program: &Program, place: Place) -> Value {
    match program.files.get(place.file.index()) {
        Some(file) if place.line > 0 => {
            json!({ "file": file.path, "line": place.line, "column": place.column })
        }
        _ => Value::Null,
    }
}

fn changes(changes: &[Change]) -> Value {
    let pairs = changes
        .iter()
        .map(|c| json!({ "name": c.name, "value": c.value }));
    Value::Array(pairs.collect())
}

fn trace(program: &Program, trace: &Trace) -> Value {
    let inputs: Vec<Value> = trace
        .inputs
        .iter()
        .map(|i| {
            json!({
                "source": format!("{:?}", i.source),
                "name": i.name,
                "value": i.text,
                "function": i.function,
                "place": place(program, i.place),
            })
        })
        .collect();
    let steps: Vec<Value> = trace
        .steps
        .iter()
        .map(|s| {
            json!({
                "function": s.function,
                "depth": s.depth,
                "place": place(program, s.place),
                "changes": changes(&s.changes),
                "passed": s.passed,
            })
        })
        .collect();
    let v = &trace.violation;
    json!({
        "inputs": inputs,
        "steps": steps,
        "left_out": trace.left_out.map_or(0, |(count, _)| count),
        "violation": {
            "property": v.property.name(),
            "what": v.what,
            "detail": v.detail,
            "operands": v.operands,
            "function": v.function,
            "place": place(program, v.place),
            "scope": changes(&v.scope),
            "conditions": v.conditions.iter().map(ToString::to_string).collect::<Vec<_>>(),
        },
        "native": trace.native.as_ref().map(|n| n.text()),
    })
}
