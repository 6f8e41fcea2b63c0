//! Bitwise operators, shifts, parts of values, arrays.

use crate::{fires, fires_both, pool, stays};

#[test]
fn bitwise() {
    for (op, dual, unit, zero) in [
        ("bvand", "bvor", "#xff", "#x00"),
        ("bvor", "bvand", "#x00", "#xff"),
    ] {
        fires_both(op, "x", unit, "x");
        fires_both(op, "x", zero, zero);
        fires_both(op, "x", "x", "x");
        fires_both(op, "x", "(bvnot x)", zero);
        fires_both(op, "x", &format!("({op} x y)"), &format!("({op} x y)"));
        fires_both(op, "x", &format!("({op} (bvnot x) y)"), zero);
        fires_both(op, "x", &format!("({dual} x y)"), "x");
        fires_both(
            op,
            "x",
            &format!("({dual} (bvnot x) y)"),
            &format!("({op} x y)"),
        );
        fires_both(
            op,
            "((_ zero_extend 4) u)",
            "((_ zero_extend 4) v)",
            &format!("((_ zero_extend 4) ({op} u v))"),
        );
        fires_both(
            op,
            "((_ sign_extend 4) u)",
            "((_ sign_extend 4) v)",
            &format!("((_ sign_extend 4) ({op} u v))"),
        );
        stays(&format!("({op} x y)"));
        stays(&format!("({op} x ({dual} y z))"));
        stays(&format!("({op} (ite c #x01 #x00) (ite d #x02 #x00))"));
    }
    fires_both(
        "bvand",
        "(ite c #x01 #x00)",
        "(ite d #x01 #x00)",
        "(ite (and c d) #x01 #x00)",
    );
    fires_both(
        "bvor",
        "(ite c #x01 #x00)",
        "(ite d #x01 #x00)",
        "(ite (or c d) #x01 #x00)",
    );
    fires_both(
        "bvxor",
        "(ite c #x01 #x00)",
        "(ite d #x01 #x00)",
        "(ite (= c d) #x00 #x01)",
    );
    fires_both(
        "bvand",
        "x",
        "#x0f",
        "((_ zero_extend 4) ((_ extract 3 0) x))",
    );
    fires_both("bvand", "x", "#xf0", "(concat ((_ extract 7 4) x) #x0)");
    fires_both(
        "bvand",
        "x",
        "#x1c",
        "((_ zero_extend 3) (concat ((_ extract 4 2) x) #b00))",
    );
    fires_both("bvand", "(bvand x #x55)", "#x45", "(bvand x #x45)");
    fires_both("bvor", "(bvor x #x05)", "#x02", "(bvor x #x07)");
    fires_both(
        "bvor",
        "((_ zero_extend 4) u)",
        "#x55",
        "(concat #x5 (bvor u #x5))",
    );
    fires_both("bvor", "(concat u v)", "#x05", "(concat u (bvor v #x5))");
    fires_both(
        "bvor",
        "(concat u #x0)",
        "((_ zero_extend 4) v)",
        "(concat u v)",
    );
    fires_both(
        "bvxor",
        "(concat u #x0)",
        "((_ zero_extend 4) v)",
        "(concat u v)",
    );
    fires_both("bvxor", "x", "#x00", "x");
    fires_both("bvxor", "x", "#xff", "(bvnot x)");
    fires_both("bvxor", "x", "x", "#x00");
    fires_both("bvxor", "x", "(bvnot x)", "#xff");
    fires_both("bvxor", "(bvxor x #x05)", "#x02", "(bvxor x #x07)");
    fires_both("bvxor", "(bvnot x)", "#x02", "(bvxor x #xfd)");
    fires_both("bvxor", "(bvnot x)", "(bvnot y)", "(bvxor x y)");
    fires_both("bvxor", "(bvnot x)", "y", "(bvnot (bvxor x y))");
    fires_both("bvxor", "x", "(bvxor x y)", "y");
    fires("(bvnot (bvnot x))", "x");
    fires("(bvnot (bvneg x))", "(bvadd x #xff)");
    fires("(bvnot (bvxor x #x01))", "(bvxor x #xfe)");
    fires("(bvnot (ite c #x01 #x02))", "(ite c #xfe #xfd)");
    fires("(= (bvand p (ite c #b1 #b0)) #b1)", "(and (= p #b1) c)");
    stays("(bvand #x05 x)");
    stays("(bvor #x05 x)");
    stays("(bvor (concat u #b00) ((_ zero_extend 2) v))");
    stays("(bvnot (bvadd x y))");
}

