//! Affine equations: `res + cnt == a + b`, `x == 2 * y + 1`, `x % 4 == 3`; sums as C's unsigned numbers have them, so modulo
//! 2^w.
//!
//! Unlike a row, an equation has no shape that is known in advance. The domain's value at a location is the affine hull of
//! states ([`hull`]): it starts with none, and each state that an engine finds outside of it is added. A hull grows at most
//! w times per number, and mostly once, so this ends soon, with the strongest equations that are inductive (Karr, 1976; by
//! models of a solver: Reps, Sagiv, Yorsh: *Symbolic Implementation of the Best Transformer*, VMCAI 2004).
//!
//! Numbers of one width are related to each other. Where there are numbers of 64 bits, narrower ones are widened by their C
//! type and belong to them as well, so that a pointer is related to an index. What the program computes of its variables by
//! other operations than sums may be a number, too: with `i % 2`, `n + n == i + i % 2` is an equation of this kind, and with
//! `n * n`, so are some polynomials.

pub mod hull;

use crate::Types;
use crate::domain::{Collector, Domain, NewCollector, Source};
use crate::elements::access::{subterms, terms_of};
use crate::rows::{Ghosts, Pairs, rows};
use crate::template::{Candidate, Template};
use encode::system::{LocationId, TransitionSystem};
use hull::{Equation, Hull};
use indexmap::IndexSet;
use program::CType;
use term::{BitVec, Op, Sort, Term, TermPool};

/// More numbers than these are not related.
const MAX_NUMBERS: usize = 16;

/// At most so many terms of a program are numbers of a location, and none that is larger.
const MAX_TERMS: usize = 4;
const MAX_SIZE: usize = 16;

/// The widths of C's integers, apart from those of single bits.
const WIDTHS: [u32; 4] = [8, 16, 32, 64];

/// See the module documentation.
pub struct AffineEquations;

impl Domain for AffineEquations {
    fn name(&self) -> &'static str {
        "affine"
    }

    fn help(&self) -> &'static str {
        "Bounds of variables, and equations between sums of multiples of them"
    }

    fn shape(&self) -> &'static str {
        "those of intervals, and linear equations: `res + cnt == a + b`, `x % 4 == 3`"
    }

    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template> {
        Some(rows(pool, source, Pairs::None, Ghosts::Without).into())
    }

    fn collectors(&self) -> &'static [NewCollector] {
        &[
            |pool, source| Box::new(Hulls::new(pool, source, Numbers::Variables)),
            |pool, source| Box::new(Hulls::new(pool, source, Numbers::Terms)),
        ]
    }
}

/// The affine hulls of the states at each location.
struct Hulls {
    groups: Vec<Group>,
}

/// Numbers of one width at a location.
struct Group {
    location: LocationId,
    width: u32,
    numbers: Vec<Term>,
    hull: Hull,
}

/// Which numbers there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Numbers {
    Variables,
    /// And what the program computes of them.
    Terms,
}

impl Hulls {
    /// Those of no states at all.
    fn new(pool: &mut TermPool, source: Source<'_>, kind: Numbers) -> Hulls {
        let Source { system, types, .. } = source;
        let mut groups = Vec::new();
        let terms = match kind {
            Numbers::Variables => Vec::new(),
            Numbers::Terms => terms(pool, system),
        };
        if terms.is_empty() && kind == Numbers::Terms {
            return Hulls { groups };
        }
        for location in system.heads() {
            for width in WIDTHS {
                let mut numbers = numbers(pool, types, system, location, width);
                if !numbers.is_empty() {
                    let terms = terms_at(pool, system, &terms, location, width);
                    numbers.extend(terms.into_iter().take(MAX_TERMS));
                }
                if (1..=MAX_NUMBERS).contains(&numbers.len()) {
                    groups.push(Group {
                        location,
                        width,
                        hull: Hull::new(width, numbers.len()),
                        numbers,
                    });
                }
            }
        }
        Hulls { groups }
    }
}

impl Collector for Hulls {
    fn numbers(&self, location: LocationId) -> Vec<Term> {
        let here = self.groups.iter().filter(|g| g.location == location);
        here.flat_map(|g| g.numbers.iter().copied()).collect()
    }

    fn add(&mut self, location: LocationId, state: &[BitVec]) {
        let mut rest = state;
        for group in self.groups.iter_mut().filter(|g| g.location == location) {
            let (mine, others) = rest.split_at(group.numbers.len());
            let point: Vec<u64> = mine
                .iter()
                .map(|v| v.to_u64().expect("at most 64 bits"))
                .collect();
            group.hull.add(&point);
            rest = others;
        }
    }

    fn candidates(&self, pool: &mut TermPool) -> Vec<Candidate> {
        let mut all = Vec::new();
        for group in &self.groups {
            for equation in group.hull.equations() {
                let predicate = group.term(pool, &equation);
                all.push(Candidate::new(group.location, predicate));
            }
        }
        all
    }
}

