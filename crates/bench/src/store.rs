//! The file of a run: an SQLite database with the plan, the machine and every result.
//!
//! A result is committed when its run has ended, so a `kill -9` loses what is running and nothing else. Other programs may
//! read the tables (docs/bench.md describes them): numbers are columns, statistics are JSON, logs are zlib streams.

use crate::plan::Plan;
use crate::verdict::{Status, Verdict, judge};
use crate::warden::Outcome;
use crate::{Error, machine};
use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use rusqlite::{Connection, OpenFlags, params};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the tables' format.
const FORMAT: &str = "1";

const TABLES: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE config (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, version TEXT, sha256 TEXT, options TEXT);
CREATE TABLE task (id INTEGER PRIMARY KEY, name TEXT NOT NULL, property TEXT NOT NULL, expected TEXT, data_model TEXT);
CREATE TABLE result (
  task INTEGER NOT NULL REFERENCES task, config INTEGER NOT NULL REFERENCES config,
  verdict TEXT NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
  cpu_s REAL NOT NULL, wall_s REAL NOT NULL, memory_mb REAL NOT NULL,
  exit INTEGER, signal INTEGER, statistics TEXT NOT NULL, log BLOB NOT NULL, ended TEXT NOT NULL,
  PRIMARY KEY (task, config)
);
";

/// One result, judged.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultRow {
    /// Indices into the plan.
    pub task: usize,
    pub config: usize,
    pub verdict: Verdict,
    pub status: Status,
    pub reason: String,
    pub cpu_seconds: f64,
    pub wall_seconds: f64,
    pub megabytes: f64,
    /// A JSON object.
    pub statistics: String,
}

/// A run as its file has it, without the logs.
#[derive(Clone, Debug)]
pub struct Run {
    pub plan: Plan,
    /// Machine, command line, start and end.
    pub facts: BTreeMap<String, String>,
    /// By task, then by configuration.
    pub rows: Vec<ResultRow>,
}