#[test]
fn shifts() {
    fires("(bvshl x #x00)", "x");
    fires("(bvshl x #x02)", "(concat ((_ extract 5 0) x) #b00)");
    fires("(bvshl x #x08)", "#x00");
    fires("(bvshl #x00 x)", "#x00");
    fires("(bvlshr x #x00)", "x");
    fires("(bvlshr x #x02)", "((_ zero_extend 2) ((_ extract 7 2) x))");
    fires("(bvlshr x #xff)", "#x00");
    fires("(bvlshr #x00 x)", "#x00");
    fires("(bvashr x #x00)", "x");
    fires("(bvashr x #x02)", "((_ sign_extend 2) ((_ extract 7 2) x))");
    fires("(bvashr x #x08)", "((_ sign_extend 7) ((_ extract 7 7) x))");
    fires("(bvashr #xff x)", "#xff");
    fires("(bvashr p q)", "p");
    fires(
        "(bvashr ((_ zero_extend 4) u) x)",
        "(bvlshr ((_ zero_extend 4) u) x)",
    );
    // Shifts of shifts.
    fires("(bvshl (bvshl x #x02) #x03)", "(bvshl x #x05)");
    fires("(bvlshr (bvlshr x #x02) #x03)", "(bvlshr x #x05)");
    fires("(bvashr (bvashr x #x02) #x03)", "(bvashr x #x05)");
    fires("(bvlshr (bvshl x #x04) #x04)", "(bvand x #x0f)");
    fires(
        "(bvashr (bvshl ((_ zero_extend 24) x) #x00000018) #x00000018)",
        "((_ sign_extend 24) x)",
    );
    stays("(bvshl x y)");
    stays("(bvshl #x01 x)");
    stays("(bvlshr x y)");
    stays("(bvashr x y)");
}

