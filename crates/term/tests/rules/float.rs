//! Floats.

use crate::{fires, fires_both, stays};

const ONE: &str = "(fp #b0 #b01111 #b0000000000)";
const MINUS_ONE: &str = "(fp #b1 #b01111 #b0000000000)";
const TWO: &str = "(fp #b0 #b10000 #b0000000000)";
const HALF: &str = "(fp #b0 #b01110 #b0000000000)";
const THREE: &str = "(fp #b0 #b10000 #b1000000000)";
const NAN: &str = "(_ NaN 5 11)";

/// `fires` with `{one}` and similar placeholders in the texts.
#[track_caller]
fn becomes(from: &str, to: &str) {
    fires(&filled(from), &filled(to));
}

#[track_caller]
fn remains(text: &str) {
    stays(&filled(text));
}

fn filled(text: &str) -> String {
    text.replace("{one}", ONE)
        .replace("{-one}", MINUS_ONE)
        .replace("{two}", TWO)
        .replace("{half}", HALF)
        .replace("{three}", THREE)
        .replace("{nan}", NAN)
        .replace("{0}", "(_ +zero 5 11)")
        .replace("{-0}", "(_ -zero 5 11)")
        .replace("{oo}", "(_ +oo 5 11)")
        .replace("{-oo}", "(_ -oo 5 11)")
}

#[test]
fn signs() {
    becomes("(fp.neg (fp.neg f))", "f");
    becomes("(fp.abs (fp.neg f))", "(fp.abs f)");
    becomes("(fp.abs (fp.abs f))", "(fp.abs f)");
    remains("(fp.neg (fp.abs f))");
}

#[test]
fn arithmetic() {
    becomes("(fp.add r f {nan})", "{nan}");
    becomes("(fp.add RNE f {-0})", "f");
    becomes("(fp.add RTN f {0})", "f");
    becomes("(fp.sub RNE f {0})", "f");
    // The other zero changes the sign of one.
    remains("(fp.add RTN f {-0})");
    remains("(fp.add RNE f {0})");
    remains("(fp.add r f {-0})");
    becomes("(fp.mul r f {one})", "f");
    becomes("(fp.mul r f {-one})", "(fp.neg f)");
    becomes("(fp.mul r f {nan})", "{nan}");
    becomes("(fp.mul r (fp.neg f) (fp.neg g))", "(fp.mul r f g)");
    remains("(fp.mul r f {two})");
    remains("(fp.mul r g (fp.neg f))");
    becomes("(fp.div r f {one})", "f");
    becomes("(fp.div r f {-one})", "(fp.neg f)");
    becomes("(fp.div r f {two})", "(fp.mul r f {half})");
    becomes("(fp.div r f {nan})", "{nan}");
    remains("(fp.div r f {three})");
    remains("(fp.div r {one} f)");
    // Its inverse is too small.
    remains("(fp.div r f (fp #b0 #b11110 #b1000000000))");
    becomes("(fp.fma r f {one} g)", "(fp.add r f g)");
    becomes("(fp.fma r f {-one} g)", "(fp.sub r g f)");
    remains("(fp.fma r f {two} g)");
    becomes("(fp.rem f (fp.neg g))", "(fp.rem f g)");
    becomes("(fp.fmod f (fp.abs g))", "(fp.fmod f g)");
    becomes("(fp.rem {nan} g)", "{nan}");
    remains("(fp.rem (fp.neg f) g)");
    becomes("(fp.min_last f f)", "f");
    remains("(fp.min_last f g)");
    becomes(
        "(fp.roundToIntegral r (fp.roundToIntegral r2 f))",
        "(fp.roundToIntegral r2 f)",
    );
    becomes(
        "(fp.roundToIntegral r ((_ to_fp 5 11) r2 x))",
        "((_ to_fp 5 11) r2 x)",
    );
    // The largest float of this format has a fraction.
    remains("(fp.roundToIntegral r ((_ to_fp 2 5) r2 x))");
    remains("(fp.roundToIntegral r (fp.add r f g))");
}

