//! What the worker tells its supervisor: a line for each message.

use report::Conclusion;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fs::File;
use std::io::Write;

/// A message of the worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// What it does now: `bmc, bound = 14`.
    Phase(String),
    /// A file that LLVM reads and may crash on, or that it has read all of them.
    Reading(Option<String>),
    /// A confirmed violation, with the report on it; the worker goes on looking for others.
    Found {
        conclusion: Conclusion,
        report: String,
    },
    /// The answer.
    Verdict(Conclusion),
    /// A broken invariant, in the words of the panic.
    Panic(String),
}

impl Message {
    /// JSON, in which a line never breaks.
    fn encode(&self) -> String {
        serde_json::to_string(self).expect("a message is plain data") + "\n"
    }

    pub fn decode(line: &str) -> Option<Message> {
        serde_json::from_str(line).ok()
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
        let text = text.to_string();
        tracing::info!(target: "aver", "{text}");
        self.send(&Message::Phase(text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::Answer;

    #[test]
    fn messages_survive() {
        let messages = [
            Message::Phase("bmc, bound = 14".to_string()),
            Message::Reading(Some("a \"b\".ll".to_string())),
            Message::Reading(None),
            Message::Panic("an index was out of range".to_string()),
            Message::Verdict(Conclusion::unknown("no reason")),
            Message::Found {
                conclusion: Conclusion::unknown("a \"quoted\" one"),
                report: "two\nlines\n".to_string(),
            },
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
