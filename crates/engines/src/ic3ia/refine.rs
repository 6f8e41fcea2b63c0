//! New predicates, from a path that no run takes.
//!
//! What the refutation of the path needs at its end is followed back, step by step: a condition of the next state is one of this
//! state when next values are put in for the variables (its *weakest precondition*, for the step is a function). The conditions
//! that the result is made of are predicates. If they are all kept, and none depends on inputs, the path has no counterpart in
//! the new abstraction: at each step the predicates decide whether the rest of the path can follow, and in the first state they
//! say that it cannot.
//!
//! Merged branches and inputs make such conditions large. So, at first, both are taken as in the state that the search has found
//! at that step: the branch that it takes, with its condition as another predicate, and the values of its inputs; an input that is compared with
//! a variable, and equals it there, is that variable. If nothing of this is new, conditions are kept as they are; if nothing of these is new either, the bits of the variables that they speak of
//! are predicates, and those of the elements that they read. In the end there are the predicates of the search over bits, which tell all states apart but for arrays.

use super::concrete::{Needed, Path, place};
use super::predicates::atoms;
use super::steps::{Machine, Point};
use encode::system::array_accesses;
use rustc_hash::{FxHashMap, FxHashSet};
use sat::Lit;
use term::eval::Evaluator;
use term::{Op, Sort, Term, TermPool};

/// The most conditions that are followed back from one step.
const MOST: usize = 200;

/// How conditions of the step before are made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// With the branches and inputs of the state that was found.
    AsFound,
    /// As they are.
    Whole,
    /// As they are; and of what remains, bits.
    Bits,
}

impl Machine<'_> {
    /// Adds predicates that tell the states on a path apart; whether there are new ones.
    pub fn refine(&mut self, path: &Path, needed: &Needed) -> bool {
        [How::AsFound, How::Whole, How::Bits]
            .into_iter()
            .any(|how| self.refine_by(path, needed, how))
    }

    fn refine_by(&mut self, path: &Path, needed: &Needed, how: How) -> bool {
        let mut is_new = false;
        // The conditions of the step that follows.
        let mut after: Vec<Term> = Vec::new();
        for (step, (cube, point)) in path.iter().enumerate().rev() {
            let mut here = Here {
                found: Vec::new(),
                seen: FxHashSet::default(),
            };
            if step + 1 == path.len() && needed.bad {
                here.add(self, cube_place(self, cube), self.bad, point, how);
            }
            for condition in std::mem::take(&mut after) {
                let before = self.predicates.next(self.pool, condition);
                here.add(self, cube_place(self, cube), before, point, how);
            }
            here.found.truncate(MOST);
            for lit in &needed.lits[step] {
                let term = self.predicates.all[lit.var().0 as usize].term;
                if here.seen.insert(term) {
                    here.found.push(term);
                }
            }
            for condition in &here.found {
                is_new |= self.predicates.add(self.pool, *condition);
            }
            if how == How::Bits {
                for condition in here.found.clone() {
                    is_new |= self.add_bits(condition, point);
                }
            }
            after = here.found;
        }
        is_new
    }

    /// Adds the bits of all variables that a condition speaks of, and those of the elements that it reads in a state.
    fn add_bits(&mut self, condition: Term, point: &Point) -> bool {
        let mut is_new = false;
        for element in self.elements(condition, point) {
            is_new |= self.add_bits_of(element);
        }
        for id in self.pool.symbols_of(&[condition]) {
            let symbol = self.pool.symbol_term(id);
            is_new |= self.add_bits_of(symbol);
        }
        is_new
    }

    /// Adds the bits of a term over variables.
    fn add_bits_of(&mut self, term: Term) -> bool {
        let word = match self.pool.sort(term) {
            Sort::Bool => return self.predicates.add(self.pool, term),
            Sort::BitVec(_) => term,
            Sort::Float(_) => self.pool.mk(Op::FpToBits, &[term]),
            _ => return false,
        };
        let mut is_new = false;
        for bit in 0..self.pool.width(word) {
            let bit = self.pool.extract(word, bit, bit);
            let bit = self.pool.bv_to_bool(bit);
            is_new |= self.predicates.add(self.pool, bit);
        }
        is_new
    }

    /// The elements of variables that are arrays, at the indices that a condition uses in a state.
    fn elements(&mut self, condition: Term, point: &Point) -> Vec<Term> {
        let accesses = array_accesses(self.pool, &[condition]);
        let arrays: Vec<Term> = { self.pool.symbols_of(&[condition]).into_iter() }
            .map(|id| self.pool.symbol_term(id))
            .filter(|symbol| matches!(self.pool.sort(*symbol), Sort::Array(_)))
            .collect();
        let mut all = Vec::new();
        for access in accesses {
            let sort = self.pool.sort(access.index);
            let index = Evaluator::new(self.pool, point).eval(access.index);
            let index = self.pool.constant(sort, &index);
            for array in &arrays {
                if self.pool.sort(*array) == self.pool.sort(access.array) {
                    all.push(self.pool.select(*array, index));
                }
            }
        }
        all
    }
}

