//! Starting a tool: in a session of its own, under resource limits, on its cores, in its cgroup.

use super::{Job, MARK};
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// A tool that was just started.
pub struct Started {
    pub pid: libc::pid_t,
    /// Its stdout and stderr; reading does not block.
    pub stdout: File,
    pub stderr: File,
}

/// Starts the program. `procs` is the `cgroup.procs` of the cgroup to enter.
pub fn spawn(
    job: &Job,
    program: &Path,
    arguments: &[String],
    procs: Option<&Path>,
) -> io::Result<Started> {
    let (stdout, out_end) = pipe()?;
    let (stderr, err_end) = pipe()?;
    let procs = procs
        .map(|path| CString::new(path.as_os_str().as_bytes()))
        .transpose()?;
    let cores = core_set(&job.cores);
    let cpu_seconds = job.limits.cpu_seconds.ceil() as u64 + 2;
    let file_bytes = job.limits.output_megabytes.max(1) << 20;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(out_end)
        .stderr(err_end)
        .env("TMPDIR", &job.scratch)
        .env("LC_ALL", "C")
        .env(MARK, &job.mark);
    // SAFETY: between fork and exec, only system calls are made, on values that exist already.
    unsafe {
        command.pre_exec(move || {
            libc::setsid();
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
            limit(libc::RLIMIT_CORE, 0);
            // The second line of defence: each single process is ended by the kernel somewhat later than by us.
            limit(libc::RLIMIT_CPU, cpu_seconds);
            limit(libc::RLIMIT_FSIZE, file_bytes);
            if let Some(set) = &cores {
                libc::sched_setaffinity(0, std::mem::size_of_val(set), set);
            }
            match &procs {
                Some(path) => enter(path),
                None => Ok(()),
            }
        });
    }
    // Not waited for by `Child`: the watch reaps all processes of the run.
    let pid = command.spawn()?.id() as libc::pid_t;
    Ok(Started {
        pid,
        stdout,
        stderr,
    })
}

fn limit(resource: libc::__rlimit_resource_t, value: u64) {
    let limit = libc::rlimit {
        rlim_cur: value,
        rlim_max: value,
    };
    // SAFETY: the pointer is to a local.
    unsafe { libc::setrlimit(resource, &limit) };
}

/// Moves this process into a cgroup.
fn enter(procs: &CString) -> io::Result<()> {
    // SAFETY: the path is a C string, the buffer has one byte.
    unsafe {
        let fd = libc::open(procs.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        let written = libc::write(fd, c"0".as_ptr().cast(), 1);
        libc::close(fd);
        if written == 1 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }
}

fn core_set(cores: &[usize]) -> Option<libc::cpu_set_t> {
    if cores.is_empty() {
        return None;
    }
    // SAFETY: a set of bits may be zero; `CPU_SET` checks the range.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        cores.iter().for_each(|core| libc::CPU_SET(*core, &mut set));
        Some(set)
    }
}

/// A pipe: the end to read from, which does not block, and the end to write to.
fn pipe() -> io::Result<(File, OwnedFd)> {
    let (read, write) = io::pipe()?;
    let read: RawFd = OwnedFd::from(read).into_raw_fd();
    // SAFETY: `read` is open and has no other owner.
    unsafe {
        libc::fcntl(read, libc::F_SETFL, libc::O_NONBLOCK);
        Ok((File::from_raw_fd(read), OwnedFd::from(write)))
    }
}
