//! Equality, order, overflow.

use crate::{fires, fires_both, stays};

#[test]
fn polynomials() {
    let sum = "(bvadd (bvmul x y) (bvmul z x))";
    fires_both("=", "(bvmul x (bvadd y z))", sum, "true");
    fires_both(
        "=",
        "(bvmul x (bvadd z (bvsub y z)))",
        "(bvmul y x)",
        "true",
    );
    fires_both(
        "=",
        "(bvadd (bvadd x y) (bvmul x z))",
        "(bvadd y (bvmul x (bvadd z #x01)))",
        "true",
    );
    fires_both(
        "=",
        "(bvadd (bvadd x y) z)",
        "(bvadd (bvadd z x) y)",
        "true",
    );
    fires_both(
        "=",
        "(bvsub (bvadd x y) (bvmul #x02 z))",
        "(bvadd (bvsub y z) (bvsub x z))",
        "true",
    );
    fires_both(
        "=",
        "(bvmul (bvadd x y) (bvsub x y))",
        "(bvsub (bvmul x x) (bvmul y y))",
        "true",
    );
    // A difference that is a constant, also where a power of two is a shift.
    fires_both(
        "=",
        "(bvmul x (bvadd y #x04))",
        "(bvadd (bvmul y x) (bvmul x #x04))",
        "true",
    );
    fires_both(
        "=",
        "(bvnot (bvmul x (bvadd y z)))",
        "(bvsub #x05 (bvadd (bvmul x y) (bvmul x z)))",
        "false",
    );
    fires_both(
        "=",
        "(bvadd (bvmul (bvadd x y) z) #x07)",
        "(bvadd (bvmul x z) (bvmul y z))",
        "false",
    );
    // One product is another one, or one coefficient.
    stays("(= (bvmul x (bvadd y z)) (bvadd (bvmul x y) (bvmul x x)))");
    stays("(= (bvmul x (bvadd y z)) (bvadd (bvmul x y) (bvmul y z)))");
    stays("(= (bvmul x (bvsub y z)) (bvadd (bvmul x y) (bvmul x z)))");
}

#[test]
fn equality() {
    fires("(= x x)", "true");
    fires("(= #x01 #x02)", "false");
    fires_both("=", "a", "true", "a");
    fires_both("=", "a", "false", "(not a)");
    fires_both("=", "a", "(not a)", "false");
    fires_both("=", "(not a)", "(not b)", "(= a b)");
    fires_both("=", "(not a)", "b", "(not (= a b))");
    fires_both("=", "(bvadd x #x03)", "#x05", "(= x #x02)");
    fires_both("=", "(bvadd x #x03)", "(bvadd x #x05)", "false");
    fires_both("=", "(bvadd x #x03)", "x", "false");
    fires_both("=", "(bvadd x #x03)", "(bvadd y #x03)", "(= x y)");
    fires_both(
        "=",
        "(bvadd x #x05)",
        "(bvadd y #x03)",
        "(= (bvadd x #x02) y)",
    );
    fires_both("=", "(bvadd x y)", "x", "(= y #x00)");
    fires_both("=", "(bvadd x y)", "(bvadd z x)", "(= y z)");
    fires_both("=", "(bvsub x y)", "x", "(= y #x00)");
    fires_both("=", "(bvsub x y)", "#x00", "(= x y)");
    fires_both("=", "(bvsub x y)", "(bvsub x z)", "(= y z)");
    fires_both("=", "(bvsub x y)", "(bvsub z y)", "(= x z)");
    fires_both("=", "(bvsub #x05 x)", "#x03", "(= x #x02)");
    fires_both("=", "(bvnot x)", "#x7f", "(= x #x80)");
    fires_both("=", "(bvneg x)", "#x01", "(= x #xff)");
    fires_both("=", "(bvnot x)", "(bvnot y)", "(= x y)");
    fires_both("=", "(bvneg x)", "(bvneg y)", "(= x y)");
    fires_both("=", "x", "(bvnot x)", "false");
    fires_both("=", "(bvxor x #x03)", "#x01", "(= x #x02)");
    fires_both("=", "(bvxor x y)", "#x00", "(= x y)");
    fires_both("=", "(bvxor x y)", "x", "(= y #x00)");
    fires_both("=", "(bvxor x y)", "(bvxor y z)", "(= x z)");
    fires_both("=", "(bvmul x #x03)", "#x07", "(= x #xad)");
    fires_both("=", "(bvmul x #x06)", "#x03", "false");
    fires_both("=", "(bvand x #x05)", "#x02", "false");
    fires_both("=", "(bvor x #x05)", "#x02", "false");
    fires_both("=", "((_ zero_extend 4) u)", "#x05", "(= u #x5)");
    fires_both("=", "((_ zero_extend 4) u)", "#x10", "false");
    fires_both("=", "((_ sign_extend 4) u)", "#xfd", "(= u #xd)");
    fires_both("=", "((_ sign_extend 4) u)", "#x08", "false");
    fires_both(
        "=",
        "((_ zero_extend 4) u)",
        "((_ zero_extend 4) v)",
        "(= u v)",
    );
    fires_both(
        "=",
        "((_ zero_extend 28) u)",
        "((_ zero_extend 24) x)",
        "(= ((_ zero_extend 4) u) x)",
    );
    fires_both(
        "=",
        "((_ sign_extend 28) u)",
        "((_ sign_extend 24) x)",
        "(= ((_ sign_extend 4) u) x)",
    );
    fires_both("=", "(concat u v)", "#x7f", "(and (= u #x7) (= v #xf))");
    fires_both("=", "(concat u v)", "(concat v u)", "(= u v)");
    fires_both("=", "(concat u v)", "((_ zero_extend 4) v)", "(= u #x0)");
    fires_both("=", "(concat #x1 u)", "(concat #x2 v)", "false");
    fires_both("=", "(concat u #x1)", "(concat v #x2)", "false");
    fires_both("=", "p", "#b0", "(not (= p #b1))");
    stays("(= x y)");
    stays("(= y (bvadd #x03 x))");
    stays("(= #x02 (bvmul x #x06))");
    stays("(= #x01 (bvand #x05 x))");
    stays("(= #x05 (bvsub x y))");
    stays("(= z (bvadd x y))");
    stays("(= (concat u (bvnot u)) ((_ sign_extend 4) v))");
}

