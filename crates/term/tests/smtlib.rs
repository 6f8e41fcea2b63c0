//! Text of terms and scripts: what it looks like, what it means, what is wrong with it.

use expect_test::{Expect, expect};
use term::smtlib::{
    Command, FormReader, ScriptReader, Written, parse_script, parse_term, write_script, write_term,
};
use term::{Sort, Term, TermPool};

/// A pool with `a, b: Bool`, `x, y: 8 bits`, `z: 32 bits`, `m`: an array.
fn pool() -> TermPool {
    let mut pool = TermPool::new();
    pool.symbol("a", Sort::Bool);
    pool.symbol("b", Sort::Bool);
    pool.symbol("x", Sort::BitVec(8));
    pool.symbol("y", Sort::BitVec(8));
    pool.symbol("z", Sort::BitVec(32));
    pool.symbol("m", Sort::array(Sort::BitVec(8), Sort::BitVec(32)));
    pool
}

fn parse(pool: &mut TermPool, text: &str) -> Result<Term, String> {
    let names = ["a", "b", "x", "y", "z", "m"];
    let known: Vec<Term> = names.iter().map(|n| pool.find_symbol(n).unwrap()).collect();
    let mut resolve = |name: &str| names.iter().position(|n| *n == name).map(|i| known[i]);
    parse_term(pool, text, &mut resolve).map_err(|e| e.to_string())
}

/// What a term looks like when it is printed.
fn check(text: &str, expect: Expect) {
    let mut pool = pool();
    let result = parse(&mut pool, text).map(|t| pool.display(t).to_string());
    expect.assert_eq(&result.unwrap_or_else(|e| format!("error: {e}")));
}

fn check_script(assertions: &[&str], expect: Expect) {
    let mut pool = pool();
    let terms: Vec<Term> = assertions
        .iter()
        .map(|t| parse(&mut pool, t).unwrap())
        .collect();
    let mut text = Vec::new();
    write_script(&pool, &terms, &mut text).unwrap();
    expect.assert_eq(std::str::from_utf8(&text).unwrap());
}

#[test]
fn plain_terms() {
    check("(bvadd x #x05)", expect!["(bvadd x #x05)"]);
    check("(bvsub x (_ bv5 8))", expect!["(bvadd x #xfb)"]);
    check("((_ extract 6 2) x)", expect!["((_ extract 6 2) x)"]);
    check("((_ sign_extend 24) x)", expect!["((_ sign_extend 24) x)"]);
    check(
        "(store m x (bvmul z #x00000003))",
        expect!["(store m x (bvmul z #x00000003))"],
    );
    check(
        "(store ((as const (Array (_ BitVec 8) (_ BitVec 32))) #x00000000) x z)",
        expect!["(store ((as const (Array (_ BitVec 8) (_ BitVec 32))) #x00000000) x z)"],
    );
    check("(and a (not b))", expect!["(and a (not b))"]);
    check("(bvsaddo x y)", expect!["(bvsaddo x y)"]);
    check("#b101", expect!["#b101"]);
    check(
        "; a comment\n (! (= x y) :named foo :pattern ((x) (y)))",
        expect!["(= x y)"],
    );
}

