//! The generator of rows that bound variables, and sums and differences of them.
//!
//! A bit-vector is a number in two ways. Its C type says which one is meant; where no type is known, it is both.

use crate::domain::Source;
use crate::extents::extents;
use crate::template::{Row, constant};
use crate::{Sum, Types, show};
use encode::system::{LocationId, StateVarId, TransitionSystem};
use program::CType;
use term::{Sort, Term, TermPool};

/// Locations with more numbers than this get intervals only: the pairs would be too many.
const MAX_RELATED: usize = 24;

/// Locations with more numbers than this get rows for C variables only, not for the elements of arrays.
const MAX_NUMBERS: usize = 64;

/// A variable read as a number.
#[derive(Clone, Copy)]
struct Number {
    id: StateVarId,
    term: Term,
    width: u32,
    signed: bool,
}

/// The width of an `int`.
const FLAG: u32 = 32;

/// Which pairs of numbers have rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pairs {
    None,
    /// `x - y`.
    Differences,
    /// `x - y` and `x + y`.
    DifferencesAndSums,
}

/// Whether variables that exist for a proof alone have rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ghosts {
    Without,
    /// After all other rows.
    With,
}

/// The rows of a system: for each number, for the user's sums, for indices and the sizes of objects, and for pairs.
pub(crate) fn rows(
    pool: &mut TermPool,
    source: Source<'_>,
    pairs: Pairs,
    ghosts: Ghosts,
) -> Vec<Row> {
    let mut rows = rows_without_ghosts(pool, source, pairs);
    if ghosts == Ghosts::With {
        rows.extend(rows_of_ghosts(pool, source));
    }
    rows
}

/// How each ghost compares with the numbers of its location.
fn rows_of_ghosts(pool: &mut TermPool, source: Source<'_>) -> Vec<Row> {
    let Source { system, types, .. } = source;
    let mut rows = Vec::new();
    for location in system.heads() {
        let variables = &system.location(location).variables;
        let ghosts = variables.iter().filter(|id| system.is_ghost(**id));
        let others = variables.iter().filter(|id| !system.is_ghost(**id));
        let others: Vec<Number> = others
            .flat_map(|id| numbers(pool, types, system, *id))
            .collect();
        for id in ghosts {
            let term = system.variable(*id).symbol;
            let ghost = |signed| Number {
                id: *id,
                term,
                width: pool.width(term),
                signed,
            };
            let (signed, unsigned) = (ghost(true), ghost(false));
            rows.push(row(pool, location, &[(1, signed)]));
            rows.push(row(pool, location, &[(-1, signed)]));
            if others.len() > MAX_RELATED {
                continue;
            }
            for other in others.iter().filter(|n| n.width == signed.width) {
                // It was one like this.
                let ghost = if other.signed { signed } else { unsigned };
                rows.push(row(pool, location, &[(1, *other), (-1, ghost)]));
                rows.push(row(pool, location, &[(-1, *other), (1, ghost)]));
            }
        }
    }
    rows
}

fn rows_without_ghosts(pool: &mut TermPool, source: Source<'_>, pairs: Pairs) -> Vec<Row> {
    let Source {
        system,
        types,
        sums,
    } = source;
    let mut rows = Vec::new();
    let extents = match pairs {
        Pairs::None => Vec::new(),
        _ => extents(pool, system),
    };
    for location in system.heads() {
        let variables = system.location(location).variables.iter();
        let mut numbers: Vec<Number> = variables
            .filter(|id| !system.is_ghost(**id))
            .flat_map(|id| numbers(pool, types, system, *id))
            .collect();
        if numbers.len() > MAX_NUMBERS {
            numbers.retain(|n| is_scalar(types, system, n.id));
        }
        let mut add = |pool: &mut TermPool, summands: &[(i32, Number)]| {
            rows.push(row(pool, location, summands));
        };
        for x in &numbers {
            add(pool, &[(1, *x)]);
            add(pool, &[(-1, *x)]);
        }
        for summands in sums.iter().filter_map(|s| summands(system, &numbers, s)) {
            add(pool, &summands);
            let negated: Vec<_> = summands.iter().map(|(n, x)| (-n, *x)).collect();
            add(pool, &negated);
        }
        let has_pairs = pairs != Pairs::None && numbers.len() <= MAX_RELATED;
        for extent in &extents {
            let sizes = numbers
                .iter()
                .filter(|n| n.term == extent.size && !n.signed);
            for size in sizes {
                for index in numbers.iter().filter(|n| n.term == extent.index) {
                    let is_pair = has_pairs && extent.unit == 1 && index.width == size.width;
                    if !is_pair {
                        add(pool, &[(extent.unit, *index), (-1, *size)]);
                        add(pool, &[(-extent.unit, *index), (1, *size)]);
                    }
                }
            }
        }
        if !has_pairs {
            continue;
        }
        for (i, x) in numbers.iter().enumerate() {
            for y in &numbers[..i] {
                if x.id == y.id || x.width != y.width {
                    continue;
                }
                add(pool, &[(1, *x), (-1, *y)]);
                add(pool, &[(-1, *x), (1, *y)]);
                if pairs == Pairs::DifferencesAndSums {
                    add(pool, &[(1, *x), (1, *y)]);
                    add(pool, &[(-1, *x), (-1, *y)]);
                }
            }
        }
    }
    rows
}

