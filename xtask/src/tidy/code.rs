//! The code of a Rust file without its comments and the contents of its literals.
//!
//! A scanner for the few tokens that can hide text: line comments, nested block comments, strings, raw strings and
//! character literals. Lines keep their numbers.

/// The text with comments and the contents of string and character literals replaced by spaces.
pub fn without_comments_and_strings(text: &str) -> String {
    let mut scanner = Scanner {
        rest: text,
        out: String::with_capacity(text.len()),
    };
    while !scanner.rest.is_empty() {
        scanner.token();
    }
    scanner.out
}

struct Scanner<'a> {
    rest: &'a str,
    out: String,
}

impl Scanner<'_> {
    fn token(&mut self) {
        if self.rest.starts_with("//") {
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            self.blank(end);
        } else if self.rest.starts_with("/*") {
            self.block_comment();
        } else if let Some(hashes) = self.raw_string_start() {
            self.raw_string(hashes);
        } else if self.rest.starts_with('"') {
            self.string();
        } else if self.rest.starts_with('\'') {
            self.quote();
        } else {
            // A word as a whole, so that the `r` of `for"` or `br` is not taken for the start of a raw string.
            let word = self
                .rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(self.rest.len());
            let length = match word {
                0 => self.rest.chars().next().map_or(0, char::len_utf8),
                n => n,
            };
            self.keep(length);
        }
    }

    fn keep(&mut self, length: usize) {
        self.out.push_str(&self.rest[..length]);
        self.rest = &self.rest[length..];
    }

    fn blank(&mut self, length: usize) {
        let hidden = &self.rest[..length];
        self.out
            .extend(hidden.chars().map(|c| if c == '\n' { c } else { ' ' }));
        self.rest = &self.rest[length..];
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        let mut at = 0;
        let bytes = self.rest.as_bytes();
        while at < bytes.len() {
            if bytes[at..].starts_with(b"/*") {
                depth += 1;
                at += 2;
            } else if bytes[at..].starts_with(b"*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    break;
                }
            } else {
                at += 1;
            }
        }
        self.blank(at);
    }

    /// The number of `#` if a raw string starts here.
    fn raw_string_start(&self) -> Option<usize> {
        let after = ["r", "br", "cr"]
            .iter()
            .find_map(|prefix| self.rest.strip_prefix(prefix))?;
        let hashes = after.len() - after.trim_start_matches('#').len();
        after[hashes..].starts_with('"').then_some(hashes)
    }

    fn raw_string(&mut self, hashes: usize) {
        let open = self.rest.find('"').map_or(self.rest.len(), |at| at + 1);
        self.keep(open);
        let close = format!("\"{}", "#".repeat(hashes));
        let end = self.rest.find(&close).unwrap_or(self.rest.len());
        self.blank(end);
        self.keep(close.len().min(self.rest.len()));
    }

    fn string(&mut self) {
        self.keep(1);
        let end = unescaped(self.rest, b'"');
        self.blank(end);
        self.keep(1.min(self.rest.len()));
    }

    /// A character literal or a lifetime.
    fn quote(&mut self) {
        let mut chars = self.rest[1..].chars();
        let first = chars.next();
        let is_literal = first == Some('\\') || chars.next() == Some('\'');
        self.keep(1);
        if is_literal {
            let end = if first == Some('\\') {
                unescaped(self.rest, b'\'')
            } else {
                first.map_or(0, char::len_utf8)
            };
            self.blank(end);
            self.keep(1.min(self.rest.len()));
        }
    }
}

/// The index of the first `quote` that no backslash precedes, or the length of the text.
fn unescaped(text: &str, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::without_comments_and_strings;

    fn check(text: &str, expected: &str) {
        let code = without_comments_and_strings(text);
        assert_eq!(code.lines().count(), text.lines().count());
        let squeezed: Vec<&str> = code.split_whitespace().collect();
        assert_eq!(squeezed.join(" "), expected);
    }

    #[test]
    fn comments_vanish() {
        check("a // b\nc", "a c");
        check("a /* b /* c */ d\n*/ e", "a e");
        check("a / b", "a / b");
    }

    #[test]
    fn strings_lose_their_contents() {
        check(r#"f("a // \" b") // c"#, r#"f(" ")"#);
        check(r###"f(r#"a " b"#, x)"###, r###"f(r#" "#, x)"###);
        check(r#"br"a" for"b""#, r#"br" " for" ""#);
    }

    #[test]
    fn characters_and_lifetimes_are_told_apart() {
        check("'\"' a", "' ' a");
        check("'\\'' a", "' ' a");
        check("fn f<'a>(x: &'a str)", "fn f<'a>(x: &'a str)");
    }
}
