//! The supervisor: the process that owns the last line, the exit code and the clean-up.
//!
//! LLVM, CaDiCaL and allocators can abort, so the work is done by a child: a fork of this process, in its own
//! process group, under limits, with its own temporary folder. Its stdout and stderr pass through here, and over a third
//! pipe it says what it is doing and what it found. However the child ends, the parent prints one verdict, kills the rest
//! of the group and removes the folder.

use crate::channel::{Channel, Message};
use crate::progress::Progress;
use crate::sys::{self, ChildEnd, Signals, Terminal};
use evidence::Reason;
use report::Conclusion;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What is kept of the end of stderr, to see why a worker died.
const TAIL: usize = 4096;

/// The limits of the work, and how its output is shown.
pub struct Terms {
    /// In seconds.
    pub timeout: Option<u64>,
    pub megabytes: Option<u64>,
    pub output: Output,
    pub progress: bool,
}

/// What is written to stdout.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// A report; the last line is the verdict.
    Verdict,
    /// Answers to commands. One that is due when the worker dies is `unknown`.
    Responses,
    /// Any text.
    Text,
}

/// How the work ended.
enum End {
    /// By itself, or in a crash.
    Own,
    Timeout,
    Interrupted,
}

/// Runs `work` in a child process under the given terms; its result, and that of this function, is an exit code.
///
/// Must be called while the process has only one thread.
pub fn supervise(terms: &Terms, work: impl FnOnce(&Channel) -> u8) -> io::Result<u8> {
    let folder = tempfile::Builder::new().prefix("aver-").tempdir()?;
    let signals = Signals::hold()?;
    sys::adopt();
    let (out, out_end) = sys::pipe()?;
    let (err, err_end) = sys::pipe()?;
    let (messages, messages_end) = sys::pipe()?;
    // Whatever is still buffered would otherwise be written twice.
    io::stdout().flush()?;
    let start = Instant::now();
    // SAFETY: the caller's condition.
    let Some(child) = (unsafe { sys::fork() })? else {
        sys::become_worker();
        signals.release();
        sys::redirect(&out_end, &err_end);
        sys::extend_stack();
        if let Some(megabytes) = terms.megabytes {
            sys::limit_memory(megabytes);
        }
        // A backtrace after memory has run out allocates memory, and then waits for its own lock forever.
        // SAFETY: the process has one thread only.
        unsafe {
            std::env::set_var("TMPDIR", folder.path());
            // clang's library then reads files on its caller's stack, which is larger than its own.
            std::env::set_var("LIBCLANG_NOTHREADS", "1");
            std::env::remove_var("RUST_BACKTRACE");
        };
        sys::exit_now(guarded(&Channel::new(messages_end), work));
    };
    child.lead_group();
    let _terminal = (terms.output == Output::Responses).then(|| Terminal::lend(&child));
    drop((out_end, err_end, messages_end));
    let mut relay = Relay {
        out,
        err,
        messages,
        progress: Progress::new(terms.progress),
        heard: Heard::default(),
    };
    let deadline = terms.timeout.map(|s| start + Duration::from_secs(s));
    let end = relay.run(&signals, deadline);
    // Everything that the worker started ends with it, however the worker itself ended.
    child.kill_group();
    let ended = child.wait()?;
    relay.drain();
    relay.progress.clear();
    let removed = folder.close();
    let code = relay.heard.conclude(terms, end, &ended)?;
    removed.map(|()| code)
}

/// The message of the first panic in any thread.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

fn panic_text() -> Option<String> {
    PANIC.lock().map_or(None, |text| text.clone())
}

/// Runs the work; a panic becomes a message instead of a backtrace. A panic in one engine need not keep others from an answer.
fn guarded(channel: &Channel, work: impl FnOnce(&Channel) -> u8) -> u8 {
    std::panic::set_hook(Box::new(|info| {
        if let Ok(mut text) = PANIC.lock() {
            text.get_or_insert_with(|| info.to_string());
        }
    }));
    let result = catch_unwind(AssertUnwindSafe(|| work(channel)));
    if let Some(text) = panic_text() {
        channel.send(&Message::Panic(text));
    }
    let flushed = io::stdout().flush().is_ok();
    match result {
        Ok(code) if flushed => code,
        Ok(_) | Err(_) => 20,
    }
}

/// What the worker said.
#[derive(Default)]
struct Heard {
    /// A message that is not complete yet.
    partial: Vec<u8>,
    doing: String,
    /// The module that LLVM is reading.
    reading: Option<String>,
    verdict: Option<Conclusion>,
    /// Violations that the worker has confirmed, with the reports on them.
    found: Vec<(Conclusion, String)>,
    panic: Option<String>,
    /// The end of stderr.
    tail: Vec<u8>,
    /// Whether stdout is at the start of a line.
    mid_line: bool,
}

