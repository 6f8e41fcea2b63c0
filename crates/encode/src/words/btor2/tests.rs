//! What files mean, what is written, and broken files.

use super::*;
use crate::words::{Values, WordRun, Words};
use expect_test::expect;
use term::eval::Value;
use term::{BitVec, TermPool};

/// A counter of three bits that starts anywhere below two and counts when the input says so, but never beyond six.
const COUNTER: &str = "\
; counts
1 sort bitvec 3
2 sort bitvec 1
3 input 2 go
4 state 2 start
5 state 1 n
6 uext 1 4 2 ; the first value
7 init 1 5 6
8 inc 1 5
9 ite 1 3 8 5
10 next 1 5 9
11 constd 1 6
12 ulte 2 5 11
13 constraint 12
14 ones 1
15 eq 2 5 14
16 bad 15
17 constd 1 3
18 eq 2 5 17
19 and 2 18 -3
20 bad 19
";

fn run_of(pool: &TermPool, first: &[(&str, u64)], inputs: &[&[(&str, u64)]]) -> WordRun {
    let values = |named: &[(&str, u64)]| -> Values {
        let named = named.iter().map(|(name, value)| {
            let symbol = pool.find_symbol(name).expect("it was read");
            let id = pool.as_symbol(symbol).expect("it is a symbol");
            (id, Value::BitVec(BitVec::new(pool.width(symbol), *value)))
        });
        named.collect()
    };
    WordRun {
        first: values(first),
        inputs: inputs.iter().map(|step| values(step)).collect(),
    }
}

