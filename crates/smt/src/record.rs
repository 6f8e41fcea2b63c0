//! A solver that records its queries: a script for each call, for any solver of SMT-LIB 2.

use crate::solver::{Answer, Limits, Solver};
use rustc_hash::FxHashMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use term::smtlib::write_script;
use term::{Term, TermPool};

/// A folder for scripts, which are numbered in the order of the calls.
#[derive(Clone)]
pub struct Queries {
    folder: PathBuf,
    count: Arc<AtomicU64>,
}

impl Queries {
    /// Makes the folder if it is not there.
    pub fn new(folder: PathBuf) -> io::Result<Queries> {
        std::fs::create_dir_all(&folder)?;
        let count = Arc::default();
        Ok(Queries { folder, count })
    }

    fn write(&self, pool: &mut TermPool, terms: &[Term]) -> io::Result<()> {
        let mut done = FxHashMap::default();
        let terms: Vec<Term> = terms
            .iter()
            .map(|term| pool.without_lambdas(*term, &mut done))
            .collect();
        let number = self.count.fetch_add(1, Ordering::Relaxed);
        let file = File::create(self.folder.join(format!("{number:04}.smt2")))?;
        let mut writer = BufWriter::new(file);
        write_script(pool, &terms, &mut writer)?;
        writer.flush()
    }
}

/// See the module documentation.
pub(crate) struct RecordingSolver {
    inner: Box<dyn Solver>,
    queries: Queries,
    /// Invariant: never empty; the first scope is never popped.
    scopes: Vec<Vec<Term>>,
    /// Scripts that could not be written.
    lost: u64,
}

impl RecordingSolver {
    pub(crate) fn new(inner: Box<dyn Solver>, queries: Queries) -> RecordingSolver {
        RecordingSolver {
            inner,
            queries,
            scopes: vec![Vec::new()],
            lost: 0,
        }
    }
}

impl Solver for RecordingSolver {
    fn assert(&mut self, pool: &mut TermPool, term: Term) {
        let scope = self.scopes.last_mut();
        scope.expect("the first scope is never popped").push(term);
        self.inner.assert(pool, term);
    }

    fn push(&mut self) {
        self.scopes.push(Vec::new());
        self.inner.push();
    }

    fn pop(&mut self) {
        self.scopes.pop();
        self.inner.pop();
    }

    fn check(&mut self, pool: &mut TermPool, assumptions: &[Term], limits: &Limits) -> Answer<'_> {
        let terms: Vec<Term> = self
            .scopes
            .iter()
            .flatten()
            .chain(assumptions)
            .copied()
            .collect();
        // Before the call, which may never come back.
        self.lost += u64::from(self.queries.write(pool, &terms).is_err());
        self.inner.check(pool, assumptions, limits)
    }

    fn statistics(&self) -> Vec<(String, u64)> {
        let mut statistics = self.inner.statistics();
        statistics.push(("smt.queries.lost".to_string(), self.lost));
        statistics
    }
}
