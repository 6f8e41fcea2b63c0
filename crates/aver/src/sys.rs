//! The few system calls that a supervisor needs and the standard library does not have.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// A pipe that programs started later do not inherit: its read end and its write end.
pub fn pipe() -> io::Result<(File, File)> {
    let mut fds = [0; 2];
    // SAFETY: `fds` has room for the two descriptors.
    check(unsafe { libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC) })?;
    // SAFETY: both are open and have no other owner.
    Ok(unsafe { (File::from_raw_fd(fds[0]), File::from_raw_fd(fds[1])) })
}

fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(result)
    }
}

/// The signals by which a user ends a program, readable from now on and blocked until the process ends: one that arrives
/// during the clean-up must not end it.
pub struct Signals {
    fd: OwnedFd,
    before: libc::sigset_t,
}

const ENDING: [libc::c_int; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];

/// Whether it is a signal by which a user ends a program.
pub fn is_ending(signal: libc::c_int) -> bool {
    ENDING.contains(&signal)
}

impl Signals {
    pub fn hold() -> io::Result<Signals> {
        // SAFETY: the sets are initialised by `sigemptyset` and `sigprocmask` before they are read.
        unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut set);
            for signal in ENDING {
                libc::sigaddset(&mut set, signal);
            }
            let mut before: libc::sigset_t = std::mem::zeroed();
            check(libc::sigprocmask(libc::SIG_BLOCK, &set, &mut before))?;
            let fd = check(libc::signalfd(-1, &set, libc::SFD_CLOEXEC))?;
            let fd = OwnedFd::from_raw_fd(fd);
            Ok(Signals { fd, before })
        }
    }

    /// Lets the signals through again, in the worker.
    pub fn release(&self) {
        // SAFETY: `before` was filled in by `sigprocmask`.
        unsafe { libc::sigprocmask(libc::SIG_SETMASK, &self.before, std::ptr::null_mut()) };
    }
}

impl AsRawFd for Signals {
    fn as_raw_fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }
}

/// Waits until one of the descriptors can be read, is closed at its other end, or the time is up. Negative descriptors
/// are skipped.
pub fn wait_readable(fds: &[RawFd], timeout: Option<Duration>) -> io::Result<Vec<bool>> {
    let mut polled: Vec<libc::pollfd> = fds
        .iter()
        .map(|fd| libc::pollfd {
            fd: *fd,
            events: libc::POLLIN,
            revents: 0,
        })
        .collect();
    let milliseconds = timeout.map_or(-1, |t| {
        // Rounded up: a wait that ends too early would be repeated in a busy loop.
        let rounded = t.as_millis().saturating_add(1);
        libc::c_int::try_from(rounded).unwrap_or(libc::c_int::MAX)
    });
    // SAFETY: the pointer and length describe `polled`.
    let result = unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as _, milliseconds) };
    match check(result) {
        Ok(_) => Ok(polled.iter().map(|p| p.revents != 0).collect()),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(vec![false; fds.len()]),
        Err(error) => Err(error),
    }
}

/// A process that this one started by [`fork`].
pub struct Child {
    pid: libc::pid_t,
}

/// How a process ended.
pub struct ChildEnd {
    /// The exit code, or the signal that ended it.
    pub status: Result<i32, i32>,
    /// Its peak memory.
    pub megabytes: u64,
}

/// Splits the process in two; `None` in the new one.
///
/// The new process goes on without `exec`: it need not load LLVM a second time.
///
/// # Safety
///
/// The process must have only one thread.
pub unsafe fn fork() -> io::Result<Option<Child>> {
    // SAFETY: by this function's own condition.
    let pid = check(unsafe { libc::fork() })?;
    Ok((pid > 0).then_some(Child { pid }))
}

impl Child {
    /// Makes it the leader of its own process group. The child does so as well; whichever comes first wins.
    pub fn lead_group(&self) {
        // SAFETY: the call has no conditions.
        unsafe { libc::setpgid(self.pid, self.pid) };
    }

    /// Ends the process and everything that it started.
    pub fn kill_group(&self) {
        // SAFETY: the group is the child's own.
        unsafe { libc::kill(-self.pid, libc::SIGKILL) };
    }

