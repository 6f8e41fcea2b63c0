//! Random terms for the tests: a byte-coded program makes terms of terms, so that a failing case shrinks.

// Each test file uses a part of this.
#![allow(dead_code)]

use term::{BitVec, Op, Sort, Term, TermPool};

/// Operators of two bit-vectors of one width.
pub const BINARY: &[Op] = &[
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
    Op::Concat,
    Op::Eq,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::BvUaddo,
    Op::BvSaddo,
    Op::BvSsubo,
    Op::BvUmulo,
    Op::BvSmulo,
];

/// One instruction: an operator and what picks its operands.
pub type Code = (u8, u8, u8, u8);

/// What random terms are made of.
pub struct Material {
    pub bools: Vec<Term>,
    /// Bit-vectors of one width.
    pub vectors: Vec<Term>,
    pub width: u32,
}

fn pick(terms: &[Term], number: u8) -> Term {
    // The last terms are the largest.
    terms[terms.len() - 1 - number as usize % terms.len()]
}

impl Material {
    pub fn new(pool: &mut TermPool, width: u32, symbols: usize) -> Material {
        let symbol = |pool: &mut TermPool, i| pool.symbol(&format!("x{i}"), Sort::BitVec(width));
        let vectors = (0..symbols).map(|i| symbol(pool, i)).collect();
        let bools = vec![pool.symbol("p", Sort::Bool), pool.symbol("q", Sort::Bool)];
        Material {
            bools,
            vectors,
            width,
        }
    }

    /// Makes one more term over bit-vectors and Booleans.
    pub fn step(&mut self, pool: &mut TermPool, (op, a, b, c): Code) {
        let (p, q) = (pick(&self.bools, a), pick(&self.bools, b));
        let (x, y) = (pick(&self.vectors, a), pick(&self.vectors, b));
        let term = match op as usize % (BINARY.len() + 10) {
            0 => pool.not(p),
            1 => pool.and(p, q),
            2 => pool.or(p, q),
            3 => pool.eq(p, q),
            4 => pool.ite(pick(&self.bools, c), x, y),
            5 => pool.bv(BitVec::from_i64(self.width, i64::from(a as i8))),
            6 => pool.bvneg(x),
            7 => pool.bvnot(x),
            8 => {
                let low = u32::from(b) % self.width;
                let part = pool.extract(x, self.width - 1, low);
                if c % 2 == 0 {
                    pool.zero_extend(part, low)
                } else {
                    pool.sign_extend(part, low)
                }
            }
            9 => pool.ite(pick(&self.bools, c), p, q),
            n => pool.mk(BINARY[n - 10], &[x, y]),
        };
        match pool.sort(term) {
            Sort::Bool => self.bools.push(term),
            Sort::BitVec(width) if width == self.width => self.vectors.push(term),
            _ => {
                let half = self.width / 2;
                let middle = pool.extract(term, half + self.width - 1, half);
                self.vectors.push(middle);
            }
        }
    }
}
