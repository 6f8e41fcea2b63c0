//! Real literals, which only `to_fp` takes: numerals, decimals, and their quotients and negations.

use super::lexer::Token;
use super::parse::{ParseError, ParseErrorKind, Parser, unexpected};
use crate::float::{Float, FloatFormat, RoundingMode};
use crate::pool::{Term, TermPool};
use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

/// How deep quotients and negations may nest.
const MAX_DEPTH: u32 = 16;

/// A rational number. Invariant: the denominator is not zero.
#[derive(Clone)]
pub(super) struct Ratio {
    numerator: BigInt,
    denominator: BigUint,
}

impl Ratio {
    /// The value of a numeral or of a decimal.
    pub(super) fn from_digits(digits: &str) -> Option<Ratio> {
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let numerator = BigUint::parse_bytes(format!("{whole}{fraction}").as_bytes(), 10)?;
        let places = u32::try_from(fraction.len()).ok()?;
        Some(Ratio {
            numerator: numerator.into(),
            denominator: BigUint::from(10u32).pow(places),
        })
    }

    fn over(self, divisor: Ratio) -> Option<Ratio> {
        let (sign, magnitude) = divisor.numerator.into_parts();
        let scale = BigInt::from_biguint(sign, divisor.denominator);
        (!magnitude.is_zero()).then(|| Ratio {
            numerator: self.numerator * scale,
            denominator: self.denominator * magnitude,
        })
    }

    fn round(&self, format: FloatFormat, mode: RoundingMode) -> Float {
        Float::from_ratio(format, &self.numerator, &self.denominator, mode)
    }

    /// The float that a mode, which may be unknown, makes of the number.
    pub(super) fn to_fp(&self, pool: &mut TermPool, format: FloatFormat, mode: Term) -> Term {
        let [first, rest @ ..] = RoundingMode::ALL;
        let mut result = pool.fp(self.round(format, first));
        for other in rest {
            let value = pool.fp(self.round(format, other));
            let other = pool.rounding_mode(other);
            let is_other = pool.eq(mode, other);
            result = pool.ite(is_other, value, result);
        }
        result
    }
}

impl Parser<'_, '_, '_> {
    /// Reads a real literal.
    fn ratio(&mut self, depth: u32) -> Result<Ratio, ParseError> {
        let (token, position) = self.lexer.next()?;
        match token {
            Token::Numeral(digits) | Token::Decimal(digits) => Ratio::from_digits(digits)
                .ok_or_else(|| ParseError {
                    position,
                    kind: ParseErrorKind::BadLiteral(digits.to_string()),
                }),
            Token::Open if depth > 0 => match self.lexer.next()? {
                (Token::Symbol(function @ ("-" | "/")), _) => self.ratio_of(function, depth - 1),
                (token, at) => Err(unexpected(token, at, "a real literal")),
            },
            token => Err(unexpected(token, position, "a real literal")),
        }
    }

    /// Reads the operands of `-` or `/` and the closing parenthesis.
    fn ratio_of(&mut self, function: &str, depth: u32) -> Result<Ratio, ParseError> {
        let mut result = self.ratio(depth)?;
        if function == "-" {
            result.numerator = -result.numerator;
        } else {
            let (_, position) = self.lexer.peek()?;
            let divisor = self.ratio(depth)?;
            result = result.over(divisor).ok_or_else(|| ParseError {
                position,
                kind: ParseErrorKind::Unsupported("division by zero in a real literal".into()),
            })?;
        }
        self.expect(Token::Close, "`)` after a real literal")?;
        Ok(result)
    }

    /// A real literal of which `(function` is read.
    pub(super) fn ratio_after(&mut self, function: &str) -> Result<Ratio, ParseError> {
        self.ratio_of(function, MAX_DEPTH)
    }
}
