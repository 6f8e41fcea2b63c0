//! Which variables clauses that define no gate connect.

use crate::lit::Var;

const NONE: u32 = u32::MAX;

/// Disjoint sets of variables, each as a list.
#[derive(Clone, Default)]
pub(super) struct Groups {
    /// By variable.
    of: Vec<u32>,
    /// A group that has become part of another one is empty.
    members: Vec<Vec<Var>>,
    /// By group: the last question that entered it.
    entered: Vec<u32>,
}

impl Groups {
    pub fn new(variables: usize) -> Groups {
        Groups {
            of: vec![NONE; variables],
            ..Groups::default()
        }
    }

    /// These variables and all that are connected to them are in one group from now on.
    pub fn unite(&mut self, variables: impl Iterator<Item = Var>) {
        let mut group = NONE;
        for var in variables {
            let own = self.of[var.0 as usize];
            if group == NONE {
                group = if own == NONE { self.add() } else { own };
            }
            if own == NONE {
                self.of[var.0 as usize] = group;
                self.members[group as usize].push(var);
            } else if own != group {
                group = self.merge(group, own);
            }
        }
    }

    fn add(&mut self) -> u32 {
        self.members.push(Vec::new());
        self.entered.push(0);
        self.members.len() as u32 - 1
    }

    /// The larger one takes the members of the other one.
    fn merge(&mut self, a: u32, b: u32) -> u32 {
        let len = |group: u32| self.members[group as usize].len();
        let (into, from) = if len(a) < len(b) { (b, a) } else { (a, b) };
        let moved = std::mem::take(&mut self.members[from as usize]);
        for var in &moved {
            self.of[var.0 as usize] = into;
        }
        self.members[into as usize].extend(moved);
        into
    }

    /// The members of a variable's group, the first time that a question asks.
    pub fn enter(&mut self, var: Var, question: u32) -> &[Var] {
        let group = self.of[var.0 as usize];
        if group == NONE || self.entered[group as usize] == question {
            return &[];
        }
        self.entered[group as usize] = question;
        &self.members[group as usize]
    }
}
