//! Orders and loops, on known graphs and against their definitions on random ones.

use expect_test::{Expect, expect};
use program::cfg::{Cfg, LoopForest, Wto};
use program::{BlockId, text};

fn graph(edges: &[&[u32]]) -> Cfg {
    let ids = |targets: &&[u32]| targets.iter().map(|b| BlockId(*b)).collect();
    Cfg::from_successors(edges.iter().map(ids).collect())
}

fn check_wto(edges: &[&[u32]], expected: Expect) {
    expected.assert_eq(&Wto::new(&graph(edges)).to_string());
}

#[test]
fn bourdoncles_example() {
    // Figure 2 of the paper, with its vertices numbered from 0.
    let edges: &[&[u32]] = &[&[1], &[2, 7], &[3], &[4, 6], &[5], &[4, 6], &[2, 7], &[]];
    check_wto(edges, expect!["0 1 (2 3 (4 5) 6) 7"]);
}

#[test]
fn simple_graphs() {
    check_wto(&[&[]], expect!["0"]);
    check_wto(&[&[1], &[1, 2], &[]], expect!["0 (1) 2"]);
    // Two entries into one cycle: irreducible.
    check_wto(&[&[1, 2], &[2], &[1]], expect!["0 (1 2)"]);
    // Unreachable blocks are left out.
    check_wto(&[&[2], &[2], &[]], expect!["0 2"]);
    // Nested loops that share a head cannot be told apart.
    check_wto(&[&[1], &[2, 4], &[1, 3], &[1], &[]], expect!["0 (1 2 3) 4"]);
}

#[test]
fn deep_nests_do_not_recurse() {
    let n = 100_000u32;
    let chain: Vec<Vec<BlockId>> = (0..n)
        .map(|i| match i {
            i if i + 1 == n => vec![],
            i => vec![BlockId(i + 1)],
        })
        .collect();
    let cfg = Cfg::from_successors(chain);
    assert_eq!(Wto::new(&cfg).components.len(), n as usize);
    // Loop i + 1 is inside loop i.
    let n = 2_000u32;
    let mut nest: Vec<Vec<BlockId>> = vec![vec![BlockId(1)]];
    nest.extend((1..n).map(|i| vec![BlockId(i + 1)]));
    nest.extend((0..n - 1).map(|i| vec![BlockId(n + i + 1), BlockId(n - i)]));
    nest.push(vec![]);
    let wto = Wto::new(&Cfg::from_successors(nest));
    let depth = wto.flatten().iter().map(|(_, d)| *d).max();
    assert_eq!(depth, Some(n as usize - 1));
}

/// A small generator, so that runs are reproducible.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[test]
fn random_graphs_meet_the_definitions() {
    let mut state = 1;
    for _ in 0..300 {
        let n = 1 + splitmix(&mut state) as usize % 9;
        let successors = (0..n)
            .map(|_| {
                let count = splitmix(&mut state) % 3;
                (0..count)
                    .map(|_| BlockId((splitmix(&mut state) % n as u64) as u32))
                    .collect()
            })
            .collect();
        let cfg = Cfg::from_successors(successors);
        check_definitions(&cfg);
    }
}

fn check_definitions(cfg: &Cfg) {
    let blocks = || (0..cfg.len()).map(BlockId::new);
    // Bourdoncle's definition: if an edge u -> v goes back in the order, v heads a component that contains u.
    let wto = Wto::new(cfg);
    let flat: Vec<BlockId> = wto.flatten().into_iter().map(|(b, _)| b).collect();
    let mut sorted = flat.clone();
    sorted.sort();
    let reachable: Vec<BlockId> = blocks().filter(|b| cfg.is_reachable(*b)).collect();
    assert_eq!(sorted, reachable, "each block once");
    let parts = components(&wto);
    let position = |b: BlockId| flat.iter().position(|x| *x == b).expect("in the order");
    for u in &flat {
        for v in cfg.successors(*u) {
            let backward = position(*v) <= position(*u);
            let headed = parts.iter().any(|c| c[0] == *v && c.contains(u));
            assert_eq!(backward, headed, "{u} -> {v} in {wto} of {cfg:?}");
        }
    }
}

/// The blocks of each component, head first.
fn components(wto: &Wto) -> Vec<Vec<BlockId>> {
    let flat = wto.flatten();
    let text = wto.to_string();
    let heads: Vec<bool> = text.split(' ').map(|w| w.starts_with('(')).collect();
    let mut result = Vec::new();
    for (i, (head, depth)) in flat.iter().enumerate() {
        if heads[i] {
            let rest = flat[i + 1..].iter().zip(&heads[i + 1..]);
            let inside = rest.take_while(|((_, d), h)| d > depth || (d == depth && !**h));
            result.push(
                [*head]
                    .into_iter()
                    .chain(inside.map(|((b, _), _)| *b))
                    .collect(),
            );
        }
    }
    result
}

#[test]
fn loops_have_names_and_parents() {
    let source = r#"program LP64 pointers 64 offset 48
file "sum.c"
entry main
fn main()
  var i: 32
  var j: 32
b0:
  i := #x00000000 @2:3
  goto b1
b1:
  branch (bvslt i #x0000000a) b2 b5 @3:10
b2:
  j := #x00000000 @4:5
  goto b3
b3:
  branch (bvslt j i) b3 b4 @4:12
b4:
  i := (bvadd i #x00000001) @3:20
  goto b1
b5:
  return
"#;
    let (_, program) = text::parse(source).expect("it parses");
    let forest = LoopForest::new(&program.functions[0]);
    let shown: Vec<String> = (0..forest.loops.len())
        .map(|i| {
            let id = program::cfg::LoopId(i as u32);
            let l = forest.get(id);
            format!(
                "{}: {:?} in {:?}\n",
                forest.name(&program, id),
                l.blocks,
                l.parent
            )
        })
        .collect();
    expect![[r#"
        loop at sum.c:3: [b1, b2, b3, b4] in None
        loop at sum.c:4: [b3] in Some(LoopId(0))
    "#]]
    .assert_eq(&shown.concat());
    assert!(forest.is_head(BlockId(3)));
    assert!(!forest.is_head(BlockId(4)));
}
