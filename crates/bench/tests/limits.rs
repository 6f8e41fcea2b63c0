//! Limits hold: tools that misbehave in each way we know of are stopped, reported as such, and leave nothing running.
//!
//! Each tool is a shell script, described by an adapter like any other. Only the status is asserted, not times. The test has
//! a `main` of its own, since a warden is this very program, started again.

use bench::adapter::Adapter;
use bench::limits::Limits;
use bench::plan::{Config, Plan};
use bench::run::{Finished, Runner, run};
use bench::store::{ResultRow, Store};
use bench::task::{DataModel, Expected, Task};
use bench::verdict::{Status, Verdict};
use bench::warden;
use libtest_mimic::{Arguments, Trial};
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

const WARDEN: &str = "--serve-as-warden";

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(WARDEN) {
        return match warden::serve(std::io::stdin(), std::io::stdout()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::FAILURE
            }
        };
    }
    let mut trials = Vec::new();
    // With cgroups where there are some, and without.
    for cgroups in [true, false] {
        for (name, test) in TESTS {
            let name = format!("{name}{}", if cgroups { "" } else { "_without_cgroups" });
            trials.push(Trial::test(name, move || {
                test(cgroups);
                Ok(())
            }));
        }
    }
    let mut arguments = Arguments::from_args();
    // Each runner looks for what earlier ones left; one at a time keeps their failures apart.
    arguments.test_threads = Some(1);
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Whether to use cgroups.
type Test = fn(bool);

const TESTS: [(&str, Test); 12] = [
    ("answers_are_read_and_measured", answers),
    ("a_crash_is_an_error", crash),
    ("a_missing_interpreter_is_an_error", cannot_run),
    ("busy_waiting_ends_with_the_cpu_time", busy),
    ("sleeping_ends_with_the_wall_time", sleeping),
    ("ignoring_sigterm_does_not_help", stubborn),
    ("eating_memory_is_stopped", hungry),
    ("writing_without_end_is_stopped", talkative),
    ("a_file_without_end_is_stopped", hoarding),
    ("multiplying_is_stopped", multiplying),
    ("daemons_do_not_survive", daemons),
    ("a_run_goes_on_where_it_was_stopped", resuming),
];

/// A laboratory with one script as its tool.
struct Lab {
    folder: tempfile::TempDir,
    plan: Plan,
}

impl Lab {
    fn new(script: &str, cgroups: bool) -> Lab {
        let folder = tempfile::tempdir().unwrap();
        let tool = folder.path().join("tool");
        fs::write(&tool, script).unwrap();
        let adapter = "program = \"sh\"\narguments = [\"{files}\"]\n[data-models]\nLP64 = []\n[properties]\nassert = []\n\
            [[answers]]\nexit = 0\nmatches = '(?m)^yes$'\nverdict = \"true\"\n\
            [[answers]]\nexit = 10\nmatches = '(?m)^no$'\nverdict = \"false\"\n";
        let adapter = Adapter::parse(Path::new("tool.toml"), adapter).unwrap();
        let task = Task {
            name: "x/task".into(),
            property: "assert".into(),
            asked: vec!["assert".into()],
            property_file: None,
            expected: Some(Expected::True),
            data_model: DataModel::Lp64,
            files: vec![tool],
            options: vec![],
        };
        let plan = Plan {
            configs: vec![Config::new("tool", adapter, vec![], None).unwrap()],
            limits: Limits {
                cpu_seconds: 30.0,
                wall_seconds: 60.0,
                megabytes: 2000,
                output_megabytes: 50,
                processes: 200,
            },
            jobs: 1,
            cores: 0,
            cgroups,
            tasks: vec![task],
        };
        Lab { folder, plan }
    }

    fn run(&self) -> ResultRow {
        let path = self.folder.path().join("run.db");
        let store = Store::create(&path, &self.plan, "test").unwrap();
        let runner = Runner::this_program(&[WARDEN]);
        let finished = run(&self.plan, &store, &runner, &AtomicBool::new(false), |_| {}).unwrap();
        assert_eq!(finished, Finished::All);
        let mut rows = store.run().unwrap().rows;
        assert_eq!(rows.len(), 1);
        rows.remove(0)
    }
}

/// A time to sleep that no other test sleeps, not even one of the same name that runs elsewhere.
fn long_time(test: u32) -> String {
    (100_000_000 + std::process::id() * 10 + test).to_string()
}

/// Whether a process with this word on its command line exists.
fn is_running(word: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line)
            .split('\0')
            .any(|argument| argument == word)
    })
}

fn answers(cgroups: bool) {
    let row = Lab::new("echo yes\n", cgroups).run();
    assert_eq!((row.status, row.verdict), (Status::Correct, Verdict::True));
    let row = Lab::new("echo no; exit 10\n", cgroups).run();
    assert_eq!(
        (row.status, row.verdict),
        (Status::Wrong, Verdict::False(None))
    );
    // Without cgroups a process is looked at now and then, so it has to last.
    let busy = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done; echo yes\n";
    let row = Lab::new(busy, cgroups).run();
    assert!(
        row.cpu_seconds > 0.0 && row.wall_seconds > 0.0 && row.megabytes > 0.0,
        "{row:?}"
    );
}

fn crash(cgroups: bool) {
    let row = Lab::new("echo yes; echo broken >&2; kill -SEGV $$\n", cgroups).run();
    assert_eq!(row.status, Status::Error);
    assert!(
        row.reason.contains("SIGSEGV") && row.reason.contains("broken"),
        "{}",
        row.reason
    );
    let row = Lab::new("exit 7\n", cgroups).run();
    assert_eq!(
        (row.status, row.reason.as_str()),
        (Status::Error, "exit code 7")
    );
}