#[test]
fn derived_operators() {
    check("(=> a b a)", expect!["true"]);
    check("(=> a b)", expect!["(or b (not a))"]);
    check("(xor a b)", expect!["(not (= a b))"]);
    check(
        "(distinct x y #x00)",
        expect![[r#"(and (and (not (= x y)) (not (= x #x00))) (not (= y #x00)))"#]],
    );
    check("(= x y #x00)", expect!["(and (= x y) (= y #x00))"]);
    check("(bvuge x y)", expect!["(bvule y x)"]);
    check("(bvnand x y)", expect!["(bvnot (bvand x y))"]);
    check("(bvcomp x y)", expect!["(ite (= x y) #b1 #b0)"]);
    check(
        "((_ rotate_left 3) x)",
        expect!["(concat ((_ extract 4 0) x) ((_ extract 7 5) x))"],
    );
    check(
        "((_ rotate_right 3) x)",
        expect!["(concat ((_ extract 2 0) x) ((_ extract 7 3) x))"],
    );
    check("((_ repeat 2) x)", expect!["(concat x x)"]);
    check("(bvusubo x y)", expect!["(bvult x y)"]);
    check(
        "(bvand x y #x0f)",
        expect!["((_ zero_extend 4) ((_ extract 3 0) (bvand x y)))"],
    );
    check("(concat x y x)", expect!["(concat x (concat y x))"]);
}

#[test]
fn let_binds_in_parallel_and_shadows() {
    check("(let ((x y) (y x)) (bvsub x y))", expect!["(bvsub y x)"]);
    check(
        "(let ((u (bvadd x y))) (let ((u (bvmul u u))) u))",
        expect!["(bvmul (bvadd x y) (bvadd x y))"],
    );
    check("(bvadd (let ((y x)) y) y)", expect!["(bvadd x y)"]);
}

#[test]
fn errors_have_a_place() {
    check(
        "(bvadd x",
        expect!["error: 1:9: found the end of the text, expected a term"],
    );
    check("(bvadd x q)", expect!["error: 1:10: unknown symbol `q`"]);
    check(
        "(and a\n     (foo x))",
        expect!["error: 2:6: unknown function `foo`"],
    );
    check(
        "(bvadd x z)",
        expect!["error: 1:1: `bvadd` does not take arguments of sorts (_ BitVec 8) (_ BitVec 32)"],
    );
    check(
        "(and a x)",
        expect!["error: 1:1: `and` does not take arguments of sorts Bool (_ BitVec 8)"],
    );
    check(
        "(not a b)",
        expect!["error: 1:1: `not` takes 1 arguments, not 2"],
    );
    check(
        "(bvult x y x)",
        expect!["error: 1:1: `bvult` takes 2 arguments, not 3"],
    );
    check(
        "((_ extract 8 0) x)",
        expect!["error: 1:1: the indices of `extract` are out of range"],
    );
    check(
        "(_ bv256 8)",
        expect!["error: 1:4: `bv256` is not a literal of SMT-LIB"],
    );
    check(
        "(select x x)",
        expect!["error: 1:1: `select` does not take arguments of sorts (_ BitVec 8) (_ BitVec 8)"],
    );
    check(
        "#xzz",
        expect!["error: 1:1: `#xzz` is not a literal of SMT-LIB"],
    );
    check(
        "x y",
        expect!["error: 1:3: found y, expected the end of the term"],
    );
    check(
        "(forall ((x Bool)) x)",
        expect!["error: 1:2: `forall` is not supported"],
    );
    check("|a", expect!["error: 1:1: a quoted symbol does not end"]);
    check("1.5", expect!["error: 1:1: found 1.5, expected a term"]);
    check(")", expect!["error: 1:1: found ), expected a term"]);
    check(
        "(let ((u x) u)",
        expect!["error: 1:13: found u, expected a binding"],
    );
    check("()", expect!["error: 1:2: found ), expected a function"]);
}

#[test]
fn shared_terms_are_bound() {
    let mut pool = pool();
    let term = parse(
        &mut pool,
        "(let ((s (bvadd x y))) (bvmul (bvudiv s x) (bvurem s y)))",
    )
    .unwrap();
    let mut text = String::new();
    write_term(&pool, term, &mut text).unwrap();
    expect!["(let ((t$0 (bvadd x y))) (bvmul (bvudiv t$0 x) (bvurem t$0 y)))"].assert_eq(&text);
}

#[test]
fn floats() {
    let cases = [
        "((_ to_fp 5 11) RNE 1.5)",
        "((_ to_fp 5 11) roundTowardZero (- (/ 1 3)))",
        "((_ to_fp 8 24) RTP 0.1)",
        "(fp #b1 #b00000 #b0000000000)",
        "(_ +oo 8 24)",
        "((_ to_fp 5 11) ((_ extract 15 0) z))",
        "(fp.add RNA ((_ to_fp 5 11) RNE z) ((_ to_fp_unsigned 5 11) RNE x))",
        "(fp.gt ((_ to_fp 5 3) x) ((_ to_fp 5 3) y))",
        "(fp.sub RNE ((_ to_fp 5 3) x) ((_ to_fp 5 3) y))",
        "((_ fp.to_sbv 8) RTZ ((_ to_fp 5 3) x) y)",
        "((_ fp.to_ubv 8) RTZ ((_ to_fp 5 3) x))",
        "(fp.to_ieee_bv ((_ to_fp 5 3) x))",
        "(fp.isSubnormal ((_ to_fp 5 3) x))",
        "((_ to_fp 5 11) RNE x y)",
        "((_ to_fp 1 11) RNE x)",
        "(fp.add ((_ to_fp 5 3) x) ((_ to_fp 5 3) y))",
        "(fp.add RNE ((_ to_fp 5 3) x) ((_ to_fp 3 5) y))",
        "((_ to_fp 5 11) RNE (/ 1 0))",
        "(fp.to_real ((_ to_fp 5 3) x))",
    ];
    let mut pool = pool();
    let shown: Vec<String> = cases
        .iter()
        .map(|text| match parse(&mut pool, text) {
            Ok(term) => {
                let shown = pool.display(term).to_string();
                assert_eq!(parse(&mut pool, &shown), Ok(term), "{shown}");
                shown
            }
            Err(error) => format!("error: {error}"),
        })
        .collect();
    expect![[r#"
        (fp #b0 #b01111 #b1000000000)
        (fp #b1 #b01101 #b0101010101)
        (fp #b0 #x7b #b10011001100110011001101)
        (_ -zero 5 11)
        (_ +oo 8 24)
        ((_ to_fp 5 11) ((_ extract 15 0) z))
        (fp.add RNA ((_ to_fp 5 11) RNE z) ((_ to_fp_unsigned 5 11) RNE x))
        (fp.lt ((_ to_fp 5 3) y) ((_ to_fp 5 3) x))
        (fp.add RNE ((_ to_fp 5 3) x) (fp.neg ((_ to_fp 5 3) y)))
        ((_ fp.to_sbv 8) RTZ ((_ to_fp 5 3) x) y)
        ((_ fp.to_ubv 8) RTZ ((_ to_fp 5 3) x) (|~esc~fp.to_ubv_unspecified 8 5 3| RTZ ((_ to_fp 5 3) x)))
        (fp.to_ieee_bv ((_ to_fp 5 3) x))
        (fp.isSubnormal ((_ to_fp 5 3) x))
        error: 1:1: `to_fp` takes 1 or 2 arguments, not 3
        error: 1:1: the indices of `to_fp` are out of range
        error: 1:1: `fp.add` takes 3 arguments, not 2
        error: 1:1: `fp.add` does not take arguments of sorts RoundingMode (_ FloatingPoint 5 3) (_ FloatingPoint 3 5)
        error: 1:26: division by zero in a real literal is not supported
        error: 1:1: fp.to_real is not supported"#]].assert_eq(&shown.join("\n"));
}

#[test]
fn what_solvers_lack_of_floats_is_defined() {
    check_script(
        &[
            "(fp.lt (fp.min_last ((_ to_fp 3 5) x) ((_ to_fp 3 5) y)) (fp.fmod ((_ to_fp 3 5) x) ((_ to_fp 3 5) y)))",
            "(= ((_ fp.to_sbv 8) RTZ ((_ to_fp 5 3) x) y) (fp.to_ieee_bv ((_ to_fp 5 3) y)))",
        ],
        expect![[r#"
            (set-logic ALL)
            (declare-const x (_ BitVec 8))
            (declare-const y (_ BitVec 8))
            (define-fun fp.fmod$3$5 ((a (_ FloatingPoint 3 5)) (b (_ FloatingPoint 3 5))) (_ FloatingPoint 3 5) (let ((r (fp.rem (fp.abs a) (fp.abs b)))) (let ((s (ite (fp.isNegative r) (ite (fp.isZero r) (fp.neg r) (fp.add RNE r (fp.abs b))) r))) (ite (fp.isNegative a) (fp.neg s) s))))
            (define-fun fp.min_last$3$5 ((a (_ FloatingPoint 3 5)) (b (_ FloatingPoint 3 5))) (_ FloatingPoint 3 5) (ite (and (fp.isZero a) (fp.isZero b)) b (fp.min a b)))
            (define-fun fp.to_sbv$8$5$3 ((m RoundingMode) (a (_ FloatingPoint 5 3)) (b (_ BitVec 8))) (_ BitVec 8) (ite (let ((r (fp.roundToIntegral m a))) (and (not (fp.isNaN r)) (not (fp.isInfinite r)) (fp.leq (fp #b1 #b10110 #b00) r) (fp.lt r (fp #b0 #b10110 #b00)))) ((_ fp.to_sbv 8) m a) b))
            (define-fun t$8 () (_ FloatingPoint 3 5) ((_ to_fp 3 5) x))
            (define-fun t$9 () (_ FloatingPoint 3 5) ((_ to_fp 3 5) y))
            (declare-const t$17 (_ BitVec 8))
            (assert (let ((f ((_ to_fp 5 3) y))) (and (= ((_ to_fp 5 3) t$17) f) (=> (fp.isNaN f) (= t$17 #x7e)))))
            (assert (fp.lt (fp.min_last$3$5 t$8 t$9) (fp.fmod$3$5 t$8 t$9)))
            (assert (= (fp.to_sbv$8$5$3 RTZ ((_ to_fp 5 3) x) y) t$17))
            (check-sat)
        "#]],
    );
}

#[test]
fn functions() {
    let text = "(declare-fun f ((_ BitVec 8) Bool) Bool) (declare-const x (_ BitVec 8))
        (push) (declare-fun g (Bool) Float16) (assert (fp.isNaN (g (f x true)))) (pop)
        (assert (f (bvadd x #x01) (f x false))) (assert (g true)) (declare-fun f (Bool) Bool) (assert (f x x))
        (declare-fun g (Bool) Bool) (assert (g true))";
    expect![[r#"
        ok
        x: (_ BitVec 8)
        ok
        ok
        (fp.isNaN (g (f x true)))
        ok
        (f (bvadd x #x01) (f x false))
        3:57: unknown function `g`
        3:80: `f` is already declared with sort Bool
        3:103: `f` does not take arguments of sorts (_ BitVec 8) (_ BitVec 8)
        ok
        (g!5 true)"#]]
    .assert_eq(&outcomes(text).join("\n"));
}

#[test]
fn scripts() {
    check_script(
        &[
            "(= (bvmul x y) #x0c)",
            "(bvult (bvmul x y) (bvudiv x y))",
            "(= (select m x) z)",
        ],
        expect![[r#"
            (set-logic QF_ABV)
            (declare-const x (_ BitVec 8))
            (declare-const y (_ BitVec 8))
            (declare-const z (_ BitVec 32))
            (declare-const m (Array (_ BitVec 8) (_ BitVec 32)))
            (define-fun t$8 () (_ BitVec 8) (bvmul x y))
            (assert (= t$8 #x0c))
            (assert (bvult t$8 (bvudiv x y)))
            (assert (= z (select m x)))
            (check-sat)
        "#]],
    );
}

#[test]
fn overflow_predicates_are_defined() {
    check_script(
        &["(bvsaddo x y)", "(not (bvsaddo y x))", "(bvumulo x y)"],
        expect![[r#"
            (set-logic QF_ABV)
            (declare-const x (_ BitVec 8))
            (declare-const y (_ BitVec 8))
            (define-fun bvsaddo$8 ((a (_ BitVec 8)) (b (_ BitVec 8))) Bool (let ((s (bvadd ((_ sign_extend 1) a) ((_ sign_extend 1) b)))) (not (= ((_ extract 8 8) s) ((_ extract 7 7) s)))))
            (define-fun bvumulo$8 ((a (_ BitVec 8)) (b (_ BitVec 8))) Bool (not (= ((_ extract 15 8) (bvmul ((_ zero_extend 8) a) ((_ zero_extend 8) b))) (_ bv0 8))))
            (define-fun t$8 () Bool (bvsaddo$8 x y))
            (assert t$8)
            (assert (not t$8))
            (assert (bvumulo$8 x y))
            (check-sat)
        "#]],
    );
}

#[test]
fn symbols_of_any_name() {
    let mut pool = TermPool::new();
    for name in [
        "main::i", "true", "select", "a|b", "", "t$7", "bvadd", "x y", "~esc~", "ünï",
    ] {
        let term = pool.symbol(name, Sort::Bool);
        let negated = pool.not(term);
        let text = pool.display(negated).to_string();
        let back = parse_term(&mut pool, &text, &mut |n| (n == name).then_some(term));
        assert_eq!(back, Ok(negated), "{text}");
        let mut script = Vec::new();
        write_script(&pool, &[negated], &mut script).unwrap();
        let script = parse_script(&mut pool, std::str::from_utf8(&script).unwrap()).unwrap();
        assert_eq!(script.assertions(), [negated]);
    }
}

#[test]
fn commands() {
    let mut pool = TermPool::new();
    let text = r#"
        (set-info :source |two (lines
            of text|)
        (set-option :produce-models true)
        (set-logic QF_ABV)
        (define-sort Word () (_ BitVec 16))
        (declare-fun p () Word)
        (declare-const q Word)
        (define-fun twice ((w Word) (v Word)) Word (bvadd w (bvadd w v)))
        (define-const k Word #x0003)
        (push 1)
        (assert (! (= (twice p k) q) :named first))
        (check-sat-assuming ((bvult p q)))
        (check-sat)
        (get-value (p (bvadd  p k) first))
        (pop)
        (echo "two ""quotes""")
        (exit)
    "#;
    let script = parse_script(&mut pool, text).unwrap();
    let show = |t: &Term| pool.display(*t).to_string();
    let written = |terms: &[Written]| {
        let each = terms
            .iter()
            .map(|w| format!("{} = {}", w.text, show(&w.term)));
        each.collect::<Vec<_>>().join(", ")
    };
    let lines: Vec<String> = script
        .commands
        .iter()
        .map(|c| match c {
            Command::Declare(w) => format!("declare {} as {}", w.text, show(&w.term)),
            Command::Assert(t, name) => format!("assert {} {name:?}", show(t)),
            Command::CheckSatAssuming(ts) => format!("check {}", written(ts)),
            Command::GetValue(ts) => format!("value {}", written(ts)),
            other => format!("{other:?}"),
        })
        .collect();
    expect![[r#"
        SetInfo(":source", "|two (lines\n            of text|")
        SetOption(":produce-models", "true")
        SetLogic("QF_ABV")
        Define
        declare p as p
        declare q as q
        Define
        Define
        Push(1)
        assert (= q (bvadd #x0003 (concat ((_ extract 14 0) p) #b0))) Some("first")
        check (bvult p q) = (bvult p q)
        CheckSat
        value p = p, (bvadd  p k) = (bvadd p #x0003), first = (= q (bvadd #x0003 (concat ((_ extract 14 0) p) #b0)))
        Pop(1)
        Echo("two \"\"quotes\"\"")
        Exit"#]]
    .assert_eq(&lines.join("\n"));
}

#[test]
fn errors_in_scripts() {
    let error = |text: &str| {
        parse_script(&mut TermPool::new(), text)
            .unwrap_err()
            .to_string()
    };
    expect!["1:2: the command `declare-datatypes` is not supported"]
        .assert_eq(&error("(declare-datatypes ())"));
    expect!["1:37: `f` does not take arguments of sorts (_ BitVec 4)"]
        .assert_eq(&error("(declare-fun f (Bool) Bool) (assert (f #x1))"));
    expect!["1:9: `assert` does not take arguments of sorts (_ BitVec 4)"]
        .assert_eq(&error("(assert #x1)"));
    expect!["2:16: `p` is already declared with sort Bool"].assert_eq(&error(
        "(declare-const p Bool)\n(declare-const p (_ BitVec 3))",
    ));
    expect!["1:18: unknown sort `Real`"].assert_eq(&error("(declare-const p Real)"));
    expect!["1:15: a sort with parameters is not supported"]
        .assert_eq(&error("(declare-sort Pair 2)"));
    expect!["1:48: `=` does not take arguments of sorts U (_ BitVec 32)"].assert_eq(&error(
        "(declare-sort U 0) (declare-const u U) (assert (= u #x00000000))",
    ));
}

/// Reads commands one by one; what is wrong with them, or how many scopes are open at the end.
fn outcomes(text: &str) -> Vec<String> {
    let mut pool = TermPool::new();
    let mut reader = ScriptReader::new(&pool);
    let mut forms = FormReader::new(text.as_bytes());
    let mut outcomes = Vec::new();
    while let Some(form) = forms.next_form().unwrap() {
        outcomes.push(match reader.read(&mut pool, &form) {
            Ok(Command::Assert(term, _)) => pool.display(term).to_string(),
            Ok(Command::Declare(w)) => format!("{}: {}", w.text, pool.sort(w.term)),
            Ok(_) => "ok".to_string(),
            Err(error) => error.to_string(),
        });
    }
    outcomes
}

#[test]
fn names_end_with_their_scope() {
    let text = "(push) (declare-const p Bool) (define-sort S () Bool) (assert (! p :named n)) (pop)
        (assert n) (declare-const p (_ BitVec 2)) (declare-const q S) (assert (= p #b01)) (pop 1)";
    expect![[r#"
        ok
        p: Bool
        ok
        p
        ok
        2:17: unknown symbol `n`
        p: (_ BitVec 2)
        2:68: unknown sort `S`
        (= p!0 #b01)
        2:92: there are only 0 scopes to pop"#]]
    .assert_eq(&outcomes(text).join("\n"));
}

#[test]
fn a_wrong_command_changes_nothing() {
    let text = "(declare-const p Bool) (define-fun f ((q Bool)) Bool (and q r)) (assert q) (assert (let ((q p)) (f q)))
        (define-fun f ((q Bool)) Bool (not q)) (assert (f p)) (declare-fun f () Bool) (declare-const bvadd Bool)
        (assert (! p :named n) p) (assert n) p ) (assert (f p))";
    expect![[r#"
        p: Bool
        1:61: unknown symbol `r`
        1:73: unknown symbol `q`
        1:97: unknown function `f`
        ok
        (not p)
        2:76: `f` is already declared with sort Bool
        2:102: `bvadd` already has a meaning in SMT-LIB
        3:32: found p, expected `)` at the end of a command
        3:43: unknown symbol `n`
        3:46: found p, expected a command
        3:48: found ), expected a command
        (not p)"#]]
    .assert_eq(&outcomes(text).join("\n"));
}

#[test]
fn fresh_symbols_are_not_meant_by_their_names() {
    let text = "(define-fun f ((q Bool)) Bool (not q)) (declare-const f.q!0 Bool) (assert f.q!0) (assert (f true))";
    expect![[r#"
        ok
        f.q!0: Bool
        f.q!0!1
        false"#]]
    .assert_eq(&outcomes(text).join("\n"));
}
