//! Which variables are indices into objects whose size is a variable, and in which units.
//!
//! An access to `a[i]` with elements of four bytes is valid if `4 * i + 4 <= size`. The variable that the program computed the
//! size from need not be there any more, and `i` has another width than the size. So differences of two variables do not say
//! it; a row for `4 * i - size` does. Checks tell what is an index into what: they compare a multiple of something with a size.

use encode::system::{Origin, TransitionSystem};
use indexmap::IndexSet;
use term::{Op, Sort, Term, TermPool};

/// At most so many for a system.
const MAX: usize = 24;

/// An index and the size of what it is an index into, both symbols of state variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Extent {
    pub index: Term,
    pub size: Term,
    /// How many bytes an element has.
    pub unit: i32,
}

/// The extents that the checks of a system speak of.
pub(crate) fn extents(pool: &TermPool, system: &TransitionSystem) -> Vec<Extent> {
    let mut found = IndexSet::new();
    for block in &system.blocks {
        let conditions: Vec<Term> = block.checks.iter().map(|c| c.condition).collect();
        for term in encode::system::subterms(pool, &conditions) {
            let (Op::BvUle | Op::BvUlt, &[a, b]) = (pool.op(term), pool.args(term)) else {
                continue;
            };
            for (offset, bound) in [(a, b), (b, a)] {
                let Some(size) = size(pool, system, bound) else {
                    continue;
                };
                add(pool, system, offset, 1, &mut |index, unit| {
                    if index != size {
                        found.insert(Extent { index, size, unit });
                    }
                });
            }
        }
    }
    found.truncate(MAX);
    found.into_iter().collect()
}

/// The size in `size`, or in `size - 4`.
fn size(pool: &TermPool, system: &TransitionSystem, bound: Term) -> Option<Term> {
    let symbol = match pool.as_sum_with_constant(bound) {
        Some((_, symbol)) => symbol,
        None => bound,
    };
    let variable = system.variable(system.variable_of(symbol)?);
    let is_ours = variable.source.is_none() && variable.origin == Origin::Other;
    (is_ours && is_number(pool, symbol)).then_some(symbol)
}

fn is_number(pool: &TermPool, symbol: Term) -> bool {
    matches!(pool.sort(symbol), Sort::BitVec(width) if width <= 64)
}

/// Finds the variables in an offset, each with the number of bytes by which one more of it moves the offset. What is divided
/// is taken as it is: the middle of two indices is as good an index as they are.
fn add(
    pool: &TermPool,
    system: &TransitionSystem,
    offset: Term,
    unit: i32,
    found: &mut dyn FnMut(Term, i32),
) {
    let mut stack = vec![(offset, unit)];
    // A bound on the work, for sums that share parts.
    let mut left = 200;
    while let Some((term, unit)) = stack.pop() {
        left -= 1;
        if left == 0 {
            return;
        }
        match (pool.op(term), pool.args(term)) {
            (Op::SignExtend(_) | Op::ZeroExtend(_) | Op::Extract(..), [inner]) => {
                stack.push((*inner, unit));
            }
            (Op::Concat, [inner, low]) if pool.is_value(*low) => {
                let times = 1i32.checked_shl(pool.width(*low));
                stack.extend(times.and_then(|t| unit.checked_mul(t)).map(|u| (*inner, u)));
            }
            (Op::BvMul, [times, inner]) if pool.is_value(*times) => {
                let times = pool.as_const(*times).and_then(|c| c.to_u64());
                let times = times.and_then(|t| i32::try_from(t).ok());
                stack.extend(times.and_then(|t| unit.checked_mul(t)).map(|u| (*inner, u)));
            }
            (Op::BvAdd | Op::BvSub, args) => stack.extend(args.iter().map(|a| (*a, unit))),
            (Op::Ite, [_, then, otherwise]) => stack.extend([(*then, unit), (*otherwise, unit)]),
            _ if system.variable_of(term).is_some() && is_number(pool, term) => found(term, unit),
            _ => {}
        }
    }
}
