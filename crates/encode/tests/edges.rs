//! The graph of a transition system, formulas along its edges, and snapshots, on small programs.

use encode::exec::CutPoints;
use encode::system::{EdgeId, EdgePath, LocationId, StateVarId, TransitionSystem, build};
use expect_test::{Expect, expect};
use program::{Goals, Property, text};
use rustc_hash::FxHashMap;
use term::eval::Evaluator;
use term::{BitVec, SymbolId, Term, TermPool, Value};

const HEAD: &str = "program LP64 pointers 64 offset 40\n\
     file \"t.c\"\n\
     type t0 int \"int\" 32 signed\n\
     site s0 assert \"the assertion fails\" in \"main\" @9:1\n\
     site s1 valid-deref ends \"invalid access\" in \"main\" @3:1\n";

fn system(body: &str) -> (TermPool, TransitionSystem) {
    system_with("", body)
}

fn system_with(statics: &str, body: &str) -> (TermPool, TransitionSystem) {
    let source = format!("{HEAD}{statics}entry main\n\n{body}");
    let (mut pool, program) = text::parse(&source).unwrap_or_else(|e| panic!("{e}\n{source}"));
    let goals = Goals::new(&program, &[Property::Assert]);
    let cuts = CutPoints::LoopHeads;
    let system = build(&mut pool, &program, &goals, cuts, &mut || false);
    (pool, system.expect("it is not stopped"))
}

/// `for (i = 0; i < n; i += nondet()) ;`
const STEPS: &str = "fn main() @1:0\n  var n: 32\n  var i: 32\n  var d: 32\n\
     b0:\n  n := havoc nondet \"f\" @2:1\n  i := #x00000000 @2:2\n  goto b1 @3:1\n\
     b1:\n  branch (bvult i n) b2 b3 @3:1\n\
     b2:\n  d := havoc nondet \"f\" @4:1\n  i := (bvadd i d) @4:2\n  goto b1 @4:3\n\
     b3:\n  return @9:2\n";

/// Two loops, one inside the other, and a third one after them.
const NESTED: &str = "fn main() @1:0\n  var n: 32\n  var i: 32\n  var j: 32\n\
     b0:\n  n := havoc nondet \"f\" @2:1\n  i := #x00000000 @2:2\n  j := #x00000000 @2:3\n  goto b1 @3:1\n\
     b1:\n  branch (bvult i n) b2 b6 @3:1\n\
     b2:\n  j := #x00000000 @4:1\n  goto b3 @4:2\n\
     b3:\n  branch (bvult j i) b4 b5 @5:1\n\
     b4:\n  j := (bvadd j #x00000001) @6:1\n  goto b3 @6:2\n\
     b5:\n  i := (bvadd i #x00000001) @7:1\n  goto b1 @7:2\n\
     b6:\n  branch (bvult j n) b7 b8 @8:1\n\
     b7:\n  j := (bvadd j #x00000001) @8:2\n  goto b6 @8:3\n\
     b8:\n  return @9:2\n";

/// The only edge from one location to another.
fn edge(system: &TransitionSystem, from: usize, to: usize) -> EdgeId {
    let mut edges = system.edges_from(LocationId::new(from));
    edges
        .find(|e| system.edge(*e).to.index() == to)
        .expect("there is such an edge")
}

fn named(system: &TransitionSystem, name: &str) -> StateVarId {
    let mut all = system.variable_ids();
    all.find(|id| system.variable(*id).name == name)
        .unwrap_or_else(|| panic!("no variable {name}"))
}

fn symbol(system: &TransitionSystem, name: &str) -> Term {
    system.variable(named(system, name)).symbol
}

fn equals(pool: &mut TermPool, symbol: Term, number: u64) -> Term {
    let number = pool.bv_u64(pool.width(symbol), number);
    pool.eq(symbol, number)
}

