//! The progress line: on stderr, only if that is a terminal, and never in the output that has the answer.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// How many characters of a phase are shown.
const WIDTH: usize = 76;

pub struct Progress {
    enabled: bool,
    start: Instant,
    drawn: bool,
}

impl Progress {
    pub fn new(wanted: bool) -> Progress {
        Progress {
            enabled: wanted && io::stderr().is_terminal(),
            start: Instant::now(),
            drawn: false,
        }
    }

    pub fn show(&mut self, phase: &str) {
        if !self.enabled {
            return;
        }
        let seconds = self.start.elapsed().as_secs_f32();
        let line: String = format!("{seconds:6.1} s  {phase}")
            .chars()
            .take(WIDTH)
            .collect();
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
        self.drawn = true;
    }

    pub fn clear(&mut self) {
        if self.drawn {
            let _ = write!(io::stderr(), "\r\x1b[K");
            self.drawn = false;
        }
    }
}
