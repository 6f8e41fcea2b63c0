//! The abstract value of a template: which locations are reached, the bounds of the rows, and the candidates that are left.
//!
//! Its order is that of what it says, part by part: `⊥` says that no location is reached, and whoever gives up a part or
//! raises a bound goes up. It is named for what it becomes: once a strategy has made it inductive, it is an invariant.

use crate::template::{Candidate, Template};
use encode::system::{LocationId, TransitionSystem, Unrolling};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use term::{Term, TermPool};

/// How many candidates are one assumption.
const GROUP: usize = 16;

/// See the module documentation.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// By location. At one that is not reached, nothing else needs to be said.
    reached: Vec<bool>,
    /// By row; `None` is `⊤`.
    bounds: Vec<Option<i128>>,
    /// By candidate: whether no state has refuted it yet.
    kept: Vec<bool>,
}

/// One of the things that an invariant says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum InvariantPart {
    /// This location is not reached.
    Location(LocationId),
    /// A row is at most its bound, by its number in the template.
    Row(usize),
    /// A candidate holds, by its number in the template.
    Candidate(usize),
}

impl InvariantPart {
    /// Where it says something.
    pub fn location(self, template: &Template) -> LocationId {
        match self {
            InvariantPart::Location(location) => location,
            InvariantPart::Row(index) => template.rows[index].location,
            InvariantPart::Candidate(index) => template.candidates[index].location,
        }
    }
}

impl Invariant {
    /// `⊥`: no location is reached.
    pub fn bottom(template: &Template, system: &TransitionSystem) -> Invariant {
        Invariant {
            reached: vec![false; system.locations.len()],
            bounds: template.rows.iter().map(|r| Some(r.least)).collect(),
            kept: vec![true; template.candidates.len()],
        }
    }

    /// The same for a template whose first rows and candidates are this one's. The others have not been refuted yet.
    pub fn with_more(mut self, template: &Template) -> Invariant {
        let more = template.rows.iter().skip(self.bounds.len());
        self.bounds.extend(more.map(|row| Some(row.least)));
        self.kept.resize(template.candidates.len(), true);
        self
    }

    /// The candidates that are left, and nothing else that was found.
    pub fn with_lowest_rows(self, template: &Template) -> Invariant {
        Invariant {
            reached: vec![false; self.reached.len()],
            bounds: template.rows.iter().map(|r| Some(r.least)).collect(),
            kept: self.kept,
        }
    }

    /// Gives up a part.
    pub fn weaken(&mut self, part: InvariantPart) {
        match part {
            InvariantPart::Location(location) => self.reached[location.index()] = true,
            InvariantPart::Row(index) => self.bounds[index] = None,
            InvariantPart::Candidate(index) => self.kept[index] = false,
        }
    }

    /// Every location is reached.
    pub fn reach_all(&mut self) {
        self.reached.fill(true);
    }

    /// Whether it says a part.
    pub fn has(&self, part: InvariantPart) -> bool {
        match part {
            InvariantPart::Location(location) => !self.reached[location.index()],
            InvariantPart::Row(index) => self.bounds[index].is_some(),
            InvariantPart::Candidate(index) => self.kept[index],
        }
    }

    /// The bound of a row; `None` is `⊤`.
    pub fn bound(&self, row: usize) -> Option<i128> {
        self.bounds[row]
    }

    /// Gives a row a bound. One that all values satisfy is `⊤`.
    pub fn set_bound(&mut self, template: &Template, row: usize, bound: i128) {
        self.bounds[row] = (bound < template.rows[row].greatest).then_some(bound);
    }

    /// Everything that it says, also about locations that are not reached.
    pub fn parts(&self) -> Vec<InvariantPart> {
        let reached = self.reached.iter().enumerate().skip(1);
        let locations = reached
            .filter(|(_, reached)| !**reached)
            .map(|(index, _)| InvariantPart::Location(LocationId::new(index)));
        let bounds = self.bounds.iter().enumerate();
        let rows = bounds
            .filter(|(_, bound)| bound.is_some())
            .map(|(index, _)| InvariantPart::Row(index));
        let kept = self.kept.iter().enumerate();
        let candidates = kept
            .filter(|(_, kept)| **kept)
            .map(|(index, _)| InvariantPart::Candidate(index));
        locations.chain(rows).chain(candidates).collect()
    }

    /// Which locations are not reached, and what it says about the others.
    fn parts_where_reached(&self, template: &Template) -> Vec<InvariantPart> {
        let mut parts = self.parts();
        parts.retain(|part| match part {
            InvariantPart::Location(_) => true,
            _ => self.reached[part.location(template).index()],
        });
        parts
    }