#[test]
fn comparison() {
    for (lt, le, min, min1, max, max1) in [
        ("bvult", "bvule", "#x00", "#x01", "#xff", "#xfe"),
        ("bvslt", "bvsle", "#x80", "#x81", "#x7f", "#x7e"),
    ] {
        fires(&format!("({lt} x x)"), "false");
        fires(&format!("({le} x x)"), "true");
        fires(&format!("({lt} x {min})"), "false");
        fires(&format!("({lt} x {min1})"), &format!("(= x {min})"));
        fires(&format!("({lt} x {max})"), &format!("(not (= x {max}))"));
        fires(&format!("({lt} {max} x)"), "false");
        fires(&format!("({lt} {max1} x)"), &format!("(= x {max})"));
        fires(&format!("({lt} {min} x)"), &format!("(not (= x {min}))"));
        fires(&format!("({le} x {max})"), "true");
        fires(&format!("({le} {min} x)"), "true");
        fires(&format!("({le} x {min})"), &format!("(= x {min})"));
        fires(&format!("({le} {max} x)"), &format!("(= x {max})"));
        fires(&format!("({le} x #x04)"), &format!("({lt} x #x05)"));
        fires(&format!("({le} #x05 x)"), &format!("({lt} #x04 x)"));
        fires(
            &format!("({lt} (bvnot x) (bvnot y))"),
            &format!("({lt} y x)"),
        );
        fires(&format!("({lt} (bvnot x) #x04)"), &format!("({lt} #xfb x)"));
        fires(
            &format!("({lt} ((_ sign_extend 4) u) ((_ sign_extend 4) v))"),
            &format!("({lt} u v)"),
        );
        fires(
            &format!("({lt} ((_ sign_extend 4) u) #x03)"),
            &format!("({lt} u #x3)"),
        );
        fires(
            &format!("({lt} #x03 ((_ sign_extend 4) u))"),
            &format!("({lt} #x3 u)"),
        );
        fires(
            &format!("({lt} (concat u #x1) (concat v #x1))"),
            &format!("({lt} u v)"),
        );
        fires(
            &format!("({lt} (concat u #x1) #x32)"),
            &format!("({le} u #x3)"),
        );
        fires(
            &format!("({lt} (concat u #x2) #x32)"),
            &format!("({lt} u #x3)"),
        );
        // Whatever the order, these are not negative, or have the same top.
        fires(
            &format!("({lt} ((_ zero_extend 4) u) ((_ zero_extend 4) v))"),
            "(bvult u v)",
        );
        fires(
            &format!("({le} ((_ zero_extend 4) u) ((_ zero_extend 4) v))"),
            "(bvule u v)",
        );
        fires(
            &format!("({lt} ((_ zero_extend 4) u) #x05)"),
            "(bvult u #x5)",
        );
        fires(
            &format!("({lt} #x05 ((_ zero_extend 4) u))"),
            "(bvult #x5 u)",
        );
        fires(&format!("({lt} ((_ zero_extend 4) u) #x10)"), "true");
        fires(&format!("({lt} #x10 ((_ zero_extend 4) u))"), "false");
        fires(
            &format!("({lt} (concat u v) (concat u (bvnot v)))"),
            "(bvult v (bvnot v))",
        );
        fires(&format!("({lt} (ite c #x01 #x05) #x03)"), "c");
        fires(
            &format!("({lt} (ite c #x05 (ite d #x02 #x07)) #x03)"),
            "(and (not c) d)",
        );
        stays(&format!("({lt} x y)"));
        stays(&format!("({lt} x #x05)"));
        stays(&format!("({lt} (bvadd #x03 x) #x05)"));
        stays(&format!("({lt} (concat u v) #x32)"));
        stays(&format!("({lt} (ite c #x01 x) #x05)"));
    }
    fires("(bvslt ((_ zero_extend 4) u) #xfd)", "false");
    fires("(bvslt #xfd ((_ zero_extend 4) u))", "true");
    fires("(bvslt ((_ sign_extend 4) u) #x10)", "true");
    fires("(bvslt ((_ sign_extend 4) u) #xe0)", "false");
    fires("(bvult ((_ sign_extend 4) u) #x10)", "(bvsle #x0 u)");
    fires("(bvult (bvadd x #x03) #x03)", "(bvule #xfd x)");
    fires("(bvult (bvurem x #x05) #x05)", "true");
    fires("(bvult (bvand x #x05) #x07)", "true");
    fires("(bvult (bvudiv x #x05) #x7f)", "true");
    fires("(bvult p q)", "(and (not (= p #b1)) (= q #b1))");
    fires("(bvslt p q)", "(and (= p #b1) (not (= q #b1)))");
    stays("(bvult (bvadd #x03 x) #x04)");
    stays("(bvult (bvurem x #x05) #x04)");
    stays("(bvult ((_ sign_extend 4) u) ((_ zero_extend 4) v))");
    stays("(bvslt (bvurem x y) #x05)");
}

