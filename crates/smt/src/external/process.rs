//! A child process that communicates over pipes. We never wait for it longer than the limits allow.
//!
//! The child leads a process group of its own, which dies with this [`Process`], and gets SIGKILL when its parent dies,
//! for whatever reason: no process is left over.

use crate::solver::Limits;
use std::io::{self, BufReader, Read, Write};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use term::smtlib::FormReader;

/// How often limits are checked while we wait.
const PATIENCE_MS: libc::c_int = 20;

pub(super) struct Process {
    child: Child,
    stdin: ChildStdin,
    answers: FormReader<BufReader<Output>>,
}

/// The child's stdout, read under limits.
struct Output {
    pipe: ChildStdout,
    limits: Limits,
}

impl Process {
    pub(super) fn start(command: &mut Command) -> io::Result<Process> {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0);
        let parent = std::process::id();
        // SAFETY: the closure only makes system calls that are allowed between fork and exec.
        unsafe {
            command.pre_exec(move || {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                // The parent may have died before that.
                if libc::getppid() as u32 != parent {
                    libc::_exit(1);
                }
                Ok(())
            });
        }
        let mut child = command.spawn()?;
        let stdin = child.stdin.take().expect("it is piped");
        let pipe = child.stdout.take().expect("it is piped");
        do_not_block(stdin.as_raw_fd())?;
        do_not_block(pipe.as_raw_fd())?;
        let limits = Limits::default();
        Ok(Process {
            child,
            stdin,
            answers: FormReader::new(BufReader::new(Output { pipe, limits })),
        })
    }

    /// Sends a text as a whole.
    pub(super) fn send(&mut self, text: &[u8], limits: &Limits) -> io::Result<()> {
        let mut rest = text;
        while !rest.is_empty() {
            match self.stdin.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(self.stdin.as_raw_fd(), libc::POLLOUT, limits)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The next answer: a word, or a list in parentheses.
    pub(super) fn receive(&mut self, limits: &Limits) -> io::Result<String> {
        self.answers.input().get_mut().limits = limits.clone();
        let form = self.answers.next_form()?;
        form.map(|form| form.text)
            .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // SAFETY: the group is the child's own, and the child has not been waited for.
        unsafe { libc::kill(-(self.child.id() as libc::pid_t), libc::SIGKILL) };
        let _ = self.child.wait();
    }
}

impl Read for Output {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.pipe.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(self.pipe.as_raw_fd(), libc::POLLIN, &self.limits)?;
                }
                other => return other,
            }
        }
    }
}

fn do_not_block(fd: RawFd) -> io::Result<()> {
    // SAFETY: plain system calls on a descriptor that is open.
    let done = unsafe {
        let flags = libc::fcntl(fd, libc::F_GETFL);
        flags >= 0 && libc::fcntl(fd, libc::F_SETFL, flags | libc::O_NONBLOCK) >= 0
    };
    done.then_some(()).ok_or_else(io::Error::last_os_error)
}

/// Waits until the descriptor is ready. If a limit is reached first, the result is an error of the kind `TimedOut`.
fn wait(fd: RawFd, events: libc::c_short, limits: &Limits) -> io::Result<()> {
    loop {
        if limits.expired().is_some() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let mut polled = libc::pollfd {
            fd,
            events,
            revents: 0,
        };
        // SAFETY: the pointer is to one local entry.
        let ready = unsafe { libc::poll(&mut polled, 1, PATIENCE_MS) };
        if ready > 0 {
            return Ok(());
        }
        if ready < 0 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
    }
}
