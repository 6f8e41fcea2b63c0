//! From conditions that hold in the states of a run to a set that no transition leaves.
//!
//! Candidates that an edge of the cycle does not keep are dropped, until all that are left are kept by all edges (C. Flanagan,
//! K. Leino, *Houdini, an Annotation Assistant for ESC/Java*, FME 2001). What is left is the strongest set that the
//! candidates can describe. If a state in it leaves the cycle, there is no set of this kind. Otherwise conditions that
//! nothing depends on are left out, so that the set says what matters.

use encode::system::{LocationId, TransitionSystem};
use rustc_hash::FxHashMap;
use smt::{Answer, Limits, Solver, Why};
use term::{Term, TermPool};

/// Questions about one set.
const MOST_QUESTIONS: u32 = 300;

/// A part of the set that is looked for: states at a location, of which inputs are chosen.
pub(super) struct Node {
    pub location: LocationId,
    /// Over the variables of the location.
    pub candidates: Vec<Term>,
    /// The edges that lead to a part of the set.
    pub ways: Vec<Way>,
    /// That one of them is taken, and nothing goes wrong.
    stays: Term,
    /// That an assumption does not hold. Then there is no such run, and others are enough.
    stops: Term,
}

/// An edge of the cycle, with the chosen inputs.
pub(super) struct Way {
    pub guard: Term,
    /// The part of the set to which it leads.
    pub to: usize,
    /// The values of variables after it.
    pub values: FxHashMap<Term, Term>,
}

impl Way {
    /// A condition on the state after it.
    pub fn after(&self, pool: &mut TermPool, term: Term) -> Term {
        substitute(pool, term, &self.values)
    }
}

/// A part of a set.
pub(super) struct Part {
    pub location: LocationId,
    pub set: Term,
}

impl Node {
    /// `next` says which part of the set is at a location. If it is `lenient`, inputs that an assumption excludes do not matter.
    pub fn new(
        pool: &mut TermPool,
        system: &TransitionSystem,
        location: LocationId,
        choices: &[(Term, Term)],
        lenient: bool,
        next: &dyn Fn(LocationId) -> Option<usize>,
    ) -> Node {
        let chosen: FxHashMap<Term, Term> = choices.iter().copied().collect();
        let mut ways = Vec::new();
        for edge in system.edges_from(location) {
            let Some(to) = next(system.edge(edge).to) else {
                continue;
            };
            let guard = substitute(pool, system.edge(edge).guard, &chosen);
            if pool.is_false(guard) {
                continue;
            }
            let mut values = FxHashMap::default();
            for (id, value) in system.updates(edge) {
                let value = substitute(pool, value, &chosen);
                values.insert(system.variable(id).symbol, value);
            }
            ways.push(Way { guard, to, values });
        }
        let some = pool.or_all(ways.iter().map(|w| w.guard));
        let mut stays = vec![some];
        for check in &system.block(location).checks {
            let condition = substitute(pool, check.condition, &chosen);
            stays.push(pool.not(condition));
        }
        let stops = system.block(location).stops.iter().copied();
        let stops = pool.or_all(stops.filter(|_| lenient).collect::<Vec<_>>());
        let stops = substitute(pool, stops, &chosen);
        Node {
            location,
            candidates: Vec::new(),
            ways,
            stays: pool.and_all(stays),
            stops,
        }
    }

    /// That a run with the chosen inputs stays in the cycle.
    pub fn stays(&self) -> Term {
        self.stays
    }
}

fn substitute(pool: &mut TermPool, term: Term, values: &FxHashMap<Term, Term>) -> Term {
    let mut value_of = |pool: &mut TermPool, s| values.get(&pool.symbol_term(s)).copied();
    pool.substitute(term, &mut value_of, &mut FxHashMap::default())
}

pub(super) struct Closing<'a> {
    solver: &'a mut dyn Solver,
    limits: &'a Limits,
    questions: u32,
}

