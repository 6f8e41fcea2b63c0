//! The value of a program's term in a symbolic heap.
//!
//! Terms over numbers stay terms. A pointer into an object is a node and an offset, and the operators that programs apply to
//! pointers are computed on these: adding a constant, differences and comparisons within one object, equality. The results of all
//! others are unknown values, which is always true of them.
//!
//! Two ends of one segment may be the same object. Where that matters, the segment has to be unfolded first; where a pointer
//! is chosen by a condition that is open, the heap has to be split ([`Need`]).

use super::heap::{Heap, Node, Object, Val};
use program::{PointerLayout, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Sort, Term, TermPool};

/// What has to be done with a heap before a term has one value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Need {
    /// Unfold the segment of which this node is an end.
    Unfold(Node),
    /// Tell apart whether this holds.
    Split(Term),
    /// Tell apart which value this has.
    Values(Term),
}

/// Offsets that are certainly within the slot of an object, wherever in it the object starts.
pub(super) fn is_near(layout: PointerLayout, offset: i64) -> bool {
    let limit = layout.half().saturating_sub(3 * 4096) as i64;
    -limit < offset && offset < limit
}

/// Evaluates terms in a heap.
pub(super) struct Eval<'a> {
    pub pool: &'a mut TermPool,
    pub program: &'a Program,
    pub heap: &'a mut Heap,
    /// Indices of which it is known that they have too many values.
    opaque: &'a FxHashSet<Term>,
    memo: FxHashMap<Term, Val>,
}

