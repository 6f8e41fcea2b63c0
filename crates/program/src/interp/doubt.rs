//! Which values of a run rest on something that is not known exactly.
//!
//! A function without a body may have written anything, and a library function that is modelled as "some value" cannot
//! return every value. A run that relies on such a value shows what might happen, not what does. So these values are
//! marked, and marks follow data (operands, memory, arguments, results). Control is followed coarsely: as soon as a branch,
//! an assumption, an address or a length depends on a marked value, everything later does.
//!
//! Another question is whether a run can go on for ever. The time and random numbers ([`InputSource::Passing`]) may be anything
//! once, but do not stay at what a loop waits for. They have a mark of their own, which never puts a violation in doubt: it is
//! counted how often they are read, and how often the course of the run depends on one.
//!
//! As long as nothing is marked, this costs nothing.

use super::run::Machine;
use crate::ids::VarId;
use crate::program::InputSource;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::Term;

/// Where a value comes from, if it matters: 0, [`PASSING`], or a source of doubt. What comes from several has the largest mark.
pub(super) type Mark = u32;

/// The mark of the time and of random numbers.
pub(super) const PASSING: Mark = 1;

/// How often the time or a random number was read, and how often one decided how a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Passing {
    pub read: u64,
    pub decided: u64,
}

#[derive(Default)]
pub(super) struct Doubt {
    /// The source with mark `PASSING + 1 + i`.
    sources: Vec<InputSource>,
    passing: Passing,
    /// The first source of a value that passes.
    passes: Option<InputSource>,
    /// The marked bytes of memory.
    bytes: FxHashMap<u64, Mark>,
    /// What the course of the run depends on.
    control: Mark,
    /// The variables in a term, as places in a frame.
    slots: FxHashMap<Term, Rc<[usize]>>,
}

impl Doubt {
    /// Whether nothing was ever marked.
    pub fn is_idle(&self) -> bool {
        self.sources.is_empty() && self.passes.is_none()
    }

    /// The mark of a source, if what comes from it is doubtful.
    pub fn mark_of_input(&mut self, source: &InputSource) -> Mark {
        match source {
            InputSource::Approximated(_) | InputSource::Layout => self.mark(source.clone()),
            InputSource::Passing(_) => {
                self.passing.read += 1;
                self.passes.get_or_insert_with(|| source.clone());
                PASSING
            }
            _ => 0,
        }
    }

    pub fn mark(&mut self, source: InputSource) -> Mark {
        let known = self.sources.iter().position(|s| *s == source);
        let index = known.unwrap_or_else(|| {
            self.sources.push(source);
            self.sources.len() - 1
        });
        PASSING + 1 + index as Mark
    }

    pub fn set_bytes(&mut self, address: u64, length: u64, mark: Mark) {
        if self.is_idle() {
            return;
        }
        for at in address..address.saturating_add(length) {
            match mark {
                0 => self.bytes.remove(&at),
                _ => self.bytes.insert(at, mark),
            };
        }
    }

    /// A new object is there, whatever its bytes were before.
    pub fn forget(&mut self, address: u64, size: u64) {
        self.bytes
            .retain(|at, _| !(address..address + size).contains(at));
    }

    pub fn of_bytes(&self, address: u64, length: u64) -> Mark {
        if self.bytes.is_empty() {
            return 0;
        }
        let range = address..address.saturating_add(length);
        let marks = range.filter_map(|at| self.bytes.get(&at));
        marks.copied().max().unwrap_or(0)
    }

    /// The mark of all that is in memory.
    pub fn of_memory(&self) -> Mark {
        self.bytes.values().copied().max().unwrap_or(0)
    }

    /// The marks of the bytes of a range, if there may be any.
    pub fn marks_of(&self, address: u64, length: u64) -> Vec<Mark> {
        if self.bytes.is_empty() {
            return Vec::new();
        }
        (address..address + length)
            .map(|at| self.of_bytes(at, 1))
            .collect()
    }

    pub fn set_marks(&mut self, address: u64, marks: &[Mark]) {
        for (at, mark) in (address..).zip(marks) {
            self.set_bytes(at, 1, *mark);
        }
    }

    /// From here on everything depends on what has this mark.
    pub fn steer(&mut self, mark: Mark) {
        if mark == PASSING {
            self.passing.decided += 1;
        } else if self.control == 0 {
            self.control = mark;
        }
    }

    /// The source that a violation with this mark rests on.
    pub fn source(&self, mark: Mark) -> Option<InputSource> {
        let mark = if mark > PASSING { mark } else { self.control };
        let index = mark.checked_sub(PASSING + 1)?;
        self.sources.get(index as usize).cloned()
    }

    /// The mark of some source, if there is one.
    pub fn any(&self) -> Mark {
        match (self.sources.is_empty(), &self.passes) {
            (false, _) => PASSING + 1,
            (true, Some(_)) => PASSING,
            (true, None) => 0,
        }
    }

    pub fn passing(&self) -> Passing {
        self.passing
    }

    /// The first source of a value that passes.
    pub fn passes(&self) -> Option<InputSource> {
        self.passes.clone()
    }

    /// The mark of whatever may have changed which pointers there are: a function without a body that was called, or
    /// bytes of memory.
    pub fn of_pointers(&self) -> Mark {
        let is_external = |source: &InputSource| matches!(source, InputSource::External(_));
        match self.sources.iter().position(is_external) {
            Some(index) => PASSING + 1 + index as Mark,
            None => self.of_memory(),
        }
    }
}

impl Machine<'_> {
    /// The mark of a term's value.
    pub(super) fn mark(&mut self, term: Term) -> Mark {
        if self.doubt.is_idle() {
            return 0;
        }
        let slots = match self.doubt.slots.get(&term) {
            Some(slots) => slots.clone(),
            None => {
                let symbols = self.evaluator.pool().symbols_of(&[term]);
                let vars = symbols.iter().map(|s| self.program.var_of_symbol[s]);
                let slots: Rc<[usize]> = vars.map(|v| self.slots[v.index()]).collect();
                self.doubt.slots.insert(term, slots.clone());
                slots
            }
        };
        let marks = &self.frames.last().expect("the run has not ended").marks;
        slots.iter().map(|s| marks[*s]).max().unwrap_or(0)
    }

    pub(super) fn marks(&mut self, terms: &[Term]) -> Mark {
        let marks = terms.iter().map(|t| self.mark(*t));
        marks.max().unwrap_or(0)
    }

    /// The course of the run depends on these.
    pub(super) fn steer(&mut self, terms: &[Term]) {
        let mark = self.marks(terms);
        self.doubt.steer(mark);
    }

    pub(super) fn set_mark(&mut self, var: VarId, mark: Mark) {
        let slot = self.slots[var.index()];
        self.frames.last_mut().expect("the run has not ended").marks[slot] = mark;
    }
}
