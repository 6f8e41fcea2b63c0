//! Connectives, choices, Booleans as integers.

use crate::{fires, fires_both, stays};

#[test]
fn negation() {
    fires("(not (not a))", "a");
    fires("(not (bvult x y))", "(bvule y x)");
    fires("(not (bvule x y))", "(bvult y x)");
    fires("(not (bvslt x y))", "(bvsle y x)");
    fires("(not (bvsle x y))", "(bvslt y x)");
    stays("(not (= x y))");
    stays("(not (and a b))");
    stays("(not (bvsaddo x y))");
}

#[test]
fn conjunction_and_disjunction() {
    for (op, dual, unit, zero) in [
        ("and", "or", "true", "false"),
        ("or", "and", "false", "true"),
    ] {
        fires_both(op, "a", unit, "a");
        fires_both(op, "a", zero, zero);
        fires_both(op, "a", "a", "a");
        fires_both(op, "a", "(not a)", zero);
        fires_both(op, "(bvult x y)", "(bvule y x)", zero);
        fires_both(op, "(bvslt x #x05)", "(bvslt #x04 x)", zero);
        // Nested.
        let both = format!("({op} a b)");
        fires_both(op, "a", &both, &both);
        fires_both(op, "(not a)", &both, zero);
        fires_both(op, "(not b)", &format!("({op} c ({op} a b))"), zero);
        fires_both(
            op,
            "b",
            &format!("({op} c ({op} a b))"),
            &format!("({op} c ({op} a b))"),
        );
        fires(
            &format!("({op} {both} ({op} a c))"),
            &format!("({op} {both} c)"),
        );
        fires_both(op, &both, &format!("({op} c (not a))"), zero);
        // Absorption and propagation.
        fires_both(op, "a", &format!("({dual} a b)"), "a");
        fires_both(op, "a", &format!("({dual} b a)"), "a");
        fires_both(op, "a", &format!("({dual} (not a) b)"), &both);
        fires_both(
            op,
            "(not a)",
            &format!("({dual} b a)"),
            &format!("({op} (not a) b)"),
        );
        fires_both(
            op,
            &both,
            &format!("({dual} (not a) c)"),
            &format!("({op} {both} c)"),
        );
        fires_both(op, &both, &format!("({dual} b c)"), &both);
        fires_both(
            op,
            "a",
            &format!("(not ({op} a b))"),
            &format!("({op} a (not b))"),
        );
        fires_both(op, "a", &format!("(not ({op} (not a) b))"), "a");
        fires_both(op, "a", &format!("(not ({dual} a b))"), zero);
        fires_both(
            op,
            "a",
            &format!("(not ({dual} (not a) b))"),
            &format!("({op} a (not b))"),
        );
        // Common factors, in all orders.
        for (l, r) in [
            ("a c", "a (not c)"),
            ("c a", "a (not c)"),
            ("a c", "(not c) a"),
            ("c a", "(not c) a"),
        ] {
            fires_both(op, &format!("({dual} {l})"), &format!("({dual} {r})"), "a");
        }
        fires_both(
            op,
            &format!("({dual} a b)"),
            &format!("({dual} a c)"),
            &format!("({dual} a ({op} b c))"),
        );
        stays(&format!("({op} a b)"));
        stays(&format!("({op} a ({dual} b c))"));
        stays(&format!("({op} a (not ({op} b c)))"));
        stays(&format!("({op} ({dual} a b) ({dual} c d))"));
        stays(&format!("({op} (bvult x y) (bvult y x))"));
        stays(&format!("({op} (bvult x y) (bvsle y x))"));
    }
}

#[test]
fn bounds() {
    fires_both("and", "(bvult x #x05)", "(bvult x #x08)", "(bvult x #x05)");
    fires_both("or", "(bvult x #x05)", "(bvult x #x08)", "(bvult x #x08)");
    fires_both("and", "(bvslt #x05 x)", "(bvslt #x08 x)", "(bvslt #x08 x)");
    fires_both("and", "(bvult x #x05)", "(bvult #x08 x)", "false");
    fires_both("and", "(bvult x #x05)", "(bvult #x04 x)", "false");
    fires_both("and", "(bvult x #x05)", "(bvult #x03 x)", "(= x #x04)");
    fires_both("or", "(bvult x #x08)", "(bvult #x05 x)", "true");
    fires_both("or", "(bvult x #x05)", "(bvult #x05 x)", "(not (= x #x05))");
    fires_both("and", "(= x #x03)", "(= x #x04)", "false");
    fires_both("and", "(= x #x03)", "(not (= x #x04))", "(= x #x03)");
    fires_both("and", "(= x #x03)", "(bvult x #x05)", "(= x #x03)");
    fires_both("and", "(= x #x08)", "(bvslt x #x05)", "false");
    fires_both(
        "and",
        "(not (= x #x08))",
        "(bvult x #x05)",
        "(bvult x #x05)",
    );
    fires_both("or", "(= x #x03)", "(bvult x #x05)", "(bvult x #x05)");
    stays("(and (bvult x #x08) (bvult #x02 x))");
    stays("(and (bvult x #x05) (bvslt x #x08))");
    stays("(and (bvult x #x05) (bvult y #x08))");
    stays("(and (bvult x #x05) (not (= #x04 x)))");
    stays("(or (= #x03 x) (= #x04 x))");
}