#[test]
fn structure() {
    fires("((_ extract 7 0) x)", "x");
    fires(
        "((_ extract 2 1) ((_ extract 6 3) x))",
        "((_ extract 5 4) x)",
    );
    fires("((_ extract 2 1) (concat u v))", "((_ extract 2 1) v)");
    fires("((_ extract 6 5) (concat u v))", "((_ extract 2 1) u)");
    fires(
        "((_ extract 5 2) (concat u v))",
        "(concat ((_ extract 1 0) u) ((_ extract 3 2) v))",
    );
    fires(
        "((_ extract 23 8) (concat x (concat y (concat z x))))",
        "(concat y z)",
    );
    fires(
        "((_ extract 2 1) ((_ zero_extend 4) u))",
        "((_ extract 2 1) u)",
    );
    fires("((_ extract 6 5) ((_ zero_extend 4) u))", "#b00");
    fires(
        "((_ extract 6 2) ((_ zero_extend 4) u))",
        "((_ zero_extend 3) ((_ extract 3 2) u))",
    );
    fires(
        "((_ extract 2 1) ((_ sign_extend 4) u))",
        "((_ extract 2 1) u)",
    );
    fires(
        "((_ extract 6 5) ((_ sign_extend 4) u))",
        "((_ sign_extend 1) ((_ extract 3 3) u))",
    );
    fires(
        "((_ extract 6 2) ((_ sign_extend 4) u))",
        "((_ sign_extend 3) ((_ extract 3 2) u))",
    );
    fires("((_ extract 5 2) (bvnot x))", "(bvnot ((_ extract 5 2) x))");
    fires("((_ extract 3 0) (bvand x #x50))", "#x0");
    fires("((_ extract 3 0) (bvor x #x50))", "((_ extract 3 0) x)");
    fires("((_ extract 3 0) (ite c #x12 #x34))", "(ite c #x2 #x4)");
    fires(
        "((_ extract 3 0) (bvadd ((_ zero_extend 4) u) ((_ sign_extend 4) v)))",
        "(bvadd u v)",
    );
    fires(
        "((_ extract 3 0) (bvmul ((_ zero_extend 4) u) #x13))",
        "(bvmul u #x3)",
    );
    fires(
        "((_ extract 3 0) (ite c ((_ zero_extend 4) u) ((_ sign_extend 4) v)))",
        "(ite c u v)",
    );
    fires(
        "((_ zero_extend 2) ((_ zero_extend 3) u))",
        "((_ zero_extend 5) u)",
    );
    fires(
        "((_ sign_extend 2) ((_ sign_extend 3) u))",
        "((_ sign_extend 5) u)",
    );
    fires(
        "((_ sign_extend 2) ((_ zero_extend 3) u))",
        "((_ zero_extend 5) u)",
    );
    fires("((_ zero_extend 7) (ite c #b1 #b0))", "(ite c #x01 #x00)");
    fires("(concat (concat u v) x)", "(concat u (concat v x))");
    fires("(concat #x0 u)", "((_ zero_extend 4) u)");
    fires("(concat #x3 u)", "((_ zero_extend 2) (concat #b11 u))");
    fires("(concat #xf ((_ zero_extend 4) u))", "(concat #xf0 u)");
    fires("(concat #x8 (concat #x1 u))", "(concat #x81 u)");
    fires(
        "(concat u (concat #x8 (concat #x1 v)))",
        "(concat u (concat #x81 v))",
    );
    fires("(concat ((_ extract 7 4) x) ((_ extract 3 0) x))", "x");
    fires(
        "(concat ((_ extract 7 4) x) (concat ((_ extract 3 2) x) u))",
        "(concat ((_ extract 7 2) x) u)",
    );
    fires(
        "(concat (bvnot ((_ extract 7 4) x)) (bvnot ((_ extract 3 0) x)))",
        "(bvnot x)",
    );
    fires(
        "(concat (ite c #x1 #x2) (ite c #x3 #x4))",
        "(ite c #x13 #x24)",
    );
    fires("(concat ((_ extract 3 3) u) u)", "((_ sign_extend 1) u)");
    fires(
        "(concat ((_ sign_extend 4) u) v)",
        "((_ sign_extend 4) (concat u v))",
    );
    fires(
        "(concat ((_ zero_extend 4) u) v)",
        "((_ zero_extend 4) (concat u v))",
    );
    stays("(concat u v)");
    stays("(concat ((_ extract 3 0) x) ((_ extract 7 4) x))");
    stays("(concat ((_ extract 7 5) x) ((_ extract 3 0) x))");
    stays("(concat ((_ extract 7 4) x) ((_ extract 3 0) y))");
    stays("(concat ((_ extract 2 2) u) u)");
    stays("(concat (ite c #x1 #x2) (ite d #x3 #x4))");
    stays("((_ extract 3 0) (bvadd x y))");
    stays("((_ extract 7 4) (bvadd ((_ zero_extend 4) u) ((_ zero_extend 4) v)))");
    stays("((_ extract 3 0) (bvand #x05 x))");
    stays("((_ sign_extend 4) u)");
}