impl Group {
    /// An equation as a term. What all factors have in common is what the modulus is smaller by.
    fn term(&self, pool: &mut TermPool, equation: &Equation) -> Term {
        let common = equation.coefficients.iter().map(|c| c.trailing_zeros());
        let common = common.min().unwrap_or(0).min(self.width - 1);
        let width = self.width - common;
        let mut left = pool.zero(width);
        let mut right = left;
        for (number, coefficient) in self.numbers.iter().zip(&equation.coefficients) {
            let factor = signed(coefficient >> common, width);
            if factor == 0 {
                continue;
            }
            let low = pool.extract(*number, width - 1, 0);
            let side = if factor > 0 { &mut left } else { &mut right };
            *side = plus(pool, *side, low, factor.unsigned_abs());
        }
        let constant = signed(equation.constant >> common, width);
        if constant != 0 {
            let one = pool.bv(BitVec::new(width, 1));
            let side = if constant > 0 { &mut right } else { &mut left };
            *side = plus(pool, *side, one, constant.unsigned_abs());
        }
        pool.eq(left, right)
    }
}

/// A sum and a multiple of a term.
fn plus(pool: &mut TermPool, sum: Term, term: Term, factor: u64) -> Term {
    let width = pool.width(term);
    let constant = pool.bv(BitVec::new(64, factor).extract(width - 1, 0));
    let product = pool.bvmul(constant, term);
    pool.bvadd(sum, product)
}

/// The numbers of a location that are of one width, or become so.
fn numbers(
    pool: &mut TermPool,
    types: Types<'_>,
    system: &TransitionSystem,
    location: LocationId,
    width: u32,
) -> Vec<Term> {
    let mut found = Vec::new();
    let mut has_own = false;
    for id in &system.location(location).variables {
        let variable = system.variable(*id);
        let Sort::BitVec(own) = pool.sort(variable.symbol) else {
            continue;
        };
        let ty = types.of(variable);
        let signed = match ty {
            Some(CType::Bool { .. } | CType::Float { .. }) => continue,
            Some(CType::Int { signed, .. }) => Some(*signed),
            _ => None,
        };
        let term = match (own == width, signed) {
            (true, _) => variable.symbol,
            (false, Some(signed)) if width == 64 && WIDTHS.contains(&own) => match signed {
                true => pool.resize_signed(variable.symbol, width),
                false => pool.resize_unsigned(variable.symbol, width),
            },
            _ => continue,
        };
        has_own |= own == width;
        found.push(term);
    }
    if !has_own {
        found.clear();
    }
    found
}

/// What the program computes of its variables, other than sums, multiples and comparisons.
fn terms(pool: &TermPool, system: &TransitionSystem) -> Vec<Term> {
    let mut found: IndexSet<Term> = IndexSet::new();
    for block in &system.blocks {
        let all = subterms(pool, &terms_of(block)).into_iter();
        found.extend(all.filter(|term| is_number_of_its_own(pool, system, *term)));
    }
    found.into_iter().collect()
}

fn is_number_of_its_own(pool: &TermPool, system: &TransitionSystem, term: Term) -> bool {
    let has_constant = pool.args(term).iter().any(|a| pool.is_value(*a));
    let fits = match pool.op(term) {
        Op::BvMul | Op::BvShl => !has_constant,
        Op::BvUdiv | Op::BvUrem | Op::BvSdiv | Op::BvSrem => true,
        Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvLshr | Op::BvAshr => true,
        Op::Extract(_, low) => low == 0,
        _ => false,
    };
    fits && {
        let parts = subterms(pool, &[term]);
        parts.len() <= MAX_SIZE
            && parts.iter().all(|part| {
                let is_number = matches!(pool.sort(*part), Sort::BitVec(_));
                is_number
                    && (pool.as_symbol(*part).is_none() || system.variable_of(*part).is_some())
            })
    }
}

/// Those that are numbers of a location, in a width. A few bits of a number are one that is small.
fn terms_at(
    pool: &mut TermPool,
    system: &TransitionSystem,
    terms: &[Term],
    location: LocationId,
    width: u32,
) -> Vec<Term> {
    let here: Vec<Term> = (system.location(location).variables.iter())
        .map(|id| system.variable(*id).symbol)
        .collect();
    let mut found = Vec::new();
    for term in terms {
        let own = pool.width(*term);
        let is_cut = matches!(pool.op(*term), Op::Extract(..));
        if own != width && !(is_cut && own < width && !WIDTHS.contains(&own)) {
            continue;
        }
        let symbols = pool.symbols_of(&[*term]);
        if symbols.iter().all(|s| here.contains(&pool.symbol_term(*s))) {
            found.push(pool.resize_unsigned(*term, width));
        }
    }
    found
}

/// A number of some bits, with its sign.
fn signed(value: u64, width: u32) -> i64 {
    let above = 64 - width;
    ((value << above) as i64) >> above
}
