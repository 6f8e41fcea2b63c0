//! `aver bench`: from programs to tables, with a tool that misbehaves in between.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A folder with tasks for a tool that is a shell script: each "program" is what the shell is to do.
struct Lab {
    folder: tempfile::TempDir,
}

impl Lab {
    fn new(programs: &[(&str, &str)]) -> Lab {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let lab = Lab { folder };
        lab.write("assert.prp", "CHECK( init(main()), LTL(G assert) )\n");
        let adapter = "program = \"sh\"\narguments = [\"{files}\"]\n[data-models]\nLP64 = []\n[properties]\nassert = []\n\
            [[answers]]\nexit = 0\nmatches = '(?m)^yes$'\nverdict = \"true\"\n";
        lab.write("script.toml", adapter);
        for (name, program) in programs {
            lab.write(&format!("tasks/{name}.sh"), program);
            let definition = format!(
                "format_version: '2.0'\ninput_files: {name}.sh\nproperties:\n  - property_file: ../assert.prp\n    \
                 expected_verdict: true\noptions:\n  data_model: LP64\n"
            );
            lab.write(&format!("tasks/{name}.yml"), &definition);
        }
        lab
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file has a folder"))
            .expect("the folder is made");
        fs::write(path, text).expect("the file is written");
    }

    fn bench(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aver"));
        command
            .current_dir(self.folder.path())
            .arg("bench")
            .args(arguments);
        command
    }

    /// Exit code, stdout and stderr.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output = self.bench(arguments).output().expect("aver runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }
}

#[test]
fn aver_on_programs_with_headers() {
    let lab = Lab::new(&[]);
    let program = |property: &str, expect: &str, body: &str| {
        format!(
            "/* aver: property={property} expect={expect} */\nextern int nondet_int(void);\nint main(void) {{ {body} }}\n"
        )
    };
    lab.write(
        "c/good.c",
        &program("no-overflow", "TRUE", "return nondet_int() / 2;"),
    );
    lab.write(
        "c/bad.c",
        &program("no-overflow", "FALSE at=3", "return nondet_int() + 1;"),
    );
    lab.write(
        "c/mistaken.c",
        &program("no-overflow", "TRUE", "return nondet_int() * 2;"),
    );
    let all = [
        "c",
        "--config",
        "one",
        "--config",
        "two=--unwind 3",
        "--out",
        "run.db",
        "--csv",
        "run.csv",
        "--html",
        "run.html",
    ];
    let (code, stdout, stderr) = lab.run(&all);
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    // Wrong answers come first.
    assert!(stdout.starts_with("WRONG one: c/mistaken.c"), "{stdout}");
    let csv = lab.read("run.csv");
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("task,property,expected,config,verdict,status,cpu_s,wall_s,memory_mb,reason")
    );
    let starts: Vec<String> = lines
        .map(|line| line.split(',').take(6).collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "c/bad.c no-overflow FALSE one FALSE(no-overflow) correct",
        "c/bad.c no-overflow FALSE two FALSE(no-overflow) correct",
        "c/good.c no-overflow TRUE one TRUE correct",
        "c/good.c no-overflow TRUE two TRUE correct",
        "c/mistaken.c no-overflow TRUE one FALSE(no-overflow) wrong",
        "c/mistaken.c no-overflow TRUE two FALSE(no-overflow) wrong",
    ];
    assert_eq!(starts, expected);
    assert!(lab.read("run.html").contains("c/mistaken.c"));
    let (_, log, _) = lab.run(&["show", "run.db", "--log", "c/bad.c", "--config", "one"]);
    assert!(
        log.starts_with("$ ") && log.contains("VERDICT: FALSE (no-overflow)"),
        "{log}"
    );
    let (code, text, _) = lab.run(&["compare", "run.db:one", "run.db:two"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("0 newly wrong, 0 lost, 0 gained"), "{text}");
}

#[test]
fn a_file_of_another_run_is_refused() {
    let program = "echo ran >>count\necho yes\n";
    let lab = Lab::new(&[("a", program), ("b", program)]);
    let first = ["tasks", "--peer", "script.toml", "--out", "run.db"];
    assert_eq!(lab.run(&first).0, Some(0));
    // The same again: all is there already, and nothing is run twice.
    assert_eq!(lab.run(&first).0, Some(0));
    assert_eq!(lab.read("count"), "ran\nran\n");
    let other = [&first[..], &["--sample", "1"]].concat();
    let (code, _, stderr) = lab.run(&other);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("another run"), "{stderr}");
}

