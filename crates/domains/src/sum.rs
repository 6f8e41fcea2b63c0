//! Sums of multiples of C variables, such as `x + 2*y - z`, for rows of a template that a user wants.

use std::fmt;
use std::str::FromStr;

/// Coefficients and names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum(pub Vec<(i32, String)>);

impl FromStr for Sum {
    type Err = String;

    fn from_str(text: &str) -> Result<Sum, String> {
        let wrong =
            || format!("`{text}` is no sum of multiples of variables, such as `x + 2*y - z`");
        let mut summands = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let sign = match rest.as_bytes()[0] {
                b'-' => -1,
                b'+' => 1,
                _ if summands.is_empty() => 1,
                _ => return Err(wrong()),
            };
            rest = rest.trim_start_matches(['+', '-']).trim_start();
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let (summand, behind) = rest.split_at(end);
            let (coefficient, name) = match summand.split_once('*') {
                Some((coefficient, name)) => {
                    let coefficient = coefficient.trim().parse::<i32>();
                    (coefficient.map_err(|_| wrong())?, name.trim())
                }
                None => (1, summand.trim()),
            };
            if !is_name(name) || coefficient == 0 {
                return Err(wrong());
            }
            summands.push((sign * coefficient, name.to_string()));
            rest = behind;
        }
        match summands.is_empty() {
            true => Err(wrong()),
            false => Ok(Sum(summands)),
        }
    }
}

/// Of a variable, or of a part of one.
fn is_name(name: &str) -> bool {
    let part = |part: &str| {
        !part.starts_with(|c: char| c.is_ascii_digit())
            && !part.is_empty()
            && part.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    name.split('.').all(part)
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (coefficient, name)) in self.0.iter().enumerate() {
            let sign = match (index, *coefficient < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            match coefficient.unsigned_abs() {
                1 => write!(f, "{sign}{name}")?,
                n => write!(f, "{sign}{n}*{name}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_and_shown() {
        for text in ["x", "-x", "x + 2*y - z", "-3*a_1 - s.field"] {
            assert_eq!(text.parse::<Sum>().unwrap().to_string(), text);
        }
        let spaced: Sum = " 2 * x+y ".parse().unwrap();
        assert_eq!(spaced.to_string(), "2*x + y");
    }

    #[test]
    fn other_things_are_not() {
        for text in [
            "",
            "1",
            "x y",
            "x*y",
            "0*x",
            "x +",
            "x + 2",
            "2*",
            "x <= 3",
            "99999999999*x",
        ] {
            assert!(text.parse::<Sum>().is_err(), "{text}");
        }
    }
}
