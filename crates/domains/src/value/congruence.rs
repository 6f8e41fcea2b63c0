//! Congruences: a bit-vector, read as an unsigned integer, is `rest` modulo `modulus` (Granger, *Static Analysis of
//! Arithmetical Congruences*, 1989).
//!
//! An operation that may wrap around is exact modulo 2^width only, so of the modulus its greatest common divisor with that
//! is left; the caller knows from ranges whether it may.

/// Invariant: `rest < modulus`, or `modulus` is 0 and the value is `rest`. Modulus 1 says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Congruence {
    pub modulus: u128,
    pub rest: u128,
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Congruence {
    pub const ANY: Congruence = Congruence {
        modulus: 1,
        rest: 0,
    };

    pub fn constant(value: u64) -> Congruence {
        Congruence {
            modulus: 0,
            rest: value.into(),
        }
    }

    pub fn new(modulus: u128, rest: u128) -> Congruence {
        let rest = if modulus == 0 { rest } else { rest % modulus };
        Congruence { modulus, rest }
    }

    pub fn contains(self, value: u64) -> bool {
        Congruence::new(self.modulus, value.into()) == self
    }

    pub fn join(self, other: Congruence) -> Congruence {
        let distance = self.rest.abs_diff(other.rest);
        let modulus = gcd(gcd(self.modulus, other.modulus), distance);
        Congruence::new(modulus, self.rest)
    }

    /// What both say, as far as one of them can say it; `None` if they contradict each other.
    pub fn meet(self, other: Congruence) -> Option<Congruence> {
        let common = gcd(self.modulus, other.modulus);
        if common == 0 {
            return (self.rest == other.rest).then_some(self);
        }
        if self.rest % common != other.rest % common {
            return None;
        }
        let finer = |a: Congruence, b: Congruence| {
            a.modulus == 0 || (b.modulus != 0 && a.modulus >= b.modulus)
        };
        Some(if finer(self, other) { self } else { other })
    }

    /// What is left when the result is taken modulo 2^width.
    pub fn wrap(self, width: u32) -> Congruence {
        Congruence::new(gcd(self.modulus, 1 << width), self.rest)
    }

    pub fn add(&self, other: Congruence) -> Congruence {
        Congruence::new(gcd(self.modulus, other.modulus), self.rest + other.rest)
    }

    /// The difference of integers; one that is negative has no rest of its own here.
    pub fn sub(&self, other: Congruence) -> Congruence {
        let modulus = gcd(self.modulus, other.modulus);
        if modulus == 0 {
            return match self.rest.checked_sub(other.rest) {
                Some(rest) => Congruence::new(0, rest),
                None => Congruence::ANY,
            };
        }
        let negated = modulus - other.rest % modulus;
        Congruence::new(modulus, self.rest % modulus + negated)
    }

    pub fn mul(&self, other: Congruence) -> Congruence {
        let product = |a: u128, b: u128| a.checked_mul(b);
        let parts = (
            product(self.modulus, other.modulus),
            product(self.modulus, other.rest),
            product(self.rest, other.modulus),
            product(self.rest, other.rest),
        );
        match parts {
            (Some(a), Some(b), Some(c), Some(rest)) => Congruence::new(gcd(gcd(a, b), c), rest),
            _ => Congruence::ANY,
        }
    }

    /// The remainder by a positive constant.
    pub fn rem(&self, divisor: u64) -> Congruence {
        let modulus = gcd(self.modulus, divisor.into());
        if self.modulus == 0 || self.modulus.is_multiple_of(divisor.into()) {
            return Congruence::new(0, self.rest % u128::from(divisor));
        }
        Congruence::new(modulus, self.rest)
    }

    /// The least such value at or above `from`, if it has 64 bits.
    pub fn next(self, from: u64) -> Option<u64> {
        let from = u128::from(from);
        let found = if self.modulus == 0 {
            (self.rest >= from).then_some(self.rest)?
        } else {
            let ahead = (self.rest + self.modulus - from % self.modulus) % self.modulus;
            from + ahead
        };
        u64::try_from(found).ok()
    }

    /// The greatest such value at or below `to`.
    pub fn previous(self, to: u64) -> Option<u64> {
        let to = u128::from(to);
        let found = if self.modulus == 0 {
            (self.rest <= to).then_some(self.rest)?
        } else {
            let behind = (to + self.modulus - self.rest) % self.modulus;
            to.checked_sub(behind)?
        };
        u64::try_from(found).ok()
    }
}
