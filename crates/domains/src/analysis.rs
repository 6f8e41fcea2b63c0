//! Abstract interpretation of a transition system, without a solver (Cousot and Cousot, POPL 1977).
//!
//! At each location every variable has an [`AbstractValue`]. A block is interpreted as a whole: its terms are evaluated in
//! the abstract, from the values at its location to those after its edges, with what guards and conditions say about
//! variables ([`context`]). Values that keep growing are widened, to constants of the program first, and at the end the
//! result is interpreted again to make it smaller again (narrowing).
//!
//! It works on the transition system and not on the program's own graph: there, calls are in their contexts, memory is
//! divided into variables with points-to facts already used, and what is found is about the very variables that induction
//! and its certificates talk about.
//!
//! Why sound: every transfer function gives a superset, so a result that contains its own image (which is what the
//! iteration ends with, and what is tested again after each narrowing) is an inductive invariant. Interpretation with a
//! limit on effort need not be monotone, hence the test. An engine has `evidence` prove the result all the same.
//!
//! *Trusted* checks are taken to hold in each block that is left by an edge. So the result is about runs on which these
//! held so far, as is the hypothesis of induction.

mod assume;
mod context;
mod fact;

#[cfg(test)]
mod tests;

pub use context::Context;

use crate::value::AbstractValue;
use encode::system::{LocationId, TransitionSystem};
use program::SiteId;
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Sort, Term, TermPool};

/// What may hold at a location, by its variables; `None` if it is not reached.
type Values = Option<Vec<AbstractValue>>;

/// The result of an analysis: one entry per location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    values: Vec<Values>,
}

/// Changes of a location's values before they are widened.
const DELAY: u32 = 3;

/// Rounds of narrowing.
const NARROWINGS: usize = 3;

/// Evaluations of terms that one block may cost beyond one for each term, and that the whole analysis may cost.
const BLOCK_FUEL: u64 = 20_000;
const FUEL: u64 = 20_000_000;

/// The facts about a system; `None` if they would cost too much, or `stop` says so.
pub fn analyse(
    pool: &TermPool,
    system: &TransitionSystem,
    trusted: &dyn Fn(SiteId) -> bool,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Facts> {
    let mut analysis = Analysis {
        pool,
        system,
        trusted,
        thresholds: thresholds(pool, system),
        fuel: FUEL,
    };
    let found = analysis.ascend(stop)?;
    analysis.narrow(found, stop)
}

struct Analysis<'a> {
    pool: &'a TermPool,
    system: &'a TransitionSystem,
    trusted: &'a dyn Fn(SiteId) -> bool,
    /// Constants of the program and their neighbours, by width.
    thresholds: BTreeMap<u32, Vec<u64>>,
    fuel: u64,
}

