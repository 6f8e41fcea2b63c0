//! Clauses in one block of memory, and who watches them.
//!
//! A clause is a header of two words and its literals; its name is where it begins. A watch carries another literal of the
//! clause, so that most clauses need not be looked at; of a clause of two literals that is all there is to know.

use crate::lit::Lit;

/// Where a clause begins.
pub(super) type Name = u32;

/// No clause.
pub(super) const NONE: Name = u32::MAX;

/// Words before the literals: the length and two flags; how many levels a learnt clause had.
const HEADER: usize = 2;

const LEARNT: u32 = 1;
const DEAD: u32 = 2;

/// See the module documentation.
#[derive(Clone, Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// Words of dead clauses.
    wasted: usize,
}

/// A clause that is to be visited when a literal becomes false.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// Twice the clause's name, plus one if it has two literals only.
    tagged: u64,
    /// Another literal of the clause. Invariant: it is the other one if there are two.
    pub blocker: Lit,
}

impl Watch {
    pub fn new(clause: Name, is_binary: bool, blocker: Lit) -> Watch {
        Watch {
            tagged: u64::from(clause) << 1 | u64::from(is_binary),
            blocker,
        }
    }

    pub fn clause(self) -> Name {
        (self.tagged >> 1) as Name
    }

    pub fn is_binary(self) -> bool {
        self.tagged & 1 == 1
    }
}

impl Clauses {
    pub fn add(&mut self, lits: &[Lit], learnt_with: Option<u32>) -> Name {
        let name = Name::try_from(self.words.len()).expect("clauses have less than 2^32 literals");
        let flags = if learnt_with.is_some() { LEARNT } else { 0 };
        self.words.push((lits.len() as u32) << 2 | flags);
        self.words.push(learnt_with.unwrap_or(0));
        self.words.extend(lits.iter().map(|lit| lit.index() as u32));
        name
    }

    pub fn len(&self, name: Name) -> usize {
        (self.words[name as usize] >> 2) as usize
    }

    pub fn lit(&self, name: Name, at: usize) -> Lit {
        Lit::of_index(self.words[name as usize + HEADER + at])
    }

    pub fn lits(&self, name: Name) -> impl Iterator<Item = Lit> + '_ {
        let begin = name as usize + HEADER;
        let words = &self.words[begin..begin + self.len(name)];
        words.iter().map(|word| Lit::of_index(*word))
    }

    /// The literals of a clause as words.
    pub fn words_mut(&mut self, name: Name) -> &mut [u32] {
        let begin = name as usize + HEADER;
        let len = self.len(name);
        &mut self.words[begin..begin + len]
    }

    /// Whether a clause is learnt, and the number of levels it had.
    pub fn learnt_with(&self, name: Name) -> Option<u32> {
        let is_learnt = self.words[name as usize] & LEARNT != 0;
        is_learnt.then(|| self.words[name as usize + 1])
    }

    pub fn kill(&mut self, name: Name) {
        self.words[name as usize] |= DEAD;
        self.wasted += self.len(name) + HEADER;
    }

    /// Whether a good part of the memory is of dead clauses.
    pub fn is_wasteful(&self) -> bool {
        self.wasted > 4096 && self.wasted > self.words.len() / 2
    }

    /// The clauses that are not dead.
    pub fn names(&self) -> impl Iterator<Item = Name> + '_ {
        let mut next = 0;
        std::iter::from_fn(move || {
            while next < self.words.len() {
                let name = next as Name;
                next += self.len(name) + HEADER;
                if self.words[name as usize] & DEAD == 0 {
                    return Some(name);
                }
            }
            None
        })
    }
}