fn cube_place(machine: &Machine<'_>, cube: &[Lit]) -> Option<u64> {
    place(&machine.predicates, &cube.to_vec())
}

/// The conditions of a step.
struct Here {
    found: Vec<Term>,
    seen: FxHashSet<Term>,
}

impl Here {
    /// Adds what a condition over variables and inputs is made of, as far as it speaks of variables.
    fn add(
        &mut self,
        machine: &mut Machine<'_>,
        place: Option<u64>,
        condition: Term,
        point: &Point,
        how: How,
    ) {
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        if let (Some(places), Some(place)) = (&machine.predicates.places, place) {
            let width = machine.pool.width(places.variable);
            known.insert(places.variable, machine.pool.bv_u64(width, place));
        }
        let condition = replace(machine.pool, &known, condition);
        if how != How::AsFound {
            self.keep(machine, condition);
            return;
        }
        let mut conditions = Vec::new();
        let condition = along(machine.pool, condition, point, &mut conditions);
        conditions.push(condition);
        let mut inputs = equations(machine, &conditions, point);
        for input in &machine.predicates.words.inputs {
            let value = machine.pool.as_symbol(*input).and_then(|id| point.get(&id));
            if let Some(value) = value.filter(|_| !inputs.contains_key(input)) {
                let value = machine.pool.constant(machine.pool.sort(*input), value);
                inputs.insert(*input, value);
            }
        }
        for condition in conditions {
            let condition = replace(machine.pool, &inputs, condition);
            self.keep(machine, condition);
        }
    }

    fn keep(&mut self, machine: &Machine<'_>, condition: Term) {
        for atom in atoms(machine.pool, condition) {
            if self.seen.insert(atom) && machine.predicates.is_about_states(machine.pool, atom) {
                self.found.push(atom);
            }
        }
    }
}

/// Inputs that the conditions say are equal to terms over variables, as far as that is so in a state.
fn equations(machine: &Machine<'_>, conditions: &[Term], point: &Point) -> FxHashMap<Term, Term> {
    let pool = &*machine.pool;
    let mut evaluator = Evaluator::new(pool, point);
    let mut found = FxHashMap::default();
    for condition in conditions {
        for atom in atoms(pool, *condition) {
            if pool.op(atom) != Op::Eq || !evaluator.eval(atom).as_bool() {
                continue;
            }
            let (a, b) = (pool.arg(atom, 0), pool.arg(atom, 1));
            for (input, value) in [(a, b), (b, a)] {
                if machine.predicates.words.inputs.contains(&input)
                    && machine.predicates.is_about_states(pool, value)
                {
                    found.entry(input).or_insert(value);
                }
            }
        }
    }
    found
}

fn replace(pool: &mut TermPool, by: &FxHashMap<Term, Term>, term: Term) -> Term {
    if by.is_empty() {
        return term;
    }
    let mut value = |pool: &mut TermPool, id| by.get(&pool.symbol_term(id)).copied();
    pool.substitute(term, &mut value, &mut FxHashMap::default())
}

/// A term in which each choice is the one that a state makes; the conditions of these choices are added, simplified likewise.
fn along(pool: &mut TermPool, term: Term, point: &Point, conditions: &mut Vec<Term>) -> Term {
    let mut made: FxHashMap<Term, Term> = FxHashMap::default();
    let mut stack = vec![term];
    while let Some(&top) = stack.last() {
        if made.contains_key(&top) {
            stack.pop();
            continue;
        }
        let args: Vec<Term> = pool.args(top).to_vec();
        let is_choice = pool.op(top) == Op::Ite;
        let needed: Vec<Term> = match is_choice {
            true => {
                let taken = match Evaluator::new(pool, point).eval(args[0]).as_bool() {
                    true => args[1],
                    false => args[2],
                };
                vec![args[0], taken]
            }
            false => args,
        };
        let open: Vec<Term> = { needed.iter().copied() }
            .filter(|arg| !made.contains_key(arg))
            .collect();
        if !open.is_empty() {
            stack.extend(open);
            continue;
        }
        let new = match is_choice {
            true => {
                conditions.push(made[&needed[0]]);
                made[&needed[1]]
            }
            false if needed.is_empty() => top,
            false => {
                let args: Vec<Term> = needed.iter().map(|arg| made[arg]).collect();
                pool.mk(pool.op(top), &args)
            }
        };
        made.insert(top, new);
        stack.pop();
    }
    made[&term]
}
