//! Signals as something to wait for.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};

/// What tells the warden to stop.
const ENDING: [libc::c_int; 3] = [libc::SIGTERM, libc::SIGINT, libc::SIGHUP];

/// Signals that end the process and the ends of children, blocked and readable from a descriptor.
pub struct Signals {
    fd: OwnedFd,
}

impl Signals {
    pub fn hold() -> io::Result<Signals> {
        // SAFETY: the set is initialised by `sigemptyset` before it is read.
        unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut set);
            for signal in ENDING.into_iter().chain([libc::SIGCHLD]) {
                libc::sigaddset(&mut set, signal);
            }
            libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut());
            let fd = libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(Signals {
                fd: OwnedFd::from_raw_fd(fd),
            })
        }
    }

    pub fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// Takes all signals that have come; whether one of them tells us to stop.
    pub fn take(&self) -> bool {
        let mut stop = false;
        loop {
            // SAFETY: a structure of numbers may be zero.
            let mut info: libc::signalfd_siginfo = unsafe { std::mem::zeroed() };
            let size = std::mem::size_of_val(&info);
            // SAFETY: the pointer and size describe `info`.
            let count = unsafe { libc::read(self.fd(), (&raw mut info).cast(), size) };
            if count != size as isize {
                return stop;
            }
            stop |= ENDING.contains(&(info.ssi_signo as libc::c_int));
        }
    }
}
