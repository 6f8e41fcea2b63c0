//! Results for other programs: CSV with one line for each run, and JSON lines with the statistics as well.

use crate::Error;
use crate::store::Run;
use serde_json::json;
use std::io::{self, Write};

const HEADER: [&str; 10] = [
    "task",
    "property",
    "expected",
    "config",
    "verdict",
    "status",
    "cpu_s",
    "wall_s",
    "memory_mb",
    "reason",
];

/// CSV as RFC 4180 describes it.
pub fn csv(run: &Run, output: impl Write) -> Result<(), Error> {
    let mut writer = csv::Writer::from_writer(output);
    let mut write = |record: &[String]| writer.write_record(record).map_err(io::Error::other);
    write(&HEADER.map(str::to_string))?;
    for row in &run.rows {
        let task = &run.plan.tasks[row.task];
        let expected = task.expected.as_ref().map(ToString::to_string);
        write(&[
            task.name.clone(),
            task.property.clone(),
            expected.unwrap_or_default(),
            run.plan.configs[row.config].name.clone(),
            row.verdict.to_string(),
            row.status.name().to_string(),
            format!("{:.3}", row.cpu_seconds),
            format!("{:.3}", row.wall_seconds),
            format!("{:.1}", row.megabytes),
            row.reason.clone(),
        ])?;
    }
    writer.flush()?;
    Ok(())
}

/// One JSON object a line.
pub fn json_lines(run: &Run, mut output: impl Write) -> Result<(), Error> {
    for row in &run.rows {
        let task = &run.plan.tasks[row.task];
        let statistics: serde_json::Value =
            serde_json::from_str(&row.statistics).unwrap_or_default();
        let line = json!({
            "task": task.name,
            "property": task.property,
            "expected": task.expected.as_ref().map(ToString::to_string),
            "data_model": task.data_model.name(),
            "config": run.plan.configs[row.config].name,
            "verdict": row.verdict.to_string(),
            "status": row.status.name(),
            "cpu_s": row.cpu_seconds,
            "wall_s": row.wall_seconds,
            "memory_mb": row.megabytes,
            "reason": row.reason,
            "statistics": statistics,
        });
        writeln!(output, "{line}")?;
    }
    Ok(())
}
