//! Names of symbols in text.
//!
//! A name that is not a simple symbol is written between bars. A name that cannot be (it contains a bar or a backslash), or
//! that means something else (`true`, `select`, `let`), is escaped: `~esc~` and then the name, where `~`, `|` and `\`
//! are `~` and two hexadecimal digits.

use crate::float::RoundingMode;
use std::borrow::Cow;
use std::fmt::Write;

const ESCAPED: &str = "~esc~";

/// How names start that the printer gives to shared subterms.
pub(super) const SHARED: &str = "t$";

/// The name as SMT-LIB text.
pub fn quote(name: &str) -> Cow<'_, str> {
    let name = escape(name);
    if is_simple(&name) {
        return name;
    }
    Cow::Owned(format!("|{name}|"))
}

fn escape(name: &str) -> Cow<'_, str> {
    let plain = !name.is_empty()
        && !name.contains(['|', '\\'])
        && !name.starts_with(ESCAPED)
        && !is_taken(name);
    if plain {
        return Cow::Borrowed(name);
    }
    let mut escaped = String::from(ESCAPED);
    for c in name.chars() {
        match c {
            '~' | '|' | '\\' => {
                write!(escaped, "~{:02x}", c as u32).expect("strings take all text")
            }
            c => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// The name that [`quote`] wrote, bars already taken off.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    let Some(escaped) = text.strip_prefix(ESCAPED) else {
        return Cow::Borrowed(text);
    };
    let mut name = String::new();
    let mut rest = escaped;
    while let Some(at) = rest.find('~') {
        name.push_str(&rest[..at]);
        let code = rest
            .get(at + 1..at + 3)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code {
            Some(code) => {
                name.push(code as char);
                rest = &rest[at + 3..];
            }
            None => {
                name.push('~');
                rest = &rest[at + 1..];
            }
        }
    }
    name.push_str(rest);
    Cow::Owned(name)
}

fn is_simple(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    // A leading `.` or `@` is the solver's.
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '@')
        && name.chars().all(allowed)
}

/// Words of the language and functions of its theories.
fn is_taken(name: &str) -> bool {
    let word = matches!(
        name,
        "true"
            | "false"
            | "not"
            | "and"
            | "or"
            | "xor"
            | "=>"
            | "="
            | "distinct"
            | "ite"
            | "select"
            | "store"
            | "const"
            | "concat"
            | "extract"
            | "repeat"
            | "zero_extend"
            | "sign_extend"
            | "rotate_left"
            | "rotate_right"
            | "lambda"
            | "let"
            | "forall"
            | "exists"
            | "match"
            | "par"
            | "as"
            | "_"
            | "!"
            | "Bool"
            | "BitVec"
            | "FloatingPoint"
            | "Float16"
            | "Float32"
            | "Float64"
            | "Float128"
            | "RoundingMode"
            | "Real"
            | "Int"
            | "NaN"
            | "+oo"
            | "-oo"
            | "+zero"
            | "-zero"
            | "fp"
            | "to_fp"
            | "to_fp_unsigned"
            | "Array"
            | "BINARY"
            | "DECIMAL"
            | "HEXADECIMAL"
            | "NUMERAL"
            | "STRING"
            | "assert"
            | "check-sat"
            | "check-sat-assuming"
            | "declare-const"
            | "declare-datatype"
            | "declare-datatypes"
            | "declare-fun"
            | "declare-sort"
            | "define-const"
            | "define-fun"
            | "define-fun-rec"
            | "define-funs-rec"
            | "define-sort"
            | "echo"
            | "exit"
            | "get-assertions"
            | "get-assignment"
            | "get-info"
            | "get-model"
            | "get-option"
            | "get-proof"
            | "get-unsat-assumptions"
            | "get-unsat-core"
            | "get-value"
            | "pop"
            | "push"
            | "reset"
            | "reset-assertions"
            | "set-info"
            | "set-logic"
            | "set-option"
            | "+"
            | "-"
            | "*"
            | "/"
            | "<"
            | "<="
            | ">"
            | ">="
            | "div"
            | "mod"
            | "abs"
    );
    // Every function of the theory of bit-vectors starts so, in all versions and solvers, and so do those that the
    // printer defines.
    let bitvec = name.starts_with("bv")
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_$".contains(c));
    // Likewise for floats.
    let float = name.starts_with("fp.") || RoundingMode::from_name(name).is_some();
    word || bitvec || float || name.starts_with(SHARED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_names_stay() {
        for name in ["x", "main.i!3", "a$b", "loop@head", "k-1"] {
            assert_eq!(quote(name), name);
        }
    }

    #[test]
    fn other_names_stand_in_bars() {
        assert_eq!(quote("a b"), "|a b|");
        assert_eq!(quote("3x"), "|3x|");
        assert_eq!(quote(".x"), "|.x|");
        assert_eq!(quote("f::x"), "|f::x|");
    }

    #[test]
    fn impossible_names_are_escaped_and_come_back() {
        for name in [
            "true",
            "select",
            "bvadd",
            "bv32",
            "t$1",
            "bvsaddo$8",
            "a|b",
            "a\\b",
            "~esc~x",
            "",
            "a~|\\~b",
            "naïve|",
        ] {
            let text = quote(name);
            let bare = text.trim_matches('|');
            assert!(bare.starts_with(ESCAPED), "{name} became {text}");
            assert_eq!(unescape(bare), name);
        }
    }
}
