//! Floats as C writes them: the shortest decimal that is read back as the same number.
//!
//! For a format of any size it is found by trying: one more digit at a time, each candidate rounded to the format
//! exactly. Where the decimal is long, the hexadecimal form says what the bits are.

use num_bigint::{BigInt, BigUint};
use term::{BitVec, Float, FloatFormat, RoundingMode};

/// Decimals with more digits than this are also shown in hexadecimal.
const SHORT: usize = 7;
/// Exponents of ten below and above which a number is written with its exponent.
const PLAIN: std::ops::Range<i64> = -5..16;

/// The value of a variable of the C type `name`; `None` if the type is unknown. A `long double` may come with padding.
pub fn show_named(name: &str, value: &BitVec) -> Option<String> {
    let width = value.width();
    Some(match (name, width) {
        ("__bf16", 16) => show(FloatFormat::BRAIN, value),
        (_, 16) => show(FloatFormat::HALF, value),
        (_, 32) => show(FloatFormat::SINGLE, value),
        (_, 64) => show(FloatFormat::DOUBLE, value),
        ("long double", 80 | 96 | 128) => {
            // Without the leading bit of the significand, which IEEE formats do not store.
            let high = value.extract(79, 64);
            let low = value.extract(62, 0);
            show(FloatFormat::X87, &high.concat(&low))
        }
        (_, 128) => show(FloatFormat::QUAD, value),
        _ => return None,
    })
}

/// A bit pattern of an IEEE format, by its width.
pub fn show_pattern(value: &BitVec) -> Option<String> {
    let formats = [
        FloatFormat::HALF,
        FloatFormat::SINGLE,
        FloatFormat::DOUBLE,
        FloatFormat::X87,
        FloatFormat::QUAD,
    ];
    let format = formats.into_iter().find(|f| f.width() == value.width())?;
    Some(show(format, value))
}

/// A number of a format.
pub fn show(format: FloatFormat, bits: &BitVec) -> String {
    let float = Float::from_bits(format, bits.clone());
    let sign = if bits.is_negative() { "-" } else { "" };
    if float.is_nan() {
        return format!("{sign}nan");
    }
    if float.is_infinite() {
        return format!("{sign}inf");
    }
    if float.is_zero() {
        return format!("{sign}0.0");
    }
    let float = float.abs();
    let (digits, exponent) = shortest(&float);
    let text = decimal(&digits, exponent);
    if digits.len() <= SHORT {
        return format!("{sign}{text}");
    }
    format!("{sign}{text} ({sign}{})", hexadecimal(&float))
}

/// Significand and exponent of two of a positive number.
fn parts(float: &Float) -> (BigUint, i64) {
    let format = float.format();
    let fraction = float.bits().extract(format.fraction() - 1, 0).to_big();
    let field = float
        .bits()
        .extract(format.width() - 2, format.fraction())
        .to_u64()
        .unwrap_or(0) as i64;
    let last = format.min_exponent() - i64::from(format.fraction());
    match field {
        0 => (fraction, last),
        _ => (
            fraction + (BigUint::from(1u32) << format.fraction()),
            last + field - 1,
        ),
    }
}

/// The digits of the shortest decimal `d.ddd * 10^exponent` that is this number.
fn shortest(float: &Float) -> (String, i64) {
    let (significand, exponent) = parts(float);
    let power = |base: u32, exponent: i64| BigUint::from(base).pow(exponent.max(0) as u32);
    let numerator = significand * power(2, exponent);
    let denominator = power(2, -exponent);
    // The exponent of ten, from the number of digits before the point or zeros after it; it may be one too large.
    let magnitude = numerator.bits() as i64 - denominator.bits() as i64;
    let mut ten = (magnitude as f64 * std::f64::consts::LOG10_2).floor() as i64 + 1;
    while &numerator * power(10, -ten) < &denominator * power(10, ten) {
        ten -= 1;
    }
    for count in 1.. {
        // The number times 10^shift has `count` digits before its point.
        let shift = count - 1 - ten;
        let (top, bottom) = (
            &numerator * power(10, shift),
            &denominator * power(10, -shift),
        );
        let rounded = (top + &bottom / 2u32) / bottom;
        let back = Float::from_ratio(
            float.format(),
            &BigInt::from(&rounded * power(10, -shift)),
            &power(10, shift),
            RoundingMode::NearestTiesToEven,
        );
        if &back == float {
            let digits = rounded.to_string();
            // Rounding up may give one digit more.
            let more = digits.len() as i64 - count;
            let digits = digits.trim_end_matches('0').to_string();
            return (digits, ten + more);
        }
    }
    unreachable!("enough digits give every number")
}

