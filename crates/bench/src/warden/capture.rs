//! The output of a process: counted in full, kept at both ends.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, RawFd};

/// What is kept of each end.
const KEPT: usize = 512 * 1024;

/// One stream of a process, read through a pipe without waiting.
pub struct Capture {
    pipe: Option<File>,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    total: u64,
}

impl Capture {
    /// `pipe` must not block.
    pub fn new(pipe: File) -> Capture {
        Capture {
            pipe: Some(pipe),
            head: Vec::new(),
            tail: VecDeque::new(),
            total: 0,
        }
    }

    /// The descriptor to wait for; negative when the stream has ended.
    pub fn fd(&self) -> RawFd {
        self.pipe.as_ref().map_or(-1, |pipe| pipe.as_raw_fd())
    }

    /// How much there was.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Reads what is there, up to a limit: a process that writes faster than we read must not keep us from checking the
    /// time.
    pub fn read(&mut self) {
        let mut buffer = [0; 1 << 16];
        for _ in 0..64 {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => self.take(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.pipe = None,
            }
        }
    }

    /// Reads the rest, once all writers have ended.
    pub fn finish(&mut self) {
        let mut before = None;
        while self.pipe.is_some() && before != Some(self.total) {
            before = Some(self.total);
            self.read();
        }
        self.pipe = None;
    }

    fn take(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let (head, rest) = bytes.split_at(bytes.len().min(KEPT - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let excess = self.tail.len().saturating_sub(KEPT);
        self.tail.drain(..excess);
    }

    /// Whether something is missing in the middle.
    pub fn is_cut(&self) -> bool {
        self.total > (self.head.len() + self.tail.len()) as u64
    }

    /// What was kept.
    pub fn text(&self) -> String {
        let mut bytes = self.head.clone();
        if self.is_cut() {
            let missing = self.total - (self.head.len() + self.tail.len()) as u64;
            bytes.extend_from_slice(format!("\n[… {missing} bytes …]\n").as_bytes());
        }
        bytes.extend(&self.tail);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capture(chunks: &[&[u8]]) -> Capture {
        let mut capture = Capture::new(File::open("/dev/null").unwrap());
        chunks.iter().for_each(|chunk| capture.take(chunk));
        capture
    }

    #[test]
    fn little_is_kept_as_it_is() {
        let captured = capture(&[b"one\n", b"two\n"]);
        assert_eq!(captured.text(), "one\ntwo\n");
        assert!(!captured.is_cut());
        let full = vec![b'x'; 2 * KEPT];
        assert!(!capture(&[&full]).is_cut());
    }

    #[test]
    fn much_is_kept_at_both_ends() {
        let middle = vec![b'x'; 4 * KEPT];
        let captured = capture(&[b"first\n", &middle, b"\nlast\n"]);
        let text = captured.text();
        assert!(captured.is_cut());
        assert!(text.starts_with("first\n") && text.ends_with("\nlast\n"));
        assert!(text.contains(" bytes …]") && text.len() < 2 * KEPT + 100);
        assert_eq!(captured.total(), 4 * KEPT as u64 + 12);
    }
}
