//! A million nodes, as a chain and as a tree: made, rewritten, blasted, solved and printed on a small stack, with work that is
//! counted: so much per node, and no more.

use smt::{EmbeddedSolver, Limits, Solver};
use term::smtlib::write_term;
use term::{Sort, Term, TermPool};

const NODES: usize = 1_000_000;

/// Counts what is written.
struct Count(usize);

impl std::fmt::Write for Count {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

fn on_a_small_stack(run: fn()) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024);
    let handle = thread.spawn(run).expect("a thread starts");
    handle.join().expect("no overflow, no failure");
}

fn counter(solver: &EmbeddedSolver, name: &str) -> u64 {
    let all = solver.statistics();
    let found = all.iter().find(|(n, _)| n == name);
    found.expect("there is such a counter").1
}

/// Each node takes the one before and a symbol.
fn chain(pool: &mut TermPool, symbols: &[Term]) -> Term {
    let mut term = symbols[0];
    for i in 0..NODES / 2 {
        let (a, b) = (
            symbols[i % symbols.len()],
            symbols[(7 * i + 3) % symbols.len()],
        );
        term = pool.bvor(term, a);
        term = pool.bvxor(term, b);
    }
    term
}

fn tree(pool: &mut TermPool, symbols: &[Term]) -> Term {
    let n = symbols.len();
    // Different pairs, so that no two leaves are the same.
    let mut level: Vec<Term> = (0..NODES / 3)
        .map(|i| pool.bvand(symbols[i % n], symbols[(i / n + i % n + 1) % n]))
        .collect();
    let mut round = 0;
    while level.len() > 1 {
        round += 1;
        level = level
            .chunks(2)
            .map(|pair| match pair {
                [a, b] if round % 2 == 0 => pool.bvand(*a, *b),
                [a, b] => pool.bvor(*a, *b),
                rest => rest[0],
            })
            .collect();
    }
    level[0]
}

fn exercise(name: &str, make: fn(&mut TermPool, &[Term]) -> Term) {
    let mut pool = TermPool::new();
    let symbols: Vec<Term> = (0..1_000)
        .map(|i| pool.symbol(&format!("s{i}"), Sort::BitVec(1)))
        .collect();
    let term = make(&mut pool, &symbols);
    let made = pool.len();
    assert!(made > NODES / 2, "{name}: {made} terms are too few to tell");
    assert!(made < 3 * NODES, "{name}: {made} terms");
    let mut text = Count(0);
    write_term(&pool, term, &mut text).expect("counting takes all");
    assert!(text.0 < 80 * NODES, "{name}: {} bytes", text.0);
    // Other symbols for the same: everything is rebuilt.
    let others: Vec<Term> = (0..1_000)
        .map(|i| pool.symbol(&format!("o{i}"), Sort::BitVec(1)))
        .collect();
    let before = pool.len();
    let mut value = |pool: &mut TermPool, s| {
        let symbol = pool.symbol_term(s);
        symbols.iter().position(|t| *t == symbol).map(|i| others[i])
    };
    let rebuilt = pool.substitute(term, &mut value, &mut Default::default());
    assert_ne!(rebuilt, term);
    assert!(pool.len() - before < 3 * NODES, "{name}: rebuilt");
    let mut solver = EmbeddedSolver::new();
    let one = pool.bv_u64(1, 1);
    // Satisfied by a symbol alone, so that solving costs nothing, but all of it is blasted.
    let (hard, easy) = (pool.eq(term, one), pool.eq(symbols[1], one));
    let goal = pool.or(hard, easy);
    let answer = solver.check(&mut pool, &[goal], &Limits::default());
    assert!(answer.is_sat());
    let blasted = counter(&solver, "smt.bitblast.terms") as usize;
    assert!(blasted < 2 * NODES, "{name}: {blasted} circuits");
    let gates = counter(&solver, "smt.bitblast.ands") as usize;
    assert!(gates < 4 * NODES, "{name}: {gates} gates");
}

#[test]
fn a_chain() {
    on_a_small_stack(|| exercise("chain", chain));
}

#[test]
fn a_tree() {
    on_a_small_stack(|| exercise("tree", tree));
}