fn expect_conjuncts(pool: &TermPool, term: Term, expected: Expect) {
    let parts = pool.conjuncts(term);
    let shown: Vec<String> = parts.iter().map(|p| pool.display(*p).to_string()).collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn locations_and_edges_have_numbers() {
    let (_, system) = system(NESTED);
    let heads: Vec<usize> = system.heads().map(LocationId::index).collect();
    assert_eq!(heads, [1, 2, 3]);
    let ends = |e: EdgeId| (e.from.index(), system.edge(e).to.index());
    let mut all: Vec<_> = system.edges().map(ends).collect();
    all.sort_unstable();
    assert_eq!(all, [(0, 1), (1, 2), (1, 3), (2, 2), (3, 1), (3, 3)]);
    let into: Vec<_> = system.edges_into(LocationId::new(1)).map(ends).collect();
    assert_eq!(into, [(0, 1), (3, 1)]);
    for id in system.edges() {
        assert_eq!(EdgeId::new(id.from, id.index()), id);
    }
}

#[test]
fn nested_loops_are_one_component() {
    let (_, mut system) = system(NESTED);
    let show = |system: &TransitionSystem| -> Vec<(Vec<usize>, bool)> {
        let all = system.components().into_iter();
        all.map(|c| {
            let mut locations: Vec<usize> = c.locations.iter().map(|l| l.index()).collect();
            locations.sort_unstable();
            (locations, c.is_cycle)
        })
        .collect()
    };
    let expected = [(vec![0], false), (vec![1, 3], true), (vec![2], true)];
    assert_eq!(show(&system), expected);
    // Without its edges the entry reaches nothing, and everything is still in a component.
    system.blocks[0].edges.clear();
    let mut all = show(&system);
    all.sort();
    assert_eq!(all, expected);
}

#[test]
fn a_pre_image_is_a_substitution() {
    let (mut pool, system) = system(STEPS);
    let i = symbol(&system, "main/i");
    let five = equals(&mut pool, i, 5);
    let enter = system.pre(&mut pool, edge(&system, 0, 1), five);
    expect_conjuncts(&pool, enter, expect!["false"]);
    let round = edge(&system, 1, 1);
    let once = system.pre(&mut pool, round, five);
    expect_conjuncts(
        &pool,
        once,
        expect![[r#"
        (bvult main/i main/n)
        (= (bvadd main/i d@2) #x00000005)"#]],
    );
    // The input of the second round is not that of the first.
    let twice = system.pre(&mut pool, round, once);
    expect_conjuncts(
        &pool,
        twice,
        expect![[r#"
        (bvult main/i main/n)
        (= #x00000005 (bvadd (bvadd main/i d@2) d@2!0))
        (bvult (bvadd main/i d@2) main/n)"#]],
    );
}

#[test]
fn an_image_names_the_state_that_it_comes_from() {
    let (mut pool, system) = system(STEPS);
    let i = symbol(&system, "main/i");
    let three = equals(&mut pool, i, 3);
    let round = edge(&system, 1, 1);
    let once = system.post(&mut pool, round, three, "p");
    expect_conjuncts(
        &pool,
        once,
        expect![[r#"
        (= main/i (bvadd p.main/i p.d@2))
        (= main/n p.main/n)
        (bvult p.main/i p.main/n)
        (= #x00000003 p.main/i)"#]],
    );
    // The image of an image speaks of three states.
    let twice = system.post(&mut pool, round, once, "p");
    let names = pool.symbols_of(&[twice]);
    let mut names: Vec<&str> = names.iter().map(|s| pool.symbol_name(*s)).collect();
    names.sort_unstable();
    let expected = [
        "main/i",
        "main/n",
        "p.d@2",
        "p.main/i",
        "p.main/n",
        "p.p.d@2",
        "p.p.main/i",
        "p.p.main/n",
    ];
    assert_eq!(names, expected);
}

/// Follows a run of the system, with the inputs that each block gets in turn, as `input` gives them by their number.
fn run(
    pool: &TermPool,
    system: &TransitionSystem,
    rounds: usize,
    input: impl Fn(usize) -> u64,
) -> Vec<(EdgeId, FxHashMap<SymbolId, Value>)> {
    let mut state: FxHashMap<SymbolId, Value> = FxHashMap::default();
    let mut at = TransitionSystem::ENTRY;
    let mut visited = Vec::new();
    for round in 0..rounds {
        for term in &system.block(at).inputs {
            let value = BitVec::new(pool.width(*term), input(round));
            state.insert(
                pool.as_symbol(*term).expect("a symbol"),
                Value::BitVec(value),
            );
        }
        let mut evaluator = Evaluator::new(pool, &state);
        let mut edges = system.edges_from(at);
        let taken = edges.find(|e| evaluator.eval(system.edge(*e).guard).as_bool());
        let Some(taken) = taken else {
            break;
        };
        let mut next = state.clone();
        for (id, value) in system.updates(taken) {
            let symbol = pool.as_symbol(system.variable(id).symbol);
            next.insert(symbol.expect("a symbol"), evaluator.eval(value));
        }
        visited.push((taken, state));
        state = next;
        at = system.edge(taken).to;
    }
    visited
}

#[test]
fn the_formula_of_a_path_holds_for_a_run_along_it() {
    let (mut pool, system) = system(STEPS);
    let run = run(&pool, &system, 4, |round| 9 - round as u64);
    let edges: Vec<EdgeId> = run.iter().map(|(edge, _)| *edge).collect();
    assert_eq!(edges.len(), 3, "0, 8, and 15 is not below 9");
    let mut path = EdgePath::new(&mut pool, &system, TransitionSystem::ENTRY, &edges, "q");
    let locations: Vec<usize> = path.locations().iter().map(|l| l.index()).collect();
    assert_eq!(locations, [0, 1, 1, 1]);
    let mut model: FxHashMap<SymbolId, Value> = FxHashMap::default();
    for (moment, (_, state)) in run.iter().enumerate() {
        for (symbol, value) in state {
            let term = pool.symbol_term(*symbol);
            let renamed = path.at(&mut pool, moment, term);
            model.insert(pool.as_symbol(renamed).expect("a symbol"), value.clone());
        }
    }
    let i = named(&system, "main/i");
    let last = path.value(3, i);
    let n = path.value(3, named(&system, "main/n"));
    for (symbol, value) in [(last, 15), (n, 9)] {
        let value = Value::BitVec(BitVec::new(32, value));
        model.insert(pool.as_symbol(symbol).expect("a symbol"), value);
    }
    let formula = path.formula(&mut pool);
    assert!(Evaluator::new(&pool, &model).eval(formula).as_bool());
    let wrong = Value::BitVec(BitVec::new(32, 14));
    model.insert(pool.as_symbol(last).expect("a symbol"), wrong);
    assert!(!Evaluator::new(&pool, &model).eval(formula).as_bool());
    assert!(
        Evaluator::new(&pool, &model)
            .eval(path.steps()[1])
            .as_bool()
    );

    // There and back again.
    let symbol = system.variable(i).symbol;
    let small = equals(&mut pool, symbol, 2);
    let there = path.at(&mut pool, 2, small);
    assert_ne!(there, small);
    assert_eq!(path.original(&mut pool, there), small);
}

#[test]
fn a_snapshot_is_the_state_of_the_visit_before() {
    let (mut pool, mut system) = system(NESTED);
    let outer = LocationId::new(1);
    assert!(
        system
            .add_snapshot(&mut pool, TransitionSystem::ENTRY, &[])
            .is_none()
    );
    let (i, n) = (named(&system, "main/i"), named(&system, "main/n"));
    let snapshot = system
        .add_snapshot(&mut pool, outer, &[i, n])
        .expect("the location is on a cycle");
    let ghost = snapshot.values[0].1;
    for location in [1, 3] {
        let variables = &system.location(LocationId::new(location)).variables;
        assert!(variables.contains(&ghost) && variables.contains(&snapshot.taken));
    }
    let last = &system.location(LocationId::new(2)).variables;
    assert!(!last.contains(&ghost));

    let visited = run(&pool, &system, 30, |_| 3);
    let value = |state: &FxHashMap<SymbolId, Value>, id: StateVarId| {
        let symbol = pool.as_symbol(system.variable(id).symbol);
        state.get(&symbol.expect("a symbol")).cloned()
    };
    let mut before: Option<Value> = None;
    for (edge, state) in &visited {
        let here = edge.from;
        if here != outer && here != LocationId::new(3) {
            continue;
        }
        let taken = value(state, snapshot.taken).expect("it has a value");
        assert_eq!(taken.as_bool(), before.is_some());
        if before.is_some() {
            assert_eq!(value(state, ghost), before);
        }
        if here == outer {
            before = value(state, i);
        }
    }
    assert!(visited.iter().any(|(edge, _)| edge.from.index() == 2));
}

#[test]
fn what_an_index_was_when_its_loop_ended_is_kept() {
    let (mut pool, mut system) = system(NESTED);
    let outer = LocationId::new(1);
    let (i, n) = (named(&system, "main/i"), named(&system, "main/n"));
    // The loop after it still has `n`.
    assert!(system.add_ends(&mut pool, outer, &[n]).is_empty());
    let [ghost] = system.add_ends(&mut pool, outer, &[i])[..] else {
        panic!("`i` is lost when the loop ends");
    };
    assert!(system.is_ghost(ghost));
    for location in system.heads() {
        let has_it = system.location(location).variables.contains(&ghost);
        assert_eq!(has_it, location.index() == 2);
    }

    let visited = run(&pool, &system, 30, |_| 3);
    let value = |state: &FxHashMap<SymbolId, Value>, id: StateVarId| {
        let symbol = pool.as_symbol(system.variable(id).symbol);
        state.get(&symbol.expect("a symbol")).cloned()
    };
    let mut last: Option<Value> = None;
    let mut later = 0;
    for (edge, state) in &visited {
        if edge.from == outer {
            last = value(state, i);
        }
        if edge.from.index() == 2 {
            assert!(last.is_some());
            assert_eq!(value(state, ghost), last);
            later += 1;
        }
    }
    assert!(later > 0);
}

#[test]
fn blocks_tell_where_they_read_and_write_arrays() {
    let body = "fn main() @1:0\n  var i: 64\n  var j: 64\n  var x: 32\n\
         b0:\n  i := #x0000000000000000 @2:1\n  goto b1 @3:1\n\
         b1:\n  branch (bvult i #x0000000000000032) b2 b3 @3:1\n\
         b2:\n  j := (bvadd i #x0000000000000032) @4:1\n\
         \x20 x := load (bvadd #x0000010000000004 (bvmul #x0000000000000004 j)) s1 @4:2\n\
         \x20 store (bvadd #x0000010000000004 (bvmul #x0000000000000004 i)) x s1 @4:3\n\
         \x20 i := (bvadd i #x0000000000000001) @4:4\n  goto b1 @4:5\n\
         b3:\n  return @9:2\n";
    let statics = "static \"a\" size 400 align 4 variable \"\"\n";
    let (pool, system) = system_with(statics, body);
    assert!(
        system
            .index_terms(&pool, TransitionSystem::ENTRY)
            .is_empty()
    );
    let head = LocationId::new(1);
    let terms = system.index_terms(&pool, head);
    let shown: Vec<String> = terms.iter().map(|t| pool.display(*t).to_string()).collect();
    expect![[r#"
        ((_ extract 6 0) main/i)
        ((_ extract 6 0) (bvadd #x0000000000000032 main/i))"#]]
    .assert_eq(&shown.join("\n"));
    let accesses = system.block(head).array_accesses(&pool);
    assert!(accesses.iter().any(|a| a.written.is_some()));
    assert!(accesses.iter().any(|a| a.written.is_none()));
}
