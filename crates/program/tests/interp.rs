//! The interpreter: every kind of ending and violation, in the words that users see.

use expect_test::{Expect, expect};
use program::interp::{Contents, Ending, Event, ObjectInput, Oracle, RandomOracle, Violation, run};
use program::{Goals, InputSource, ObjectInfo, Property, VarId, text, validate};
use term::BitVec;

/// Answers from lists; objects get the next free address and bytes 0xaa.
#[derive(Default)]
struct Script {
    values: Vec<u64>,
    addresses: Vec<u64>,
}

fn filled(length: u64) -> Contents {
    Contents {
        bytes: (0..length).map(|i| (i, 0xaa)).collect(),
    }
}

impl Oracle for Script {
    fn value(&mut self, _: VarId, width: u32, _: &InputSource) -> Option<BitVec> {
        (!self.values.is_empty()).then(|| BitVec::new(width, self.values.remove(0)))
    }

    fn object(&mut self, _: VarId, _: &ObjectInfo, size: u64) -> Option<ObjectInput> {
        let next = (!self.addresses.is_empty()).then(|| self.addresses.remove(0));
        Some(ObjectInput {
            address: next,
            contents: filled(size.min(64)),
        })
    }

    fn bytes(&mut self, length: u64, _: &InputSource) -> Option<Contents> {
        Some(filled(length))
    }

    fn external(&mut self, _: usize) -> Option<Contents> {
        Some(filled(8))
    }

    /// A function without a body changes the first static object, which is at 4 bytes into its slot.
    fn changes(&mut self, _: &str) -> Option<Vec<(u64, Contents)>> {
        Some(vec![((1 << 48) + 4, filled(4))])
    }
}

const HEADER: &str = r#"program LP64 pointers 64 offset 48
file "f.c"
type t0 int "int" 32 signed
type t1 array t0 10
static "g" size 4 align 4 variable "2a" = "g" t0 @1:5
static ".str" size 3 align 1 constant "616200"
static "ext" size 8 align 8 external
static "f" size 1 align 1 function f
site s0 valid-deref ends "invalid access" in "main"
site s1 valid-free ends "invalid free" in "main"
site s2 no-overflow "signed addition overflows" in "main"
site s3 assert "assertion" in "main"
site s4 no-div-by-zero ends "division by zero" in "main"
site s5 valid-deref "source and target overlap" in "main"
site s6 valid-memtrack "lost" in "main"
site s7 valid-memcleanup "left" in "main"
site s8 no-uninitialised ends "unwritten" in "main"
site s9 unsupported ends "incomparable" in "main"
entry main

fn f(n) -> 32 @90:1
  var n: 32
  var r: 32