#[test]
fn equality_of_choices() {
    fires("(= (ite c #x01 #x02) #x01)", "c");
    fires("(= (ite c #x01 #x02) #x02)", "(not c)");
    fires("(= (ite c #x01 #x02) #x03)", "false");
    fires(
        "(= (ite c #x01 (ite d #x02 #x03)) #x03)",
        "(and (not c) (not d))",
    );
    fires("(= (ite c #x01 x) #x01)", "(or c (= x #x01))");
    fires("(= (ite c x #x01) #x01)", "(or (not c) (= x #x01))");
    fires("(= (ite c #x01 x) #x02)", "(and (not c) (= x #x02))");
    fires("(= (ite c x #x01) #x02)", "(and c (= x #x02))");
    fires("(= (ite c x y) x)", "(or c (= x y))");
    fires("(= (ite c x y) y)", "(or (not c) (= x y))");
    fires("(= (ite c m n) m)", "(or c (= m n))");
    fires("(= (ite c x y) (ite c x z))", "(or c (= y z))");
    fires("(= (ite c #x01 y) (ite c #x02 z))", "(and (not c) (= y z))");
    stays("(= #x01 (ite c x y))");
    stays("(= (ite c x y) (ite d x z))");
    stays("(= (ite c x (bvmul x y)) (ite c y z))");
}

#[test]
fn choice() {
    fires("(ite true x y)", "x");
    fires("(ite false x y)", "y");
    fires("(ite c x x)", "x");
    fires("(ite (not c) x y)", "(ite c y x)");
    fires("(ite (bvule x y) x z)", "(ite (bvult y x) z x)");
    fires("(ite (bvult #x03 x) y z)", "(ite (bvult x #x04) z y)");
    fires("(ite c true a)", "(or c a)");
    fires("(ite c false a)", "(and (not c) a)");
    fires("(ite c a true)", "(or (not c) a)");
    fires("(ite c a false)", "(and c a)");
    fires("(ite c c a)", "(or c a)");
    fires("(ite c a c)", "(and c a)");
    fires("(ite c (not c) a)", "(and (not c) a)");
    fires("(ite c a (not c))", "(or (not c) a)");
    fires("(ite c a (not a))", "(= c a)");
    fires("(ite c (and c a) b)", "(ite c a b)");
    fires("(ite c (or c a) b)", "(or c b)");
    fires("(ite c a (or c b))", "(ite c a b)");
    fires("(ite c a (and c b))", "(and c a)");
    fires("(ite c (ite c x y) z)", "(ite c x z)");
    fires("(ite c x (ite c y z))", "(ite c x z)");
    fires("(ite c x (ite d x y))", "(ite (or c d) x y)");
    fires("(ite c x (ite d y x))", "(ite (and (not c) d) y x)");
    fires("(ite c (ite d x y) y)", "(ite (and c d) x y)");
    fires("(ite c (ite d y x) y)", "(ite (and c (not d)) x y)");
    fires("(ite (= x #x03) #x03 x)", "x");
    fires("(ite (= x y) x y)", "y");
    fires("(ite (= x #x03) x y)", "(ite (= x #x03) #x03 y)");
    stays("(ite c x y)");
    stays("(ite c a b)");
    stays("(ite c x (ite d y z))");
    stays("(ite (= x y) x z)");
    stays("(ite (bvult x #x03) y z)");
}

/// `(x < y) != 0`, by way of integers.
#[test]
fn booleans_as_integers() {
    fires("(= (ite c #b1 #b0) #b1)", "c");
    fires(
        "(not (= ((_ zero_extend 31) (ite c #b1 #b0)) #x00000000))",
        "c",
    );
    fires(
        "(= ((_ zero_extend 31) (ite c #b1 #b0)) #x00000000)",
        "(not c)",
    );
    fires(
        "(= ((_ extract 7 0) ((_ zero_extend 31) (ite c #b1 #b0))) #x01)",
        "c",
    );
    fires("(= ((_ sign_extend 31) (ite c #b1 #b0)) #xffffffff)", "c");
    fires("(bvslt #x00 (ite c #x01 #x00))", "c");
    fires("(not (= (bvxor (ite c #x01 #x00) #x01) #x00))", "(not c)");
    fires("(= ((_ extract 0 0) (ite c #x01 #x00)) #b1)", "c");
}
