//! Entailment: what follows, and what only seems to. And claims that the checker has to reject.

use super::decide::Decider;
use super::heap::{
    Background, Cell, Field, Frame, Heap, Kind, Link, Node, Object, Region, Segment, Spot, Val,
};
use super::{NotProved, Shapes, entails, valid};
use program::{BlockId, FunctionId, Goals, Program, Property, VarId, text};
use smt::Limits;
use std::collections::BTreeMap;
use term::{Sort, Term, TermPool};

/// Pushes nodes of 16 bytes onto a list, and frees them.
const PUSH: &str = "program LP64 pointers 64 offset 28
file \"t.c\"
site s0 unsupported ends \"too large\" in \"f\" @1:0
site s1 valid-deref ends \"invalid write\" in \"f\" @2:0
site s2 valid-deref ends \"invalid read\" in \"f\" @3:0
site s3 valid-free ends \"invalid free\" in \"f\" @4:0
entry f

fn f() @1:0
  var p: 64
  var n: 64
  var c: 32
b0:
  p := #x0000000000000000 @1:0
  goto b1 @1:0
b1:
  c := havoc nondet \"c\" @1:0
  branch (not (= c #x00000000)) b2 b3 @1:0
b2:
  n := alloc #x0000000000000010 s0 heap align 16 @1:0
  store n p s1 @2:0
  p := n @2:0
  goto b1 @2:0
b3:
  branch (= p #x0000000000000000) b5 b4 @3:0
b4:
  n := load p s2 @3:0
  free p s3 @4:0
  p := n @4:0
  goto b3 @4:0
b5:
  return @4:0
";

struct Scene {
    pool: TermPool,
    program: Program,
}

/// Nodes of the tests.
const A: Node = Node(10);
const B: Node = Node(11);
const Z: Node = Node(12);
const THIS: Node = Node(20);

impl Scene {
    fn new() -> Scene {
        let (pool, program) = text::parse(PUSH).unwrap_or_else(|e| panic!("{e}"));
        Scene { pool, program }
    }

    fn number(&mut self, value: u64) -> Val {
        Val::Term(self.pool.bv_u64(64, value))
    }

    fn symbol(&mut self, name: &str) -> Term {
        self.pool.symbol(name, Sort::BitVec(64))
    }

    /// A node of a list: what its link and its data hold.
    fn region(&mut self, next: Val, data: Val) -> Region {
        let length = 8;
        Region {
            size: self.pool.bv_u64(64, 16),
            align: 16,
            kind: Kind::Heap,
            alive: true,
            background: Background::Unknown,
            fields: BTreeMap::from([
                (
                    0,
                    Field {
                        length,
                        value: next,
                    },
                ),
                (
                    8,
                    Field {
                        length,
                        value: data,
                    },
                ),
            ]),
        }
    }

    fn cell(&mut self, data: Val, symbols: Vec<Term>) -> Cell {
        let mut root = self.region(data, data);
        root.fields.remove(&0);
        Cell {
            this: THIS,
            root,
            objects: BTreeMap::new(),
            facts: Vec::new(),
            symbols,
        }
    }

    fn segment(&mut self, cells: Vec<Cell>, after: Val) -> Segment {
        Segment {
            first: A,
            last: Z,
            next: Link { at: 0, to: 0 },
            prev: None,
            pointer_bytes: 8,
            cells,
            after,
            before: self.number(0),
        }
    }

    /// A heap at the head of the first loop, where `p` and `n` hold these.
    fn heap(&self, p: Val, n: Option<Val>) -> Heap {
        let mut vars = BTreeMap::from([(self.var("p"), p)]);
        vars.extend(n.map(|n| (self.var("n"), n)));
        let spot = Spot {
            function: FunctionId(0),
            block: BlockId(1),
            next: 0,
        };
        let result = None;
        Heap {
            frames: vec![Frame { spot, vars, result }],
            ..Heap::default()
        }
    }

    fn var(&self, name: &str) -> VarId {
        let mut vars = self.program.functions[0].vars.iter();
        *vars.find(|v| self.program.var(**v).name == name).unwrap()
    }

    /// A list of two regions with these data.
    fn list(&mut self, data: &[Val; 2]) -> Heap {
        let mut heap = self.heap(Val::Ptr(A, 0), None);
        for (index, data) in data.iter().enumerate() {
            let node = Node(A.0 + index as u32);
            let next = match index {
                0 => Val::Ptr(B, 0),
                _ => self.number(0),
            };
            let region = self.region(next, *data);
            heap.objects.insert(node, Object::Region(region));
        }
        heap
    }

    fn entails(&mut self, heap: &Heap, claim: &Heap) -> bool {
        for heap in [heap, claim] {
            assert!(valid::is_valid(&self.pool, &self.program, heap));
        }
        let mut decider = Decider::new(&Limits::default());
        entails(&mut self.pool, &self.program, &mut decider, heap, claim)
    }

    /// A heap with one segment to which `p` leads.
    fn row(&mut self, cells: Vec<Cell>, n: Option<Val>) -> Heap {
        let null = self.number(0);
        let segment = self.segment(cells, null);
        let mut heap = self.heap(Val::Ptr(A, 0), n);
        heap.add_segment(segment);
        heap
    }
}

#[test]
fn two_regions_are_a_segment() {
    let mut scene = Scene::new();
    let (one, two) = (scene.number(1), scene.number(2));
    let list = scene.list(&[one, two]);
    let s = scene.symbol("s");
    let any = scene.cell(Val::Term(s), vec![s]);
    let row = scene.row(vec![any], None);
    assert!(scene.entails(&list, &row));
    assert!(!scene.entails(&row, &list));
}

#[test]
fn each_element_is_of_some_kind() {
    let mut scene = Scene::new();
    let (one, two) = (scene.number(1), scene.number(2));
    let list = scene.list(&[one, two]);
    let ones = scene.cell(one, vec![]);
    let twos = scene.cell(two, vec![]);
    let row = scene.row(vec![ones.clone()], None);
    let both = scene.row(vec![ones, twos], None);
    assert!(!scene.entails(&list, &row));
    assert!(scene.entails(&list, &both));
    assert!(scene.entails(&row, &both));
    assert!(!scene.entails(&both, &row));
}

/// A symbol from outside of the elements has one value for all of them.
#[test]
fn an_outer_symbol_is_no_value_of_each_element() {
    let mut scene = Scene::new();
    let (s, t) = (scene.symbol("s"), scene.symbol("t"));
    let own = scene.cell(Val::Term(s), vec![s]);
    let shared = scene.cell(Val::Term(t), vec![]);
    let any = scene.row(vec![own.clone()], Some(Val::Term(t)));
    let same = scene.row(vec![shared], Some(Val::Term(t)));
    assert!(!scene.entails(&any, &same));
    assert!(scene.entails(&same, &any));
    // Two kinds of constants are not one value either.
    let (one, two) = (scene.number(1), scene.number(2));
    let kinds = vec![scene.cell(one, vec![]), scene.cell(two, vec![])];
    let kinds = scene.row(kinds, None);
    let shared = scene.cell(Val::Term(t), vec![]);
    let same = scene.row(vec![shared], None);
    assert!(!scene.entails(&kinds, &same));
}

/// What is known of one kind of element says nothing of others.
#[test]
fn facts_of_a_kind_stay_inside() {
    let mut scene = Scene::new();
    let (s, t) = (scene.symbol("s"), scene.symbol("t"));
    let five = scene.pool.bv_u64(64, 5);
    let is_five = scene.pool.eq(t, five);
    let mut wrong = scene.cell(Val::Term(s), vec![s]);
    wrong.facts.push(is_five);
    let other = scene.cell(Val::Term(s), vec![s]);
    let heap = scene.row(vec![wrong, other.clone()], Some(Val::Term(t)));
    let claim = scene.row(vec![other], Some(Val::Term(five)));
    assert!(!scene.entails(&heap, &claim));
}

#[test]
fn no_live_object_is_left_over() {
    let mut scene = Scene::new();
    let one = scene.number(1);
    let null = scene.number(0);
    let mut heap = scene.heap(null, None);
    let region = scene.region(null, one);
    heap.objects.insert(A, Object::Region(region.clone()));
    let empty = scene.heap(null, None);
    assert!(!scene.entails(&heap, &empty));
    let leaky = Heap {
        leaky: true,
        ..empty.clone()
    };
    assert!(scene.entails(&heap, &leaky));
    assert!(!scene.entails(&leaky, &empty));
    // Nor may an object of the claim be missing.
    assert!(!scene.entails(&empty, &heap));
    // A dead one may.
    let mut dead = heap;
    let region = Region {
        alive: false,
        fields: BTreeMap::new(),
        ..region
    };
    dead.objects.insert(A, Object::Region(region));
    assert!(scene.entails(&dead, &empty));
}

#[test]
fn different_regions_are_different_objects() {
    let mut scene = Scene::new();
    let (one, null) = (scene.number(1), scene.number(0));
    let region = Object::Region(scene.region(null, one));
    let mut same = scene.heap(Val::Ptr(A, 0), Some(Val::Ptr(A, 0)));
    same.objects.insert(A, region.clone());
    let mut apart = scene.heap(Val::Ptr(A, 0), Some(Val::Ptr(B, 0)));
    apart.objects.insert(A, region.clone());
    apart.objects.insert(B, region.clone());
    assert!(!scene.entails(&same, &apart));
    assert!(!scene.entails(&apart, &same));
    // Another offset is another pointer.
    let mut inside = scene.heap(Val::Ptr(A, 0), Some(Val::Ptr(A, 8)));
    inside.objects.insert(A, region);
    assert!(!scene.entails(&same, &inside));
}

#[test]
fn a_pointer_to_the_last_element() {
    let mut scene = Scene::new();
    let one = scene.number(1);
    let ones = scene.cell(one, vec![]);
    let last = scene.row(vec![ones.clone()], Some(Val::Ptr(Z, 0)));
    let first = scene.row(vec![ones], Some(Val::Ptr(A, 0)));
    assert!(!scene.entails(&first, &last));
    assert!(!scene.entails(&last, &first));
    let mut list = scene.list(&[one, one]);
    let n = scene.var("n");
    list.frame_mut().vars.insert(n, Val::Ptr(B, 0));
    assert!(scene.entails(&list, &last));
    list.frame_mut().vars.insert(n, Val::Ptr(A, 0));
    assert!(!scene.entails(&list, &last));
}

#[test]
fn links_back_lead_to_the_element_before() {
    let mut scene = Scene::new();
    let null = scene.number(0);
    let link_back = Some(Link { at: 8, to: 0 });
    let cell = Cell {
        root: Region {
            fields: BTreeMap::new(),
            ..scene.region(null, null)
        },
        ..scene.cell(null, vec![])
    };
    let segment = Segment {
        prev: link_back,
        ..scene.segment(vec![cell], null)
    };
    let mut claim = scene.heap(Val::Ptr(A, 0), None);
    claim.add_segment(segment);
    let right = scene.list(&[null, Val::Ptr(A, 0)]);
    let wrong = scene.list(&[null, Val::Ptr(B, 0)]);
    assert!(scene.entails(&right, &claim));
    assert!(!scene.entails(&wrong, &claim));
}

#[test]
fn overlapping_fields_are_no_heap() {
    let mut scene = Scene::new();
    let (one, null) = (scene.number(1), scene.number(0));
    let mut region = scene.region(null, one);
    let length = 8;
    region.fields.insert(4, Field { length, value: one });
    let mut heap = scene.heap(Val::Ptr(A, 0), None);
    heap.objects.insert(A, Object::Region(region));
    assert!(!valid::is_valid(&scene.pool, &scene.program, &heap));
    // Nor are pointers to nowhere.
    let heap = scene.heap(Val::Ptr(A, 0), None);
    assert!(!valid::is_valid(&scene.pool, &scene.program, &heap));
}

/// What the checker says of a claim with these heaps, at the heads of both loops.
fn check(scene: &mut Scene, heaps: &[Heap]) -> Result<(), NotProved> {
    let mut shapes = Shapes::default();
    for block in [1, 3] {
        let heaps = heaps.iter().map(|heap| {
            let mut heap = heap.clone();
            heap.frame_mut().spot.block = BlockId(block);
            heap
        });
        let heaps: Vec<Heap> = heaps.collect();
        shapes.heaps.insert(heaps[0].spots(), heaps);
    }
    let goals = Goals::new(&scene.program, &[Property::ValidDeref, Property::ValidFree]);
    let checked = shapes.check(&mut scene.pool, &scene.program, &goals, &Limits::default());
    checked.map(|_| ())
}

#[test]
fn claims() {
    let mut scene = Scene::new();
    let null = scene.number(0);
    let cell = Cell {
        root: Region {
            fields: BTreeMap::new(),
            ..scene.region(null, null)
        },
        ..scene.cell(null, vec![])
    };
    let row = scene.row(vec![cell], None);
    let empty = scene.heap(null, None);
    assert_eq!(check(&mut scene, &[empty.clone(), row.clone()]), Ok(()));
    // One of them is not enough.
    for missing in [&empty, &row] {
        let refuted = check(&mut scene, std::slice::from_ref(missing));
        assert!(matches!(refuted, Err(NotProved::Refuted(_))), "{refuted:?}");
    }
    // A list that ends somewhere else is not what the program builds.
    let mut other = row;
    if let Some(Object::Segment(segment)) = other.objects.get_mut(&A) {
        segment.after = Val::Ptr(A, 0);
    }
    let refuted = check(&mut scene, &[empty, other]);
    assert!(refuted.is_err());
}