pub struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// Makes a new file for the plan.
    pub fn create(path: &Path, plan: &Plan, command_line: &str) -> Result<Store, Error> {
        let store = Store::connect(path, OpenFlags::default())?;
        store
            .write_plan(plan, command_line)
            .map_err(|e| store.wrong(e))?;
        Ok(store)
    }

    /// Opens the file of an earlier run.
    pub fn open(path: &Path) -> Result<Store, Error> {
        let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
        let store = Store::connect(path, flags)?;
        let format = store.fact("format").map_err(|e| store.wrong(e))?;
        if format.as_deref() != Some(FORMAT) {
            return Err(Error::Run {
                path: path.to_path_buf(),
                what: format!("its format is {format:?}, and this version of Aver reads {FORMAT}"),
            });
        }
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, Error> {
        let wrong = |source| Error::Store {
            path: path.to_path_buf(),
            source,
        };
        let connection = Connection::open_with_flags(path, flags).map_err(wrong)?;
        connection
            .busy_timeout(Duration::from_secs(30))
            .map_err(wrong)?;
        Ok(Store {
            path: path.to_path_buf(),
            connection,
        })
    }

    fn wrong(&self, source: rusqlite::Error) -> Error {
        Error::Store {
            path: self.path.clone(),
            source,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write_plan(&self, plan: &Plan, command_line: &str) -> rusqlite::Result<()> {
        let transaction = self.connection.unchecked_transaction()?;
        transaction.execute_batch(TABLES)?;
        for (id, config) in plan.configs.iter().enumerate() {
            transaction.execute(
                "INSERT INTO config VALUES (?, ?, ?, ?, ?)",
                params![
                    id,
                    config.name,
                    config.version,
                    config.sha256,
                    config.options.join(" ")
                ],
            )?;
        }
        for (id, task) in plan.tasks.iter().enumerate() {
            transaction.execute(
                "INSERT INTO task VALUES (?, ?, ?, ?, ?)",
                params![
                    id,
                    task.name,
                    task.property,
                    task.expected.as_ref().map(ToString::to_string),
                    task.data_model.name()
                ],
            )?;
        }
        let mut facts = machine::describe();
        facts.insert("format".into(), FORMAT.into());
        facts.insert("command line".into(), command_line.into());
        let plan = serde_json::to_string(plan).expect("a plan is numbers and text");
        facts.insert("plan".into(), plan);
        for (key, value) in facts {
            transaction.execute("INSERT INTO meta VALUES (?, ?)", params![key, value])?;
        }
        transaction.execute("INSERT INTO meta VALUES ('started', datetime('now'))", [])?;
        transaction.commit()
    }

    fn fact(&self, key: &str) -> rusqlite::Result<Option<String>> {
        let mut statement = self
            .connection
            .prepare("SELECT value FROM meta WHERE key = ?")?;
        let mut rows = statement.query([key])?;
        rows.next()?.map(|row| row.get(0)).transpose()
    }

    pub fn plan(&self) -> Result<Plan, Error> {
        let text = self.fact("plan").map_err(|e| self.wrong(e))?;
        serde_json::from_str(&text.unwrap_or_default()).map_err(|e| Error::Run {
            path: self.path.clone(),
            what: format!("its plan cannot be read: {e}"),
        })
    }

    /// The pairs of task and configuration that have a result.
    pub fn done(&self) -> Result<BTreeSet<(usize, usize)>, Error> {
        let read = || {
            let mut statement = self.connection.prepare("SELECT task, config FROM result")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<rusqlite::Result<_>>()
        };
        read().map_err(|e| self.wrong(e))
    }

    /// Judges and keeps a result; it is on the disk when this returns.
    pub fn insert(
        &self,
        plan: &Plan,
        (task, config): (usize, usize),
        outcome: &Outcome,
    ) -> Result<Status, Error> {
        let expected = plan.tasks[task].expected.as_ref();
        let status = judge(outcome.ending, &outcome.verdict, expected);
        let statistics = serde_json::Value::Object(outcome.statistics.clone());
        let write = || {
            let mut statement = self.connection.prepare_cached(
                "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, datetime('now'))",
            )?;
            statement.execute(params![
                task,
                config,
                outcome.verdict.to_string(),
                status.name(),
                outcome.reason,
                outcome.cpu_seconds,
                outcome.wall_seconds,
                outcome.megabytes,
                outcome.exit,
                outcome.signal,
                statistics.to_string(),
                deflate(&outcome.log),
            ])
        };
        write().map_err(|e| self.wrong(e))?;
        Ok(status)
    }

    /// Many results at once: all of them are kept, or none.
    pub fn in_one_go(&self, work: impl FnOnce() -> Result<(), Error>) -> Result<(), Error> {
        let transaction = self
            .connection
            .unchecked_transaction()
            .map_err(|e| self.wrong(e))?;
        work()?;
        transaction.commit().map_err(|e| self.wrong(e))
    }

    /// Records when the run ended.
    pub fn finish(&self) -> Result<(), Error> {
        let sql = "INSERT OR REPLACE INTO meta VALUES ('ended', datetime('now'))";
        self.connection
            .execute(sql, [])
            .map_err(|e| self.wrong(e))?;
        Ok(())
    }

    pub fn run(&self) -> Result<Run, Error> {
        let plan = self.plan()?;
        let read = || -> rusqlite::Result<_> {
            let mut facts = BTreeMap::new();
            let mut statement = self
                .connection
                .prepare("SELECT key, value FROM meta WHERE key <> 'plan'")?;
            let mut pairs = statement.query([])?;
            while let Some(pair) = pairs.next()? {
                facts.insert(pair.get(0)?, pair.get(1)?);
            }
            let sql = "SELECT task, config, verdict, status, reason, cpu_s, wall_s, memory_mb, statistics FROM result \
                ORDER BY task, config";
            let mut statement = self.connection.prepare(sql)?;
            let rows = statement.query_map([], |row| {
                Ok(ResultRow {
                    task: row.get(0)?,
                    config: row.get(1)?,
                    verdict: Verdict::parse(&row.get::<_, String>(2)?).unwrap_or(Verdict::Unknown),
                    status: Status::from_name(&row.get::<_, String>(3)?).unwrap_or(Status::Error),
                    reason: row.get(4)?,
                    cpu_seconds: row.get(5)?,
                    wall_seconds: row.get(6)?,
                    megabytes: row.get(7)?,
                    statistics: row.get(8)?,
                })
            })?;
            Ok((facts, rows.collect::<rusqlite::Result<Vec<_>>>()?))
        };
        let (facts, rows) = read().map_err(|e| self.wrong(e))?;
        Ok(Run { plan, facts, rows })
    }

    /// What a run wrote; `None` if it has no result.
    pub fn log(&self, task: usize, config: usize) -> Result<Option<String>, Error> {
        let sql = "SELECT log FROM result WHERE task = ? AND config = ?";
        let read = || -> rusqlite::Result<Option<Vec<u8>>> {
            let mut statement = self.connection.prepare_cached(sql)?;
            let mut rows = statement.query([task, config])?;
            rows.next()?.map(|row| row.get(0)).transpose()
        };
        let bytes = read().map_err(|e| self.wrong(e))?;
        Ok(bytes.map(|bytes| inflate(&bytes)))
    }
}

fn deflate(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    ZlibEncoder::new(text.as_bytes(), Compression::default())
        .read_to_end(&mut bytes)
        .expect("reading from memory does not fail");
    bytes
}

fn inflate(bytes: &[u8]) -> String {
    let mut text = Vec::new();
    // A log that cannot be read is left out, rather than losing the rest of a page.
    let _ = ZlibDecoder::new(bytes).read_to_end(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}
