//! The search: explores value states, and refines what is tracked where a check seems to fail.

use super::precision::Precision;
use super::refine::{Judgement, Refiner};
use super::successors::{Fold, Oracle};
use super::too_much;
use super::tree::{Tree, ValueState};
use crate::board::Obstacle;
use crate::context::{Brief, Context};
use encode::system::{LocationId, TransitionSystem};
use evidence::Reason;
use program::SiteId;
use std::collections::{BTreeMap, BTreeSet};
use term::{Term, TermPool};

/// States from one line of progress to the next.
const TELL_EACH: u64 = 100;

/// One run of the engine.
pub(super) struct Search<'a> {
    brief: &'a Brief,
    system: &'a TransitionSystem,
    max_states: usize,
    pub precision: Precision,
    /// Checks that fail in some run.
    pub violated: BTreeSet<SiteId>,
    /// Checks that are not excluded, and why values cannot do that.
    pub open: BTreeMap<SiteId, String>,
    oracle: Oracle,
    refinements: u64,
    /// All states that were ever expanded.
    expanded: u64,
    /// Those of the last search.
    reached: usize,
    /// Questions about paths.
    path_queries: u64,
}

/// How the search ended.
pub(super) enum SearchEnd {
    /// There are no other states.
    Closed(Tree),
    /// Something is in the way of a proof.
    Obstacle(Obstacle),
    /// No check is left that could be proved.
    NothingLeft,
}

/// What goes wrong in a state.
#[derive(Clone, Copy)]
enum Wrong {
    Check(SiteId),
    /// By its number in the block.
    Gap(usize),
}

/// How the exploration of a tree ended.
enum Explored {
    Closed,
    /// The precision has changed.
    Again,
    Ended(SearchEnd),
}

