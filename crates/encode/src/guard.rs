//! Path guards: the condition under which an execution reaches a point.
//!
//! A guard is a conjunction of literals in the order in which the path met them, kept as a tree of shared prefixes. Where
//! two paths meet, only what comes after their last common literal matters: it tells them apart, and when the two
//! remainders are complementary, the joined path is just the common prefix again. So a program's guards stay as small as
//! its open branches, however many branches it has closed before.

use term::{Term, TermPool};

/// A guard in its [`Guards`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Guard(u32);

impl Guard {
    /// The guard that always holds.
    pub const TRUE: Guard = Guard(0);
}

struct GuardNode {
    parent: Guard,
    literal: Term,
    /// The conjunction of all literals up to here.
    term: Term,
    depth: u32,
}

/// Owner of all guards of one execution.
pub struct Guards {
    nodes: Vec<GuardNode>,
}

impl Guards {
    pub fn new(pool: &TermPool) -> Guards {
        let root = GuardNode {
            parent: Guard::TRUE,
            literal: pool.tt(),
            term: pool.tt(),
            depth: 0,
        };
        Guards { nodes: vec![root] }
    }

    /// The guard as a term.
    pub fn term(&self, guard: Guard) -> Term {
        self.nodes[guard.0 as usize].term
    }

    /// `guard` and `literal`; `None` if that is false by rewriting alone.
    pub fn and(&mut self, pool: &mut TermPool, guard: Guard, literal: Term) -> Option<Guard> {
        if pool.is_true(literal) {
            return Some(guard);
        }
        let before = self.term(guard);
        let term = pool.and(before, literal);
        if pool.is_false(term) {
            return None;
        }
        if term == before {
            return Some(guard);
        }
        let depth = self.nodes[guard.0 as usize].depth + 1;
        self.nodes.push(GuardNode {
            parent: guard,
            literal,
            term,
            depth,
        });
        Some(Guard(
            u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 guards"),
        ))
    }

    /// Joins two guards that exclude each other. Returns the joined guard and a term that, where the joined guard holds,
    /// is true iff `a` does.
    pub fn join(&mut self, pool: &mut TermPool, a: Guard, b: Guard) -> (Guard, Term) {
        let (mut x, mut y) = (a, b);
        let mut only_a = Vec::new();
        let mut only_b = Vec::new();
        while x != y {
            let (depth_x, depth_y) = (self.depth(x), self.depth(y));
            if depth_x >= depth_y {
                only_a.push(self.nodes[x.0 as usize].literal);
                x = self.nodes[x.0 as usize].parent;
            }
            if depth_y >= depth_x {
                only_b.push(self.nodes[y.0 as usize].literal);
                y = self.nodes[y.0 as usize].parent;
            }
        }
        let shorter_is_b = only_b.len() < only_a.len();
        let rest_a = pool.and_all(only_a.into_iter().rev());
        let rest_b = pool.and_all(only_b.into_iter().rev());
        let either = pool.or(rest_a, rest_b);
        // Rewriting may see only now that neither path can be taken; the joined guard is then false, and harmless.
        let joined = self.and(pool, x, either).unwrap_or(a);
        let choice = if shorter_is_b {
            pool.not(rest_b)
        } else {
            rest_a
        };
        (joined, choice)
    }

    fn depth(&self, guard: Guard) -> u32 {
        self.nodes[guard.0 as usize].depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn joining_both_arms_of_a_branch_gives_the_guard_before_it() {
        let mut pool = TermPool::new();
        let mut guards = Guards::new(&pool);
        let (c, d) = (pool.symbol("c", Sort::Bool), pool.symbol("d", Sort::Bool));
        let (not_c, not_d) = (pool.not(c), pool.not(d));
        let outer = guards.and(&mut pool, Guard::TRUE, d).unwrap();
        let then = guards.and(&mut pool, outer, c).unwrap();
        let otherwise = guards.and(&mut pool, outer, not_c).unwrap();
        assert_eq!(guards.join(&mut pool, then, otherwise), (outer, c));
        let rest = guards.and(&mut pool, Guard::TRUE, not_d).unwrap();
        assert_eq!(guards.join(&mut pool, outer, rest), (Guard::TRUE, d));
    }

    #[test]
    fn a_contradiction_is_no_guard() {
        let mut pool = TermPool::new();
        let mut guards = Guards::new(&pool);
        let c = pool.symbol("c", Sort::Bool);
        let not_c = pool.not(c);
        let guard = guards.and(&mut pool, Guard::TRUE, c).unwrap();
        assert_eq!(guards.and(&mut pool, guard, not_c), None);
    }
}
