//! Replays that skip iterations: only iterations that can all happen.

use encode::exec::CutPoints;
use encode::inputs::{InputEvent, Inputs};
use encode::promote::Promotion;
use encode::system::{LocationId, build};
use evidence::{AcceleratedLoop, Acceleration, ReplayFailure, Trace, replay_accelerated};
use program::{BlockId, Goals, Property, SiteId, VarId, text};
use smt::Limits;
use term::BitVec;

/// Counts in steps of two from 2^32 - 102 to 0, which is even.
const COUNTS: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
type t0 int \"unsigned int\" 32 unsigned
site s0 assert \"the assertion fails\" in \"main\" @9:1
entry main

fn main() @1:0
  var x: 32 = \"x\" t0 @2:2
b0:
  x := #xffffff9a @2:2
  goto b1 @3:1
b1:
  branch (bvule #x0000000a x) b2 b3 @3:1
b2:
  x := (bvadd x #x00000002) @4:2
  goto b1 @4:3
b3:
  check s0 (= (bvurem x #x00000002) #x00000001) @9:1
  return @9:2
";

/// Replays with this many iterations skipped.
fn replay(count: u64) -> Result<Trace, ReplayFailure> {
    let (mut pool, program) = text::parse(COUNTS).unwrap_or_else(|e| panic!("{e}"));
    let goals = Goals::new(&program, &[Property::Assert]);
    let system = build(
        &mut pool,
        &program,
        &goals,
        CutPoints::default(),
        &mut || false,
    )
    .expect("it is not stopped");
    let var = VarId::new(program.vars.len());
    let acceleration = Acceleration {
        system: &system,
        loops: vec![AcceleratedLoop {
            location: LocationId(1),
            count: var,
            body: vec![BlockId(1), BlockId(2)],
        }],
    };
    let inputs = Inputs {
        externals: Vec::new(),
        bases: Default::default(),
        events: vec![InputEvent::Value {
            var,
            value: BitVec::new(32, count),
        }],
    };
    replay_accelerated(
        &mut pool,
        &program,
        &Promotion::default(),
        &goals,
        &inputs,
        SiteId::new(0),
        &acceleration,
        &Limits::default(),
    )
}

#[test]
fn all_iterations_at_once() {
    let trace = replay(51).expect("a counterexample");
    assert!(trace.steps().len() < 5, "{:?}", trace.steps());
}

#[test]
fn some_iterations_at_once_and_the_rest_one_by_one() {
    let trace = replay(40).expect("a counterexample");
    assert!(trace.steps().len() > 10, "{:?}", trace.steps());
}

#[test]
fn none_at_all() {
    let trace = replay(0).expect("a counterexample");
    assert!(trace.steps().len() > 50, "{:?}", trace.steps());
}

#[test]
fn more_than_there_are() {
    // From 0 there is no iteration, but from 2 … there would be.
    for count in [52, 60, 1 << 31] {
        match replay(count) {
            Err(ReplayFailure::Leap {
                index: 0,
                iteration,
            }) => {
                let iteration = iteration.to_u64().expect("32 bits");
                assert!((51..count).contains(&iteration), "{iteration}");
            }
            other => panic!("{count} iterations: {other:?}"),
        }
    }
}
