//! Facts as formulas over the state.

use super::Facts;
use crate::template::Candidate;
use crate::value::number::Number;
use crate::value::{AbstractValue, Truth};
use encode::system::TransitionSystem;
use term::{BitVec, Term, TermPool};

impl Facts {
    /// What holds at the locations, one formula per variable and kind of fact. A location that is not reached has the
    /// formula `false`.
    pub fn formulas(&self, pool: &mut TermPool, system: &TransitionSystem) -> Vec<Candidate> {
        let mut all = Vec::new();
        for location in system.heads() {
            let Some(values) = self.at(location) else {
                all.push(Candidate::new(location, pool.ff()));
                continue;
            };
            let variables = system.location(location).variables.clone();
            for (id, value) in variables.into_iter().zip(values) {
                let symbol = system.variable(id).symbol;
                for predicate in predicates(pool, symbol, value) {
                    all.push(Candidate::new(location, predicate));
                }
            }
        }
        all
    }
}

/// The parts of what a value says of a symbol.
fn predicates(pool: &mut TermPool, symbol: Term, value: &AbstractValue) -> Vec<Term> {
    match value {
        AbstractValue::Bool(Truth::True) => vec![symbol],
        AbstractValue::Bool(Truth::False) => vec![pool.not(symbol)],
        AbstractValue::Number(number) => of_number(pool, symbol, number),
        // State variables are bit-vectors, Booleans and arrays.
        AbstractValue::Bool(Truth::Either) | AbstractValue::Float(_) | AbstractValue::Any => {
            Vec::new()
        }
    }
}

fn of_number(pool: &mut TermPool, symbol: Term, number: &Number) -> Vec<Term> {
    let width = number.width();
    let mut all = Vec::new();
    if !number.ranges.is_full() {
        let signed = number.ranges.signed();
        let unsigned = number.ranges.unsigned();
        let is_signed = signed.len() < unsigned.len();
        let pieces = if is_signed { signed } else { unsigned };
        let pieces: Vec<Term> = pieces
            .into_iter()
            .map(|(low, high)| {
                let low = crate::template::constant(pool, width, low);
                let high = crate::template::constant(pool, width, high);
                let (a, b) = if is_signed {
                    (pool.sle(low, symbol), pool.sle(symbol, high))
                } else {
                    (pool.ule(low, symbol), pool.ule(symbol, high))
                };
                pool.and(a, b)
            })
            .collect();
        all.push(pool.or_all(pieces));
    }
    if number.as_constant().is_none() {
        // The bits above the greatest value are in the range already.
        let greatest = number.ranges.unsigned().last().map_or(0, |(_, high)| *high);
        let above = 128 - (greatest as u128).leading_zeros();
        let below = if above >= 64 {
            u64::MAX
        } else {
            (1 << above) - 1
        };
        if number.bits.mask & below != 0 {
            let mask = pool.bv_u64(width, number.bits.mask);
            let value = pool.bv_u64(width, number.bits.value);
            let masked = pool.bvand(symbol, mask);
            all.push(pool.eq(masked, value));
        }
        let modulus = number.congruence.modulus;
        // Powers of two are known bits.
        if modulus > 1 && !modulus.is_power_of_two() {
            let rest = pool.bv(BitVec::from_u128(width, number.congruence.rest));
            let modulus = pool.bv(BitVec::from_u128(width, modulus));
            let remainder = pool.bvurem(symbol, modulus);
            all.push(pool.eq(remainder, rest));
        }
    }
    all.retain(|t| !pool.is_true(*t));
    all
}
