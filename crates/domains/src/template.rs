//! Template polyhedra over bit-vectors (Brain, Joshi, Kroening, Schrammel: *Safety Verification and Refutation by
//! k-Invariants and k-Induction*, SAS 2015; 2LS).
//!
//! A template is a list of *rows* `at location ⇒ e(x) ≤ d`, in which `e` is a fixed sum of multiples of variables and `d`
//! the parameter. Rows are guarded by their location, so that one template describes the whole program. An abstract value
//! gives every row its `d`; a location that is not reached is `⊥`, and a row without a `d` says nothing (`⊤`).
//!
//! Arithmetic in `e` is widened so that it cannot overflow: for two variables, two bits more than the wider one has, all
//! signed. Without
//! this, `x - y ≤ d` would say nothing about the numbers that `x` and `y` are.
//!
//! A bit-vector is a number in two ways. Its C type says which one is meant; where none is known, both are.

use crate::{Sum, Types, elements, equality, show};
use encode::system::{LocationId, StateVarId, TransitionSystem};
use program::CType;
use term::{BitVec, Sort, Term, TermPool};

/// Which rows a template has. From intervals on, each one contains the rows with bounds of the one before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Domain {
    /// None: the invariant `true`.
    #[default]
    Havoc,
    /// `x = e`, for what the way to a location says of its variables ([`crate::equality`]).
    Equalities,
    /// `±x`.
    Intervals,
    /// Intervals, and equations between sums ([`crate::affine`]).
    Affine,
    /// `x - y`.
    Zones,
    /// Zones, and what parts of arrays have in common ([`crate::elements`]).
    Elements,
    /// `±x ± y`; nothing about arrays.
    Octagons,
}

impl Domain {
    pub const ALL: [Domain; 7] = [
        Domain::Havoc,
        Domain::Equalities,
        Domain::Intervals,
        Domain::Affine,
        Domain::Zones,
        Domain::Elements,
        Domain::Octagons,
    ];

    /// What the command line says of it.
    pub fn help(self) -> &'static str {
        match self {
            Domain::Havoc => "`true`",
            Domain::Equalities => "Equations that hold where a loop begins",
            Domain::Intervals => "Bounds of variables",
            Domain::Affine => {
                "Bounds of variables, and equations between sums of multiples of them"
            }
            Domain::Zones => "Bounds of variables and of their differences",
            Domain::Elements => "Zones, and what parts of arrays have in common",
            Domain::Octagons => "Bounds of variables, their differences and sums",
        }
    }

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Domain::Havoc => "havoc",
            Domain::Equalities => "equalities",
            Domain::Intervals => "intervals",
            Domain::Affine => "affine",
            Domain::Zones => "zones",
            Domain::Elements => "elements",
            Domain::Octagons => "octagons",
        }
    }
}

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    pub location: LocationId,
    /// A signed number over the symbols of state variables.
    pub expression: Term,
    /// The least and the greatest value that the expression can have at all. A row that says no more than the latter is `⊤`.
    pub least: i128,
    pub greatest: i128,
}

impl Row {
    /// `expression ≤ bound`, over the symbols of the state.
    pub fn at_most(&self, pool: &mut TermPool, bound: i128) -> Term {
        let bound = constant(pool, pool.width(self.expression), bound);
        pool.sle(self.expression, bound)
    }
}

/// A signed constant of at most 127 bits.
pub fn constant(pool: &mut TermPool, width: u32, value: i128) -> Term {
    let wide = BitVec::from_u128(128, value as u128);
    pool.bv(wide.extract(width - 1, 0))
}

/// A row without a parameter: it holds or is dropped.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub location: LocationId,
    /// Over the symbols of state variables.
    pub predicate: Term,
    /// What may be assumed where it holds: the same, or if it is about any element of an array, the same about certain
    /// elements as well.
    pub hypothesis: Term,
}

impl Candidate {
    pub fn new(location: LocationId, predicate: Term) -> Candidate {
        Candidate {
            location,
            predicate,
            hypothesis: predicate,
        }
    }
}

/// See the module documentation.
#[derive(Default)]
pub struct Template {
    pub rows: Vec<Row>,
    pub candidates: Vec<Candidate>,
    /// By location, if there are candidates about elements: rigid variables and what hypotheses take them for.
    pub instances: Vec<Vec<(Term, Term)>>,
}

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

impl Template {
    /// The template of a domain; with `equalities`, its product with that domain. From intervals on, it has rows for the sums
    /// where all their variables are part of the state.
    pub fn new(
        pool: &mut TermPool,
        types: Types<'_>,
        system: &TransitionSystem,
        domain: Domain,
        equalities: bool,
        sums: &[Sum],
    ) -> Template {
        let mut candidates =
            if domain == Domain::Equalities || (equalities && domain > Domain::Equalities) {
                equality::candidates(pool, system)
            } else {
                Vec::new()
            };
        let mut instances = Vec::new();
        if domain == Domain::Elements {
            let found;
            (found, instances) = elements::candidates(pool, types, system);
            candidates.extend(found);
        }
        let rows = rows(pool, types, system, domain, sums);
        Template {
            rows,
            candidates,
            instances,
        }
    }
}

/// The rows with bounds.
fn rows(
    pool: &mut TermPool,
    types: Types<'_>,
    system: &TransitionSystem,
    domain: Domain,
    sums: &[Sum],
) -> Vec<Row> {
    let mut rows = Vec::new();
    for location in system.heads() {
        let variables = system.location(location).variables.iter();
        let mut numbers: Vec<Number> = variables
            .flat_map(|id| numbers(pool, types, system, *id))
            .collect();
        if numbers.len() > MAX_NUMBERS {
            numbers.retain(|n| is_scalar(types, system, n.id));
        }
        let mut add = |pool: &mut TermPool, summands: &[(i32, Number)]| {
            rows.push(row(pool, location, summands));
        };
        if domain >= Domain::Intervals {
            for x in &numbers {
                add(pool, &[(1, *x)]);
                add(pool, &[(-1, *x)]);
            }
            for summands in sums.iter().filter_map(|s| summands(system, &numbers, s)) {
                add(pool, &summands);
                let negated: Vec<_> = summands.iter().map(|(n, x)| (-n, *x)).collect();
                add(pool, &negated);
            }
        }
        if domain < Domain::Zones || numbers.len() > MAX_RELATED {
            continue;
        }
        for (i, x) in numbers.iter().enumerate() {
            for y in &numbers[..i] {
                if x.id == y.id || x.width != y.width {
                    continue;
                }
                add(pool, &[(1, *x), (-1, *y)]);
                add(pool, &[(-1, *x), (1, *y)]);
                if domain >= Domain::Octagons {
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
