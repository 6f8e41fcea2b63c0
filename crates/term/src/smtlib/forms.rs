//! Cutting a stream into commands.
//!
//! A solver that others talk to over a pipe must answer a command as soon as its last parenthesis has come, so the reader
//! never asks for more than that. A command that is wrong inside is still cut out, and the next one is read correctly.

use super::lexer::Position;
use std::io::{self, BufRead};

/// A piece of a text that is complete by itself: a matching pair of parentheses and what is between them, or a word
/// outside parentheses (which is not a command; the reader of commands reports it).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    pub text: String,
    /// Where it starts in the stream.
    pub position: Position,
}

/// Cuts a stream into [`Form`]s.
pub struct FormReader<R> {
    input: R,
    /// Of the next byte.
    position: Position,
}

/// What the bytes read last belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Nothing,
    Comment,
    String,
    QuotedSymbol,
    /// A word outside parentheses.
    Word,
}

/// The form that is being read.
struct Partial {
    bytes: Vec<u8>,
    position: Position,
    depth: u64,
    inside: Inside,
}

impl Partial {
    /// Takes a byte; whether the form is complete with it. Gives the byte back if the form was complete before.
    fn take(&mut self, byte: u8) -> Result<bool, u8> {
        let ends_word = byte.is_ascii_whitespace() || b"();\"|".contains(&byte);
        if self.inside == Inside::Word && ends_word {
            return Err(byte);
        }
        let started = !self.bytes.is_empty();
        let is_comment = self.inside == Inside::Comment || (byte == b';' && self.is_between());
        // Comments and blanks belong to a form only if they are inside it.
        if started || !(is_comment || byte.is_ascii_whitespace()) {
            self.bytes.push(byte);
        }
        match (self.inside, byte) {
            (Inside::Comment, b'\n') => self.inside = Inside::Nothing,
            (Inside::Comment, _) | (Inside::Word, _) => {}
            // Two quotes in a string mean one: inside parentheses, the string ends and starts again.
            (Inside::String, b'"') | (Inside::QuotedSymbol, b'|') => {
                self.inside = Inside::Nothing;
                return Ok(self.depth == 0);
            }
            (Inside::String | Inside::QuotedSymbol, _) => {}
            (Inside::Nothing, b';') => self.inside = Inside::Comment,
            (Inside::Nothing, b'"') => self.inside = Inside::String,
            (Inside::Nothing, b'|') => self.inside = Inside::QuotedSymbol,
            (Inside::Nothing, b'(') => self.depth += 1,
            (Inside::Nothing, b')') => {
                self.depth = self.depth.saturating_sub(1);
                return Ok(self.depth == 0);
            }
            (Inside::Nothing, byte) if self.depth == 0 && !byte.is_ascii_whitespace() => {
                self.inside = Inside::Word;
            }
            (Inside::Nothing, _) => {}
        }
        Ok(false)
    }

    fn is_between(&self) -> bool {
        self.inside == Inside::Nothing
    }
}

impl<R: BufRead> FormReader<R> {
    pub fn new(input: R) -> FormReader<R> {
        FormReader {
            input,
            position: Position::START,
        }
    }

    pub fn input(&mut self) -> &mut R {
        &mut self.input
    }

    /// The next form; `None` at the end of the stream. One that the stream breaks off is given as far as it goes.
    pub fn next_form(&mut self) -> io::Result<Option<Form>> {
        let mut partial = Partial {
            bytes: Vec::new(),
            position: self.position,
            depth: 0,
            inside: Inside::Nothing,
        };
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                break;
            }
            let mut used = 0;
            let mut complete = false;
            for &byte in buffer {
                let at = self.position;
                let started = !partial.bytes.is_empty();
                match partial.take(byte) {
                    Err(_) => {
                        complete = true;
                        break;
                    }
                    Ok(done) => complete = done,
                }
                if !started {
                    partial.position = at;
                }
                self.position = after(at, byte);
                used += 1;
                if complete {
                    break;
                }
            }
            self.input.consume(used);
            if complete {
                break;
            }
        }
        if partial.bytes.is_empty() {
            return Ok(None);
        }
        Ok(Some(Form {
            text: String::from_utf8_lossy(&partial.bytes).into_owned(),
            position: partial.position,
        }))
    }
}

fn after(position: Position, byte: u8) -> Position {
    let Position { line, column } = position;
    match byte {
        b'\n' => Position {
            line: line + 1,
            column: 1,
        },
        // Further bytes of a character.
        0x80..=0xbf => position,
        _ => Position {
            line,
            column: column + 1,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(text: &str) -> Vec<String> {
        let mut reader = FormReader::new(text.as_bytes());
        let mut forms = Vec::new();
        while let Some(form) = reader.next_form().expect("memory can be read") {
            forms.push(format!("{} {}", form.position, form.text));
        }
        forms
    }

    #[test]
    fn commands_with_their_places() {
        let text = "; (no)\n(a (b ; )\n c))(d \"x)\"\"(\" |y)|)\n  ünï (e)";
        let expected = [
            "2:1 (a (b ; )\n c))",
            "3:5 (d \"x)\"\"(\" |y)|)",
            "4:3 ünï",
            "4:7 (e)",
        ];
        assert_eq!(forms(text), expected);
    }

    #[test]
    fn what_is_no_command_does_not_spoil_the_next() {
        assert_eq!(
            forms(")) x;(\n\"s\"(a)"),
            ["1:1 )", "1:2 )", "1:4 x", "2:1 \"s\"", "2:4 (a)"]
        );
        assert_eq!(forms("(a) (b (c"), ["1:1 (a)", "1:5 (b (c"]);
        assert_eq!(forms(" ; only a comment"), Vec::<String>::new());
    }

    /// A stream that must not be read beyond its end.
    struct Careful<'a>(&'a [u8]);

    impl io::Read for Careful<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            assert!(!self.0.is_empty(), "the answer is due before more comes");
            buffer[0] = self.0[0];
            self.0 = &self.0[1..];
            Ok(1)
        }
    }

    #[test]
    fn a_command_is_complete_with_its_last_parenthesis() {
        let mut reader = FormReader::new(io::BufReader::new(Careful(b"\n(check-sat)")));
        let form = reader.next_form().unwrap().unwrap();
        assert_eq!(form.text, "(check-sat)");
    }
}
