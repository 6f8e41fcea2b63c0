//! Reading what a solver answers.

use term::smtlib::parse_term;
use term::{TermPool, Value};

/// The texts of the items of a list in parentheses; `None` if it is not a list.
pub(super) fn items(text: &str) -> Option<Vec<&str>> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let bytes = inner.as_bytes();
    let mut items = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let end = at + length(&bytes[at..])?;
        items.push(&inner[at..end]);
        at = end;
    }
    Some(items)
}

/// The length of the item at the start.
fn length(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0_u64;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            quote @ (b'|' | b'"') => {
                at += 1 + bytes[at + 1..].iter().position(|b| *b == quote)?;
            }
            byte if depth == 0 && byte.is_ascii_whitespace() => return Some(at),
            _ => {}
        }
        at += 1;
        let ends = depth == 0 && matches!(bytes.get(at), Some(b'(' | b')') | None);
        if ends || (depth == 0 && bytes[at - 1] == b')') {
            return Some(at);
        }
    }
    (depth == 0).then_some(at)
}

/// The values in an answer to `get-value`, as texts, in the order of the question.
pub(super) fn values(text: &str) -> Option<Vec<&str>> {
    items(text)?
        .into_iter()
        .map(|pair| match items(pair)?.as_slice() {
            [_, value] => Some(*value),
            _ => None,
        })
        .collect()
}

/// The value that a text denotes, of the sort of `like`.
pub(super) fn value(pool: &mut TermPool, text: &str, like: term::Sort) -> Option<Value> {
    let term = parse_term(pool, text, &mut |_| None).ok()?;
    if pool.sort(term) != like {
        return None;
    }
    let symbols = rustc_hash::FxHashMap::<term::SymbolId, Value>::default();
    Some(term::eval::Evaluator::new(pool, &symbols).eval(term))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split() {
        let list = |text: &str| items(text).map(|i| i.join(" / "));
        assert_eq!(list("(a (b c) |d )|e)"), Some("a / (b c) / |d )|e".into()));
        assert_eq!(list("( (a)(b) )"), Some("(a) / (b)".into()));
        assert_eq!(list("(\"x (\" y)"), Some("\"x (\" / y".into()));
        assert_eq!(list("()"), Some(String::new()));
        for broken in ["a", "(a", "(a))", "(a (b)", "(|a)"] {
            assert_eq!(list(broken), None, "{broken}");
        }
    }

    #[test]
    fn values_are_the_second_of_pairs() {
        let text = "((x #x0a)\n ((f x) (store a #b0 #b1)))";
        assert_eq!(values(text), Some(vec!["#x0a", "(store a #b0 #b1)"]));
        assert_eq!(values("((x))"), None);
        assert_eq!(values("(error \"no\")"), None);
    }

    #[test]
    fn values_of_any_sort() {
        let mut pool = TermPool::new();
        let byte = term::Sort::BitVec(8);
        let array = term::Sort::array(term::Sort::BitVec(2), byte);
        let text = "(let ((a!1 ((as const (Array (_ BitVec 2) (_ BitVec 8))) #x01))) (store a!1 #b10 #x07))";
        let Some(Value::Array(value)) = value(&mut pool, text, array) else {
            panic!("an array");
        };
        assert_eq!(
            value.get(&term::BitVec::new(2, 2)).as_bitvec().to_u64(),
            Some(7)
        );
        assert_eq!(
            value.get(&term::BitVec::new(2, 1)).as_bitvec().to_u64(),
            Some(1)
        );
        assert!(super::value(&mut pool, "#x0a", term::Sort::Bool).is_none());
        assert!(super::value(&mut pool, "(_ as-array k!0)", array).is_none());
    }
}
