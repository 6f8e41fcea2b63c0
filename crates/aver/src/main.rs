//! The command line of Aver.
//!
//! The only crate that prints. Everything except the parsing of arguments happens in a child process under a supervisor.

mod bench;
mod cbmc;
mod channel;
mod cli;
mod confirm;
mod log;
mod progress;
mod properties;
mod prp;
mod show;
mod solve;
mod supervisor;
mod sys;
mod verify;

use channel::Channel;
use clap::Parser;
use cli::{Cli, Command};
use prp::Specification;
use report::Style;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use supervisor::{Output, Terms, supervise};

/// The input cannot be compiled or read.
const BAD_INPUT: u8 = 1;
/// The command line is wrong.
const BAD_USAGE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<std::ffi::OsString> = std::env::args_os().collect();
    if let Some((tool, args)) = cbmc::called_as(&args) {
        return ExitCode::from(cbmc::run(tool, &args));
    }
    // Clap ends the process itself: 0 after help, 2 on wrong usage.
    let cli = Cli::parse_from(cli::normalise(std::env::args_os()));
    // Before the fork: the worker inherits the log.
    if let Err(message) = log::start(cli.verbose) {
        return ExitCode::from(complain(&message, BAD_USAGE));
    }
    let code = match &cli.command {
        Command::Verify(args) => verify(args),
        Command::Show(args) => plain(&args.checks.property, |wanted, channel| {
            show::show(args, wanted, channel)
        }),
        Command::Encode(args) => plain(&args.checks.property, |wanted, channel| {
            show::encode(args, wanted, channel)
        }),
        Command::Bench(args) => bench::bench(args),
        Command::Solve(args) => solve(args),
        Command::CbmcTools(args) => match cbmc::install(&args.folder) {
            Ok(()) => 0,
            Err(error) => complain(
                &format!("cannot fill {}: {error}", args.folder.display()),
                BAD_INPUT,
            ),
        },
    };
    ExitCode::from(code)
}

fn verify(args: &cli::Verify) -> u8 {
    let mut wanted = match specification(&args.checks.property) {
        Ok(wanted) => wanted,
        Err(code) => return code,
    };
    let limited = properties::limit_stack(&mut wanted, args.input.stack_limit);
    if let Err(message) = limited.and_then(|()| verify::check_arguments(args)) {
        return complain(&message, BAD_USAGE);
    }
    let terms = Terms {
        timeout: (args.timeout > 0).then_some(args.timeout),
        megabytes: args.memory_limit.or_else(default_megabytes),
        output: if args.show_properties {
            Output::Text
        } else {
            Output::Verdict
        },
        progress: !args.quiet,
    };
    // Asked here: the worker's stdout is a pipe.
    let style = style();
    run(&terms, |channel| {
        verify::verify(args, &wanted, style, channel)
    })
}

fn solve(args: &cli::Solve) -> u8 {
    let terms = Terms {
        timeout: (args.timeout > 0).then_some(args.timeout),
        megabytes: args.memory_limit.or_else(default_megabytes),
        output: Output::Responses,
        progress: false,
    };
    run(&terms, |channel| solve::solve(args, channel))
}

/// When the worker stops by itself: a little before the supervisor would kill it, so that it can report what it has
/// found.
fn deadline(seconds: u64) -> Option<Instant> {
    (seconds > 0).then(|| {
        let time = Duration::from_secs(seconds);
        Instant::now() + time - (time / 10).min(Duration::from_secs(2))
    })
}

/// The memory in bytes at which the worker stops by itself: somewhat less than that at which it would be killed.
fn memory(megabytes: Option<u64>) -> Option<u64> {
    let megabytes = megabytes.or_else(default_megabytes)?;
    Some(megabytes.saturating_mul(1 << 20) / 8 * 7)
}

/// A command whose output is not a verdict.
fn plain(names: &[String], work: impl FnOnce(&Specification, &Channel) -> u8) -> u8 {
    let wanted = match specification(names) {
        Ok(wanted) => wanted,
        Err(code) => return code,
    };
    let terms = Terms {
        timeout: None,
        megabytes: default_megabytes(),
        output: Output::Text,
        progress: false,
    };
    run(&terms, |channel| work(&wanted, channel))
}

fn run(terms: &Terms, work: impl FnOnce(&Channel) -> u8) -> u8 {
    supervise(terms, work).unwrap_or_else(|error| {
        let message = format!("cannot start or clean up the work: {error}; is TMPDIR writable?");
        complain(&message, BAD_INPUT)
    })
}

fn specification(names: &[String]) -> Result<Specification, u8> {
    properties::select(names).map_err(|error| {
        let code = if error.is_usage() {
            BAD_USAGE
        } else {
            BAD_INPUT
        };
        complain(&error.to_string(), code)
    })
}

/// Colours only on a terminal.
fn style() -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    if io::stdout().is_terminal() && !refused {
        Style::Colour
    } else {
        Style::Plain
    }
}

fn default_megabytes() -> Option<u64> {
    sys::machine_megabytes().map(|m| m / 4 * 3)
}

/// One message on stderr.
fn complain(message: &str, code: u8) -> u8 {
    eprintln!("aver: {message}");
    code
}
