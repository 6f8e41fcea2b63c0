//! Results as one HTML page that needs nothing else: no server, no network.
//!
//! The data are columns of numbers in a JSON block, the table shows only the rows that can be seen, and plots are drawn on
//! canvases: ten thousand tasks open and sort at once. Logs are compressed and unpacked by the browser when one is opened.
//! They take most of the room, so there is a limit; wrong answers keep theirs first.

use crate::Error;
use crate::store::{ResultRow, Run, Store};
use crate::verdict::Status;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::ZlibEncoder;
use serde_json::json;
use std::collections::HashMap;
use std::io::{Read, Write};

/// What of a single log the page has, at each end.
const LOG_END: usize = 16 * 1024;

/// The logs of one run file: its store, and which task and configuration a row is there.
pub trait Logs {
    fn log(&self, row: &ResultRow) -> Result<Option<String>, Error>;
}

impl Logs for Store {
    fn log(&self, row: &ResultRow) -> Result<Option<String>, Error> {
        Store::log(self, row.task, row.config)
    }
}

/// Writes the page; the logs take at most `log_bytes`.
pub fn write(
    run: &Run,
    logs: &impl Logs,
    log_bytes: usize,
    mut output: impl Write,
) -> Result<(), Error> {
    let page = include_str!("page/page.html")
        .replace("/*STYLE*/", include_str!("page/style.css"))
        .replace("/*CODE*/", include_str!("page/page.js"));
    let (head, rest) = page
        .split_once("{{DATA}}")
        .expect("the page has a place for the data");
    let (middle, tail) = rest
        .split_once("{{LOGS}}")
        .expect("the page has a place for the logs");
    output.write_all(head.as_bytes())?;
    output.write_all(block(&data(run)).as_bytes())?;
    output.write_all(middle.as_bytes())?;
    output.write_all(block(&log_data(run, logs, log_bytes)?).as_bytes())?;
    output.write_all(tail.as_bytes())?;
    output.flush()?;
    Ok(())
}

/// JSON for the inside of a `script` element, which `</script>` would end.
fn block(value: &serde_json::Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

/// Numbers for texts that occur again and again.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    index: HashMap<String, usize>,
}

impl Names {
    fn number(&mut self, name: &str) -> usize {
        if let Some(index) = self.index.get(name) {
            return *index;
        }
        self.list.push(name.to_string());
        self.index.insert(name.to_string(), self.list.len() - 1);
        self.list.len() - 1
    }
}

fn data(run: &Run) -> serde_json::Value {
    let plan = &run.plan;
    let (mut properties, mut folders, mut expected) =
        (Names::default(), Names::default(), Names::default());
    let (mut verdicts, mut reasons) = (Names::default(), Names::default());
    let tasks: Vec<_> = plan
        .tasks
        .iter()
        .map(|task| {
            let right = task.expected.as_ref().map(ToString::to_string);
            json!([
                task.name,
                properties.number(&task.property),
                folders.number(task.folder()),
                expected.number(&right.unwrap_or_default()),
                task.data_model.name(),
            ])
        })
        .collect();
    // One list for each task and configuration: verdict, status, CPU, wall, memory, reason; 0 where there is no result.
    let mut results = vec![vec![json!(0); plan.tasks.len()]; plan.configs.len()];
    let round = |value: f64| (value * 1000.0).round() / 1000.0;
    for row in &run.rows {
        let status = Status::ALL.iter().position(|s| *s == row.status);
        results[row.config][row.task] = json!([
            verdicts.number(&row.verdict.to_string()),
            status,
            round(row.cpu_seconds),
            round(row.wall_seconds),
            row.megabytes.round(),
            reasons.number(&row.reason),
        ]);
    }
    let configs: Vec<_> = plan
        .configs
        .iter()
        .map(|c| json!({"name": c.name, "version": c.version, "options": c.options.join(" "), "sha256": c.sha256}))
        .collect();
    json!({
        "facts": run.facts,
        "limits": plan.limits,
        "jobs": plan.jobs,
        "configs": configs,
        "statuses": Status::ALL.map(Status::name),
        "properties": properties.list,
        "folders": folders.list,
        "expected": expected.list,
        "verdicts": verdicts.list,
        "reasons": reasons.list,
        "tasks": tasks,
        "results": results,
    })
}

/// `"config.task": compressed log`, the most interesting ones first until there is no more room.
fn log_data(run: &Run, logs: &impl Logs, limit: usize) -> Result<serde_json::Value, Error> {
    let mut rows: Vec<&ResultRow> = run.rows.iter().collect();
    let rank = |row: &ResultRow| match row.status {
        Status::Wrong => 0,
        Status::Error | Status::Output => 1,
        Status::Correct | Status::Unjudged => 3,
        _ => 2,
    };
    rows.sort_by_key(|row| rank(row));
    let mut packed = serde_json::Map::new();
    let mut size = 0;
    for row in rows {
        if size >= limit {
            break;
        }
        let Some(log) = logs.log(row)? else { continue };
        let text = STANDARD.encode(deflate(&shorten(&log)));
        size += text.len() + 16;
        packed.insert(format!("{}.{}", row.config, row.task), text.into());
    }
    Ok(packed.into())
}

/// Both ends of a long text.
fn shorten(text: &str) -> String {
    if text.len() <= 2 * LOG_END {
        return text.to_string();
    }
    let head = text.floor_char_boundary(LOG_END);
    let tail = text.ceil_char_boundary(text.len() - LOG_END);
    format!(
        "{}\n[… {} bytes …]\n{}",
        &text[..head],
        tail - head,
        &text[tail..]
    )
}

fn deflate(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    ZlibEncoder::new(text.as_bytes(), Compression::best())
        .read_to_end(&mut bytes)
        .expect("reading from memory does not fail");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_the_script() {
        let text = block(&json!({"name": "</script><b>"}));
        assert!(!text.contains('<'));
        let back: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(back["name"], "</script><b>");
    }

    #[test]
    fn long_logs_keep_both_ends() {
        let text = format!("first{}last", "ä".repeat(40_000));
        let short = shorten(&text);
        assert!(short.starts_with("first") && short.ends_with("last"));
        assert!(short.len() < 2 * LOG_END + 100);
        assert_eq!(shorten("short"), "short");
    }
}
