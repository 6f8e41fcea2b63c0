//! Loops that change their variables by constants: after n iterations, a variable is `x + n * c`.

use super::{LocationId, StateVarId, TransitionSystem};
use term::{BitVec, Op, Term, TermPool};

impl TransitionSystem {
    /// By how much one iteration changes each variable of a location, if all that it does is to add constants; variables
    /// that do not change are left out. `None` if the loop does something else, or nothing.
    pub fn constant_steps(
        &self,
        pool: &TermPool,
        location: LocationId,
    ) -> Option<Vec<(StateVarId, BitVec)>> {
        let mut edges = self.block(location).edges.iter();
        let edge = edges.find(|e| e.to == location)?;
        let mut steps = Vec::new();
        for (id, value) in self.location(location).variables.iter().zip(&edge.values) {
            let symbol = self.variable(*id).symbol;
            if *value != symbol {
                steps.push((*id, added(pool, *value, symbol)?));
            }
        }
        (!steps.is_empty()).then_some(steps)
    }
}

/// The constant in `symbol + constant`.
fn added(pool: &TermPool, term: Term, symbol: Term) -> Option<BitVec> {
    if pool.op(term) != Op::BvAdd {
        return None;
    }
    let (a, b) = (pool.arg(term, 0), pool.arg(term, 1));
    match (a == symbol, b == symbol) {
        (true, false) => pool.as_const(b).cloned(),
        (false, true) => pool.as_const(a).cloned(),
        _ => None,
    }
}