#[test]
fn comparisons() {
    becomes("(fp.lt f f)", "false");
    becomes("(fp.leq f f)", "(not (fp.isNaN f))");
    becomes("(fp.eq f f)", "(not (fp.isNaN f))");
    remains("(fp.lt f g)");
    becomes("(fp.lt f {nan})", "false");
    becomes("(fp.leq {nan} f)", "false");
    fires_both("fp.eq", "f", "(_ +zero 5 11)", "(fp.isZero f)");
    fires_both("fp.eq", "f", "(_ -zero 5 11)", "(fp.isZero f)");
    fires_both("fp.eq", "f", ONE, &filled("(= f {one})"));
    becomes("(fp.lt (fp.neg f) (fp.neg g))", "(fp.lt g f)");
    becomes("(fp.lt (fp.neg f) {one})", "(fp.lt {-one} f)");
    becomes("(fp.leq {one} (fp.neg f))", "(fp.leq f {-one})");
    remains("(fp.lt (fp.neg f) g)");
    becomes("(fp.lt {oo} f)", "false");
    becomes("(fp.lt f {-oo})", "false");
    becomes("(fp.leq {oo} f)", "(= f {oo})");
    becomes("(fp.leq f {oo})", "(not (fp.isNaN f))");
    becomes("(fp.leq {-oo} f)", "(not (fp.isNaN f))");
    becomes(
        "(fp.lt f {oo})",
        "(and (not (fp.isNaN f)) (not (= f {oo})))",
    );
    remains("(fp.lt f {one})");
    becomes(
        "(fp.lt ((_ to_fp 8 24) r f) ((_ to_fp 8 24) r2 g))",
        "(fp.lt f g)",
    );
    becomes(
        "(fp.lt ((_ to_fp 5 11) r x) ((_ to_fp 5 11) r y))",
        "(bvslt x y)",
    );
    becomes(
        "(fp.leq ((_ to_fp_unsigned 5 11) r x) ((_ to_fp_unsigned 5 11) r y))",
        "(bvule x y)",
    );
    // Not every integer of 32 bits is a float.
    remains("(fp.lt ((_ to_fp 5 11) r w) ((_ to_fp 5 11) r w2))");
    remains("(fp.lt ((_ to_fp 5 11) r x) ((_ to_fp_unsigned 5 11) r y))");
}

#[test]
fn classes() {
    becomes("(fp.isNaN (fp.neg f))", "(fp.isNaN f)");
    becomes("(fp.isNegative (fp.neg f))", "(fp.isPositive f)");
    becomes("(fp.isNegative (fp.abs f))", "false");
    becomes("(fp.isPositive (fp.abs f))", "(not (fp.isNaN f))");
    becomes("(fp.isNaN (fp.roundToIntegral r f))", "(fp.isNaN f)");
    becomes(
        "(fp.isNegative (fp.roundToIntegral r f))",
        "(fp.isNegative f)",
    );
    remains("(fp.isZero (fp.roundToIntegral r f))");
    becomes("(fp.isNaN ((_ to_fp 5 11) r s))", "(fp.isNaN s)");
    becomes("(fp.isInfinite ((_ to_fp 8 24) r f))", "(fp.isInfinite f)");
    remains("(fp.isInfinite ((_ to_fp 5 11) r s))");
    remains("(fp.isZero ((_ to_fp 5 11) r s))");
    becomes("(fp.isNaN ((_ to_fp 5 11) r w))", "false");
    becomes("(fp.isSubnormal ((_ to_fp 5 11) r w))", "false");
    becomes("(fp.isZero ((_ to_fp 5 11) r x))", "(= x #x00)");
    becomes("(fp.isInfinite ((_ to_fp 5 11) r x))", "false");
    remains("(fp.isInfinite ((_ to_fp 5 11) r w))");
    becomes("(fp.isNegative ((_ to_fp 5 11) r x))", "(bvslt x #x00)");
    becomes("(fp.isNegative ((_ to_fp_unsigned 5 11) r x))", "false");
}

#[test]
fn conversions() {
    becomes("((_ to_fp 5 11) (fp.to_ieee_bv f))", "f");
    remains("((_ to_fp 8 8) (fp.to_ieee_bv f))");
    remains("(fp.to_ieee_bv ((_ to_fp 5 3) x))");
    becomes("((_ to_fp 5 11) r f)", "f");
    becomes("((_ to_fp 5 11) r ((_ to_fp 8 24) r2 f))", "f");
    becomes("((_ to_fp 8 24) r f)", "((_ to_fp 8 24) RNE f)");
    becomes(
        "((_ to_fp 11 53) r ((_ to_fp 8 24) r2 f))",
        "((_ to_fp 11 53) RNE f)",
    );
    remains("((_ to_fp 5 11) r s)");
    remains("((_ to_fp 8 24) RNE ((_ to_fp 5 11) r s))");
    becomes("((_ fp.to_sbv 8) r ((_ to_fp 5 11) r2 x) y)", "x");
    becomes(
        "((_ fp.to_ubv 8) r ((_ to_fp_unsigned 5 11) r2 u) y)",
        "((_ zero_extend 4) u)",
    );
    remains("((_ fp.to_sbv 8) r ((_ to_fp_unsigned 5 11) r2 x) y)");
    remains("((_ fp.to_sbv 32) r ((_ to_fp 5 11) r2 w) w2)");
    becomes("((_ fp.to_sbv 8) RTZ {nan} y)", "y");
    becomes("((_ fp.to_sbv 8) RTZ {three} y)", "#x03");
    becomes("((_ fp.to_ubv 8) RTZ {-one} y)", "y");
}

#[test]
fn identity() {
    becomes("(= f {nan})", "(fp.isNaN f)");
    becomes("(= (fp.neg f) (fp.neg g))", "(= f g)");
    becomes("(= (fp.neg f) {one})", "(= f {-one})");
    becomes("(= ((_ to_fp 4 4) x) (fp #b0 #x7 #b000))", "(= x #x38)");
    becomes("(= (fp.to_ieee_bv f) #x3c00)", "(= f {one})");
    becomes("(= (fp.to_ieee_bv f) #x7c01)", "false");
    remains("(= f {one})");
    remains("(= f g)");
}
