//! What the worker tells its supervisor: one line per message.

use report::Conclusion;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fs::File;
use std::io::Write;

/// A message of the worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Message {
    /// What it does now: `bmc, bound = 14` is the phase, `unrolling` what is done in it.
    Phase { name: String, doing: String },
    /// A file that LLVM reads and may crash on, or that it has read all of them.
    Reading(Option<String>),
    /// A confirmed violation, with the report on it; the worker goes on looking for others.
    Found {
        conclusion: Conclusion,
        report: String,
    },
    /// The answer.
    Verdict(Conclusion),
    /// A broken invariant: the message of the panic.
    Panic(String),
}

impl Message {
    /// JSON without line breaks.
    fn encode(&self) -> String {
        serde_json::to_string(self).expect("a message is plain data") + "\n"
    }

    pub fn decode(line: &str) -> Option<Message> {
        serde_json::from_str(line).ok()
    }
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

    /// A supervisor that is gone cannot be told anything, so a failure to write is ignored.
    pub fn send(&self, message: &Message) {
        let _ = self
            .pipe
            .borrow_mut()
            .write_all(message.encode().as_bytes());
    }

    /// A phase without further detail.
    pub fn phase(&self, name: &str) {
        self.doing(name, "");
    }

    pub fn doing(&self, name: &str, doing: &str) {
        tracing::info!(target: "aver", "{name}: {doing}");
        self.send(&Message::Phase {
            name: name.to_string(),
            doing: doing.to_string(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::Answer;

    #[test]
    fn messages_survive() {
        let messages = [
            Message::Phase {
                name: "bmc, bound = 14".to_string(),
                doing: "unrolling".to_string(),
            },
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