fn decimal(digits: &str, exponent: i64) -> String {
    if !PLAIN.contains(&exponent) {
        let (first, rest) = digits.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        return format!("{first}{point}{rest}e{exponent}");
    }
    if exponent < 0 {
        let zeros = "0".repeat((-exponent - 1) as usize);
        return format!("0.{zeros}{digits}");
    }
    let before = exponent as usize + 1;
    if digits.len() <= before {
        return format!("{digits}{}.0", "0".repeat(before - digits.len()));
    }
    format!("{}.{}", &digits[..before], &digits[before..])
}

/// C's `%a`, with the leading bit as the only one before the point.
fn hexadecimal(float: &Float) -> String {
    let (significand, exponent) = parts(float);
    let below = significand.bits() - 1;
    let exponent = exponent + below as i64;
    // Whole hexadecimal digits after the point.
    let places = below.div_ceil(4);
    let fraction = (significand << (4 * places - below)) - (BigUint::from(1u32) << (4 * places));
    let digits = format!(
        "{:0>width$}",
        fraction.to_str_radix(16),
        width = places as usize
    );
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x1{point}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64) -> String {
        show(FloatFormat::DOUBLE, &BitVec::new(64, value.to_bits()))
    }

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!(of(1.0), "1.0");
        assert_eq!(of(-0.5), "-0.5");
        assert_eq!(of(1234.75), "1234.75");
        assert_eq!(of(1e22), "1e22");
        assert_eq!(of(1.5e-7), "1.5e-7");
        assert_eq!(of(0.0), "0.0");
        assert_eq!(of(-0.0), "-0.0");
        assert_eq!(of(f64::INFINITY), "inf");
        assert_eq!(of(f64::NEG_INFINITY), "-inf");
        assert_eq!(of(f64::NAN), "nan");
        assert_eq!(of(0.1 + 0.2), "0.30000000000000004 (0x1.3333333333334p-2)");
        assert_eq!(of(5e-324), "5e-324");
        assert_eq!(of(9.5), "9.5");
        assert_eq!(of(9.99e15), "9990000000000000.0");
    }

    #[test]
    fn all_digits_are_needed_and_are_enough() {
        let mut state = 1u64;
        for _ in 0..2000 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let value = f64::from_bits(state).abs();
            if !value.is_finite() {
                continue;
            }
            let text = of(value);
            let decimal = text.split(' ').next().unwrap();
            assert_eq!(decimal.parse::<f64>().unwrap(), value, "{text}");
            let digits = |t: &str| {
                let t = t.split('e').next().unwrap().replace('.', "");
                t.trim_matches('0').len()
            };
            assert_eq!(digits(decimal), digits(&format!("{value:e}")), "{text}");
        }
    }

    #[test]
    fn long_doubles_have_a_leading_bit() {
        let one = BitVec::from_big(80, BigUint::from(0x3fff_8000_0000_0000_0000u128));
        assert_eq!(show_named("long double", &one).unwrap(), "1.0");
        let tenth = BitVec::from_big(80, BigUint::from(0x3ffb_cccc_cccc_cccc_cccdu128));
        assert_eq!(show_named("long double", &tenth).unwrap(), "0.1");
        let half = BitVec::new(16, 0x3c00);
        assert_eq!(show_named("_Float16", &half).unwrap(), "1.0");
    }
}
