//! What the worker tells its supervisor: a line for each message.

use report::{Answer, Conclusion};
use std::cell::RefCell;
use std::fs::File;
use std::io::Write;

/// A message of the worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// What it does now: `bmc, bound = 14`.
    Phase(String),
    /// The answer.
    Verdict(Conclusion),
    /// A broken invariant, in the words of the panic.
    Panic(String),
}

impl Message {
    /// Invariant: one line.
    fn encode(&self) -> String {
        let line = match self {
            Message::Phase(text) => format!("phase {text}"),
            Message::Panic(text) => format!("panic {text}"),
            Message::Verdict(c) => format!("verdict {} {}", c.answer, c.rest),
        };
        line.replace('\n', " ") + "\n"
    }

    pub fn decode(line: &str) -> Option<Message> {
        let (kind, rest) = line.split_once(' ')?;
        Some(match kind {
            "phase" => Message::Phase(rest.to_string()),
            "panic" => Message::Panic(rest.to_string()),
            "verdict" => {
                let (answer, rest) = rest.split_once(' ')?;
                let answers = [Answer::True, Answer::False, Answer::Unknown];
                Message::Verdict(Conclusion {
                    answer: answers.into_iter().find(|a| a.to_string() == answer)?,
                    rest: rest.to_string(),
                })
            }
            _ => return None,
        })
    }
}

/// The part of a phase that names it: `bmc, bound = 14` of `bmc, bound = 14: solving 3 checks`.
pub fn phase_name(phase: &str) -> &str {
    phase.split_once(": ").map_or(phase, |(name, _)| name)
}

/// The worker's end.
pub struct Channel {
    pipe: RefCell<File>,
}

impl Channel {
    pub fn new(pipe: File) -> Channel {
        Channel {
            pipe: RefCell::new(pipe),
        }
    }

    /// A supervisor that is gone cannot be told anything, so a failure to write is none of ours.
    pub fn send(&self, message: &Message) {
        let _ = self
            .pipe
            .borrow_mut()
            .write_all(message.encode().as_bytes());
    }

    pub fn phase(&self, text: impl ToString) {
        self.send(&Message::Phase(text.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive() {
        let messages = [
            Message::Phase("bmc, bound = 14".to_string()),
            Message::Panic("an index was out of range".to_string()),
            Message::Verdict(Conclusion::unknown("no reason")),
            Message::Verdict(Conclusion {
                answer: Answer::True,
                rest: String::new(),
            }),
        ];
        for message in messages {
            let line = message.encode();
            assert_eq!(Message::decode(line.trim_end_matches('\n')), Some(message));
        }
    }
}