/// A value written byte by byte and read back is the value.
#[test]
fn bytes_of_memory() {
    let bytes = |value: &str| -> String {
        let byte = |i: u32| format!("((_ extract {} {}) {value})", 8 * i + 7, 8 * i);
        format!("(concat {} {} {} {})", byte(3), byte(2), byte(1), byte(0))
    };
    let values = [
        "w",
        "(bvadd w w2)",
        "((_ zero_extend 24) x)",
        "((_ sign_extend 24) x)",
        "((_ sign_extend 16) (concat x y))",
        "((_ zero_extend 16) (concat x y))",
        "(concat x y z x)",
        "(concat x ((_ sign_extend 16) y))",
        "(bvnot w)",
        "(ite c #x00000100 #x00000200)",
        "(ite c w w2)",
        "(bvshl w #x00000008)",
        "(bvlshr w #x0000000c)",
        "(bvashr w #x0000000c)",
        "#x12345678",
    ];
    for value in values {
        fires(&bytes(value), value);
    }
    // Shifted and or-ed together, as C does it.
    fires(
        "(bvor (bvshl ((_ zero_extend 24) x) #x00000008) ((_ zero_extend 24) y))",
        "((_ zero_extend 16) (concat x y))",
    );
}

#[test]
fn arrays() {
    fires("(select (store m x y) x)", "y");
    fires("(select (store m #x01 y) #x02)", "(select m #x02)");
    fires("(select (store m (bvadd x #x01) y) x)", "(select m x)");
    fires(
        "(select (store m (bvadd x #x01) y) (bvadd x #x02))",
        "(select m (bvadd x #x02))",
    );
    fires("(select (store (store m #x01 y) #x02 z) #x01)", "y");
    fires(
        "(select ((as const (Array (_ BitVec 8) (_ BitVec 8))) y) x)",
        "y",
    );
    fires(
        "(select (ite c (store m x y) (store n x z)) x)",
        "(ite c y z)",
    );
    fires(
        "(select (ite c (store m #x01 y) m) #x02)",
        "(select m #x02)",
    );
    fires("(store (store m x y) x z)", "(store m x z)");
    fires("(store m x (select m x))", "m");
    fires(
        "(store ((as const (Array (_ BitVec 8) (_ BitVec 8))) y) x y)",
        "((as const (Array (_ BitVec 8) (_ BitVec 8))) y)",
    );
    stays("(select (store m x y) z)");
    stays("(select (store m #x01 y) x)");
    stays("(select (ite c m n) x)");
    stays("(select (ite c (store m x y) n) x)");
    stays("(store (store m x y) z y)");
    stays("(store m x (select n x))");
    stays("(store m x (select m y))");
}

#[test]
fn a_select_gives_up_after_many_stores() {
    let mut pool = pool();
    let (m, x) = (
        pool.find_symbol("m").unwrap(),
        pool.find_symbol("x").unwrap(),
    );
    let last = pool.bv_u64(8, 255);
    let mut array = m;
    for i in 0..63 {
        let i = pool.bv_u64(8, i);
        array = pool.store(array, i, x);
    }
    let below = pool.select(m, last);
    assert_eq!(pool.select(array, last), below);
    for i in 63..80 {
        let i = pool.bv_u64(8, i);
        array = pool.store(array, i, x);
    }
    let cut = pool.select(array, last);
    assert_eq!(pool.arg(cut, 0), array);
}

#[test]
fn choices_of_extensions() {
    fires(
        "(ite c ((_ zero_extend 4) u) ((_ zero_extend 4) v))",
        "((_ zero_extend 4) (ite c u v))",
    );
    fires(
        "(ite c ((_ zero_extend 4) u) #x05)",
        "((_ zero_extend 4) (ite c u #x5))",
    );
    fires(
        "(ite c ((_ sign_extend 4) u) ((_ sign_extend 4) v))",
        "((_ sign_extend 4) (ite c u v))",
    );
    fires(
        "(ite c ((_ sign_extend 4) u) #xff)",
        "((_ sign_extend 4) (ite c u #xf))",
    );
    stays("(ite c ((_ zero_extend 4) u) #x80)");
    stays("(ite c ((_ zero_extend 4) u) ((_ sign_extend 4) v))");
    stays("(ite c ((_ zero_extend 4) u) x)");
}