impl Analysis<'_> {
    /// The least values that a finite iteration with widening finds.
    fn ascend(&mut self, stop: &mut dyn FnMut() -> bool) -> Option<Facts> {
        let count = self.system.locations.len();
        let mut values: Vec<Values> = vec![None; count];
        values[0] = Some(Vec::new());
        let mut changes = vec![0u32; count];
        let mut dirty: BTreeSet<usize> = BTreeSet::from([0]);
        while !dirty.is_empty() {
            // Whole rounds, so that loops after a loop do not run ahead of it.
            for from in std::mem::take(&mut dirty) {
                if stop() {
                    return None;
                }
                for (to, new) in self.successors(from, &values[from])? {
                    let Some(joined) = self.grow(&values[to], new, changes[to] >= DELAY) else {
                        continue;
                    };
                    values[to] = Some(joined);
                    changes[to] += 1;
                    dirty.insert(to);
                }
            }
        }
        Some(Facts { values })
    }

    /// The old values and the new ones together; `None` if nothing is new.
    fn grow(
        &self,
        old: &Values,
        new: Vec<AbstractValue>,
        widen: bool,
    ) -> Option<Vec<AbstractValue>> {
        let Some(old) = old else {
            return Some(new);
        };
        let subset = new.iter().zip(old).all(|(n, o)| n.is_subset(o));
        if subset {
            return None;
        }
        let pairs = old.iter().zip(&new);
        Some(
            pairs
                .map(|(o, n)| match (o, n) {
                    _ if n.is_subset(o) => o.clone(),
                    (AbstractValue::Number(a), AbstractValue::Number(b)) if widen => {
                        let stock = self.thresholds.get(&a.width());
                        let stock = stock.map_or(&[][..], |s| &s[..]);
                        AbstractValue::Number(a.widen(b, stock))
                    }
                    (AbstractValue::Float(a), AbstractValue::Float(b)) if widen => {
                        AbstractValue::Float(a.widen(b, &[]))
                    }
                    _ => o.join(n),
                })
                .collect(),
        )
    }

    /// Makes the values smaller, as long as they contain their own image.
    fn narrow(&mut self, mut facts: Facts, stop: &mut dyn FnMut() -> bool) -> Option<Facts> {
        let mut image = self.image(&facts)?;
        for _ in 0..NARROWINGS {
            if stop() {
                return None;
            }
            let smaller = facts.meet(&image);
            if smaller == facts {
                break;
            }
            let next = self.image(&smaller)?;
            if !next.is_subset(&smaller) {
                break;
            }
            (facts, image) = (smaller, next);
        }
        Some(facts)
    }

    /// What one step makes of all locations together, and the entry.
    fn image(&mut self, facts: &Facts) -> Option<Facts> {
        let mut values: Vec<Values> = vec![None; facts.values.len()];
        values[0] = Some(Vec::new());
        for (from, here) in facts.values.iter().enumerate() {
            for (to, new) in self.successors(from, here)? {
                values[to] = Some(match values[to].take() {
                    None => new,
                    Some(old) => old.iter().zip(&new).map(|(o, n)| o.join(n)).collect(),
                });
            }
        }
        Some(Facts { values })
    }

    /// The locations after a block and the values there; `None` if the effort is spent.
    fn successors(
        &mut self,
        from: usize,
        values: &Values,
    ) -> Option<Vec<(usize, Vec<AbstractValue>)>> {
        let Some(values) = values else {
            return Some(Vec::new());
        };
        let mut found = Vec::new();
        let block = &self.system.blocks[from];
        let start = self.fuel.min(BLOCK_FUEL);
        let mut context = at_location(self.pool, self.system, from, values, start);
        let mut possible = true;
        for check in &block.checks {
            let holds =
                !(self.trusted)(check.site) || context.assume(check.condition, false).is_ok();
            possible &= holds;
        }
        if possible {
            for edge in &block.edges {
                let mut taken = context.branch();
                if taken.assume(edge.guard, true).is_ok() {
                    let values = edge.values.iter().map(|v| taken.value(*v));
                    found.push((edge.to.index(), values.collect()));
                }
            }
        }
        self.fuel = self.fuel.checked_sub(context.spent())?;
        Some(found)
    }
}

/// The context of a block's beginning.
fn at_location<'p>(
    pool: &'p TermPool,
    system: &TransitionSystem,
    location: usize,
    values: &[AbstractValue],
    fuel: u64,
) -> Context<'p> {
    let mut context = Context::new(pool, fuel);
    for (id, value) in system.locations[location].variables.iter().zip(values) {
        context.set(system.variable(*id).symbol, value.clone());
    }
    context
}

impl Facts {
    pub fn is_reached(&self, location: LocationId) -> bool {
        self.values[location.index()].is_some()
    }

    /// The values of a location's variables, in its order.
    pub fn at(&self, location: LocationId) -> Option<&[AbstractValue]> {
        self.values[location.index()].as_deref()
    }

