//! Symbolic loop paths: locations split by which loops have been iterated.
//!
//! A *path* is a set of loops: those whose heads were last reached from inside. Each location gets a copy for each path on
//! which it can be reached. What holds at one copy need not hold at the others, so an invariant that gives each copy a
//! convex set gives the location a disjunction (the power templates of 2LS, which guard the rows of a template by the
//! choices that the heads of loops make).
//!
//! Every run of the system is a run of the copies, and the other way round.

use super::{Edge, LocationId, TransitionSystem};
use rustc_hash::FxHashMap;

/// A system of copies.
pub struct Paths {
    pub system: TransitionSystem,
    /// What each location is a copy of.
    pub original: Vec<LocationId>,
}

/// The loops that have been iterated, by the locations of their heads, as bits.
type Path = u64;

impl TransitionSystem {
    /// The copies; `None` if they would be more than `most`, or nothing new.
    pub fn paths(&self, most: usize) -> Option<Paths> {
        if self.locations.len() > Path::BITS as usize {
            return None;
        }
        let dominators = self.dominators();
        let entry = TransitionSystem::ENTRY;
        let mut copies = vec![(entry, 0)];
        let mut number_of = FxHashMap::from_iter([(copies[0], entry)]);
        let mut system = TransitionSystem {
            locations: vec![self.location(entry).clone()],
            blocks: Vec::new(),
            ..self.clone()
        };
        let mut next = 0;
        while let Some((from, path)) = copies.get(next).copied() {
            next += 1;
            let mut block = self.block(from).clone();
            for Edge { to, .. } in &mut block.edges {
                let bit = 1 << to.index();
                // Back to what every path here has passed: the loop is iterated.
                let goes_round = dominators[from.index()] & bit != 0;
                let copy = (*to, if goes_round { path | bit } else { path & !bit });
                let fresh = LocationId::new(copies.len());
                *to = *number_of.entry(copy).or_insert(fresh);
                if *to == fresh {
                    copies.push(copy);
                    system.locations.push(self.location(copy.0).clone());
                }
            }
            if copies.len() > most {
                return None;
            }
            system.blocks.push(block);
        }
        (copies.len() > self.locations.len()).then(|| Paths {
            system,
            original: copies.into_iter().map(|(location, _)| location).collect(),
        })
    }

    /// For each location, those that every way from the entry to it passes, itself among them.
    fn dominators(&self) -> Vec<Path> {
        let mut all = vec![Path::MAX; self.locations.len()];
        all[TransitionSystem::ENTRY.index()] = 1;
        loop {
            let mut changed = false;
            for (from, block) in self.blocks() {
                for edge in &block.edges {
                    let to = edge.to.index();
                    let fewer = all[to] & (all[from.index()] | 1 << to);
                    changed |= fewer != all[to];
                    all[to] = fewer;
                }
            }
            if !changed {
                return all;
            }
        }
    }
}
