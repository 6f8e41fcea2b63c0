//! Facts as formulas over the state, and in the words of C.

use super::Facts;
use crate::Types;
use crate::template::Candidate;
use crate::value::number::Number;
use crate::value::{AbstractValue, Truth};
use encode::system::{LocationId, StateVarId, TransitionSystem};
use program::CType;
use term::{BitVec, Float, FloatFormat, Term, TermPool};

impl Facts {
    /// What holds at the locations, one formula per variable and kind of fact. A location that is not reached has the
    /// formula `false`.
    pub fn formulas(
        &self,
        pool: &mut TermPool,
        types: Types<'_>,
        system: &TransitionSystem,
    ) -> Vec<Candidate> {
        let mut all = Vec::new();
        for index in 1..system.locations.len() {
            let location = LocationId(index as u32);
            let Some(values) = self.at(location) else {
                all.push(Candidate::new(location, pool.ff(), "0".to_string()));
                continue;
            };
            let variables = system.location(location).variables.clone();
            for (id, value) in variables.into_iter().zip(values) {
                let symbol = system.variable(id).symbol;
                for predicate in predicates(pool, symbol, value) {
                    let text = text(types, system, id, value);
                    all.push(Candidate::new(location, predicate, text));
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
        if number.bits.mask != 0 {
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

/// `0 <= i && i <= 9 && i % 3 == 0`.
fn text(
    types: Types<'_>,
    system: &TransitionSystem,
    id: StateVarId,
    value: &AbstractValue,
) -> String {
    let variable = system.variable(id);
    let ty = types.of(variable);
    let name = crate::show::name(system, id);
    match value {
        AbstractValue::Bool(Truth::True) => name,
        AbstractValue::Bool(_) => format!("!{name}"),
        AbstractValue::Number(number) => match ty {
            Some(CType::Float { .. }) => float_text(&name, number),
            Some(CType::Int { signed: true, .. }) => number_text(&name, number, true),
            _ => number_text(&name, number, false),
        },
        AbstractValue::Float(_) | AbstractValue::Any => name,
    }
}

fn number_text(name: &str, number: &Number, signed: bool) -> String {
    let pieces = if signed {
        number.ranges.signed()
    } else {
        number.ranges.unsigned()
    };
    let mut parts = Vec::new();
    if !number.ranges.is_full() {
        let pieces: Vec<String> = pieces
            .iter()
            .map(|(low, high)| match low == high {
                true => format!("{name} == {low}"),
                false => format!("{low} <= {name} && {name} <= {high}"),
            })
            .collect();
        parts.push(match &pieces[..] {
            [piece] => piece.clone(),
            _ => format!("({})", pieces.join(" || ")),
        });
    }
    if number.as_constant().is_none() {
        let modulus = number.congruence.modulus;
        if modulus > 1 {
            parts.push(format!("{name} % {modulus} == {}", number.congruence.rest));
        }
        let low = number.bits.trailing();
        let rest = if low == 0 {
            0
        } else {
            crate::value::ranges::ones(low)
        };
        if number.ranges.is_full() && number.bits.mask & !rest != 0 {
            let (mask, value) = (number.bits.mask, number.bits.value);
            parts.push(format!("({name} & {mask:#x}) == {value:#x}"));
        }
    }
    parts.join(" && ")
}

fn float_text(name: &str, number: &Number) -> String {
    let format = match number.width() {
        32 => FloatFormat::SINGLE,
        64 => FloatFormat::DOUBLE,
        _ => return number_text(name, number, false),
    };
    let set = crate::value::float::FloatSet::from_bits(format, number);
    let show = |rank: i128| {
        let float: Float = crate::value::float::unrank(format, rank);
        let value = float.to_f64().or_else(|| float.to_f32().map(f64::from));
        value.map_or_else(|| float.to_string(), |v| v.to_string())
    };
    let range = match set.range {
        Some((low, high)) => format!("{} <= {name} && {name} <= {}", show(low), show(high)),
        None => return format!("isnan({name})"),
    };
    if set.nan {
        format!("({range} || isnan({name}))")
    } else {
        range
    }
}
