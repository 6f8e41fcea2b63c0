//! Sums, products, quotients.

use crate::{fires, fires_both, stays};

#[test]
fn sums() {
    fires_both("bvadd", "x", "#x00", "x");
    fires_both("bvadd", "(bvadd x #x01)", "#x02", "(bvadd x #x03)");
    fires_both("bvadd", "(bvadd x #x01)", "y", "(bvadd (bvadd x y) #x01)");
    fires_both(
        "bvadd",
        "(bvadd x #x01)",
        "(bvadd y #x02)",
        "(bvadd (bvadd x y) #x03)",
    );
    fires_both("bvadd", "(bvsub #x05 x)", "#x02", "(bvsub #x07 x)");
    fires_both("bvadd", "(bvsub #x05 x)", "y", "(bvadd (bvsub y x) #x05)");
    fires_both("bvadd", "(bvnot x)", "#x01", "(bvneg x)");
    fires_both("bvadd", "(bvneg x)", "#x05", "(bvsub #x05 x)");
    fires_both("bvadd", "(bvneg x)", "y", "(bvsub y x)");
    fires_both("bvadd", "x", "(bvnot x)", "#xff");
    fires_both("bvadd", "x", "(bvsub y x)", "y");
    fires_both("bvadd", "(bvsub x y)", "(bvsub y z)", "(bvsub x z)");
    fires_both("bvadd", "(bvsub x y)", "(bvsub y x)", "#x00");
    fires("(bvadd x x)", "(concat ((_ extract 6 0) x) #b0)");
    fires_both("bvadd", "(bvmul x #x03)", "x", "(bvmul x #x04)");
    fires_both(
        "bvadd",
        "(bvmul x #x03)",
        "(bvmul x #x02)",
        "(bvmul x #x05)",
    );
    fires_both("bvadd", "(ite c #x10 #x80)", "#x08", "(ite c #x18 #x88)");
    fires_both(
        "bvadd",
        "(ite c #x10 (ite d #x80 #x05))",
        "#x08",
        "(ite c #x18 (ite d #x88 #x0d))",
    );
    fires_both(
        "bvadd",
        "(ite c #x01 #x02)",
        "(ite c #x03 #x04)",
        "(ite c #x04 #x06)",
    );
    fires("(bvadd p q)", "(bvxor p q)");
    fires("(bvsub x #x05)", "(bvadd x #xfb)");
    fires("(bvsub x x)", "#x00");
    fires("(bvsub #x00 x)", "(bvneg x)");
    fires("(bvsub #xff x)", "(bvnot x)");
    fires("(bvsub x (bvneg y))", "(bvadd x y)");
    fires("(bvsub #x05 (bvadd x #x03))", "(bvsub #x02 x)");
    fires("(bvsub #x05 (bvsub #x03 x))", "(bvadd x #x02)");
    fires("(bvsub #x05 (bvnot x))", "(bvadd x #x06)");
    fires("(bvsub (bvadd x #x03) y)", "(bvadd (bvsub x y) #x03)");
    fires("(bvsub x (bvadd y #x03))", "(bvadd (bvsub x y) #xfd)");
    fires("(bvsub (bvsub #x03 x) y)", "(bvsub #x03 (bvadd x y))");
    fires("(bvsub x (bvsub #x03 y))", "(bvadd (bvadd x y) #xfd)");
    fires("(bvsub (bvneg x) y)", "(bvneg (bvadd x y))");
    fires("(bvsub (bvadd x y) x)", "y");
    fires("(bvsub (bvadd x y) y)", "x");
    fires("(bvsub x (bvadd x y))", "(bvneg y)");
    fires("(bvsub (bvadd x y) (bvadd z x))", "(bvsub y z)");
    fires("(bvsub (bvsub x y) x)", "(bvneg y)");
    fires("(bvsub x (bvsub x y))", "y");
    fires("(bvsub (bvmul x #x05) (bvmul x #x02))", "(bvmul x #x03)");
    fires("(bvneg (bvneg x))", "x");
    fires("(bvneg (bvsub x y))", "(bvsub y x)");
    fires("(bvneg (bvadd x #x05))", "(bvsub #xfb x)");
    fires("(bvneg (bvnot x))", "(bvadd x #x01)");
    fires("(bvneg (bvmul x #x05))", "(bvmul x #xfb)");
    stays("(bvadd x y)");
    stays("(bvadd x (bvsub y z))");
    stays("(bvadd #x10 (ite c #x01 x))");
    stays("(bvadd (ite c #x01 #x02) (ite d #x03 #x04))");
    stays("(bvsub x y)");
    stays("(bvsub #x05 x)");
    stays("(bvsub (bvadd x y) z)");
    stays("(bvneg (bvadd x y))");
}

