//! `aver solve`, the worker's part: commands in, answers out.

mod circuit;
mod words;

use crate::channel::Channel;
use crate::cli::{self, StatsFormat};
use crate::{BAD_INPUT, BAD_USAGE, complain, deadline, memory};
use smt::script::{Response, Session};
use smt::{Limits, NoCircuit};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use term::smtlib::{Command, FormReader};

/// What the worker says it does while an answer is due.
const CHECKING: &str = "check-sat";
const DECIDING: &str = "deciding a system";
const DECIDING_AIGER: &str = "deciding a circuit";

/// The answer that is due while the worker does this, should it die.
pub fn due(doing: &str) -> Option<&'static str> {
    match doing {
        CHECKING | DECIDING => Some("unknown"),
        DECIDING_AIGER => Some("2\nb0\n."),
        _ => None,
    }
}

/// The exit code: 0 if every command was understood.
pub fn solve(args: &cli::Solve, channel: &Channel) -> u8 {
    let limits = Limits {
        deadline: deadline(args.timeout),
        memory: memory(args.memory_limit),
        ..Limits::default()
    };
    if let Some(path) = args.file.as_deref() {
        if let Some(format) = circuit::format_of(path) {
            return circuit::solve(path, format, &limits, args, channel);
        }
        if let Some(format) = words::format_of(path) {
            return words::solve(path, format, &limits, args, channel);
        }
    }
    if args.certificate.is_some() {
        let message = "`--certificate` is for transition systems in AIGER, DimSpec or BTOR2";
        return complain(message, BAD_USAGE);
    }
    let backend = match args.solver.backend() {
        Ok(backend) => backend,
        Err(error) => return complain(&format!("cannot write queries: {error}"), BAD_INPUT),
    };
    let mut session = Session::new(Box::new(move || backend.make()), limits);
    let outcome = match args.file.as_deref() {
        None => talk(session, io::stdin().lock(), args, channel),
        Some(path) if path == Path::new("-") => talk(session, io::stdin().lock(), args, channel),
        Some(path) => match File::open(path) {
            Ok(file) => {
                // A second read cannot fail in a way that the first does not report.
                if asks_once(path).unwrap_or(false) {
                    session.expect_one_check();
                }
                talk(session, BufReader::new(file), args, channel)
            }
            Err(error) => {
                let message = format!("cannot read {}: {error}", path.display());
                return complain(&message, BAD_INPUT);
            }
        },
    };
    match outcome {
        Ok(code) => code,
        Err(error) => complain(&format!("cannot read or answer: {error}"), BAD_INPUT),
    }
}

/// Whether a file seems to have one `check-sat` and no scopes, judged by its text.
fn asks_once(path: &Path) -> io::Result<bool> {
    if !path.metadata()?.is_file() {
        return Ok(false);
    }
    let mut checks = 0;
    for line in BufReader::new(File::open(path)?).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        checks += line.matches("(check-sat").count();
        let again = ["(push", "(pop", "(reset", "(check-sat-assuming"];
        if checks > 1 || again.iter().any(|command| line.contains(command)) {
            return Ok(false);
        }
    }
    Ok(checks == 1)
}

/// Answers each command before the next is read.
fn talk(
    mut session: Session,
    input: impl BufRead,
    args: &cli::Solve,
    channel: &Channel,
) -> io::Result<u8> {
    let mut forms = FormReader::new(input);
    let mut code = 0;
    while let Some(form) = forms.next_form()? {
        let response = match session.read(&form) {
            Ok(command @ (Command::CheckSat | Command::CheckSatAssuming(_))) => {
                channel.phase(CHECKING);
                let response = match &args.aiger {
                    None => session.run(command),
                    Some(path) => write_circuit(&mut session, &command, path),
                };
                if matches!(response, Response::Error(_)) {
                    code = BAD_INPUT;
                }
                say(&response, &session)?;
                channel.phase("");
                continue;
            }
            Ok(command) => session.run(command),
            Err(response) => response,
        };
        say(&response, &session)?;
        match response {
            Response::Error(_) => code = BAD_INPUT,
            Response::Exit => break,
            _ => {}
        }
    }
    statistics(args, &session.statistics());
    Ok(code)
}

fn statistics(args: &cli::Solve, counters: &[(String, u64)]) {
    match args.stats {
        Some(StatsFormat::Text) => eprint!("{}", report::text::statistics(counters)),
        Some(StatsFormat::Json) => eprintln!("{}", report::json::statistics(counters)),
        None => {}
    }
}

/// Writes the file of `--certificate`, if that is asked for. The exit code.
fn certify(args: &cli::Solve, write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> u8 {
    let Some(path) = &args.certificate else {
        return 0;
    };
    let mut bytes = Vec::new();
    let written = write(&mut bytes).and_then(|()| std::fs::write(path, bytes));
    match written {
        Ok(()) => 0,
        Err(error) => {
            let message = format!("cannot write {}: {error}", path.display());
            complain(&message, BAD_INPUT)
        }
    }
}

/// Writes what is asked instead of deciding it.
fn write_circuit(session: &mut Session, command: &Command, path: &Path) -> Response {
    if !matches!(command, Command::CheckSat) {
        return Response::Error("assumptions are not written as a circuit".to_string());
    }
    let written = File::create(path).map_err(NoCircuit::Io).and_then(|file| {
        let mut writer = BufWriter::new(file);
        session.write_circuit(&mut writer)?;
        writer.flush().map_err(NoCircuit::Io)
    });
    match written {
        Ok(()) => Response::Text("unknown".to_string()),
        Err(error) => Response::Error(format!("cannot write {}: {error}", path.display())),
    }
}

fn say(response: &Response, session: &Session) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match response {
        Response::Text(text) => writeln!(stdout, "{text}")?,
        Response::Unsupported => writeln!(stdout, "unsupported")?,
        Response::Error(message) => {
            writeln!(stdout, "(error \"{}\")", message.replace('"', "\"\""))?;
        }
        Response::Success | Response::Exit if session.prints_success() => {
            writeln!(stdout, "success")?;
        }
        Response::Success | Response::Exit => return Ok(()),
    }
    stdout.flush()
}