    fn meet(&self, other: &Facts) -> Facts {
        let both = |a: &Values, b: &Values| {
            let pairs = a.as_ref()?.iter().zip(b.as_ref()?);
            pairs.map(|(a, b)| a.meet(b)).collect()
        };
        let all = self.values.iter().zip(&other.values);
        Facts {
            values: all.map(|(a, b)| both(a, b)).collect(),
        }
    }

    fn is_subset(&self, other: &Facts) -> bool {
        let inside = |a: &Values, b: &Values| match (a, b) {
            (None, _) => true,
            (Some(a), Some(b)) => a.iter().zip(b).all(|(a, b)| a.is_subset(b)),
            (Some(_), None) => false,
        };
        let mut all = self.values.iter().zip(&other.values);
        all.all(|(a, b)| inside(a, b))
    }

    /// The checks that may fail, and the gaps that may be reached (by location), as far as the facts tell. A check that
    /// cannot fail is taken to hold when the next one in its block is looked at.
    pub fn open(
        &self,
        pool: &TermPool,
        system: &TransitionSystem,
    ) -> (BTreeSet<SiteId>, Vec<usize>) {
        let mut open = BTreeSet::new();
        let mut gaps = Vec::new();
        for (from, values) in self.values.iter().enumerate() {
            let Some(values) = values else {
                continue;
            };
            let block = &system.blocks[from];
            let mut context = at_location(pool, system, from, values, BLOCK_FUEL);
            for check in &block.checks {
                if context.branch().assume(check.condition, true).is_ok() {
                    open.insert(check.site);
                } else {
                    // Cannot contradict what is possible.
                    let _ = context.assume(check.condition, false);
                }
            }
            let reachable =
                |gap: &encode::system::Gap| context.branch().assume(gap.guard, true).is_ok();
            if block.open_gaps().any(|(_, gap)| reachable(gap)) {
                gaps.push(from);
            }
        }
        (open, gaps)
    }
}

/// The constants in the system's terms and their neighbours, for each width that a variable has.
fn thresholds(pool: &TermPool, system: &TransitionSystem) -> BTreeMap<u32, Vec<u64>> {
    let mut found: BTreeSet<i128> = BTreeSet::new();
    let mut patterns: BTreeSet<(u32, u64)> = BTreeSet::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut stack: Vec<Term> = Vec::new();
    for block in &system.blocks {
        stack.extend(block.outcomes());
        stack.extend(block.checks.iter().map(|c| c.condition));
        stack.extend(block.edges.iter().flat_map(|e| e.values.iter().copied()));
    }
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.op(term) {
            Op::BvConst(_) => {
                let constant = pool.as_const(term).expect("a constant");
                if let Some(value) = constant.to_u64().filter(|_| constant.width() <= 64) {
                    let signed = crate::value::ranges::to_signed(constant.width(), value);
                    for n in [signed, value.into()] {
                        found.extend([n - 1, n, n + 1]);
                    }
                }
            }
            Op::FpConst(format, _) if format.width() <= 64 => {
                let float = pool.as_float(term).expect("a constant");
                let bits = float.bits().to_u64().expect("at most 64 bits");
                patterns.insert((format.width(), bits));
            }
            _ => stack.extend(pool.args(term)),
        }
    }
    let widths = system
        .variables
        .iter()
        .filter_map(|v| match pool.sort(v.symbol) {
            Sort::BitVec(width) if width <= 64 => Some(width),
            _ => None,
        });
    let widths: BTreeSet<u32> = widths.collect();
    let stock = |width: u32| {
        let size = 1i128 << width;
        let fitting = found.iter().filter(|n| -size / 2 <= **n && **n < size);
        let numbers = fitting.map(|n| n.rem_euclid(size) as u64);
        let bits = patterns.iter().filter(|p| p.0 == width).map(|p| p.1);
        let all: BTreeSet<u64> = numbers.chain(bits).collect();
        all.into_iter().collect()
    };
    widths.into_iter().map(|w| (w, stock(w))).collect()
}
