//! Values and names in answers.

use term::eval::FunctionValue;
use term::{BitVec, Sort, Value};

/// A value as a term that others can read back.
pub(super) fn text(sort: Sort, value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::BitVec(bits) if matches!(sort, Sort::Declared(_)) => {
            // An abstract value, as SMT-LIB calls it.
            format!("(as @{} {sort})", bits.to_big())
        }
        Value::BitVec(bits) => bits.to_string(),
        Value::Float(float) => float.to_string(),
        Value::RoundingMode(mode) => mode.name().to_string(),
        Value::Array(array) => {
            let Sort::Array(ends) = sort else {
                panic!("an array value of sort {sort}");
            };
            let mut out = "(store ".repeat(array.entries.len());
            let default = text(ends.element, &array.default);
            out += &format!("((as const {sort}) {default})");
            for (index, element) in &array.entries {
                let index = text(ends.index, &Value::from_bits(ends.index, index.clone()));
                out += &format!(" {index} {})", text(ends.element, element));
            }
            out
        }
    }
}

/// Parameters, sort and body of a function: a choice between the arguments that its table has.
pub(super) fn function((domain, range): (&[Sort], Sort), value: Option<&FunctionValue>) -> String {
    let parameters: Vec<String> = domain
        .iter()
        .enumerate()
        .map(|(i, sort)| format!("(x!{i} {sort})"))
        .collect();
    let default = value.map_or_else(|| Value::zero(range), |f| f.default.clone());
    let mut body = String::new();
    let mut open = 0;
    for (args, result) in value.map(|f| entries(f, domain)).unwrap_or_default() {
        let equal: Vec<String> = args
            .iter()
            .zip(domain)
            .enumerate()
            .map(|(i, (arg, sort))| format!("(= x!{i} {})", text(*sort, arg)))
            .collect();
        let condition = match equal.as_slice() {
            [one] => one.clone(),
            all => format!("(and {})", all.join(" ")),
        };
        body += &format!("(ite {condition} {} ", text(range, &result));
        open += 1;
    }
    body += &text(range, &default);
    body += &")".repeat(open);
    format!("({}) {range} {body}", parameters.join(" "))
}

/// Where a function differs from its default: arguments and results.
fn entries(function: &FunctionValue, domain: &[Sort]) -> Vec<(Vec<Value>, Value)> {
    let values = |bits: &Vec<BitVec>| {
        let pairs = bits.iter().zip(domain);
        pairs
            .map(|(b, s)| Value::from_bits(*s, b.clone()))
            .collect()
    };
    let of_bits = function.entries.iter().map(|(a, r)| (values(a), r.clone()));
    of_bits.chain(function.array_entries.clone()).collect()
}

/// A name as the script wrote it, in bars where it needs them. (Not [`term::smtlib::quote`], which also renames names that
/// already have a meaning.)
pub(super) fn symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let is_simple = !name.is_empty()
        && name.chars().all(simple)
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if is_simple {
        name.to_string()
    } else {
        format!("|{name}|")
    }
}