    /// Waits until the process and all of its group have ended.
    pub fn wait(self) -> io::Result<ChildEnd> {
        let mut status = 0;
        // SAFETY: a structure of numbers may be zero.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        loop {
            // SAFETY: both pointers are to locals.
            match check(unsafe { libc::wait4(self.pid, &mut status, 0, &mut usage) }) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(_) => break,
            }
        }
        // What the child started was inherited from it (see `adopt`).
        // SAFETY: no pointer is passed.
        while unsafe { libc::waitpid(-self.pid, std::ptr::null_mut(), 0) } > 0 {}
        let status = if libc::WIFSIGNALED(status) {
            Err(libc::WTERMSIG(status))
        } else {
            Ok(libc::WEXITSTATUS(status))
        };
        let megabytes = usage.ru_maxrss as u64 / 1024;
        Ok(ChildEnd { status, megabytes })
    }
}

/// Lends the terminal, if stdin is one, to a child that reads it: a process outside the terminal's foreground group is
/// stopped when it reads. The terminal is taken back when this is dropped.
pub struct Terminal {
    /// The group that had the terminal before.
    before: Option<libc::pid_t>,
}

impl Terminal {
    pub fn lend(child: &Child) -> Terminal {
        // SAFETY: the calls have no conditions; they fail where stdin is not a terminal.
        unsafe {
            let before = libc::tcgetpgrp(libc::STDIN_FILENO);
            let ours = before > 0 && before == libc::getpgrp();
            if ours {
                // Without this, a process in the background could not take the terminal back.
                libc::signal(libc::SIGTTOU, libc::SIG_IGN);
                libc::tcsetpgrp(libc::STDIN_FILENO, child.pid);
            }
            Terminal {
                before: ours.then_some(before),
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if let Some(group) = self.before {
            // SAFETY: the call has no conditions.
            unsafe { libc::tcsetpgrp(libc::STDIN_FILENO, group) };
        }
    }
}

/// Lets this process inherit the children of its children that die, so that it can wait for them.
pub fn adopt() {
    // SAFETY: the call has no conditions.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) };
}

/// Makes this process, the worker, the leader of its own group, which dies with its parent and leaves no core file.
pub fn become_worker() {
    // SAFETY: the calls have no conditions.
    unsafe {
        libc::setpgid(0, 0);
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
    set_limit(libc::RLIMIT_CORE, 0);
}

/// Directs stdout and stderr to pipes.
pub fn redirect(stdout: &File, stderr: &File) {
    // SAFETY: all four descriptors are open.
    unsafe {
        libc::dup2(stdout.as_raw_fd(), libc::STDOUT_FILENO);
        libc::dup2(stderr.as_raw_fd(), libc::STDERR_FILENO);
    }
}

/// Limits the memory that this process can allocate. (Not its address space: LLVM's library alone uses 130 MB of that.)
pub fn limit_memory(megabytes: u64) {
    set_limit(libc::RLIMIT_DATA, megabytes.saturating_mul(1 << 20));
}

/// Lets a child use as much memory as there is: sanitizers reserve far more than they use.
pub fn without_memory_limit(command: &mut std::process::Command) {
    use std::os::unix::process::CommandExt;
    // SAFETY: between fork and exec the closure makes two system calls and touches no memory but a local's.
    unsafe {
        command.pre_exec(|| {
            set_limit(libc::RLIMIT_DATA, u64::MAX);
            Ok(())
        });
    }
}

/// Gives the main thread more stack than the usual 8 MB. The layout of a process leaves 128 MB free for it.
pub fn extend_stack() {
    set_limit(libc::RLIMIT_STACK, 120 << 20);
}

/// Sets a soft limit, as far as the hard one allows.
fn set_limit(resource: libc::__rlimit_resource_t, value: u64) {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the pointers are to a local.
    unsafe {
        if libc::getrlimit(resource, &mut limit) == 0 {
            limit.rlim_cur = value.min(limit.rlim_max);
            libc::setrlimit(resource, &limit);
        }
    }
}

/// Ends this process at once: what its parent set up is not torn down here.
pub fn exit_now(code: u8) -> ! {
    // SAFETY: the call has no conditions.
    unsafe { libc::_exit(code.into()) }
}

/// A signal's name, for messages.
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGILL => "SIGILL",
        libc::SIGFPE => "SIGFPE",
        libc::SIGKILL => "SIGKILL",
        libc::SIGTERM => "SIGTERM",
        libc::SIGINT => "SIGINT",
        libc::SIGXCPU => "SIGXCPU",
        _ => return format!("signal {signal}"),
    };
    name.to_string()
}

/// The memory that this machine, or the container we run in, has.
pub fn machine_megabytes() -> Option<u64> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = meminfo.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = total.split_whitespace().next()?.parse().ok()?;
    let machine = kilobytes / 1024;
    let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse::<u64>().ok())
        .map(|bytes| bytes >> 20);
    Some(container.map_or(machine, |c| c.min(machine)))
}
