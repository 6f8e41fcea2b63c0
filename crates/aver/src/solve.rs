//! `aver solve`, the part that the worker does: commands in, answers out.

use crate::channel::Channel;
use crate::cli::{self, StatsFormat};
use crate::{BAD_INPUT, complain, deadline};
use smt::Limits;
use smt::script::{Response, Session};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use term::smtlib::{Command, FormReader};

/// What the worker says it does while an answer is due: should it die, the answer is `unknown`.
pub const CHECKING: &str = "check-sat";

/// The exit code: 0 if every command was understood.
pub fn solve(args: &cli::Solve, channel: &Channel) -> u8 {
    let limits = Limits {
        deadline: deadline(args.timeout),
        ..Limits::default()
    };
    let backend = match args.solver.backend() {
        Ok(backend) => backend,
        Err(error) => return complain(&format!("cannot write queries: {error}"), BAD_INPUT),
    };
    let session = Session::new(Box::new(move || backend.make()), limits);
    let outcome = match args.file.as_deref() {
        None => talk(session, io::stdin().lock(), args, channel),
        Some(path) if path == Path::new("-") => talk(session, io::stdin().lock(), args, channel),
        Some(path) => match File::open(path) {
            Ok(file) => talk(session, BufReader::new(file), args, channel),
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
                let response = session.run(command);
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
    match args.stats {
        Some(StatsFormat::Text) => eprint!("{}", report::text::statistics(&session.statistics())),
        Some(StatsFormat::Json) => eprintln!("{}", report::json::statistics(&session.statistics())),
        None => {}
    }
    Ok(code)
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
