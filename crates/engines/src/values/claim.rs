//! What a search that has closed proves: at each location, one of the valuations that were reached there.

use super::precision::Precision;
use super::tree::{Tree, Valuation};
use crate::context::Context;
use encode::system::{LocationId, TransitionSystem};
use evidence::{Inductive, Reason};
use program::SiteId;
use std::collections::{BTreeMap, BTreeSet};
use term::{Term, TermPool};

/// Lets `evidence` judge the proof, and puts it up.
pub(super) fn prove(
    context: &mut Context,
    system: &TransitionSystem,
    precision: &Precision,
    tree: &Tree,
    excused: &BTreeSet<SiteId>,
) -> Result<(), Reason> {
    let states = tree.nodes.len();
    context.progress(
        None,
        format!("proving that there are {states} value states"),
    );
    let ids = system.location_ids();
    let invariants = ids.map(|location| {
        let rows: Vec<&Valuation> = tree.at(location).collect();
        let columns = columns(system, precision, tree, location);
        any_of(&mut context.pool, &columns, &rows)
    });
    let claim = Inductive {
        k: 1,
        invariants: invariants.collect(),
        instances: Vec::new(),
        except: excused.iter().copied().collect(),
        simple: false,
        engine: "explicit values".to_string(),
    };
    let certificate = context.confirm(system, &claim)?;
    let pool = &context.pool;
    context.prove(pool, system, &certificate, &claim.invariants, excused);
    Ok(())
}

/// The tracked variables of a location, by place and symbol: those with the fewest values first, so that valuations share
/// most of their formula.
fn columns(
    system: &TransitionSystem,
    precision: &Precision,
    tree: &Tree,
    location: LocationId,
) -> Vec<(usize, Term)> {
    let variables = &system.location(location).variables;
    let places = precision.at(location).iter();
    let mut columns: Vec<(usize, Term)> = places
        .map(|place| (*place, system.variable(variables[*place]).symbol))
        .collect();
    columns.sort_by_key(|(place, _)| tree.values_of((location, *place)));
    columns
}

/// The disjunction of valuations, variable by variable. Values with the same rest are one case.
fn any_of(pool: &mut TermPool, columns: &[(usize, Term)], rows: &[&Valuation]) -> Term {
    let [(place, symbol), columns @ ..] = columns else {
        return pool.bool(!rows.is_empty());
    };
    let mut by_value: BTreeMap<Option<Term>, Vec<&Valuation>> = BTreeMap::new();
    for row in rows {
        by_value.entry(row[*place]).or_default().push(row);
    }
    let mut by_rest: BTreeMap<Term, Term> = BTreeMap::new();
    for (value, rows) in by_value {
        let rest = any_of(pool, columns, &rows);
        let is_value = match value {
            Some(value) => pool.eq(*symbol, value),
            None => pool.tt(),
        };
        let case = by_rest.entry(rest).or_insert(pool.ff());
        *case = pool.or(*case, is_value);
    }
    let mut any = pool.ff();
    for (rest, case) in by_rest {
        let both = pool.and(case, rest);
        any = pool.or(any, both);
    }
    any
}