#[test]
fn products() {
    fires_both("bvmul", "x", "#x00", "#x00");
    fires_both("bvmul", "x", "#x01", "x");
    fires_both("bvmul", "x", "#xff", "(bvneg x)");
    fires_both("bvmul", "x", "#x08", "(concat ((_ extract 4 0) x) #b000)");
    fires_both(
        "bvmul",
        "(bvadd x #x02)",
        "#x03",
        "(bvadd (bvmul x #x03) #x06)",
    );
    fires_both(
        "bvmul",
        "(bvsub #x02 x)",
        "#x03",
        "(bvsub #x06 (bvmul x #x03))",
    );
    fires_both("bvmul", "(bvmul x #x03)", "#x05", "(bvmul x #x0f)");
    fires_both("bvmul", "(bvshl x #x02)", "#x03", "(bvmul x #x0c)");
    fires_both("bvmul", "(bvneg x)", "#x03", "(bvmul x #xfd)");
    fires_both("bvmul", "(bvneg x)", "(bvneg y)", "(bvmul x y)");
    fires("(bvmul p q)", "(bvand p q)");
    stays("(bvmul #x03 x)");
    stays("(bvmul x y)");
    stays("(bvmul #x03 (bvadd x y))");
    stays("(bvmul x (bvneg y))");
}

#[test]
fn quotients() {
    fires("(bvudiv x #x00)", "#xff");
    fires("(bvudiv x #x01)", "x");
    fires("(bvudiv x #x04)", "((_ zero_extend 2) ((_ extract 7 2) x))");
    fires("(bvudiv ((_ zero_extend 4) u) #x10)", "#x00");
    fires("(bvurem x #x00)", "x");
    fires("(bvurem x #x01)", "#x00");
    fires("(bvurem x #x04)", "((_ zero_extend 6) ((_ extract 1 0) x))");
    fires("(bvurem x x)", "#x00");
    fires("(bvurem #x00 x)", "#x00");
    fires(
        "(bvurem ((_ zero_extend 4) u) #x7f)",
        "((_ zero_extend 4) u)",
    );
    fires("(bvsdiv x #x00)", "(ite (bvslt x #x00) #x01 #xff)");
    fires("(bvsdiv x #x01)", "x");
    fires("(bvsdiv x #xff)", "(bvneg x)");
    fires("(bvsdiv x #x80)", "(ite (= x #x80) #x01 #x00)");
    fires("(bvsdiv x #xfe)", "(bvneg (bvsdiv x #x02))");
    fires(
        "(bvsdiv ((_ zero_extend 4) u) #x05)",
        "(bvudiv ((_ zero_extend 4) u) #x05)",
    );
    fires("(bvsdiv x #x02)", "(bvashr (bvadd x (bvlshr x #x07)) #x01)");
    fires("(bvsrem x #x00)", "x");
    fires("(bvsrem x #x01)", "#x00");
    fires("(bvsrem x #xff)", "#x00");
    fires("(bvsrem x x)", "#x00");
    fires("(bvsrem x #xfc)", "(bvsrem x #x04)");
    fires(
        "(bvsrem ((_ zero_extend 4) u) #x05)",
        "(bvurem ((_ zero_extend 4) u) #x05)",
    );
    fires("(= (bvsrem x #x02) #x00)", "(= ((_ extract 0 0) x) #b0)");
    fires(
        "(= (bvsrem x #x02) #x01)",
        "(and (not (bvslt x #x00)) (= ((_ extract 0 0) x) #b1))",
    );
    // Division by zero has a value, so these are not 1 and 0.
    stays("(bvudiv x x)");
    stays("(bvsdiv x x)");
    stays("(bvudiv #x00 x)");
    stays("(bvudiv x #x05)");
    stays("(bvurem x #x05)");
    stays("(bvsdiv x #x05)");
    stays("(bvsrem x #x05)");
    fires(
        "(bvudiv ((_ zero_extend 4) u) #x07)",
        "((_ zero_extend 4) (bvudiv u #x7))",
    );
    fires(
        "(bvudiv ((_ zero_extend 4) u) ((_ zero_extend 4) v))",
        "(ite (= v #x0) #xff ((_ zero_extend 4) (bvudiv u v)))",
    );
    fires(
        "(bvurem ((_ zero_extend 4) u) ((_ zero_extend 4) v))",
        "((_ zero_extend 4) (bvurem u v))",
    );
    stays("(bvurem ((_ zero_extend 4) u) x)");
    stays("(bvudiv x ((_ zero_extend 4) u))");
}