fn cannot_run(cgroups: bool) {
    let mut lab = Lab::new("", cgroups);
    let tool = lab.folder.path().join("no-program");
    fs::write(&tool, "this is no program").unwrap();
    lab.plan.configs[0].program = tool;
    let row = lab.run();
    assert_eq!(row.status, Status::Error);
    assert!(row.reason.contains("cannot run"), "{}", row.reason);
}

fn busy(cgroups: bool) {
    let mut lab = Lab::new("while :; do :; done\n", cgroups);
    lab.plan.limits.cpu_seconds = 0.5;
    let row = lab.run();
    assert_eq!(row.status, Status::Timeout);
    assert!(row.reason.contains("CPU"), "{}", row.reason);
}

fn sleeping(cgroups: bool) {
    let mut lab = Lab::new("sleep 600\n", cgroups);
    lab.plan.limits.wall_seconds = 0.3;
    let row = lab.run();
    assert_eq!(row.status, Status::Timeout);
    assert!(row.reason.contains("wall"), "{}", row.reason);
}

fn stubborn(cgroups: bool) {
    let time = long_time(1);
    let mut lab = Lab::new(
        &format!("trap '' TERM INT HUP; echo yes; while :; do sleep {time}; done\n"),
        cgroups,
    );
    lab.plan.limits.wall_seconds = 0.3;
    assert_eq!(lab.run().status, Status::Timeout);
    assert!(!is_running(&time));
}

fn hungry(cgroups: bool) {
    // The shell holds what it reads in a variable.
    let mut lab = Lab::new("x=$(tr '\\0' x </dev/zero); echo yes\n", cgroups);
    lab.plan.limits.megabytes = 100;
    let row = lab.run();
    assert_eq!(row.status, Status::Memory, "{}", row.reason);
}

fn talkative(cgroups: bool) {
    let mut lab = Lab::new("tr '\\0' x </dev/zero\n", cgroups);
    lab.plan.limits.output_megabytes = 5;
    assert_eq!(lab.run().status, Status::Output);
}

fn hoarding(cgroups: bool) {
    let mut lab = Lab::new("exec tr '\\0' x </dev/zero >$TMPDIR/file\n", cgroups);
    lab.plan.limits.output_megabytes = 5;
    assert_eq!(lab.run().status, Status::Output);
}

fn multiplying(cgroups: bool) {
    let time = long_time(2);
    let mut lab = Lab::new(&format!("while :; do sleep {time} & done\n"), cgroups);
    lab.plan.limits.processes = 50;
    let row = lab.run();
    assert_eq!(row.status, Status::Error);
    assert!(row.reason.contains("processes"), "{}", row.reason);
    assert!(!is_running(&time));
}

fn daemons(cgroups: bool) {
    let time = long_time(3);
    // In its own session, ignoring signals, with an ended parent, without any of our descriptors.
    let script = format!(
        "(setsid sh -c 'trap \"\" TERM HUP; sleep {time}; sleep {time}' </dev/null >/dev/null 2>&1 &)\nsleep 0.2\necho yes\n"
    );
    let row = Lab::new(&script, cgroups).run();
    assert_eq!(row.status, Status::Correct);
    assert!(!is_running(&time));
    let statistics: serde_json::Value = serde_json::from_str(&row.statistics).unwrap();
    assert!(
        statistics["run.leftovers"].as_u64() > Some(0),
        "{statistics}"
    );
}

/// Two tasks answer at once; the others wait for a file that is made only after the run was stopped.
fn resuming(cgroups: bool) {
    let mut lab = Lab::new("echo yes\n", cgroups);
    let waiting = lab.folder.path().join("waiting");
    let go = lab.folder.path().join("go");
    let script = format!(
        "while [ ! -e '{}' ]; do sleep 0.02; done; echo yes\n",
        go.display()
    );
    fs::write(&waiting, script).unwrap();
    let task = lab.plan.tasks[0].clone();
    let numbered = |n: usize| Task {
        name: format!("x/task{n}"),
        files: if n < 2 {
            task.files.clone()
        } else {
            vec![waiting.clone()]
        },
        ..task.clone()
    };
    lab.plan.tasks = (0..5).map(numbered).collect();
    let path = lab.folder.path().join("run.db");
    let runner = Runner::this_program(&[WARDEN]);
    let store = Store::create(&path, &lab.plan, "test").unwrap();
    let stop = AtomicBool::new(false);
    let finished = run(&lab.plan, &store, &runner, &stop, |progress| {
        stop.store(progress.done >= 2, Ordering::Relaxed);
    });
    assert_eq!(finished.unwrap(), Finished::Stopped);
    drop(store);
    fs::write(go, "").unwrap();
    let store = Store::open(&path).unwrap();
    assert_eq!(store.done().unwrap().len(), 2);
    assert_eq!(store.plan().unwrap(), lab.plan);
    let mut ended = 0;
    let finished = run(
        &lab.plan,
        &store,
        &runner,
        &AtomicBool::new(false),
        |progress| {
            ended = progress.done;
        },
    );
    assert_eq!((finished.unwrap(), ended), (Finished::All, 5));
    assert!(
        store
            .run()
            .unwrap()
            .rows
            .iter()
            .all(|row| row.status == Status::Correct)
    );
}