/// A sum over the variables of a location, of several with one name over that of the innermost function; `None` if one is
/// not there.
fn summands(
    system: &TransitionSystem,
    numbers: &[Number],
    sum: &Sum,
) -> Option<Vec<(i32, Number)>> {
    let number = |name: &str| {
        let mut numbers = numbers.iter().rev();
        numbers.find(|n| show::name(system, n.id) == name).copied()
    };
    let summands = sum.0.iter();
    summands
        .map(|(coefficient, name)| Some((*coefficient, number(name)?)))
        .collect()
}

/// A row for a sum of multiples of numbers.
fn row(pool: &mut TermPool, location: LocationId, summands: &[(i32, Number)]) -> Row {
    let widest = summands.iter().map(|(_, n)| n.width).max();
    let times: u64 = summands
        .iter()
        .map(|(n, _)| u64::from(n.unsigned_abs()))
        .sum();
    // One bit for the sign, and those by which the sum may be longer.
    let more = (u64::BITS - (times - 1).leading_zeros()).max(1) + 1;
    let width = widest.expect("a row has a summand") + more;
    let mut expression: Option<Term> = None;
    let (mut least, mut greatest) = (0, 0);
    for (coefficient, number) in summands {
        let value = number.widened(pool, width);
        let (low, high) = number.range();
        expression = Some(match (expression, coefficient) {
            (None, 1) => value,
            (None, -1) => pool.bvneg(value),
            (Some(sum), 1) => pool.bvadd(sum, value),
            (Some(sum), -1) => pool.bvsub(sum, value),
            (sum, n) => {
                let n = constant(pool, width, i128::from(*n));
                let multiple = pool.bvmul(n, value);
                match sum {
                    Some(sum) => pool.bvadd(sum, multiple),
                    None => multiple,
                }
            }
        });
        let n = i128::from(*coefficient);
        least += (n * low).min(n * high);
        greatest += (n * low).max(n * high);
    }
    Row {
        location,
        expression: expression.expect("a row has a summand"),
        least,
        greatest,
    }
}

/// Whether a state variable is a C variable that is a number, not a part of one.
fn is_scalar(types: Types<'_>, system: &TransitionSystem, id: StateVarId) -> bool {
    matches!(
        types.of(system.variable(id)),
        Some(CType::Int { .. } | CType::Bool { .. } | CType::Pointer { .. })
    )
}

/// The numbers that a state variable is.
fn numbers(
    pool: &mut TermPool,
    types: Types<'_>,
    system: &TransitionSystem,
    id: StateVarId,
) -> Vec<Number> {
    let variable = system.variable(id);
    let (term, width) = match pool.sort(variable.symbol) {
        Sort::BitVec(width) if width <= 64 => (variable.symbol, width),
        // Whether an object is alive, as a number that C's flags can be compared with.
        Sort::Bool => {
            let bit = pool.bool_to_bv(variable.symbol);
            (pool.resize_unsigned(bit, FLAG), FLAG)
        }
        _ => return Vec::new(),
    };
    let number = |signed| Number {
        id,
        term,
        width,
        signed,
    };
    if pool.sort(variable.symbol).is_bool() {
        return vec![number(true)];
    }
    let ty = types.of(variable);
    match ty {
        Some(CType::Int { signed, .. }) => vec![number(*signed)],
        Some(CType::Bool { .. } | CType::Pointer { .. }) => vec![number(false)],
        Some(CType::Float { .. }) => Vec::new(),
        // An element of an array, a part of a structure, or a temporary.
        _ => vec![number(true), number(false)],
    }
}

impl Number {
    fn widened(self, pool: &mut TermPool, width: u32) -> Term {
        if self.signed {
            pool.resize_signed(self.term, width)
        } else {
            pool.resize_unsigned(self.term, width)
        }
    }

    /// The least and the greatest.
    fn range(self) -> (i128, i128) {
        if self.signed {
            let half = 1 << (self.width - 1);
            (-half, half - 1)
        } else {
            (0, (1 << self.width) - 1)
        }
    }
}
