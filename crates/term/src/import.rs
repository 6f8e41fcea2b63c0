//! Terms of another pool. Never recurses.

use crate::op::{Op, SymbolId};
use crate::pool::{Term, TermPool};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

impl TermPool {
    /// A copy in this pool of a term of another pool, with `value(s)` in the place of every symbol `s` of that pool.
    ///
    /// `None` if `value` knows nothing of a symbol, or if there are functions or lambdas in the term: those belong to the
    /// tables of their pool.
    pub fn import(
        &mut self,
        from: &TermPool,
        term: Term,
        value: &mut dyn FnMut(&mut TermPool, SymbolId) -> Option<Term>,
    ) -> Option<Term> {
        let mut made: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if made.contains_key(&top) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let missing = from.args(top).iter().filter(|a| !made.contains_key(a));
            stack.extend(missing);
            if stack.len() > before {
                continue;
            }
            let new = match from.op(top) {
                Op::Symbol(symbol) => value(self, symbol)?,
                Op::BvConst(_) => self.bv(from.as_const(top)?.clone()),
                Op::FpConst(..) => self.fp(from.as_float(top)?),
                Op::True => self.tt(),
                Op::False => self.ff(),
                Op::RoundingMode(mode) => self.rounding_mode(mode),
                Op::Apply(_) | Op::Lambda(_) => return None,
                op => {
                    let args: SmallVec<[Term; 3]> =
                        from.args(top).iter().map(|a| made[a]).collect();
                    self.mk(op, &args)
                }
            };
            made.insert(top, new);
            stack.pop();
        }
        Some(made[&term])
    }

    /// The parts of a conjunction, from left to right; `true` has none.
    pub fn conjuncts(&self, term: Term) -> Vec<Term> {
        let mut parts = Vec::new();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            match self.op(top) {
                Op::And => stack.extend(self.args(top).iter().rev()),
                Op::True => {}
                _ => parts.push(top),
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort::Sort;

    #[test]
    fn a_term_means_the_same_in_another_pool() {
        let mut from = TermPool::new();
        let (x, y) = (
            from.symbol("x", Sort::BitVec(8)),
            from.symbol("y", Sort::BitVec(8)),
        );
        let nine = from.bv_u64(8, 9);
        let sum = from.bvadd(x, nine);
        let less = from.ult(sum, y);
        let mut to = TermPool::new();
        // Symbols and terms have other numbers here.
        let (b, a) = (to.symbol("b", Sort::BitVec(8)), to.bv_u64(8, 1));
        let names = |pool: &TermPool, s: SymbolId| pool.symbol_name(s).to_string();
        let mut value = |_: &mut TermPool, s: SymbolId| match names(&from, s).as_str() {
            "x" => Some(a),
            _ => Some(b),
        };
        let imported = to.import(&from, less, &mut value).unwrap();
        let ten = to.bv_u64(8, 10);
        assert_eq!(imported, to.ult(ten, b));
        assert_eq!(to.import(&from, less, &mut |_, _| None), None);
        for constant in [from.tt(), from.ff()] {
            assert_eq!(to.import(&from, constant, &mut |_, _| None), Some(constant));
        }
    }

    #[test]
    fn the_parts_of_a_conjunction() {
        let mut pool = TermPool::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| pool.symbol(name, Sort::Bool));
        let either = pool.or(b, c);
        let both = pool.and(a, either);
        assert_eq!(pool.conjuncts(both), [a, either]);
        assert!(pool.conjuncts(pool.tt()).is_empty());
    }
}
