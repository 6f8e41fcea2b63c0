//! The report for other programs.

use crate::findings::{Findings, site_ids};
use evidence::{Change, Input, Lasso, RankedPlace, Recurrent, Trace, TraceStep, Verdict};
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
    let termination = findings.termination.map(|verdict| match verdict {
        Verdict::True(certificate) => json!({
            "answer": "TRUE",
            "why": certificate.to_string(),
            "ranking": certificate.ranking().map(|r| ranking(program, r.places())),
        }),
        Verdict::False(l) => json!({ "answer": "FALSE", "lasso": lasso(program, l) }),
        Verdict::Unknown(reason) => json!({ "answer": "UNKNOWN", "why": reason.text(program) }),
    });
    let ends_if = findings.ends_if.iter().map(|conditional| {
        json!({
            "function": conditional.function(),
            "condition": conditional.condition(),
            "ranking": ranking(program, conditional.places()),
        })
    });
    json!({
        "termination": termination,
        "ends_if": ends_if.collect::<Vec<_>>(),
        "verdict": conclusion.to_string(),
        "answer": conclusion.answer.to_string(),
        "properties": properties,
        "checks": checks,
        "notes": program.notes,
        "assuming": findings.assumptions(),
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

/// What falls in each loop.
fn ranking(program: &Program, places: &[RankedPlace]) -> Value {
    let places = places.iter().map(|at| {
        json!({
            "place": place(program, at.place),
            "measures": at.measures,
            "one_of": at.one_of,
            "invariant": at.invariant,
        })
    });
    Value::Array(places.collect())
}

fn lasso(program: &Program, lasso: &Lasso) -> Value {
    let (stem, cycle) = lasso.steps().split_at(lasso.cycle());
    json!({
        "inputs": inputs(program, lasso.inputs()),
        "stem": steps(program, stem),
        "cycle": steps(program, cycle),
        "left_out": lasso.left_out().map_or(0, |(count, _)| count),
        "place": place(program, lasso.place()),
        "function": lasso.function(),
        "recurrent": lasso.recurrent().map(|r| recurrent(program, r)),
    })
}

/// States that a run never leaves.
fn recurrent(program: &Program, recurrent: &Recurrent) -> Value {
    let places = recurrent.places().iter().map(|at| {
        let choices = at.choices.iter();
        let choices = choices.map(|(input, value)| json!({ "input": input, "value": value }));
        json!({
            "place": place(program, at.place),
            "set": at.set,
            "choices": choices.collect::<Vec<_>>(),
        })
    });
    Value::Array(places.collect())
}

fn inputs(program: &Program, inputs: &[Input]) -> Vec<Value> {
    inputs
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
        .collect()
}

fn steps(program: &Program, steps: &[TraceStep]) -> Vec<Value> {
    steps
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
        .collect()
}

fn trace(program: &Program, trace: &Trace) -> Value {
    let v = trace.violation();
    json!({
        "inputs": inputs(program, trace.inputs()),
        "steps": steps(program, trace.steps()),
        "left_out": trace.left_out().map_or(0, |(count, _)| count),
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
        "native": trace.native().map(|n| n.text()),
    })
}