fn written(pool: &TermPool, words: &Words) -> String {
    let mut bytes = Vec::new();
    write(pool, words, &mut bytes).expect("the format can say it");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn runs_of_a_counter() {
    let mut pool = TermPool::new();
    let file = read(&mut pool, COUNTER).expect("it is right");
    let judge = |first: u64, goes: &[u64]| {
        let steps: Vec<[(&str, u64); 1]> = goes.iter().map(|go| [("go", *go)]).collect();
        let steps: Vec<&[(&str, u64)]> = steps.iter().map(|step| step.as_slice()).collect();
        let run = run_of(&pool, &[("start", first)], &steps);
        file.words.judge(&pool, &run)
    };
    assert_eq!(judge(0, &[1, 1, 1, 0]), Some(1));
    assert_eq!(judge(1, &[1, 1, 0]), Some(1));
    // Not without the input, nor as long as it counts on, nor beyond the constraint.
    assert_eq!(judge(0, &[1, 0, 1, 0]), None);
    assert_eq!(judge(1, &[1, 1, 1]), None);
    assert_eq!(judge(1, &[1, 1, 1, 1, 1, 1, 0]), None);
}

#[test]
fn what_is_written_reads_back() {
    let mut pool = TermPool::new();
    let file = read(&mut pool, COUNTER).expect("it is right");
    // `start` has no next value: it may get any.
    let text = written(&pool, &file.words);
    expect![[r#"
        1 sort bitvec 1
        2 input 1 go
        3 input 1 start.next!0
        4 state 1 start
        5 sort bitvec 3
        6 uext 5 4 2
        7 state 5 n
        8 init 5 7 6
        9 next 1 4 3
        10 const 5 001
        11 add 5 7 10
        12 const 1 1
        13 eq 1 2 12
        14 ite 5 13 11 7
        15 next 5 7 14
        16 const 5 111
        17 eq 1 7 16
        18 not 1 17
        19 constraint 18
        20 bad 17
        21 not 1 13
        22 const 5 011
        23 eq 1 7 22
        24 and 1 23 21
        25 bad 24
    "#]]
    .assert_eq(&text);
    let mut other = TermPool::new();
    let again = read(&mut other, &text).expect("it was just written");
    // Operands that can change places may.
    let lines = written(&other, &again.words).lines().count();
    assert_eq!(lines, text.lines().count());
}

#[test]
fn a_counterexample() {
    let mut pool = TermPool::new();
    let file = read(&mut pool, COUNTER).expect("it is right");
    let steps: [&[(&str, u64)]; 3] = [
        &[("go", 1), ("start.next!0", 1)],
        &[("go", 1)],
        &[("go", 0)],
    ];
    let run = run_of(&pool, &[("start", 1)], &steps);
    assert_eq!(file.words.judge(&pool, &run), Some(1));
    let mut bytes = Vec::new();
    write_run(&pool, &file, 1, &run, &mut bytes).expect("a vector takes all");
    expect![[r#"
        sat
        b1
        #0
        0 1 start#0
        @0
        0 1 go@0
        #1
        0 1 start#1
        @1
        0 1 go@1
        #2
        0 0 start#2
        @2
        0 0 go@2
        .
    "#]]
    .assert_eq(&String::from_utf8(bytes).expect("text"));
}

/// Each operator on constants: what it is according to the format's paper.
#[test]
fn operators() {
    // Of the words 1010 and 0011.
    let words = [
        ("not 1 10", "0101"),
        ("inc 1 10", "1011"),
        ("dec 1 10", "1001"),
        ("neg 1 10", "0110"),
        ("and 1 10 11", "0010"),
        ("nand 1 10 11", "1101"),
        ("or 1 10 11", "1011"),
        ("nor 1 10 11", "0100"),
        ("xor 1 10 11", "1001"),
        ("xnor 1 10 11", "0110"),
        ("rol 1 10 11", "0101"),
        ("ror 1 10 11", "0101"),
        ("sll 1 10 11", "0000"),
        ("srl 1 10 11", "0001"),
        ("sra 1 10 11", "1111"),
        ("add 1 10 11", "1101"),
        ("sub 1 10 11", "0111"),
        ("sub 1 11 10", "1001"),
        ("mul 1 10 11", "1110"),
        ("udiv 1 10 11", "0011"),
        ("urem 1 10 11", "0001"),
        ("sdiv 1 10 11", "1110"),
        ("srem 1 10 11", "0000"),
        ("smod 1 10 11", "0000"),
        ("udiv 1 10 12", "1111"),
        ("urem 1 10 12", "1010"),
        ("sdiv 1 10 12", "0001"),
        ("srem 1 10 12", "1010"),
        ("smod 1 14 11", "0001"),
        ("srem 1 14 11", "1110"),
        ("ite 1 -20 10 11", "0011"),
        ("ite 1 20 10 11", "1010"),
        ("-10", "0101"),
    ];
    // Of the same, and 0000, 1101 (-3) and a true bit.
    let bits = [
        ("redand 2 10", 0),
        ("redand 2 15", 1),
        ("redor 2 10", 1),
        ("redor 2 12", 0),
        ("redxor 2 10", 0),
        ("redxor 2 13", 1),
        ("eq 2 10 10", 1),
        ("neq 2 10 11", 1),
        ("ugt 2 10 11", 1),
        ("ugte 2 11 11", 1),
        ("ult 2 10 11", 0),
        ("ulte 2 10 11", 0),
        ("sgt 2 10 11", 0),
        ("sgte 2 11 10", 1),
        ("slt 2 10 11", 1),
        ("slte 2 11 10", 0),
        ("uaddo 2 10 10", 1),
        ("uaddo 2 10 11", 0),
        ("saddo 2 10 10", 1),
        ("saddo 2 10 13", 1),
        ("usubo 2 10 11", 0),
        ("usubo 2 11 10", 1),
        ("ssubo 2 10 11", 1),
        ("umulo 2 10 11", 1),
        ("smulo 2 10 11", 1),
        ("smulo 2 13 11", 1),
        ("sdivo 2 14 15", 1),
        ("sdivo 2 10 15", 0),
        ("udivo 2 10 11", 0),
        ("iff 2 20 20", 1),
        ("implies 2 20 -20", 0),
        ("xnor 2 20 -20", 0),
        ("nand 2 20 20", 0),
        ("slice 2 10 3 3", 1),
    ];
    let head = "1 sort bitvec 4\n2 sort bitvec 1\n10 const 1 1010\n11 consth 1 3\n12 zero 1\n13 constd 1 -3\n\
                14 const 1 1000\n15 ones 1\n20 one 2\n";
    let bits = bits.map(|(line, value)| (2, line, value.to_string()));
    let words = words.map(|(line, value)| (1, line, value.to_string()));
    for (sort, line, value) in words.iter().chain(&bits) {
        let node = match line.strip_prefix('-') {
            Some(_) => format!("30 or 1 {line} 12"),
            None => format!("30 {line}"),
        };
        let text = format!("{head}{node}\n31 const {sort} {value}\n32 neq 2 30 31\n33 bad 32\n");
        let mut pool = TermPool::new();
        let file = read(&mut pool, &text).expect("it is right");
        assert!(pool.is_false(file.words.bad[0]), "{line} is not {value}");
    }
}

/// The parity of a word of odd width.
#[test]
fn parity_of_five() {
    let text = "1 sort bitvec 5\n2 sort bitvec 1\n3 input 1 x\n4 redxor 2 3\n5 bad 4\n";
    let mut pool = TermPool::new();
    let file = read(&mut pool, text).expect("it is right");
    for value in 0..32_u64 {
        let run = run_of(&pool, &[], &[&[("x", value)]]);
        let is_odd = value.count_ones() % 2 == 1;
        assert_eq!(file.words.judge(&pool, &run).is_some(), is_odd, "{value}");
    }
}

#[test]
fn arrays() {
    let text = "\
1 sort bitvec 2
2 sort array 1 1
3 sort bitvec 1
4 input 1 at
5 input 1 value
6 state 2 m
7 const 1 01
8 init 2 6 7
9 write 2 6 4 5
10 next 2 6 9
11 ones 1
12 read 1 6 11
13 zero 1
14 eq 3 12 13
15 bad 14
";
    let mut pool = TermPool::new();
    let file = read(&mut pool, text).expect("it is right");
    let judge = |at: u64| {
        let run = run_of(&pool, &[], &[&[("at", at), ("value", 0)], &[]]);
        file.words.judge(&pool, &run)
    };
    assert_eq!((judge(3), judge(2)), (Some(0), None));
    let text = written(&pool, &file.words);
    assert!(text.contains("sort array 1 1"), "{text}");
    let mut other = TermPool::new();
    let again = read(&mut other, &text).expect("it was just written");
    // Operands that can change places may.
    let lines = written(&other, &again.words).lines().count();
    assert_eq!(lines, text.lines().count());
}

#[test]
fn fairness_is_left_out() {
    let mut pool = TermPool::new();
    let text = "1 sort bitvec 1\n2 state 1\n3 fair 2\n4 bad 2\n";
    let file = read(&mut pool, text).expect("it is right");
    assert_eq!(file.left_out, ["`fair`, node 3"]);
}

#[test]
fn broken_files() {
    // The first four lines are right.
    let sorts = "1 sort bitvec 4\n2 sort bitvec 1\n3 state 1 s\n4 state 2 b\n";
    for (text, message) in [
        ("5 sort bitvec 0", "line 5: 0 is too small"),
        (
            "5 sort bitvec 9999999",
            "line 5: a bit-vector of more than 1048576 bits",
        ),
        ("5 sort word 3", "line 5: a sort is `bitvec` or `array`"),
        (
            "x sort bitvec 1",
            "line 5: `x` is no number below 4294967296",
        ),
        ("7", "line 5: the node has no operator"),
        ("5 add 1 3", "line 5: an operand is missing"),
        ("5 add 1 3 9", "line 5: there is no node 9 before this one"),
        (
            "5 add 1 3 4",
            "line 5: the operands are (_ BitVec 4) and (_ BitVec 1)",
        ),
        (
            "5 add 2 3 3",
            "line 5: the result of `add` is (_ BitVec 4), not (_ BitVec 1)",
        ),
        ("5 frob 1 3 3", "line 5: there is no operator `frob`"),
        ("4 not 1 3", "line 5: the node 4 comes after 4"),
        (
            "5 slice 2 3 4 4",
            "line 5: there are no bits 4 to 4 among 4",
        ),
        (
            "5 const 1 10101",
            "line 5: `10101` is no constant of 4 bits",
        ),
        ("5 constd 1 -9", "line 5: `-9` is no constant of 4 bits"),
        (
            "5 bad 3",
            "line 5: a condition has one bit, and this is (_ BitVec 4)",
        ),
        ("5 next 1 3 4", "line 5: the value is no (_ BitVec 4)"),
        (
            "5 next 1 3 3\n6 next 1 3 3",
            "line 6: the state has such a value already",
        ),
        (
            "5 input 1 x\n6 next 1 5 3",
            "line 6: only states have first and next values",
        ),
        (
            "5 init 2 4 4",
            "line 5: the first value needs that of a later state",
        ),
        (
            "5 justice 1 4\n6 fair 4",
            "line 5: there is nothing bad, and `justice`, node 5 is not supported",
        ),
        (
            "5 sort array 1 1\n6 sort array 5 1",
            "line 6: an array whose index is an array",
        ),
        (
            "5 read 1 3 3",
            "line 5: the first operand of `read` is no array",
        ),
    ] {
        let broken = read(&mut TermPool::new(), &format!("{sorts}{text}\n")).err();
        let broken = broken.map(|broken| broken.to_string());
        assert_eq!(broken.as_deref(), Some(message), "{text}");
    }
}

#[test]
fn what_the_format_lacks() {
    let mut pool = TermPool::new();
    let double = term::Sort::Float(term::FloatFormat::DOUBLE);
    let x = pool.symbol("x", double);
    let words = Words {
        inputs: vec![x],
        ..Words::default()
    };
    let error = write(&pool, &words, &mut Vec::new()).expect_err("there are no floats");
    assert!(
        error.to_string().starts_with("BTOR2 lacks the sort"),
        "{error}"
    );
}