    /// What a part says, as a candidate that would say the same.
    pub fn says(&self, pool: &mut TermPool, template: &Template, part: InvariantPart) -> Candidate {
        match part {
            InvariantPart::Location(location) => Candidate::new(location, pool.ff()),
            InvariantPart::Row(index) => {
                let row = &template.rows[index];
                let bound = self.bounds[index].expect("a part is a row with a bound");
                Candidate::new(row.location, row.at_most(pool, bound))
            }
            InvariantPart::Candidate(index) => template.candidates[index].clone(),
        }
    }

    /// What may be assumed about a frame, in parts, except for a row. Candidates come in groups: there may be thousands, and a
    /// solver takes a while for each assumption.
    pub fn assumptions(
        &self,
        pool: &mut TermPool,
        template: &Template,
        run: &mut Unrolling<'_>,
        frame: usize,
        except: Option<usize>,
    ) -> Vec<Term> {
        let mut all = Vec::new();
        let mut groups: Vec<Term> = Vec::new();
        for part in self.parts_where_reached(template) {
            if except.is_some_and(|row| part == InvariantPart::Row(row)) {
                continue;
            }
            let says = self.says(pool, template, part);
            let holds = says.assumption(pool, run, frame);
            match part {
                InvariantPart::Candidate(index) => {
                    groups.resize(template.candidates.len().div_ceil(GROUP), pool.tt());
                    let group = &mut groups[index / GROUP];
                    *group = pool.and(*group, holds);
                }
                _ => all.push(holds),
            }
        }
        all.extend(groups);
        all.retain(|holds| !pool.is_true(*holds));
        all
    }

    /// What a frame may violate, with the conditions.
    pub fn violations(
        &self,
        pool: &mut TermPool,
        template: &Template,
        run: &mut Unrolling<'_>,
        frame: usize,
    ) -> Vec<(InvariantPart, Term)> {
        let mut all = Vec::new();
        for part in self.parts_where_reached(template) {
            let violation = match part {
                InvariantPart::Candidate(index) => {
                    template.candidates[index].violation(pool, run, frame)
                }
                InvariantPart::Location(location) => run.at(frame, location),
                InvariantPart::Row(index) => {
                    let bound = self.bounds[index].expect("a part is a row with a bound");
                    template.rows[index].violation(pool, run, frame, bound)
                }
            };
            all.push((part, violation));
        }
        all
    }

    /// One term per location, over the symbols of the state.
    pub fn by_location(
        &self,
        pool: &mut TermPool,
        template: &Template,
        system: &TransitionSystem,
    ) -> Vec<Term> {
        let mut all = vec![pool.tt(); system.locations.len()];
        for part in self.parts() {
            let says = self.says(pool, template, part);
            let at = says.location.index();
            all[at] = pool.and(all[at], says.predicate);
        }
        all
    }

    /// The conjunction of invariants, as one of a template that has what they say and nothing else. Of bounds of one sum, the
    /// least one stays.
    pub fn conjunction(
        system: &TransitionSystem,
        members: &[(&Template, &Invariant)],
    ) -> (Template, Invariant) {
        let mut template = Template::default();
        let mut all = Invariant::bottom(&template, system);
        all.reach_all();
        let mut rows: FxHashMap<(LocationId, Term), usize> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        for (from, says) in members {
            for (all, reached) in all.reached.iter_mut().zip(&says.reached) {
                *all &= reached;
            }
            for part in says.parts_where_reached(from) {
                match part {
                    InvariantPart::Location(_) => {}
                    InvariantPart::Row(index) => {
                        let (row, bound) = (&from.rows[index], says.bounds[index]);
                        match rows.entry((row.location, row.expression)) {
                            Entry::Occupied(known) => {
                                let known = &mut all.bounds[*known.get()];
                                *known = (*known).min(bound);
                            }
                            Entry::Vacant(new) => {
                                new.insert(template.rows.len());
                                template.rows.push(row.clone());
                                all.bounds.push(bound);
                            }
                        }
                    }
                    InvariantPart::Candidate(index) => {
                        let candidate = &from.candidates[index];
                        if seen.insert((candidate.location, candidate.predicate)) {
                            template.candidates.push(candidate.clone());
                            all.kept.push(true);
                        }
                    }
                }
            }
            if !from.instances.is_empty() {
                template.instances = from.instances.clone();
            }
        }
        (template, all)
    }
}
