//! The machine: what to record about it, and how to divide its cores.

use std::collections::BTreeMap;
use std::fs;

/// What a reader of results wants to know.
pub fn describe() -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let mut add = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            facts.insert(key.to_string(), value);
        }
    };
    let read = |path: &str| fs::read_to_string(path).ok();
    let line = |path: &str, key: &str, mark: char| {
        let text = read(path)?;
        let line = text.lines().find(|l| l.starts_with(key))?;
        Some(
            line.split_once(mark)?
                .1
                .trim()
                .trim_matches('"')
                .to_string(),
        )
    };
    add(
        "host",
        read("/proc/sys/kernel/hostname").map(|t| t.trim().to_string()),
    );
    add("cpu", line("/proc/cpuinfo", "model name", ':'));
    add("cores", Some(allowed_cores().len().to_string()));
    add("memory", line("/proc/meminfo", "MemTotal", ':'));
    add(
        "kernel",
        read("/proc/sys/kernel/osrelease").map(|t| t.trim().to_string()),
    );
    add("system", line("/etc/os-release", "PRETTY_NAME", '='));
    facts
}

/// The cores that this process may run on.
fn allowed_cores() -> Vec<usize> {
    // SAFETY: a set of bits may be zero; the size is that of the set; `CPU_ISSET` checks the range.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::sched_getaffinity(0, std::mem::size_of_val(&set), &mut set);
        let all = 0..libc::CPU_SETSIZE as usize;
        all.filter(|core| libc::CPU_ISSET(*core, &set)).collect()
    }
}

/// The cores of each of `jobs` runs at the same time, `each` of them; none means all.
///
/// Two hardware threads of one core disturb each other, so the first threads of all cores are assigned first.
pub fn share_cores(jobs: usize, each: usize) -> Result<Vec<Vec<usize>>, String> {
    if each == 0 {
        return Ok(vec![Vec::new(); jobs]);
    }
    let cores = allowed_cores();
    if jobs * each > cores.len() {
        return Err(format!(
            "{jobs} runs at the same time with {each} cores each need more than the {} cores of this machine; give fewer \
             --jobs, or --cores 0 to share them",
            cores.len()
        ));
    }
    let order = by_sibling(&cores, |core| {
        let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
        fs::read_to_string(path).unwrap_or_else(|_| core.to_string())
    });
    Ok(order
        .chunks(each)
        .take(jobs)
        .map(<[usize]>::to_vec)
        .collect())
}

/// The cores, first one of each group of siblings, then the second of each.
fn by_sibling(cores: &[usize], group: impl Fn(usize) -> String) -> Vec<usize> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut ranked: Vec<(usize, usize)> = Vec::new();
    for core in cores {
        let rank = seen.entry(group(*core)).or_default();
        ranked.push((*rank, *core));
        *rank += 1;
    }
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, core)| core).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hardware_threads_of_one_core_come_last() {
        let order = by_sibling(&[0, 1, 2, 3], |core| (core / 2).to_string());
        assert_eq!(order, [0, 2, 1, 3]);
    }

    #[test]
    fn cores_are_not_given_twice() {
        let all = allowed_cores().len();
        assert_eq!(share_cores(1, all).unwrap()[0].len(), all);
        assert!(share_cores(2, all).is_err());
        assert_eq!(share_cores(3, 0).unwrap(), vec![Vec::<usize>::new(); 3]);
    }
}