/// The three pipes of the worker.
struct Relay {
    out: File,
    err: File,
    messages: File,
    progress: Progress,
    heard: Heard,
}

impl Relay {
    /// Passes on what comes, until the worker is gone or must go.
    fn run(&mut self, signals: &Signals, deadline: Option<Instant>) -> End {
        let (mut out_open, mut err_open) = (true, true);
        loop {
            let now = Instant::now();
            if deadline.is_some_and(|d| now >= d) {
                return End::Timeout;
            }
            let open = |open: bool, fd: i32| if open { fd } else { -1 };
            let fds = [
                signals.as_raw_fd(),
                open(out_open, self.out.as_raw_fd()),
                open(err_open, self.err.as_raw_fd()),
                self.messages.as_raw_fd(),
            ];
            let left = deadline.map(|d| d - now);
            let Ok(ready) = sys::wait_readable(&fds, left) else {
                return End::Own;
            };
            if ready[0] {
                return End::Interrupted;
            }
            if ready[1] {
                match self.pass_out() {
                    Ok(more) => out_open = more,
                    // The reader of our stdout is gone.
                    Err(_) => return End::Interrupted,
                }
            }
            if ready[2] {
                err_open = self.pass_err();
            }
            // The worker alone holds the other end: where it is closed, the worker is gone.
            if ready[3] && !self.listen() {
                return End::Own;
            }
        }
    }

    /// Passes on what the worker wrote before it ended.
    fn drain(&mut self) {
        while self.pass_out().unwrap_or(false) {}
        while self.pass_err() {}
        while self.listen() {}
    }

    /// Whether there may be more.
    fn pass_out(&mut self) -> io::Result<bool> {
        let mut buffer = [0; 1 << 16];
        let count = self.out.read(&mut buffer).unwrap_or(0);
        let Some(last) = buffer[..count].last() else {
            return Ok(false);
        };
        self.heard.mid_line = *last != b'\n';
        self.progress.clear();
        let mut stdout = io::stdout().lock();
        stdout.write_all(&buffer[..count])?;
        stdout.flush()?;
        Ok(true)
    }

    fn pass_err(&mut self) -> bool {
        let mut buffer = [0; 1 << 12];
        let count = self.err.read(&mut buffer).unwrap_or(0);
        if count == 0 {
            return false;
        }
        let tail = &mut self.heard.tail;
        tail.extend_from_slice(&buffer[..count]);
        tail.drain(..tail.len().saturating_sub(TAIL));
        self.progress.clear();
        let _ = io::stderr().write_all(&buffer[..count]);
        true
    }

    fn listen(&mut self) -> bool {
        let mut buffer = [0; 1 << 12];
        let count = self.messages.read(&mut buffer).unwrap_or(0);
        self.heard.partial.extend_from_slice(&buffer[..count]);
        while let Some(end) = self.heard.partial.iter().position(|b| *b == b'\n') {
            let line: Vec<u8> = self.heard.partial.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line[..end]);
            match Message::decode(&line) {
                Some(Message::Phase { name, doing }) => {
                    match doing.as_str() {
                        "" => self.progress.show(&name),
                        _ => self.progress.show(&format!("{name}: {doing}")),
                    }
                    self.heard.doing = name;
                }
                Some(Message::Reading(file)) => self.heard.reading = file,
                Some(Message::Found { conclusion, report }) => {
                    self.heard.found.push((conclusion, report));
                }
                Some(Message::Verdict(conclusion)) => self.heard.verdict = Some(conclusion),
                Some(Message::Panic(text)) => self.heard.panic = Some(text),
                None => {}
            }
        }
        count > 0
    }
}

