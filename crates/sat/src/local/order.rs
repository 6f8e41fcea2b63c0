//! Which variable is decided next: the one that conflicts met most often of late, among those that the question is about.
//!
//! A binary heap over the variables' activity (Moskewicz, Madigan, Zhao, Zhang, Malik, *Chaff: Engineering an Efficient SAT
//! Solver*, DAC 2001; as in MiniSat). Each question fills it with its own variables.

use crate::lit::Var;

const AWAY: u32 = u32::MAX;

/// See the module documentation.
#[derive(Clone, Default)]
pub(super) struct Order {
    heap: Vec<Var>,
    /// By variable: where it is in the heap, or [`AWAY`].
    places: Vec<u32>,
    activity: Vec<f64>,
    bump: f64,
}

impl Order {
    pub fn new(variables: usize) -> Order {
        Order {
            heap: Vec::new(),
            places: vec![AWAY; variables],
            activity: vec![0.0; variables],
            bump: 1.0,
        }
    }

    /// The heap contains these variables and no others.
    pub fn fill(&mut self, variables: impl Iterator<Item = Var>) {
        for var in self.heap.drain(..) {
            self.places[var.0 as usize] = AWAY;
        }
        self.heap.extend(variables);
        for (place, var) in (0..).zip(&self.heap) {
            self.places[var.0 as usize] = place;
        }
        for place in (0..self.heap.len() / 2).rev() {
            self.down(place);
        }
    }

    pub fn insert(&mut self, var: Var) {
        if self.places[var.0 as usize] == AWAY {
            self.places[var.0 as usize] = self.heap.len() as u32;
            self.heap.push(var);
            self.up(self.heap.len() - 1);
        }
    }

    pub fn pop(&mut self) -> Option<Var> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first_mut() else {
            self.places[last.0 as usize] = AWAY;
            return Some(last);
        };
        let top = std::mem::replace(first, last);
        self.places[last.0 as usize] = 0;
        self.places[top.0 as usize] = AWAY;
        self.down(0);
        Some(top)
    }

    /// A conflict met a variable.
    pub fn bump(&mut self, var: Var) {
        let activity = &mut self.activity[var.0 as usize];
        *activity += self.bump;
        if *activity > 1e100 {
            self.activity.iter_mut().for_each(|a| *a *= 1e-100);
            self.bump *= 1e-100;
        }
        let place = self.places[var.0 as usize];
        if place != AWAY {
            self.up(place as usize);
        }
    }

    /// A conflict is over: later ones count more.
    pub fn decay(&mut self) {
        self.bump *= 1.0 / 0.95;
    }

    fn is_before(&self, a: Var, b: Var) -> bool {
        self.activity[a.0 as usize] > self.activity[b.0 as usize]
    }

    fn put(&mut self, place: usize, var: Var) {
        self.heap[place] = var;
        self.places[var.0 as usize] = place as u32;
    }

    fn up(&mut self, mut place: usize) {
        let var = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.is_before(var, self.heap[parent]) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, var);
    }

    fn down(&mut self, mut place: usize) {
        let var = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !self.is_before(self.heap[child], var) {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, var);
    }
}
