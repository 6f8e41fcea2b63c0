//! Colours, where a terminal shows them.

use crate::findings::Answer;

/// Whether to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    Plain,
    Colour,
}

impl Style {
    fn wrap(self, code: &str, text: &str) -> String {
        match self {
            Style::Plain => text.to_string(),
            Style::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }

    pub(crate) fn bold(self, text: &str) -> String {
        self.wrap("1", text)
    }

    pub(crate) fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    pub(crate) fn warning(self, text: &str) -> String {
        self.wrap("33", text)
    }

    /// Text in the colour of an answer.
    pub fn answer(self, answer: Answer, text: &str) -> String {
        let code = match answer {
            Answer::True => "1;32",
            Answer::False => "1;31",
            Answer::Unknown => "1;33",
        };
        self.wrap(code, text)
    }
}