b0:
  branch (= n #x00000000) b1 b2 @91:1
b1:
  return #x00000000 @92:1
b2:
  r := call f (bvsub n #x00000001) @93:1
  return (bvadd r n) @94:1

fn main() @10:1
  var p: 64
  var q: 64
  var x: 32 = "x" t0 @11:7
  var c: 8
"#;

fn goals() -> Vec<Property> {
    vec![
        Property::ValidDeref,
        Property::ValidFree,
        Property::NoOverflow,
        Property::Assert,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::NoUninitialised,
    ]
}

fn run_main(body: &str, mut oracle: Script) -> (Ending, Vec<Event>) {
    let source = format!("{HEADER}{body}");
    let (pool, program) = text::parse(&source).expect("it parses");
    validate::assert_valid(&pool, &program);
    let mut events = Vec::new();
    let goals = Goals::new(&program, &goals());
    let ending = run(&pool, &program, &goals, &mut oracle, &mut events, 100_000);
    (ending, events)
}

fn show(ending: Ending) -> String {
    let violation = |what: &str, v: Violation| {
        let operands: Vec<String> = v.operands.iter().map(|o| o.to_string()).collect();
        let detail = v.detail.unwrap_or_default();
        format!(
            "{what} {} at line {} {operands:?} {detail}",
            v.site, v.place.line
        )
    };
    match ending {
        Ending::Violated(v) => violation("violated", v),
        Ending::Undefined(v) => violation("undefined", v),
        Ending::Assumed { place } => format!("assumed at line {}", place.line),
        Ending::Oracle { what, place } => format!("oracle at line {}: {what}", place.line),
        Ending::Finished => "finished".to_string(),
        Ending::Steps => "steps".to_string(),
        Ending::Enough => "enough".to_string(),
        Ending::Unsupported { what, place } => {
            format!("unsupported at line {}: {what}", place.line)
        }
        Ending::Memory { place } => format!("memory at line {}", place.line),
    }
}

fn check(body: &str, expected: Expect) {
    check_with(body, Script::default(), expected);
}

fn check_with(body: &str, oracle: Script, expected: Expect) {
    expected.assert_eq(&show(run_main(body, oracle).0));
}

const ARRAY: &str = "p := alloc #x28 s0 stack align 4 = (\"a\" t1 @11:3) @11:3";
const HEAP: &str = "p := alloc #x08 s0 heap align 16 = (\"malloc\" t0) @12:3";

#[test]
fn plain_endings() {
    check("b0:\n return", expect!["finished"]);
    check("b0:\n halt", expect!["finished"]);
    check("b0:\n goto b1\nb1:\n goto b1", expect!["steps"]);
    check(
        "b0:\n assume false @13:1\n return",
        expect!["assumed at line 13"],
    );
    check(
        "b0:\n x := havoc undefined @14:1\n return",
        expect!["oracle at line 14: no value for `x`"],
    );
}

#[test]
fn checks() {
    let overflow = "b0:
        x := havoc nondet \"n\"
        check s2 (not (bvsaddo x #x00000001)) x #x00000001 @15:1
        return";
    let input = |n| Script {
        values: vec![n],
        ..Script::default()
    };
    check_with(overflow, input(41), expect!["finished"]);
    check_with(
        overflow,
        input(0x7fff_ffff),
        expect![[r##"violated s2 at line 15 ["#x7fffffff", "#x00000001"] "##]],
    );
    // Not a goal, but nothing that follows has a meaning.
    check(
        "b0:\n check s4 false x @16:1\n return",
        expect![[r##"undefined s4 at line 16 ["#x00000000"] "##]],
    );
}

#[test]
fn a_check_that_is_not_a_goal_passes() {
    let source = format!("{HEADER}b0:\n check s3 false x @17:1\n return");
    let (pool, program) = text::parse(&source).expect("it parses");
    let goals = Goals::new(&program, &[Property::ValidDeref]);
    let mut events = Vec::new();
    let ending = run(
        &pool,
        &program,
        &goals,
        &mut Script::default(),
        &mut events,
        100,
    );
    assert_eq!(ending, Ending::Finished);
    assert!(events.iter().any(|e| matches!(e, Event::Passed { .. })));
}

#[test]
fn invalid_accesses() {
    let access = |address: &str, expected: Expect| {
        check(
            &format!("b0:\n {ARRAY}\n x := load {address} s0 @20:1\n return"),
            expected,
        );
    };
    access("p", expect!["finished"]);
    access("(bvadd p #x0000000000000024)", expect!["finished"]);
    access(
        "#x0000000000000000",
        expect![[
            r##"violated s0 at line 20 ["#x0000000000000000", "#x0000000000000004"] null pointer"##
        ]],
    );
    access(
        "#x0000000000000008",
        expect![[
            r##"violated s0 at line 20 ["#x0000000000000008", "#x0000000000000004"] null pointer plus 8"##
        ]],
    );
    access(
        "(bvadd p #x0000000000000028)",
        expect![[
            r##"violated s0 at line 20 ["#xffff00000000002c", "#x0000000000000004"] 4 bytes at offset 40, beyond the end of `a` (40 bytes)"##
        ]],
    );
    access(
        "(bvadd p #x0000000000000026)",
        expect![[
            r##"violated s0 at line 20 ["#xffff00000000002a", "#x0000000000000004"] 4 bytes at offset 38, reaching beyond the end of `a` (40 bytes)"##
        ]],
    );
    access(
        "(bvsub p #x0000000000000004)",
        expect![[
            r##"violated s0 at line 20 ["#xffff000000000000", "#x0000000000000004"] 4 bytes at offset -4, before the start of `a` (40 bytes)"##
        ]],
    );
    access(
        "#x0077000000000000",
        expect![[
            r##"violated s0 at line 20 ["#x0077000000000000", "#x0000000000000004"] address 0x77000000000000 is not in any object"##
        ]],
    );
    access(
        "#x0004000000000001",
        expect![[
            r##"violated s0 at line 20 ["#x0004000000000001", "#x0000000000000004"] 4 bytes at offset 0, reaching beyond the end of `f` (1 byte)"##
        ]],
    );
}

#[test]
fn writes_to_what_cannot_be_written() {
    check(
        "b0:\n c := load #x0002000000000002 s0\n store #x0002000000000001 c s0 @21:1\n return",
        expect![[
            r##"violated s0 at line 21 ["#x0002000000000001", "#x0000000000000001"] `.str` is constant"##
        ]],
    );
    check(
        "b0:\n c := load #x0004000000000001 s0 @22:1\n return",
        expect![[
            r##"violated s0 at line 22 ["#x0004000000000001", "#x0000000000000001"] `f` is a function"##
        ]],
    );
}

#[test]
fn dangling_pointers() {
    check(
        &format!("b0:\n {HEAP}\n free p s1 @23:1\n x := load p s0 @24:1\n return"),
        expect![[
            r##"violated s0 at line 24 ["#xffff000000000010", "#x0000000000000004"] `malloc` (8 bytes, allocated at f.c:12) was freed at f.c:23"##
        ]],
    );
    check(
        &format!(
            "b0:\n {ARRAY}\n endlife p @23:1\n endlife p @23:2\n x := load p s0 @24:1\n return"
        ),
        expect![[
            r##"violated s0 at line 24 ["#xffff000000000004", "#x0000000000000004"] the life of `a` (40 bytes) ended at f.c:23"##
        ]],
    );
}

#[test]
fn leaks() {
    // A local array keeps the object, at an offset that no pointer would have; then it is dead, too.
    let kept = format!(
        "b0:\n {HEAP}\n q := p\n {ARRAY}\n store (bvadd p #x0000000000000003) q s0\n leaks s6 s7 @60:1\n return"
    );
    check(
        &kept,
        expect![[
            r##"violated s7 at line 12 [] `malloc` (8 bytes, allocated at f.c:12) still exists"##
        ]],
    );
    check(
        &kept.replace(" leaks", " endlife p\n leaks"),
        expect![[
            r##"violated s6 at line 12 [] no pointer leads to `malloc` (8 bytes, allocated at f.c:12)"##
        ]],
    );
    // A pointer just beyond the end still leads to the object; one byte further does not.
    for (offset, answer) in [(8, "violated s7"), (9, "violated s6")] {
        let body = format!(
            "b0:\n {HEAP}\n q := (bvadd p #x{offset:016x})\n {ARRAY}\n store p q s0\n leaks s6 s7 @60:1\n return"
        );
        let ending = show(run_main(&body, Script::default()).0);
        assert!(ending.starts_with(answer), "{offset}: {ending}");
    }
    check(
        &format!("b0:\n {HEAP}\n free p s1\n leaks s6 s7 @60:1\n return"),
        expect!["finished"],
    );
    let library = HEAP.replace("heap", "library");
    check(
        &format!("b0:\n {library}\n leaks s6 s7 @60:1\n return"),
        expect!["finished"],
    );
}

#[test]
fn bytes_never_written() {
    let body = |between: &str| {
        format!("b0:\n {HEAP}\n q := p\n {ARRAY}\n{between} written p 4 s8 @61:1\n return")
    };
    check(
        &body(""),
        expect![[
            r##"violated s8 at line 61 ["#xfffe000000000004", "#x0000000000000004"] offset 0 of `a` (40 bytes) was never written"##
        ]],
    );
    check(&body(" store p x s0\n"), expect!["finished"]);
    check(
        &body(" store p ((_ extract 15 0) x) s0\n"),
        expect![[
            r##"violated s8 at line 61 ["#xfffe000000000004", "#x0000000000000004"] offset 2 of `a` (40 bytes) was never written"##
        ]],
    );
    // A copied byte counts as written if the original does.
    check(
        &body(" store p x s0\n copy p q #x04 s0\n"),
        expect![[
            r##"violated s8 at line 61 ["#xfffe000000000004", "#x0000000000000004"] offset 0 of `a` (40 bytes) was never written"##
        ]],
    );
    check(&body(" fill p #x01 #x28 s0\n"), expect!["finished"]);
}

#[test]
fn pointers_to_dead_objects_are_not_compared() {
    let second = HEAP.replace("p :=", "q :=");
    check(
        &format!("b0:\n {HEAP}\n free p s1\n {second}\n comparable p q s9 @62:1\n return"),
        expect![[r##"undefined s9 at line 62 ["#xffff000000000010", "#xfffe000000000010"] "##]],
    );
    check(
        &format!("b0:\n {HEAP}\n {second}\n free p s1\n comparable p q s9 @62:1\n return"),
        expect!["finished"],
    );
    check(
        &format!(
            "b0:\n {HEAP}\n {second}\n sameobject p (bvadd p #x0000000000000008) s9\n sameobject p q s9 @62:1\n return"
        ),
        expect![[r##"undefined s9 at line 62 ["#xffff000000000010", "#xfffe000000000010"] "##]],
    );
}

#[test]
fn frees() {
    let free = |pointer: &str, expected: Expect| {
        check(
            &format!(
                "b0:\n {HEAP}\n q := p\n {ARRAY}\n free {pointer} s1 @30:1\n free q s1 @31:1\n return"
            ),
            expected,
        );
    };
    free("#x0000000000000000", expect!["finished"]);
    free(
        "q",
        expect![[
            r##"violated s1 at line 31 ["#xffff000000000010"] `malloc` (8 bytes, allocated at f.c:12) was freed at f.c:30"##
        ]],
    );
    free(
        "(bvadd q #x0000000000000004)",
        expect![[
            r##"violated s1 at line 30 ["#xffff000000000014"] offset 4 of `malloc` (8 bytes, allocated at f.c:12), not its start"##
        ]],
    );
    free(
        "p",
        expect![[r##"violated s1 at line 30 ["#xfffe000000000004"] `a` is a local variable"##]],
    );
    free(
        "#x0001000000000004",
        expect![[r##"violated s1 at line 30 ["#x0001000000000004"] `g` is a static object"##]],
    );
    free(
        "#x0000000000000123",
        expect![[r##"violated s1 at line 30 ["#x0000000000000123"] null pointer plus 291"##]],
    );
}

#[test]
fn bulk() {
    let body = format!(
        "b0:
        {ARRAY}
        fill p #x07 #x00000008 s0
        copy (bvadd p #x0000000000000002) p #x00000004 s0
        store p #b101 s0
        x := load p s0
        check s3 (= x #x07070705) x
        x := load (bvadd p #x0000000000000004) s0
        check s3 (= x #x07070707) x
        x := load (bvadd p #x0000000000000008) s0
        check s3 (= x #xaaaaaaaa) x
        havocbytes p #x04 s0 nondet \"memory\"
        x := load p s0
        check s3 (= x #xaaaaaaaa) x
        q := objectsize (bvadd p #x0000000000000027)
        check s3 (= q #x0000000000000028) q
        q := objectroom (bvadd p #x0000000000000027)
        check s3 (= q #x0000000000000001) q
        q := objectroom (bvadd p #x0000000000000028)
        check s3 (= q #x0000000000000000) q
        q := objectroom (bvadd p #xffffffffffffffff)
        check s3 (= q #x0000000000000000) q
        q := objectoffset (bvadd p #x0000000000000028)
        check s3 (= q #x0000000000000028) q
        q := objectalive (bvadd p #x0000000000000028)
        check s3 (= q #x0000000000000001) q
        q := objectdynamic p
        check s3 (= q #x0000000000000000) q
        q := objectalive #x0000000000000000
        check s3 (= q #x0000000000000000) q
        fill #x0000000000000000 #x00 #x00 s0
        copy (bvadd p #x0000000000000002) p #x00000004 s0 overlap s5 @40:1
        return"
    );
    check(
        &body,
        expect![[
            r##"violated s5 at line 40 ["#xffff000000000006", "#xffff000000000004", "#x0000000000000004"] source and target of 4 bytes overlap: they are 2 apart"##
        ]],
    );
    check(
        &format!("b0:\n {ARRAY}\n fill p #x00 #x29 s0 @41:1\n return"),
        expect![[
            r##"violated s0 at line 41 ["#xffff000000000004", "#x0000000000000029"] 41 bytes at offset 0, reaching beyond the end of `a` (40 bytes)"##
        ]],
    );
}

#[test]
fn large_objects_are_sparse() {
    check(
        "b0:
        p := alloc #x0000400000000000 s0 heap align 16 zeroed
        store (bvadd p #x0000123400000ffe) #x11223344 s0
        x := load (bvadd p #x0000123400000fff) s0
        check s3 (= x #x00112233) x
        x := load (bvadd p #x0000223400000fff) s0
        check s3 (= x #x00000000) x
        p := alloc #x0000800000000001 s0 heap align 16 @42:1
        return",
        expect![[
            r##"violated s0 at line 42 ["#x0000800000000001"] 140737488355329 bytes are more than an object can have (140737488351232)"##
        ]],
    );
}

#[test]
fn addresses_of_the_oracle() {
    let two =
        "b0:\n p := alloc #x08 s0 heap align 1\n q := alloc #x08 s0 heap align 1 @50:1\n return";
    let at = |addresses: [u64; 2]| Script {
        addresses: addresses.to_vec(),
        ..Script::default()
    };
    check_with(two, at([9 << 48, 7 << 48]), expect!["finished"]);
    check_with(
        two,
        at([9 << 48, (9 << 48) + 7]),
        expect!["oracle at line 50: an object of 8 bytes at 0x9000000000007 overlaps `p`"],
    );
    check_with(
        two,
        at([9 << 48, 1 << 48]),
        expect!["oracle at line 50: an object of 8 bytes at 0x1000000000000 overlaps `g`"],
    );
    check_with(
        two,
        at([9 << 48, 0]),
        expect!["oracle at line 50: no object of 8 bytes can be at 0x0"],
    );
    check_with(
        two,
        at([9 << 48, (8 << 48) - 4]),
        expect!["oracle at line 50: no object of 8 bytes can be at 0x7fffffffffffc"],
    );
    // The interpreter never reuses a number that the oracle has used.
    let third = "b0:\n p := alloc #x08 s0 heap align 1\n free p s1\n q := alloc #x08 s0 heap align 1\n check s3 (= q #xfffe000000000001) q @51:1\n return";
    let oracle = Script {
        addresses: vec![0xffff << 48],
        ..Script::default()
    };
    check_with(third, oracle, expect!["finished"]);
}

#[test]
fn calls_and_deep_recursion() {
    check(
        "b0:\n x := call f #x00002710\n check s3 (= x #x02fb0408) x\n return",
        expect!["finished"],
    );
    let (_, events) = run_main(
        "b0:\n x := call f #x00000001 @60:2\n return @61:1",
        Script::default(),
    );
    let shown: Vec<String> = events.iter().map(|e| format!("{e:?}\n")).collect();
    expect![[r#"
        Enter { function: f1, args: [], place: Place { file: file0, line: 0, column: 0 } }
        Enter { function: f0, args: [#x00000001], place: Place { file: file0, line: 60, column: 2 } }
        Branch { place: Place { file: file0, line: 91, column: 1 } }
        Enter { function: f0, args: [#x00000000], place: Place { file: file0, line: 93, column: 1 } }
        Branch { place: Place { file: file0, line: 91, column: 1 } }
        Leave { function: f0, result: Some(#x00000000), place: Place { file: file0, line: 92, column: 1 } }
        Assign { var: v1, value: #x00000000, place: Place { file: file0, line: 93, column: 1 } }
        Leave { function: f0, result: Some(#x00000001), place: Place { file: file0, line: 94, column: 1 } }
        Assign { var: v4, value: #x00000001, place: Place { file: file0, line: 60, column: 2 } }
        Leave { function: f1, result: None, place: Place { file: file0, line: 61, column: 1 } }
    "#]]
    .assert_eq(&shown.concat());
}

#[test]
fn stack_objects_die_with_their_function() {
    let main = "b0:\n p := call g\n x := load p s0 @71:1\n return";
    let g = format!("fn g() -> 64\n  var p: 64\nb0:\n {ARRAY}\n return p @70:1\n");
    let source = format!("{HEADER}{main}\n{g}");
    let (pool, program) = text::parse(&source).expect("it parses");
    let goals = Goals::new(&program, &goals());
    let ending = run(
        &pool,
        &program,
        &goals,
        &mut Script::default(),
        &mut (),
        100,
    );
    expect![[r##"violated s0 at line 71 ["#xffff000000000004", "#x0000000000000004"] the life of `a` (40 bytes) ended at f.c:70"##]]
        .assert_eq(&show(ending));
}

#[test]
fn statics_have_their_contents() {
    check(
        "b0:
        x := load #x0001000000000004 s0
        check s3 (= x #x0000002a) x
        x := load #x000300000000000c s0
        check s3 (= x #xaaaaaaaa) x
        c := load #x0002000000000002 s0
        check s3 (= c #x62) c
        return",
        expect!["finished"],
    );
}

#[test]
fn switches() {
    let body = "b0:
        x := havoc undefined
        switch x (#x00000001 b1) (#x00000002 b2) b3
        b1:
        halt
        b2:
        assume false @80:1
        halt
        b3:
        assume false @81:1
        halt";
    let input = |n| Script {
        values: vec![n],
        ..Script::default()
    };
    check_with(body, input(1), expect!["finished"]);
    check_with(body, input(2), expect!["assumed at line 80"]);
    check_with(body, input(3), expect!["assumed at line 81"]);
}

#[test]
fn random_runs_repeat() {
    let source = format!(
        "{HEADER}{}",
        "b0:\n x := havoc undefined\n {ARRAY}\n return".replace("{ARRAY}", ARRAY)
    );
    let (pool, program) = text::parse(&source).expect("it parses");
    let goals = Goals::new(&program, &goals());
    let mut runs = (0..2).map(|_| {
        let mut events = Vec::new();
        run(
            &pool,
            &program,
            &goals,
            &mut RandomOracle::new(7),
            &mut events,
            100,
        );
        events
    });
    assert_eq!(runs.next(), runs.next());
    let mut oracle = RandomOracle::new(1);
    let values: Vec<BitVec> = (0..100).map(|_| oracle.bits(100)).collect();
    assert!(values.contains(&BitVec::int_min(100)));
    assert!(values.contains(&BitVec::zero(100)));
    assert!(values.iter().all(|v| v.width() == 100));
}

/// What a violation rests on that is not known exactly.
fn doubt(body: &str) -> Option<InputSource> {
    let script = Script {
        values: vec![7; 4],
        ..Script::default()
    };
    match run_main(body, script).0 {
        Ending::Violated(violation) => violation.doubt,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_a_violation_rests_on() {
    let external = Some(InputSource::External("ext".to_string()));
    let load = "x := load #x0001000000000004 s0";
    let fails = "check s3 (= x #x00000000)\n return";
    // The changed bytes, read, copied and followed; a branch on them; none of it.
    assert_eq!(
        doubt(&format!(
            "b0:\n external doubted \"ext\"\n {load}\n {fails}"
        )),
        external
    );
    assert_eq!(
        doubt(&format!("b0:\n external \"ext\"\n {load}\n {fails}")),
        None
    );
    let copied = "p := alloc #x0000000000000004 s0 stack align 4\n \
                  copy p #x0001000000000004 #x0000000000000004 s0\n x := load p s0";
    assert_eq!(
        doubt(&format!(
            "b0:\n external doubted \"ext\"\n {copied}\n {fails}"
        )),
        external
    );
    let branches = format!(
        "b0:\n external doubted \"ext\"\n {load}\n branch (= x #x00000000) b1 b2\nb1:\n return\nb2:\n \
         check s3 false\n return"
    );
    assert_eq!(doubt(&branches), external);
    let apart = "b0:\n external doubted \"ext\"\n x := havoc nondet \"n\"\n";
    assert_eq!(doubt(&format!("{apart} {fails}")), None);
    let layout = "b0:\n x := havoc layout\n";
    assert_eq!(
        doubt(&format!("{layout} {fails}")),
        Some(InputSource::Layout)
    );
    let passed =
        "b0:\n x := havoc layout\n x := call f (bvand x #x00000001)\n check s3 false\n return";
    assert_eq!(doubt(passed), Some(InputSource::Layout));
}

#[test]
fn low_bits_are_known_as_far_as_the_alignment_goes() {
    check(
        "b0:\n aligned #x0001000000000004 #x0000000000000004 s9\n return",
        expect!["finished"],
    );
    check(
        "b0:\n aligned #x0001000000000004 #x0000000000000008 s9 @5:1\n return",
        expect![[r##"undefined s9 at line 5 ["#x0001000000000004", "#x0000000000000008"] "##]],
    );
    check(
        "b0:\n aligned #x0000000000000064 #x0000000000000008 s9\n return",
        expect!["finished"],
    );
}

#[test]
fn object_numbers_are_used_again_when_there_is_no_other() {
    let body = "b0:
        goto b1
        b1:
        p := alloc #x04 s0 stack align 4
        endlife p
        x := (bvadd x #x00000001)
        branch (bvult x #x00000400) b1 b2
        b2:
        return";
    // 255 object numbers.
    let source = format!("{HEADER}{body}").replace("offset 48", "offset 56");
    let (pool, program) = text::parse(&source).expect("it parses");
    let goals = Goals::new(&program, &goals());
    let ending = run(
        &pool,
        &program,
        &goals,
        &mut Script::default(),
        &mut (),
        100_000,
    );
    assert_eq!(ending, Ending::Finished);
}

/// Places objects of eight bytes at a number in the middle, and leaves others to the interpreter.
struct Late(Script);

impl Oracle for Late {
    fn value(&mut self, var: VarId, width: u32, source: &InputSource) -> Option<BitVec> {
        self.0.value(var, width, source)
    }

    fn object(&mut self, var: VarId, info: &ObjectInfo, size: u64) -> Option<ObjectInput> {
        let mut input = self.0.object(var, info, size)?;
        input.address = (size == 8).then(|| self.highest_address());
        Some(input)
    }

    fn bytes(&mut self, length: u64, source: &InputSource) -> Option<Contents> {
        self.0.bytes(length, source)
    }

    fn external(&mut self, index: usize) -> Option<Contents> {
        self.0.external(index)
    }

    fn highest_address(&self) -> u64 {
        (100 << 56) + 1
    }
}

#[test]
fn object_numbers_that_the_oracle_will_use_are_left_to_it() {
    let body = "b0:
        goto b1
        b1:
        p := alloc #x04 s0 stack align 4
        x := (bvadd x #x00000001)
        branch (= x #x00000400) b3 b2
        b2:
        endlife p
        goto b1
        b3:
        q := alloc #x08 s0 stack align 1
        return";
    let source = format!("{HEADER}{body}").replace("offset 48", "offset 56");
    // However many rounds there are, the last `p`, which lives on, is not where `q` comes.
    for rounds in 1..200 {
        let mut oracle = Late(Script::default());
        let source = source.replace("#x00000400", &format!("#x{rounds:08x}"));
        let (pool, program) = text::parse(&source).expect("it parses");
        let goals = Goals::new(&program, &goals());
        let ending = run(&pool, &program, &goals, &mut oracle, &mut (), 100_000);
        assert_eq!(ending, Ending::Finished, "{rounds} rounds");
    }
}