#[test]
fn overflows() {
    fires_both("bvuaddo", "x", "#x00", "false");
    fires_both("bvuaddo", "x", "#x05", "(bvult #xfa x)");
    fires_both("bvsaddo", "x", "#x00", "false");
    fires_both("bvsaddo", "x", "#x05", "(bvslt #x7a x)");
    fires_both("bvsaddo", "x", "#xfb", "(bvslt x #x85)");
    fires("(bvssubo x x)", "false");
    fires("(bvssubo x #x05)", "(bvslt x #x85)");
    fires("(bvssubo x #xfb)", "(bvslt #x7a x)");
    fires("(bvssubo #x05 x)", "(bvslt x #x86)");
    fires("(bvssubo #xfb x)", "(bvslt #x7b x)");
    fires("(bvssubo #x00 x)", "(= x #x80)");
    let wide =
        |how: &str, n: u32| format!("(bvmul ((_ {how}_extend {n}) x) ((_ {how}_extend {n}) y))");
    for (how, overflows) in [("sign", "(bvsmulo x y)"), ("zero", "(bvumulo x y)")] {
        for n in [8, 9] {
            let product = wide(how, n);
            let low = format!("((_ {how}_extend {n}) ((_ extract 7 0) {product}))");
            fires_both("=", &product, &low, &format!("(not {overflows})"));
        }
        // The product is not exact.
        let product = wide(how, 7);
        stays(&format!("(= {product} ((_ {how}_extend 7) (bvmul x y)))"));
    }
    let product = wide("zero", 8);
    fires(
        &format!("(= ((_ extract 15 8) {product}) #x00)"),
        "(not (bvumulo x y))",
    );
    stays(&format!("(= #x01 ((_ extract 15 8) {product}))"));
    stays(&format!("(= #b0000000 ((_ extract 15 9) {product}))"));
    fires_both("bvumulo", "x", "#x00", "false");
    fires_both("bvumulo", "x", "#x01", "false");
    fires_both("bvumulo", "x", "#x05", "(bvult #x33 x)");
    fires_both("bvsmulo", "x", "#x00", "false");
    fires_both("bvsmulo", "x", "#x01", "false");
    fires_both("bvsmulo", "x", "#xff", "(= x #x80)");
    fires_both("bvsmulo", "x", "#x05", "(or (bvslt #x19 x) (bvslt x #xe7))");
    fires_both("bvsmulo", "x", "#xfb", "(or (bvslt x #xe7) (bvslt #x19 x))");
    // One bit: 1 is -1, and (-1) * (-1) does not fit.
    fires_both("bvsmulo", "p", "#b1", "(= p #b1)");
    let (zu, zv) = ("((_ zero_extend 4) u)", "((_ zero_extend 4) v)");
    let (su, sv) = ("((_ sign_extend 4) u)", "((_ sign_extend 4) v)");
    fires_both("bvuaddo", zu, zv, "false");
    fires_both("bvsaddo", zu, zv, "false");
    fires_both("bvsaddo", su, sv, "false");
    fires_both("bvsaddo", su, zv, "false");
    fires_both("bvssubo", su, sv, "false");
    fires_both("bvumulo", zu, zv, "false");
    fires_both("bvsmulo", su, sv, "false");
    stays("(bvuaddo x y)");
    stays("(bvuaddo ((_ sign_extend 4) u) ((_ sign_extend 4) v))");
    stays("(bvsaddo x ((_ sign_extend 4) u))");
    stays("(bvumulo ((_ zero_extend 4) u) ((_ sign_extend 4) v))");
    stays("(bvsmulo ((_ zero_extend 4) u) ((_ sign_extend 4) v))");
    stays("(bvsmulo p q)");
}