impl<'a> Eval<'a> {
    pub fn new(
        pool: &'a mut TermPool,
        program: &'a Program,
        heap: &'a mut Heap,
        opaque: &'a FxHashSet<Term>,
    ) -> Eval<'a> {
        Eval {
            pool,
            program,
            heap,
            opaque,
            memo: FxHashMap::default(),
        }
    }

    /// The value of a term over the variables of the innermost function. Booleans are terms.
    pub fn value(&mut self, term: Term) -> Result<Val, Need> {
        if let Some(known) = self.memo.get(&term) {
            return Ok(*known);
        }
        let value = match self.pool.op(term) {
            Op::Symbol(symbol) => self.variable(term, symbol),
            Op::Ite => self.choice(term)?,
            Op::Eq => self.equality(term)?,
            _ if self.pool.args(term).is_empty() => Val::Term(term),
            op => self.operation(term, op)?,
        };
        self.memo.insert(term, value);
        Ok(value)
    }

    /// The value of a term that is no pointer; a pointer is an unknown number.
    pub fn number(&mut self, term: Term) -> Result<Term, Need> {
        let sort = self.pool.sort(term);
        Ok(match self.value(term)? {
            Val::Term(value) => value,
            Val::Ptr(..) => self.unknown(sort),
        })
    }

    fn unknown(&mut self, sort: Sort) -> Term {
        self.pool.fresh("u", sort)
    }

    fn variable(&mut self, term: Term, symbol: term::SymbolId) -> Val {
        let Some(var) = self.program.var_of_symbol.get(&symbol).copied() else {
            return Val::Term(term);
        };
        if let Some(value) = self.heap.frame().vars.get(&var) {
            return *value;
        }
        let sort = self.pool.sort(term);
        let value = Val::Term(self.unknown(sort));
        self.heap.frame_mut().vars.insert(var, value);
        value
    }

    fn choice(&mut self, term: Term) -> Result<Val, Need> {
        let [condition, then, otherwise] = *self.pool.args(term) else {
            unreachable!("a choice has three arguments")
        };
        let condition = self.number(condition)?;
        match self.pool.as_bool(condition) {
            Some(true) => return self.value(then),
            Some(false) => return self.value(otherwise),
            None => {}
        }
        // The heap may have been split here.
        let negated = self.pool.not(condition);
        if self.heap.facts.contains(&condition) {
            return self.value(then);
        }
        if self.heap.facts.contains(&negated) {
            return self.value(otherwise);
        }
        let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
        match (then, otherwise) {
            (Val::Term(a), Val::Term(b)) => Ok(Val::Term(self.pool.ite(condition, a, b))),
            (a, b) if a == b => Ok(a),
            _ => Err(Need::Split(condition)),
        }
    }

    fn equality(&mut self, term: Term) -> Result<Val, Need> {
        let (a, b) = (self.pool.arg(term, 0), self.pool.arg(term, 1));
        if self.is_same_object(a, b)? {
            return Ok(Val::Term(self.pool.tt()));
        }
        let (a, b) = (self.value(a)?, self.value(b)?);
        if let (Val::Term(a), Val::Term(b)) = (a, b) {
            return Ok(Val::Term(self.pool.eq(a, b)));
        }
        Ok(Val::Term(match self.equal(a, b)? {
            Some(known) => self.pool.bool(known),
            None => self.unknown(Sort::Bool),
        }))
    }

    /// Whether a term compares the object numbers of two pointers into the same object.
    fn is_same_object(&mut self, a: Term, b: Term) -> Result<bool, Need> {
        let layout = self.program.pointers;
        let number = Op::Extract(layout.width - 1, layout.offset_bits);
        if self.pool.op(a) != number || self.pool.op(b) != number {
            return Ok(false);
        }
        let half = layout.half() as i64;
        let (a, b) = (self.pool.arg(a, 0), self.pool.arg(b, 0));
        let (Val::Ptr(n, x), Val::Ptr(m, y)) = (self.value(a)?, self.value(b)?) else {
            return Ok(false);
        };
        let inside = |x: i64| {
            is_near(layout, x) && x >= 0 || x >= half && is_near(layout, x - half) && x - half >= 0
        };
        Ok(n == m && inside(x) && inside(y) && (x >= half) == (y >= half))
    }

    /// Whether two values of which one is a pointer are equal.
    pub fn equal(&mut self, a: Val, b: Val) -> Result<Option<bool>, Need> {
        let layout = self.program.pointers;
        match (a, b) {
            (Val::Ptr(n, x), Val::Ptr(m, y)) if n == m => {
                Ok((is_near(layout, x) && is_near(layout, y)).then_some(x == y))
            }
            (Val::Ptr(n, x), Val::Ptr(m, y)) => {
                if self.may_be_same(n, m) {
                    return Err(Need::Unfold(n));
                }
                Ok((is_near(layout, x) && is_near(layout, y)).then_some(false))
            }
            (Val::Ptr(_, x), Val::Term(t)) | (Val::Term(t), Val::Ptr(_, x)) => {
                // Static objects and null have the first numbers, and dynamic ones others.
                let number = self.pool.as_u64(t).map(|c| layout.object(c));
                let is_other = number.is_some_and(|n| n <= self.program.statics.len() as u64);
                Ok((is_other && is_near(layout, x)).then_some(false))
            }
            (Val::Term(a), Val::Term(b)) => Ok((a == b).then_some(true)),
        }
    }

    /// Whether two nodes are the ends of one segment.
    fn may_be_same(&self, n: Node, m: Node) -> bool {
        let segment = self.heap.segment_at(n);
        segment.is_some_and(|s| (s.first, s.last) == (n, m) || (s.first, s.last) == (m, n))
    }

    fn operation(&mut self, term: Term, op: Op) -> Result<Val, Need> {
        let count = self.pool.args(term).len();
        let mut values = Vec::with_capacity(count);
        for index in 0..count {
            let arg = self.pool.arg(term, index);
            values.push(self.value(arg)?);
        }
        let terms = values.iter().map(|v| match v {
            Val::Term(t) => Some(*t),
            Val::Ptr(..) => None,
        });
        if let Some(terms) = terms.collect::<Option<Vec<Term>>>() {
            return Ok(Val::Term(self.pool.mk(op, &terms)));
        }
        if let [a, b] = values[..]
            && let Some(value) = self.on_pointers(op, a, b)?
        {
            return Ok(value);
        }
        let sort = self.pool.sort(term);
        Ok(Val::Term(self.unknown(sort)))
    }

    /// The result of an operator that is computed on pointers.
    fn on_pointers(&mut self, op: Op, a: Val, b: Val) -> Result<Option<Val>, Need> {
        let layout = self.program.pointers;
        let constant = |t: Term, pool: &TermPool| {
            let value = pool.as_const(t)?.to_signed();
            i64::try_from(value).ok().filter(|c| is_near(layout, *c))
        };
        Ok(match (op, a, b) {
            (Op::BvAdd, Val::Ptr(n, x), Val::Term(t))
            | (Op::BvAdd, Val::Term(t), Val::Ptr(n, x)) => {
                match constant(t, self.pool).or_else(|| self.half(t)) {
                    Some(c) => x.checked_add(c).map(|sum| Val::Ptr(n, sum)),
                    None if self.pool.as_const(t).is_some() || self.opaque.contains(&t) => None,
                    None => match self.known_value(t) {
                        Some(c) => x.checked_add(c).map(|sum| Val::Ptr(n, sum)),
                        None => return Err(Need::Values(t)),
                    },
                }
            }
            (Op::BvSub, Val::Ptr(n, x), Val::Term(t)) => {
                let c = constant(t, self.pool);
                c.and_then(|c| x.checked_sub(c)).map(|sum| Val::Ptr(n, sum))
            }
            (Op::BvSub, Val::Ptr(n, x), Val::Ptr(m, y)) => {
                if self.may_be_same(n, m) {
                    return Err(Need::Unfold(n));
                }
                let known = n == m && is_near(layout, x) && is_near(layout, y);
                known.then(|| Val::Term(self.pool.bv_i64(layout.width, x - y)))
            }
            (Op::BvUlt | Op::BvUle, Val::Ptr(n, x), Val::Ptr(m, y)) => {
                if self.may_be_same(n, m) {
                    return Err(Need::Unfold(n));
                }
                let inside = |x| x >= 0 && is_near(layout, x);
                let known = n == m && inside(x) && inside(y);
                let holds = if op == Op::BvUlt { x < y } else { x <= y };
                known.then(|| Val::Term(self.pool.bool(holds)))
            }
            _ => None,
        })
    }

    /// The value of a term, if the heap says which numbers its symbols are.
    fn known_value(&mut self, term: Term) -> Option<i64> {
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        for fact in &self.heap.facts {
            if self.pool.op(*fact) == Op::Eq {
                let (a, b) = (self.pool.arg(*fact, 0), self.pool.arg(*fact, 1));
                for (a, b) in [(a, b), (b, a)] {
                    if self.pool.is_value(b) {
                        known.insert(a, b);
                    }
                }
            }
        }
        let value = match known.get(&term) {
            Some(value) => *value,
            None => {
                let mut value =
                    |pool: &mut TermPool, symbol| known.get(&pool.symbol_term(symbol)).copied();
                self.pool
                    .substitute(term, &mut value, &mut FxHashMap::default())
            }
        };
        let value = i64::try_from(self.pool.as_const(value)?.to_signed()).ok()?;
        is_near(self.program.pointers, value).then_some(value)
    }

    /// Half of the space between two objects, which is added where object numbers are compared.
    fn half(&self, term: Term) -> Option<i64> {
        let half = self.program.pointers.half();
        (self.pool.as_u64(term) == Some(half)).then_some(half as i64)
    }
}

/// The object that a value leads to, and where: of a static object, too.
pub(super) fn target(pool: &TermPool, program: &Program, value: Val) -> Option<(Node, i64)> {
    match value {
        Val::Ptr(node, offset) => Some((node, offset)),
        Val::Term(term) => {
            let address = pool.as_u64(term)?;
            let number = program.pointers.object(address);
            let index = usize::try_from(number).ok()?.checked_sub(1)?;
            if index >= program.statics.len() || pool.width(term) != program.pointers.width {
                return None;
            }
            let start = program.static_address(index);
            let offset = address.wrapping_sub(start) as i64;
            Some((Node(index as u32), offset))
        }
    }
}

/// Whether a node is an end of a segment.
pub(super) fn is_end(heap: &Heap, node: Node) -> bool {
    !matches!(heap.objects.get(&node), Some(Object::Region(_)) | None)
}