impl Heard {
    /// Prints the last line; the exit code.
    fn conclude(&self, terms: &Terms, end: End, ended: &ChildEnd) -> io::Result<u8> {
        let mut reports = String::new();
        let conclusion = match (&self.verdict, ended.status) {
            // What the worker found counts, even if it was on its way out when the time was up.
            (Some(verdict), _) => {
                if let Some(panic) = &self.panic {
                    self.ask_for_report(panic);
                }
                verdict.clone()
            }
            (None, Ok(code)) if matches!(end, End::Own) && self.panic.is_none() && code != 20 => {
                return Ok(code as u8);
            }
            (None, Err(signal)) if self.crashed_reading(&end, signal) => {
                let file = self.reading.as_deref().unwrap_or_default();
                eprintln!(
                    "aver: LLVM crashed on {file} ({}): it is not a module that LLVM 19 can read",
                    sys::signal_name(signal)
                );
                return Ok(crate::BAD_INPUT);
            }
            (None, status) => {
                let why = self.why(terms, end, status, ended.megabytes);
                self.salvage(&why, &mut reports)
            }
        };
        let code = conclusion.answer.exit_code();
        if terms.output != Output::Verdict {
            eprintln!("aver: {}", conclusion.rest.trim());
            if terms.output == Output::Responses
                && let Some(answer) = crate::solve::due(&self.doing)
            {
                let _ = writeln!(io::stdout(), "{answer}");
            }
            return Ok(code);
        }
        let mut stdout = io::stdout().lock();
        let start = if self.mid_line { "\n" } else { "" };
        // A reader that is gone does not change the answer.
        let _ = writeln!(stdout, "{start}{reports}{conclusion}").and_then(|()| stdout.flush());
        Ok(code)
    }

    /// Whether LLVM crashed on a module that another tool made: not Aver's mistake, and nothing that it could answer.
    fn crashed_reading(&self, end: &End, signal: i32) -> bool {
        let own = matches!(end, End::Own) && !sys::is_ending(signal) && signal != libc::SIGKILL;
        own && self.reading.is_some() && self.panic.is_none() && !self.ran_out_of_memory()
    }

    /// The answer of a worker that did not finish: a violation that it confirmed before still counts.
    fn salvage(&self, why: &str, reports: &mut String) -> Conclusion {
        let Some((first, _)) = self.found.first() else {
            return Conclusion::unknown(why);
        };
        reports.extend(self.found.iter().map(|(_, report)| report.as_str()));
        eprintln!("aver: not everything was decided: {why}");
        first.clone()
    }

    /// Why there is no answer.
    fn why(&self, terms: &Terms, end: End, status: Result<i32, i32>, megabytes: u64) -> String {
        match (end, terms.timeout) {
            (End::Timeout, Some(seconds)) => return Reason::timeout_text(seconds, &self.doing),
            (End::Timeout | End::Interrupted, _) => return "interrupted".to_string(),
            (End::Own, _) => {}
        }
        if let Some(panic) = &self.panic {
            if panic.contains("out of memory") {
                return Reason::memory_text(terms.megabytes.unwrap_or(megabytes), &self.doing);
            }
            self.ask_for_report(panic);
            return format!("internal error{}: {panic}", self.phase());
        }
        let signal = match status {
            Ok(code) => return format!("the worker ended with code {code}{}", self.phase()),
            Err(signal) => signal,
        };
        let at_limit = |limit: u64| signal == libc::SIGABRT && megabytes > limit / 10 * 9;
        if self.ran_out_of_memory() || terms.megabytes.is_some_and(at_limit) {
            return Reason::memory_text(terms.megabytes.unwrap_or(megabytes), &self.doing);
        }
        if sys::is_ending(signal) {
            return "interrupted".to_string();
        }
        let name = sys::signal_name(signal);
        if signal == libc::SIGKILL {
            return format!(
                "killed from outside{}, perhaps for lack of memory",
                self.phase()
            );
        }
        self.ask_for_report(&format!("the worker died of {name}{}", self.phase()));
        format!("crash{}: {name}", self.phase())
    }

    fn phase(&self) -> String {
        if self.doing.is_empty() {
            String::new()
        } else {
            format!(" in {}", self.doing)
        }
    }

    /// What allocators say before they abort.
    fn ran_out_of_memory(&self) -> bool {
        let tail = String::from_utf8_lossy(&self.tail);
        ["memory allocation of", "bad_alloc", "out of memory"]
            .iter()
            .any(|words| tail.contains(words))
    }

    fn ask_for_report(&self, what: &str) {
        let command: Vec<String> = std::env::args().collect();
        eprintln!(
            "aver: this is a bug in Aver. Please report it with the program and these lines:\n  \
             version: {}\n  command: {}\n  what: {what}",
            env!("CARGO_PKG_VERSION"),
            command.join(" "),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use report::Answer;

    #[test]
    fn a_violation_outlives_the_worker_that_found_it() {
        let conclusion = Conclusion {
            answer: Answer::False,
            rest: " (assert) at a.c:5".to_string(),
        };
        let mut heard = Heard::default();
        let mut reports = String::new();
        let lost = heard.salvage("interrupted", &mut reports);
        assert_eq!(lost, Conclusion::unknown("interrupted"));
        heard
            .found
            .push((conclusion.clone(), "the trace\n".to_string()));
        assert_eq!(heard.salvage("interrupted", &mut reports), conclusion);
        assert_eq!(reports, "the trace\n");
    }
}
