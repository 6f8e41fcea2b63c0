//! Flat memory in the interpreter: which layouts it accepts, and where numbers lead.

use program::interp::{Contents, Ending, Event, ObjectInput, Oracle, run};
use program::{Goals, InputSource, ObjectInfo, Property, VarId, text, validate};
use std::collections::BTreeMap;
use term::BitVec;

/// Two variables of 4 bytes, and a constant that holds the address just beyond the first one.
const HEADER: &str = r#"program LP64 pointers 64 offset 40 flat
file "f.c"
type t0 int "int" 32 signed
static "a" size 4 align 4 variable "2a" = "a" t0 @1:5
static "b" size 4 align 4 variable "" = "b" t0 @2:5
static "end" size 8 align 8 constant "" pointer 0 1099511627784
site s0 valid-deref ends "invalid access" in "main"
site s1 unsupported ends "several" in "main"
site s2 assert "assertion" in "main"
entry main

fn main() @10:1
  var n: 64
  var m: 64
  var p: 64
  var x: 32
b0:
"#;

const A: u64 = (1 << 40) + 4;
const B: u64 = (2 << 40) + 4;
const END: u64 = (3 << 40) + 8;

/// Where the three objects lie.
struct Layout([u64; 3]);

impl Oracle for Layout {
    fn value(&mut self, _: VarId, _: u32, _: &InputSource) -> Option<BitVec> {
        None
    }

    fn object(&mut self, _: VarId, _: &ObjectInfo, _: u64) -> Option<ObjectInput> {
        None
    }

    fn bytes(&mut self, _: u64, _: &InputSource) -> Option<Contents> {
        None
    }

    fn external(&mut self, _: usize) -> Option<Contents> {
        None
    }

    fn bases(&mut self) -> Option<BTreeMap<u64, u64>> {
        Some([A, B, END].into_iter().zip(self.0).collect())
    }
}

fn run_main(body: &str, layout: [u64; 3]) -> (Ending, Vec<Event>) {
    let source = format!("{HEADER}{body}");
    let (pool, program) = text::parse(&source).expect("it parses");
    validate::assert_valid(&pool, &program);
    assert_eq!(
        text::parse(&text::print(&pool, &program)).map(|_| ()),
        Ok(())
    );
    let goals = Goals::new(&program, &[Property::ValidDeref, Property::Assert]);
    let mut events = Vec::new();
    let mut oracle = Layout(layout);
    let ending = run(&pool, &program, &goals, &mut oracle, &mut events, 1000);
    (ending, events)
}

/// The last value that a variable got.
fn value(events: &[Event], var: usize) -> Option<u64> {
    let mut assigned = events.iter().rev().filter_map(|event| match event {
        Event::Assign { var: v, value, .. } if v.index() == var => value.to_u64(),
        _ => None,
    });
    assigned.next()
}

const APART: [u64; 3] = [0x1000, 0x2000, 0x3000];

#[test]
fn numbers_are_those_of_the_layout() {
    let body = format!(
        " n := number #x{A:016x}\n m := load #x{END:016x} s0\n p := pointer (bvadd n #x0000000000000002) s1\n return\n"
    );
    let (ending, events) = run_main(&body, APART);
    assert_eq!(ending, Ending::Finished);
    assert_eq!(value(&events, 0), Some(0x1000));
    assert_eq!(
        value(&events, 1),
        Some(0x1004),
        "what a constant holds at first"
    );
    assert_eq!(value(&events, 2), Some(A + 2));
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Placed {
            address: A,
            base: 0x1000,
            ..
        }
    )));
}

#[test]
fn a_number_leads_to_what_lies_there() {
    let body = " p := pointer #x0000000000002003 s1\n n := number p\n return\n";
    let (ending, events) = run_main(body, APART);
    assert_eq!(ending, Ending::Finished);
    assert_eq!(
        (value(&events, 2), value(&events, 0)),
        (Some(B + 3), Some(0x2003))
    );
    // Nothing is there: the number is kept, and an access is invalid.
    for number in [0x5000u64, 1 << 46, 1 << 60, u64::MAX - 7] {
        let body =
            format!(" p := pointer #x{number:016x} s1\n n := number p\n x := load p s0\n return\n");
        let (ending, events) = run_main(&body, APART);
        assert!(
            matches!(ending, Ending::Violated(_)),
            "{number:#x}: {ending:?}"
        );
        assert_eq!(value(&events, 0), Some(number));
    }
}

#[test]
fn impossible_layouts_are_refused() {
    let body = " p := pointer #x0000000000002003 s1\n return\n";
    let layouts = [
        // Two share a byte; one is not aligned; one is in the first page; one is where no program is.
        [0x1000, 0x1003, 0x3000],
        [0x1000, 0x2002, 0x3000],
        [0x8, 0x2000, 0x3000],
        [0x1000, 0x2000, 1 << 47],
    ];
    for layout in layouts {
        let (ending, _) = run_main(body, layout);
        assert!(
            matches!(ending, Ending::Oracle { .. }),
            "{layout:?}: {ending:?}"
        );
    }
}

#[test]
fn an_end_that_is_a_start() {
    let side_by_side = [0x1000, 0x1004, 0x3000];
    // Only the end of the first variable has become a number: it is meant.
    let body = format!(" m := load #x{END:016x} s0\n p := pointer m s1\n return\n");
    let (ending, events) = run_main(&body, side_by_side);
    assert_eq!((ending, value(&events, 2)), (Ending::Finished, Some(A + 4)));
    // Both have: the start of the second one is taken, and nothing that depends on it is believed.
    let both = format!(" n := number #x{B:016x}\n m := load #x{END:016x} s0\n p := pointer m s1\n");
    let (ending, events) = run_main(&format!("{both} return\n"), side_by_side);
    assert!(matches!(ending, Ending::Unsupported { .. }), "{ending:?}");
    assert_eq!(value(&events, 2), Some(B));
}