#[test]
fn without_a_file_each_run_makes_a_new_one() {
    let lab = Lab::new(&[("a", "echo ran >>count\necho yes\n")]);
    let run = ["tasks", "--peer", "script.toml"];
    for expected in ["bench-1.db", "bench-2.db"] {
        let (code, _, stderr) = lab.run(&run);
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
        assert!(lab.path(expected).exists());
    }
    assert_eq!(lab.read("count"), "ran\nran\n");
}

#[test]
fn mistakes_in_the_command_are_explained() {
    let lab = Lab::new(&[("a", "echo yes")]);
    for (arguments, words) in [
        (&["tasks", "--peer", "nothing"][..], "no adapter file"),
        (&["tasks", "--binary", "x=/bin/sh"], "there is none"),
        (
            &["tasks", "--config", "a", "--config", "a"],
            "two configurations",
        ),
        (&["tasks", "--filter", "zzz"], "no task is left"),
        (
            &["tasks", "--peer", "script.toml", "--jobs", "999"],
            "cores",
        ),
        (
            &[
                "tasks",
                "--peer",
                "script.toml",
                "--binary",
                "script=/missing/tool",
            ],
            "is not there",
        ),
    ] {
        let (code, _, stderr) = lab.run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {stderr}");
        assert!(stderr.contains(words), "{arguments:?}: {stderr}");
    }
}

/// A time to sleep that no other test sleeps, not even one of the same name that runs elsewhere.
fn long_time(test: u32) -> String {
    (200_000_000 + std::process::id() * 10 + test).to_string()
}

/// Whether a process has this word on its command line.
fn is_running(word: &str) -> bool {
    fs::read_dir("/proc")
        .expect("/proc is there")
        .flatten()
        .any(|entry| {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line)
                .split('\0')
                .any(|argument| argument == word)
        })
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..3000 {
        if condition() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not happen");
}

fn start(lab: &Lab, arguments: &[&str]) -> Child {
    let mut command = lab.bench(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("aver runs")
}

/// The second task detaches a daemon and sleeps; the runner is killed then, and nothing may remain.
#[test]
fn killed_in_the_middle_and_resumed() {
    let (daemon, tool) = (long_time(1), long_time(2));
    let sleeping = format!(
        "(setsid sleep {daemon} </dev/null >/dev/null 2>&1 &)\n[ -e go ] || sleep {tool}\necho yes\n"
    );
    let lab = Lab::new(&[("a", "echo yes"), ("b", &sleeping), ("c", "echo yes")]);
    let mut runner = start(&lab, &["tasks", "--peer", "script.toml", "--out", "run.db"]);
    wait_until("the second task", || {
        is_running(&daemon) && is_running(&tool)
    });
    runner.kill().expect("the runner lives");
    runner.wait().expect("the runner is ours");
    wait_until("the end of all processes", || {
        !is_running(&daemon) && !is_running(&tool)
    });
    lab.write("go", "");
    let (code, stdout, stderr) = lab.run(&["--resume", "run.db", "--csv", "run.csv"]);
    assert_eq!(code, Some(0), "{stdout}{stderr}");
    assert_eq!(lab.read("run.csv").matches(",correct,").count(), 3);
    assert!(!is_running(&daemon));
    let name = format!("aver-bench.{}.", runner.id());
    let left = fs::read_dir(std::env::temp_dir())
        .expect("a temporary folder")
        .flatten();
    let left: Vec<_> = left
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(&name))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Ctrl-C: the running task is called off, what is done stays, and the exit code says so.
#[test]
fn interrupted_by_a_signal() {
    let time = long_time(3);
    let lab = Lab::new(&[("a", "echo yes"), ("b", &format!("sleep {time}\n"))]);
    let mut runner = start(&lab, &["tasks", "--peer", "script.toml", "--out", "run.db"]);
    wait_until("the second task", || is_running(&time));
    // SAFETY: the call has no conditions; the process is ours.
    unsafe { libc::kill(runner.id() as i32, libc::SIGINT) };
    assert_eq!(runner.wait().expect("the runner is ours").code(), Some(130));
    assert!(!is_running(&time));
    let (_, stdout, _) = lab.run(&["show", "run.db"]);
    assert!(stdout.contains("1 of 2 runs are missing"), "{stdout}");
}

#[test]
fn the_adapters_of_the_repository_are_those_of_the_binary() {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/peers");
    let lab = Lab::new(&[("a", "echo yes")]);
    for entry in fs::read_dir(peers).expect("the folder is there").flatten() {
        let path = entry.path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        // Known without a file: the complaint is about the program.
        let binary = format!("{name}=/missing/tool");
        let (code, _, stderr) = lab.run(&["tasks", "--peer", &name, "--binary", &binary]);
        assert_eq!(code, Some(2));
        assert!(stderr.contains("/missing/tool"), "{stderr}");
    }
}
