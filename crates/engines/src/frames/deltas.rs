//! Frames: over-approximations of the states that can be reached in so many steps.
//!
//! Frame 0 is the first states. Every other one is a set of clauses, kept as the cubes that they exclude; frame `i` has the
//! clauses of all deltas from `i` on, so that each clause is kept once, in the last frame that it is known to hold in. The
//! clauses of the infinity frame hold in every state of every run.

use sat::Lit;

/// A conjunction of literals over the numbers of latches, in order of the latches.
pub(crate) type Cube = Vec<Lit>;

/// The deltas. Number 0 stays empty.
#[derive(Default)]
pub(crate) struct Frames {
    pub deltas: Vec<Vec<Lemma>>,
    pub infinity: Vec<Lemma>,
    /// Clauses that were dropped because another one says more.
    pub subsumed: u64,
}

/// An excluded cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lemma {
    pub cube: Cube,
    /// A bit for each of the literals, of 64.
    signature: u64,
}

fn signature(cube: &[Lit]) -> u64 {
    let bit = |lit: &Lit| 1 << (lit.index().wrapping_mul(0x9E37_79B1) >> 7 & 63);
    cube.iter().fold(0, |all, lit| all | bit(lit))
}

impl Lemma {
    pub fn new(mut cube: Cube) -> Lemma {
        cube.sort_unstable();
        Lemma {
            signature: signature(&cube),
            cube,
        }
    }

    /// Whether every state of the other cube is one of this one.
    pub fn subsumes(&self, other: &Lemma) -> bool {
        if self.cube.len() > other.cube.len() || self.signature & !other.signature != 0 {
            return false;
        }
        let mut others = other.cube.iter();
        self.cube.iter().all(|lit| others.any(|o| o == lit))
    }
}

impl Frames {
    /// The number of the last frame.
    pub fn last(&self) -> usize {
        self.deltas.len() - 1
    }

    /// The last frame from which a cube is excluded already, if that is this one or a later one. What the infinity frame
    /// excludes is excluded from the last frame.
    pub fn excluded_upto(&self, frame: usize, lemma: &Lemma) -> Option<usize> {
        let knows = |known: &[Lemma]| known.iter().any(|known| known.subsumes(lemma));
        if knows(&self.infinity) {
            return Some(self.last());
        }
        let mut later = (frame..=self.last()).rev();
        later.find(|frame| knows(&self.deltas[*frame]))
    }

    /// A lemma of the frame before alone that excludes a cube.
    pub fn parent(&self, frame: usize, cube: &Cube) -> Option<&Cube> {
        let lemma = Lemma::new(cube.clone());
        let mut before = self.deltas[frame - 1].iter();
        let found = before.find(|known| known.subsumes(&lemma));
        found.map(|found| &found.cube)
    }

    /// Adds a lemma, and drops those that it makes superfluous.
    pub fn add(&mut self, frame: usize, lemma: Lemma) {
        self.drop_weaker(frame, &lemma);
        self.deltas[frame].push(lemma);
    }

    /// Moves a lemma on to the next frame.
    pub fn move_on(&mut self, frame: usize, lemma: Lemma) {
        self.deltas[frame].retain(|other| *other != lemma);
        let next = &mut self.deltas[frame + 1];
        let before = next.len();
        next.retain(|weaker| !lemma.subsumes(weaker));
        self.subsumed += (before - next.len()) as u64;
        next.push(lemma);
    }

    /// Adds a lemma that holds in every state.
    pub fn add_for_good(&mut self, lemma: Lemma) {
        self.drop_weaker(self.last(), &lemma);
        let before = self.infinity.len();
        self.infinity.retain(|weaker| !lemma.subsumes(weaker));
        self.subsumed += (before - self.infinity.len()) as u64;
        self.infinity.push(lemma);
    }

    fn drop_weaker(&mut self, upto: usize, lemma: &Lemma) {
        for delta in &mut self.deltas[1..=upto] {
            let before = delta.len();
            delta.retain(|weaker| !lemma.subsumes(weaker));
            self.subsumed += (before - delta.len()) as u64;
        }
    }

    /// The lemmas of a frame.
    pub fn of(&self, frame: usize) -> impl Iterator<Item = &Lemma> {
        self.deltas[frame..].iter().flatten().chain(&self.infinity)
    }

    pub fn len(&self) -> usize {
        self.deltas.iter().map(Vec::len).sum::<usize>() + self.infinity.len()
    }
}