impl<'a> Closing<'a> {
    pub fn new(solver: &'a mut dyn Solver, limits: &'a Limits) -> Closing<'a> {
        Closing {
            solver,
            limits,
            questions: 0,
        }
    }

    /// The parts of a closed set, if the candidates describe one.
    pub fn close(
        &mut self,
        pool: &mut TermPool,
        mut nodes: Vec<Node>,
    ) -> Result<Option<Vec<Part>>, Why> {
        let mut dirty = vec![true; nodes.len()];
        while let Some(index) = dirty.iter().position(|d| *d) {
            // Fewer candidates do not help.
            if self.leaves(pool, &nodes[index], None)?.is_some() {
                return Ok(None);
            }
            dirty[index] = false;
            for way in 0..nodes[index].ways.len() {
                while let Some(lost) = self.lost(pool, &nodes, index, way)? {
                    let to = nodes[index].ways[way].to;
                    let mut lost = lost.into_iter();
                    nodes[to]
                        .candidates
                        .retain(|_| !lost.next().unwrap_or(true));
                    dirty[to] = true;
                }
            }
        }
        Ok(Some(self.what_matters(pool, &nodes)?))
    }

    /// Whether the assumptions in a block hold in all states of a set, with these inputs.
    pub fn goes_on(
        &mut self,
        pool: &mut TermPool,
        system: &TransitionSystem,
        part: &Part,
        inputs: &[(Term, Term)],
    ) -> Result<bool, Why> {
        let chosen: FxHashMap<Term, Term> = inputs.iter().copied().collect();
        let stops = system.block(part.location).stops.iter().copied();
        let stops = pool.or_all(stops.collect::<Vec<_>>());
        let stops = substitute(pool, stops, &chosen);
        Ok(self.holds(pool, &[part.set, stops], &[])?.is_none())
    }

    /// Asks whether something can hold; the truth of some terms then.
    fn holds(
        &mut self,
        pool: &mut TermPool,
        question: &[Term],
        terms: &[Term],
    ) -> Result<Option<Vec<bool>>, Why> {
        let all = pool.and_all(question.iter().copied());
        if pool.is_false(all) {
            return Ok(None);
        }
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return Err(Why::Conflicts);
        }
        match self.solver.check(pool, question, self.limits) {
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(why) => Err(why),
            Answer::Sat(model) => {
                let mut evaluator = model.evaluator(pool);
                let truth = terms.iter().map(|t| evaluator.eval(*t).as_bool());
                Ok(Some(truth.collect()))
            }
        }
    }

    /// Whether a state may leave the cycle, if only these candidates hold (all, if none are given): the truth of all
    /// candidates in such a state.
    fn leaves(
        &mut self,
        pool: &mut TermPool,
        node: &Node,
        only: Option<&[usize]>,
    ) -> Result<Option<Vec<bool>>, Why> {
        let mut question = chosen(node, only);
        question.extend([pool.not(node.stays), pool.not(node.stops)]);
        self.holds(pool, &question, &node.candidates)
    }

    /// Which candidates of its target an edge does not keep, if there are any.
    fn lost(
        &mut self,
        pool: &mut TermPool,
        nodes: &[Node],
        from: usize,
        way: usize,
    ) -> Result<Option<Vec<bool>>, Why> {
        let (node, way) = (&nodes[from], &nodes[from].ways[way]);
        let targets = nodes[way.to].candidates.iter();
        let kept: Vec<Term> = targets.map(|c| way.after(pool, *c)).collect();
        let all = pool.and_all(kept.iter().copied());
        let mut question = chosen(node, None);
        question.extend([way.guard, node.stays, pool.not(all)]);
        let truth = self.holds(pool, &question, &kept)?;
        Ok(truth.map(|t| t.into_iter().map(|kept| !kept).collect()))
    }

    /// Candidates that are enough: those that keep a run in the cycle, those that are needed to keep these, and so on.
    fn what_matters(&mut self, pool: &mut TermPool, nodes: &[Node]) -> Result<Vec<Part>, Why> {
        let mut needed: Vec<Vec<usize>> = nodes.iter().map(|_| Vec::new()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..nodes.len() {
                let node = &nodes[index];
                while let Some(truth) = self.leaves(pool, node, Some(&needed[index]))? {
                    needed[index].push(first_false(&truth));
                    changed = true;
                }
                for way in &node.ways {
                    let targets = &nodes[way.to].candidates;
                    let kept: Vec<Term> = needed[way.to]
                        .clone()
                        .into_iter()
                        .map(|i| way.after(pool, targets[i]))
                        .collect();
                    let all = pool.and_all(kept);
                    loop {
                        let mut question = chosen(node, Some(&needed[index]));
                        question.extend([way.guard, node.stays, pool.not(all)]);
                        let Some(truth) = self.holds(pool, &question, &node.candidates)? else {
                            break;
                        };
                        needed[index].push(first_false(&truth));
                        changed = true;
                    }
                }
            }
        }
        let mut parts = Vec::new();
        for (node, needed) in nodes.iter().zip(needed) {
            let conditions = needed.into_iter().map(|i| node.candidates[i]).collect();
            let conditions = self.without_implied(pool, conditions)?;
            parts.push(Part {
                location: node.location,
                set: pool.and_all(conditions),
            });
        }
        Ok(parts)
    }

    /// The same set in fewer conditions.
    fn without_implied(
        &mut self,
        pool: &mut TermPool,
        mut conditions: Vec<Term>,
    ) -> Result<Vec<Term>, Why> {
        let mut index = 0;
        while index < conditions.len() {
            let mut question = conditions.clone();
            let condition = question.remove(index);
            question.push(pool.not(condition));
            match self.holds(pool, &question, &[])? {
                Some(_) => index += 1,
                None => drop(conditions.remove(index)),
            }
        }
        Ok(conditions)
    }
}

fn chosen(node: &Node, only: Option<&[usize]>) -> Vec<Term> {
    match only {
        None => node.candidates.clone(),
        Some(only) => only.iter().map(|i| node.candidates[*i]).collect(),
    }
}

/// All candidates together exclude the state, so one of them is false there.
fn first_false(truth: &[bool]) -> usize {
    let first = truth.iter().position(|t| !t);
    first.expect("the candidates together are closed")
}