impl<'a> Search<'a> {
    pub fn new(
        pool: &TermPool,
        brief: &'a Brief,
        system: &'a TransitionSystem,
        max_states: usize,
    ) -> Search<'a> {
        let failed = brief.board.failed().into_iter();
        Search {
            brief,
            system,
            max_states,
            precision: Precision::new(pool, system),
            violated: failed.filter(|s| brief.goals.contains(*s)).collect(),
            open: BTreeMap::new(),
            oracle: Oracle::new(&brief.backend, &brief.limits),
            refinements: 0,
            expanded: 0,
            reached: 0,
            path_queries: 0,
        }
    }

    pub fn run(&mut self, pool: &mut TermPool) -> Result<SearchEnd, Reason> {
        loop {
            let mut tree = Tree::new(self.system);
            let explored = self.explore(pool, &mut tree);
            self.reached = tree.nodes.len();
            match explored? {
                Explored::Closed => return Ok(SearchEnd::Closed(tree)),
                Explored::Again => {}
                Explored::Ended(ended) => return Ok(ended),
            }
        }
    }

    /// Follows all states of a tree.
    fn explore(&mut self, pool: &mut TermPool, tree: &mut Tree) -> Result<Explored, Reason> {
        while tree.next < tree.nodes.len() {
            self.begin_state(tree)?;
            let node = &tree.nodes[tree.next];
            let mut fold = Fold::new(self.system, node.location, &node.values);
            while let Some((wrong, condition)) = self.goes_wrong(pool, &mut fold, node.location)? {
                if let Some(explored) = self.judge(pool, tree, wrong, condition)? {
                    return Ok(explored);
                }
            }
            if self.expand(pool, tree, &mut fold)?.is_some() {
                return Ok(Explored::Again);
            }
            tree.next += 1;
        }
        Ok(Explored::Closed)
    }

    /// Looks whether there is still time, and tells how far the search is.
    fn begin_state(&mut self, tree: &Tree) -> Result<(), Reason> {
        if let Some(why) = self.brief.limits.expired() {
            return Err(why.into());
        }
        if self.expanded.is_multiple_of(TELL_EACH) {
            let (states, tracked) = (tree.nodes.len(), self.precision.len());
            let doing = format!("explicit values, {states} states of {tracked} variables");
            let refinements = u32::try_from(self.refinements).unwrap_or(u32::MAX);
            self.brief
                .progress(Some(("refinement", refinements)), doing);
        }
        self.expanded += 1;
        self.oracle.next_state();
        Ok(())
    }

    fn is_excused(&self, site: SiteId) -> bool {
        self.violated.contains(&site) || self.open.contains_key(&site)
    }

    /// What goes wrong in the block of a state, and the condition for it, if anything does.
    fn goes_wrong(
        &mut self,
        pool: &mut TermPool,
        fold: &mut Fold,
        location: LocationId,
    ) -> Result<Option<(Wrong, Term)>, Reason> {
        let block = self.system.block(location);
        let checks = block.checks.iter().filter(|c| !self.is_excused(c.site));
        let checks = checks.map(|c| (Wrong::Check(c.site), c.condition));
        let gaps = block.gaps.iter().enumerate();
        let gaps = gaps.map(|(number, gap)| (Wrong::Gap(number), gap.guard));
        let mut parts: Vec<(Wrong, Term)> = checks.chain(gaps).collect();
        let mut folded = Vec::new();
        parts.retain(|(_, condition)| {
            let condition = fold.term(pool, *condition);
            let is_possible = !pool.is_false(condition);
            folded.extend(is_possible.then_some(condition));
            is_possible
        });
        let any = pool.or_all(folded.iter().copied());
        let Some(values) = self.oracle.ask(pool, any, &folded)? else {
            return Ok(None);
        };
        let mut found = parts.into_iter().zip(values);
        let found = found.find(|(_, value)| value.as_bool());
        Ok(found.map(|(part, _)| part))
    }

    /// Judges the path to something that goes wrong in the next state; `None` if the search goes on without it.
    fn judge(
        &mut self,
        pool: &mut TermPool,
        tree: &Tree,
        wrong: Wrong,
        condition: Term,
    ) -> Result<Option<Explored>, Reason> {
        let mut refiner = Refiner::new(self.brief, self.system, &self.precision, tree);
        let judgement = refiner.judge(pool, tree.next, condition);
        self.path_queries += refiner.queries;
        match (judgement?, wrong) {
            (Judgement::Excluded(slots), _) => {
                self.refinements += 1;
                slots
                    .into_iter()
                    .for_each(|slot| self.precision.track(slot));
                return Ok(Some(Explored::Again));
            }
            (Judgement::Possible, Wrong::Gap(number)) => {
                let block = self.system.block(tree.nodes[tree.next].location);
                let obstacle = Obstacle::Gap {
                    what: block.gaps[number].what.clone(),
                    place: block.gaps[number].place,
                };
                return Ok(Some(Explored::Ended(SearchEnd::Obstacle(obstacle))));
            }
            (Judgement::Possible, Wrong::Check(site)) => {
                self.violated.insert(site);
                if !self.brief.goals.contains(site) {
                    // Nothing is known of what follows it.
                    return Ok(Some(Explored::Ended(SearchEnd::NothingLeft)));
                }
            }
            (Judgement::Open(why), Wrong::Check(site)) if self.brief.goals.contains(site) => {
                self.open.insert(site, why);
            }
            (Judgement::Open(why), _) => return Err(too_much(why)),
        }
        let mut goals = self.brief.goals.iter();
        let nothing_left = goals.all(|site| self.is_excused(site));
        Ok(nothing_left.then_some(Explored::Ended(SearchEnd::NothingLeft)))
    }

    /// Adds the successors of the next state. If the precision has changed because a variable has too many values: `Some`.
    fn expand(
        &mut self,
        pool: &mut TermPool,
        tree: &mut Tree,
        fold: &mut Fold,
    ) -> Result<Option<()>, Reason> {
        let location = tree.nodes[tree.next].location;
        for (number, edge) in self.system.block(location).edges.iter().enumerate() {
            let tracked = self.precision.at(edge.to);
            let found = self
                .oracle
                .successors(pool, fold, edge, tracked, self.max_states)?;
            for values in found {
                let node = ValueState {
                    location: edge.to,
                    values,
                    parent: Some((tree.next, number)),
                };
                if let Err(slot) = tree.add(&self.precision, node) {
                    self.precision.ban(slot);
                    return Ok(Some(()));
                }
            }
            if tree.nodes.len() > self.max_states {
                let most = self.max_states;
                let what =
                    format!("there are more than {most} value states; --max-states allows more");
                return Err(too_much(what));
            }
        }
        Ok(None)
    }

    /// Adds the counters of the search.
    pub fn count(&self, context: &mut Context) {
        context.count("states", self.reached as u64);
        context.count("expanded", self.expanded);
        context.count("refinements", self.refinements);
        context.count("tracked", self.precision.len() as u64);
        context.count("queries", self.oracle.queries + self.path_queries);
    }
}
