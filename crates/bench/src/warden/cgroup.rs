//! Control groups, version 2: containment, CPU time and, where the controller is there, the memory limit.
//!
//! The runner makes one folder below the cgroup that it lives in ([`Base`]), each warden one below that for its run. On a
//! machine with systemd, `systemd-run --user --scope -p Delegate=yes aver bench …` gives an ordinary user such a place. A
//! controller is enabled for children only while the parent has no processes of its own, except at the root; so a runner
//! that is alone in its cgroup first moves aside.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What the cgroups here can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features {
    pub memory: bool,
}

/// The folder of a runner.
pub struct Base {
    path: PathBuf,
    /// Where the runner moved, and from where.
    moved: Option<(PathBuf, PathBuf)>,
    pub features: Features,
}

impl Base {
    /// Makes the folder `name`; `None` where there are no cgroups of version 2, or we may not change any.
    pub fn make(name: &str) -> Option<Base> {
        let own = own_folder()?;
        let path = own.join(name);
        fs::create_dir(&path).ok()?;
        let mut base = Base {
            path,
            moved: None,
            features: Features::default(),
        };
        // Without `cgroup.kill` (Linux 5.14) a cgroup is no better than a subreaper.
        if !base.path.join("cgroup.kill").exists() {
            return None;
        }
        if has_word(&own.join("cgroup.controllers"), "memory") {
            base.features.memory = base.enable_memory(&own);
        }
        Some(base)
    }

    fn enable_memory(&mut self, own: &Path) -> bool {
        let enable = |folder: &Path| fs::write(folder.join("cgroup.subtree_control"), "+memory");
        if !has_word(&own.join("cgroup.subtree_control"), "memory") && enable(own).is_err() {
            let alone = fs::read_to_string(own.join("cgroup.procs"))
                .is_ok_and(|text| text.trim() == std::process::id().to_string());
            let aside = PathBuf::from(format!("{}.runner", self.path.display()));
            if !alone || fs::create_dir(&aside).is_err() {
                return false;
            }
            self.moved = Some((own.to_path_buf(), aside.clone()));
            if fs::write(aside.join("cgroup.procs"), "0").is_err() || enable(own).is_err() {
                return false;
            }
        }
        enable(&self.path).is_ok()
    }

    /// Where the cgroup of a run is to be made.
    pub fn child(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Base {
    fn drop(&mut self) {
        kill_and_remove(&self.path);
        if let Some((from, aside)) = &self.moved {
            // Back to where we came from; that works only without the controller.
            let _ = fs::write(from.join("cgroup.subtree_control"), "-memory");
            let _ = fs::write(from.join("cgroup.procs"), "0");
            let _ = fs::remove_dir(aside);
        }
    }
}

/// The cgroup of this process.
pub fn own_folder() -> Option<PathBuf> {
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let cgroups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = cgroups.lines().find_map(|line| line.strip_prefix("0::"))?;
    let mount = mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        right
            .starts_with("cgroup2 ")
            .then(|| left.split(' ').nth(4))?
    })?;
    Some(Path::new(mount).join(path.trim_start_matches('/')))
}

fn has_word(file: &Path, word: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.split_whitespace().any(|w| w == word))
}

/// Kills all processes in a cgroup and below, and removes it.
pub fn kill_and_remove(path: &Path) {
    if !path.exists() {
        return;
    }
    let _ = fs::write(path.join("cgroup.kill"), "1");
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            kill_and_remove(&entry.path());
        }
    }
    // Killed processes take a moment to disappear.
    for _ in 0..500 {
        match fs::remove_dir(path) {
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                std::thread::sleep(Duration::from_millis(2));
            }
            _ => return,
        }
    }
}

/// The cgroup of one run. It is removed, with all processes in it, when this is dropped.
pub struct Cgroup {
    path: PathBuf,
    holds_memory: bool,
}

impl Cgroup {
    pub fn make(path: &Path, megabytes: u64) -> io::Result<Cgroup> {
        fs::create_dir(path)?;
        let group = Cgroup {
            path: path.to_path_buf(),
            holds_memory: path.join("memory.max").exists(),
        };
        if group.holds_memory {
            fs::write(path.join("memory.max"), (megabytes << 20).to_string())?;
            // Swapping would hide what is used. Not every kernel has it.
            let _ = fs::write(path.join("memory.swap.max"), "0");
            // If one process is killed for lack of memory, all are.
            let _ = fs::write(path.join("memory.oom.group"), "1");
        }
        Ok(group)
    }

    pub fn procs(&self) -> PathBuf {
        self.path.join("cgroup.procs")
    }

    /// The processes in the group.
    pub fn pids(&self) -> Vec<i32> {
        let text = fs::read_to_string(self.procs()).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }

    pub fn cpu_seconds(&self) -> Option<f64> {
        let microseconds = value(&self.path.join("cpu.stat"), "usage_usec")?;
        Some(microseconds as f64 / 1e6)
    }

    pub fn holds_memory(&self) -> bool {
        self.holds_memory
    }

    /// Whether the kernel had to end something for lack of memory.
    pub fn is_out_of_memory(&self) -> bool {
        value(&self.path.join("memory.events"), "oom_kill").is_some_and(|count| count > 0)
    }

    /// The most that was used (Linux 5.19).
    pub fn peak_bytes(&self) -> Option<u64> {
        let text = fs::read_to_string(self.path.join("memory.peak")).ok()?;
        text.trim().parse().ok()
    }

    /// Removes the group, and that of the runner: for when the runner cannot. That fails while other runs are there, and
    /// the last one succeeds.
    pub fn remove_with_base(self) {
        let base = self.path.parent().map(Path::to_path_buf);
        drop(self);
        if let Some(base) = base {
            let _ = fs::remove_dir(base);
        }
    }

    /// Kills all processes in the group at once.
    pub fn kill(&self) {
        let _ = fs::write(self.path.join("cgroup.kill"), "1");
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        kill_and_remove(&self.path);
    }
}

/// The number after a key in a file of lines `key number`.
fn value(file: &Path, key: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.find(|(k, _)| *k == key)?.1.trim().parse().ok()
}
