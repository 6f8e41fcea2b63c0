//! Proofs for some arguments: a condition on the arguments of a function under which every call of it ends.
//!
//! The condition is a term over inputs of the entry's block that are numbers a caller passes. It holds for the whole run, since
//! inputs of that block do not change. The proof is that of any ranking argument, with the condition as what is known at the
//! entry. More than that, it takes nothing for granted: from what is known at each location follows that no check of its block
//! fails and no gap is met. And some call that satisfies the condition gets through the entry's block, so that the condition
//! is not one that nothing satisfies.

mod written;

use super::{RankedPlace, Ranking};
use crate::inductive::NotInductive;
use domains::Types;
use encode::system::{AskedKind, TransitionSystem};
use program::{CType, InputSource, InstKind, Program, VarId};
use smt::Limits;
use std::fmt;
use term::{SymbolId, Term, TermPool};
use written::Writer;

/// What has been proved: every call of the function ends whose arguments satisfy the condition.
#[derive(Clone)]
pub struct Conditional {
    function: String,
    condition: String,
    places: Vec<RankedPlace>,
}

impl Conditional {
    /// The name of the function.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// In C, over the names of the parameters.
    pub fn condition(&self) -> &str {
        &self.condition
    }

    /// What falls in each loop.
    pub fn places(&self) -> &[RankedPlace] {
        &self.places
    }
}

impl fmt::Debug for Conditional {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conditional")
            .field("condition", &self.condition)
            .finish_non_exhaustive()
    }
}

const NOT_ARGUMENTS: &str = "its condition is about something other than arguments";
const NOT_IN_C: &str = "its condition cannot be written in C";
const NOT_SAFE: &str = "a check may fail, or a gap be met";
const NOT_POSSIBLE: &str = "no run satisfies its condition";

/// The numbers that a caller passes, as inputs of the entry's block.
pub fn free_arguments(program: &Program, system: &TransitionSystem) -> Vec<(VarId, Term)> {
    let block = system.block(TransitionSystem::ENTRY);
    let mut found: Vec<(VarId, Term)> = Vec::new();
    for asked in &block.asked {
        let AskedKind::Value { var, value } = asked.kind else {
            continue;
        };
        let mut sources = program.insts().filter_map(|kind| match kind {
            InstKind::Havoc { var: v, source } if *v == var => Some(source),
            _ => None,
        });
        let is_argument = |s: Option<&InputSource>| matches!(s, Some(InputSource::Argument(_)));
        let is_once = is_argument(sources.next()) && sources.next().is_none();
        let is_number = program.var(var).source.as_ref().is_some_and(|source| {
            matches!(
                program.ty(source.ty),
                CType::Int { .. } | CType::Bool { .. }
            )
        });
        let is_known = found.iter().any(|(_, known)| *known == value);
        if is_once && is_number && !is_known && block.inputs.contains(&value) {
            found.push((var, value));
        }
    }
    found
}

impl Ranking {
    /// Proves the claim for the calls whose arguments satisfy a condition.
    pub fn check_given(
        &self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        program: &Program,
        limits: &Limits,
        given: Term,
    ) -> Result<Conditional, NotInductive> {
        let arguments = free_arguments(program, system);
        let is_argument = |symbol: SymbolId| {
            let term = pool.symbol_term(symbol);
            arguments.iter().any(|(_, value)| *value == term)
        };
        if !pool.symbols_of(&[given]).into_iter().all(is_argument) || !self.lemmas.is_empty() {
            return Err(NotInductive::Refuted(NOT_ARGUMENTS));
        }
        let types: Types<'_> = Some(program).into();
        let (ranked, mut judge) = self.judge(pool, system, types, limits, given)?;
        for location in system.location_ids() {
            let (known, fine) = (
                judge.assumed[location.index()],
                judge.fine[location.index()],
            );
            let not_fine = pool.not(fine);
            if judge.is_possible(pool, &[known, not_fine])? {
                return Err(NotInductive::Refuted(NOT_SAFE));
            }
        }
        let entry = system.block(TransitionSystem::ENTRY);
        let on = entry.edges.iter().map(|e| e.guard);
        let on: Vec<Term> = on.chain(entry.ends.iter().copied()).collect();
        let on = pool.or_all(on);
        if !judge.is_possible(pool, &[given, on])? {
            return Err(NotInductive::Refuted(NOT_POSSIBLE));
        }
        let writer = Writer::new(pool, program, &arguments);
        let Some(condition) = writer.conjunction(given) else {
            return Err(NotInductive::Refuted(NOT_IN_C));
        };
        Ok(Conditional {
            function: called(pool, program, &arguments),
            condition,
            places: ranked.places,
        })
    }
}

/// The function that the entry calls with the arguments. Others may be called before and after it: constructors, destructors.
fn called(pool: &TermPool, program: &Program, arguments: &[(VarId, Term)]) -> String {
    let passed: Vec<Term> = { arguments.iter() }
        .map(|(var, _)| program.var(*var).symbol)
        .collect();
    let gets = |args: &[Term]| {
        let symbols = pool.symbols_of(args).into_iter();
        symbols
            .map(|s| pool.symbol_term(s))
            .any(|s| passed.contains(&s))
    };
    let blocks = program.function(program.entry).blocks.iter();
    let mut calls = blocks.flat_map(|b| &b.insts).filter_map(|i| match &i.kind {
        InstKind::Call { function, args, .. } if gets(args) => Some(*function),
        _ => None,
    });
    let found = calls.next();
    // A function that does not use its arguments may not get them.
    let id = found.unwrap_or(program.entry);
    program.function(id).name.clone()
}
