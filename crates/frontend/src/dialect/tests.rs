//! What comes out of [`super::translate`], as text.

use super::*;

/// The translation without the declarations in front.
fn translated(text: &str, choices: Choices) -> String {
    let done = translate(text, "a.c", choices)
        .unwrap_or_else(|m| panic!("{}:{} {}", m.file, m.line, m.what));
    let mark = "# 1 \"a.c\"\n";
    let at = done
        .text
        .find(mark)
        .expect("the file begins with its marker");
    done.text[at + mark.len()..].to_string()
}

#[test]
fn implications() {
    let cases = [
        ("a ==> b", "(!(a) || ( b))"),
        (
            "f(a || b ==> c ==> d, e)",
            "f((!(a || b) || ((!( c) || ( d)))), e)",
        ),
        ("x = a <==> b;", "x =(!( a) == !( b));"),
        ("return p\n==> q;", "return(!( p)\n || ( q));"),
    ];
    for (text, expected) in cases {
        let body = translated(&format!("{{{text}}}"), Choices::default());
        let squeezed = |t: &str| t.replace(' ', "");
        assert_eq!(
            squeezed(&body),
            squeezed(&format!("{{{expected}}}")),
            "{text}"
        );
    }
}

#[test]
fn lines_stay_where_they_are() {
    let text = "int f(int a)\n__CPROVER_requires(a > 0)\n__CPROVER_ensures(\n__CPROVER_return_value > a)\n;\nint g;\n";
    let body = translated(text, Choices::default());
    // After the marker of the last line, `g` is on line 6.
    let at = body.find("int g;").expect("g is kept");
    let marker = body[..at].rfind("# ").expect("a marker leads back");
    let number: usize = body[marker + 2..]
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    let breaks = body[marker..at].matches('\n').count() - 1;
    assert_eq!(number + breaks, 6, "{body}");
    assert!(body.contains("__aver_enforce_f(int a)"), "{body}");
}

#[test]
fn mistakes_have_places() {
    let text = "int x;\n#pragma CPROVER check pop\nint y;\n";
    let mistake = translate(text, "a.c", Choices::default())
        .err()
        .expect("nothing was pushed");
    assert_eq!((mistake.file.as_str(), mistake.line), ("a.c", 2));
    let text = "void f(void) { __CPROVER_rational r; }";
    assert!(translate(text, "a.c", Choices::default()).is_err());
}

#[test]
fn pragmas_are_lines() {
    let text = "#pragma CPROVER check push\n#pragma CPROVER check disable \"pointer\"\nint x;\n#pragma CPROVER check pop\nint y;\n";
    let lines = translate(text, "a.c", Choices::default())
        .unwrap_or_else(|m| panic!("{}", m.what))
        .lines;
    let off = |line| {
        lines
            .off
            .get(&("a.c".to_string(), line))
            .is_some_and(|d| d.contains("pointer"))
    };
    assert!(off(3) && !off(5));
}

#[test]
fn what_is_not_of_the_dialect_is_copied() {
    let text =
        "int main(void) {\n  for (;;) { do { } while (0); }\n  return '\\'' == \"(\"[0];\n}\n";
    assert_eq!(translated(text, Choices::default()), text);
}
