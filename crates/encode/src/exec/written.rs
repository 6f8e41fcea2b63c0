//! Bytes that were never written.
//!
//! What an object, or a variable that was promoted, holds before anything is written into it is a symbol of its own
//! ([`FirstValues`]). So whether a value that was read comes from there can be read off its term: from a choice, the one
//! that is taken; from an array, what was stored at that index, or else its first contents. Any other operation passes on
//! what its operands are.
//!
//! Why it is sound: a value that was computed from such a symbol counts as unwritten although the computation made it
//! new; but a run ends where a byte is read that was never written, so no such computation is ever reached. A FALSE is
//! confirmed by the interpreter, which notes every byte that is written.

use super::pointer::Pointer;
use super::{Executor, Flow, PathEnd, State};
use crate::memory::access::Mode;
use crate::memory::contents::FirstValues;
use program::{Place, SiteId};
use rustc_hash::FxHashMap;
use term::{Op, Term, TermPool};

/// Bits `high` to `low` of a term.
type BitRange = (Term, u32, u32);

impl Executor<'_> {
    /// Checks that bytes were written.
    pub(super) fn written(
        &mut self,
        pool: &mut TermPool,
        state: &mut State,
        pointer: Pointer,
        length: u64,
        site: SiteId,
        place: Place,
    ) -> Flow {
        if self.is_cutting() {
            // A state of the system does not tell what of it was written.
            let what = "the first contents of memory, in a program with loops,".to_string();
            self.cut_unsupported(what, place, state.guard);
            return Flow::Break(PathEnd);
        }
        let targets = self.targets(pool, &state.memory, pointer);
        let bytes = self.length(pool, length);
        let mut access = self.access(pool);
        let valid = access.valid(&state.memory, &targets, bytes, Mode::Read);
        let value = access.load(&mut state.memory, &targets, length);
        // Without a target the access itself is invalid, and says so.
        let Some(value) = value else {
            return Flow::Continue(());
        };
        let first = unwritten(pool, value, &self.first_values);
        let unwritten = pool.and(valid, first);
        let holds = pool.not(unwritten);
        self.check(pool, state, site, holds)
    }
}

/// The condition under which a part of the value was never written.
fn unwritten(pool: &mut TermPool, value: Term, first_values: &FirstValues) -> Term {
    let whole = (value, pool.width(value) - 1, 0);
    let mut known: FxHashMap<BitRange, Term> = FxHashMap::default();
    let mut stack = vec![whole];
    while let Some(&part) = stack.last() {
        if known.contains_key(&part) {
            stack.pop();
            continue;
        }
        let needed = needed(pool, part);
        let open: Vec<BitRange> = needed
            .iter()
            .filter(|p| !known.contains_key(p))
            .copied()
            .collect();
        if !open.is_empty() {
            stack.extend(open);
            continue;
        }
        let parts: Vec<Term> = needed.iter().map(|p| known[p]).collect();
        let condition = combine(pool, part, &parts, first_values);
        known.insert(part, condition);
        stack.pop();
    }
    known[&whole]
}

/// What must be known before the part.
fn needed(pool: &mut TermPool, (term, high, low): BitRange) -> Vec<BitRange> {
    let whole = |pool: &TermPool, t: Term| (t, pool.width(t) - 1, 0);
    match pool.op(term) {
        Op::Symbol(_) => Vec::new(),
        Op::Ite => vec![
            (pool.arg(term, 1), high, low),
            (pool.arg(term, 2), high, low),
        ],
        Op::Concat => {
            let (a, b) = (pool.arg(term, 0), pool.arg(term, 1));
            let width = pool.width(b);
            let mut parts = Vec::new();
            if low < width {
                parts.push((b, high.min(width - 1), low));
            }
            if high >= width {
                parts.push((a, high - width, low.saturating_sub(width)));
            }
            parts
        }
        Op::Extract(_, from) => vec![(pool.arg(term, 0), high + from, low + from)],
        Op::Select => {
            let (array, index) = (pool.arg(term, 0), pool.arg(term, 1));
            match pool.op(array) {
                Op::Store => {
                    let (before, value) = (pool.arg(array, 0), pool.arg(array, 2));
                    let before = pool.select(before, index);
                    vec![(value, high, low), (before, high, low)]
                }
                Op::Ite => {
                    let (x, y) = (pool.arg(array, 1), pool.arg(array, 2));
                    let (x, y) = (pool.select(x, index), pool.select(y, index));
                    vec![(x, high, low), (y, high, low)]
                }
                Op::ConstArray(_) => vec![(pool.arg(array, 0), high, low)],
                Op::Lambda(_) => vec![(pool.beta(array, index), high, low)],
                _ => Vec::new(),
            }
        }
        _ => {
            let args = pool.args(term).to_vec();
            args.into_iter()
                .filter(|a| pool.sort(*a).is_bitvec())
                .map(|a| whole(pool, a))
                .collect()
        }
    }
}

/// The condition for a part, from those for what it needs.
fn combine(
    pool: &mut TermPool,
    (term, ..): BitRange,
    parts: &[Term],
    first_values: &FirstValues,
) -> Term {
    match pool.op(term) {
        Op::Symbol(_) if first_values.contains(term) => pool.tt(),
        Op::Ite => {
            let condition = pool.arg(term, 0);
            pool.ite(condition, parts[0], parts[1])
        }
        Op::Select => {
            let (array, index) = (pool.arg(term, 0), pool.arg(term, 1));
            match pool.op(array) {
                Op::Store => {
                    let stored = pool.arg(array, 1);
                    let here = pool.eq(stored, index);
                    pool.ite(here, parts[0], parts[1])
                }
                Op::Ite => {
                    let condition = pool.arg(array, 0);
                    pool.ite(condition, parts[0], parts[1])
                }
                Op::ConstArray(_) | Op::Lambda(_) => parts[0],
                _ if first_values.contains(array) => pool.tt(),
                _ => pool.ff(),
            }
        }
        _ => pool.or_all(parts.to_vec()),
    }
}
