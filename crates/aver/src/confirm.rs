//! `--confirm native`: searches the compiled program for each violation, too.
//!
//! The program is compiled with sanitizers together with a harness that supplies the inputs of the trace, and run. Where it
//! disagrees, Aver, its models or the sanitizer is wrong: the answer is not FALSE, and says why.

use engines::Answers;
use evidence::{Native, NativeRun, Reason, Trace, Verdict};
use frontend::Loaded;
use program::Program;
use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long a run may take.
const LIMIT: Duration = Duration::from_secs(20);

/// Adds what the compiled program says to every violation.
pub fn natively(options: &frontend::Options, loaded: &Loaded, answers: &mut Answers) {
    let program = &loaded.program;
    for (_, verdict) in &mut answers.sites {
        let Verdict::False(trace) = verdict else {
            continue;
        };
        let native = if loaded.adapted {
            Native::NotVisible("the program lacks declarations that the analysis has".to_string())
        } else {
            confirm(options, program, trace)
        };
        if let Native::Disagrees(what) = &native {
            let place = program.show_place(trace.violation().place);
            let property = trace.violation().property;
            let what = format!(
                "a violation of {property} at {place} was replayed, but is not confirmed natively: {what}"
            );
            answers.warnings.push(what.clone());
            *verdict = Verdict::Unknown(Reason::Internal(what));
            continue;
        }
        trace.set_native(native);
    }
}

fn confirm(options: &frontend::Options, program: &Program, trace: &Trace) -> Native {
    if !evidence::is_visible(trace.violation().property) {
        return Native::NotVisible("no sanitizer checks this property".to_string());
    }
    let harness = evidence::harness(program, trace);
    let run = || -> Result<NativeRun, String> {
        let unable = |e: std::io::Error| format!("no temporary files: {e}");
        let folder = tempfile::tempdir().map_err(unable)?;
        let source = folder.path().join("harness.c");
        std::fs::write(&source, &harness.text).map_err(unable)?;
        let executable = folder.path().join("program");
        frontend::build_native(options, &source, &executable)?;
        execute(&executable, folder.path())
    };
    match run() {
        Ok(run) => evidence::judge(program, trace, &harness, &run),
        Err(why) => Native::NotVisible(why),
    }
}

/// Runs a program for a limited time. Its output goes to a file, so that it cannot block.
fn execute(executable: &Path, folder: &Path) -> Result<NativeRun, String> {
    let errors = folder.join("stderr");
    let file = File::create(&errors).map_err(|e| format!("no temporary files: {e}"))?;
    let mut command = Command::new(executable);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file)
        .current_dir(folder)
        .env(
            "ASAN_OPTIONS",
            "detect_leaks=1:detect_stack_use_after_return=1:exitcode=99",
        )
        .env("UBSAN_OPTIONS", "print_stacktrace=0");
    crate::sys::without_memory_limit(&mut command);
    if let Some(symbolizer) = frontend::symbolizer() {
        command.env("ASAN_SYMBOLIZER_PATH", symbolizer);
    }
    let mut child = command
        .spawn()
        .map_err(|e| format!("it cannot be run: {e}"))?;
    let deadline = Instant::now() + LIMIT;
    let status: ExitStatus = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(5)),
            _ => {
                // It may have ended in the meantime; then there is nothing to kill.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it does not end in {} seconds", LIMIT.as_secs()));
            }
        }
    };
    let stderr = std::fs::read(&errors).unwrap_or_default();
    Ok(NativeRun {
        code: status.code(),
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}
