//! `aver bench`: the options of the laboratory, and its output.

use crate::{BAD_INPUT, BAD_USAGE, complain};
use bench::adapter::Adapter;
use bench::compare::{ComparedRun, compare};
use bench::limits::Limits;
use bench::plan::{Config, Plan};
use bench::run::{Finished, Progress, Runner};
use bench::store::{Run, Store};
use bench::verdict::Status;
use bench::{Error, export, page, table, task, warden};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Some answer is wrong, or worse than before.
const WORSE: u8 = 1;
/// The run was interrupted and can be resumed.
const INTERRUPTED: u8 = 130;

const EXAMPLES: &str = "\
Examples:
  aver bench ReachSafety.set --out today.db --html today.html
  aver bench tests --config default --config shallow='--unwind 4' --peer cbmc --time-limit 20
  aver bench all.set --sample 100 --seed 1 --binary cbmc=/opt/cbmc/bin/cbmc --peer cbmc
  aver bench --resume today.db                  continue after an interruption
  aver bench show today.db --csv today.csv      tables of a run that is there
  aver bench compare yesterday.db today.db

Exit codes:
  0    no answer is wrong (compare: nothing lost, nothing newly wrong)
  1    some are, or a file cannot be read
  2    wrong usage
  130  interrupted; --resume continues";

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct Bench {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    start: Start,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Show the results of a run again.
    Show(Show),
    /// Compare two runs, or two configurations of a run.
    Compare(Compare),
    /// Carry out one run; the laboratory starts itself that way.
    #[command(hide = true)]
    Warden,
}

#[derive(Args, Debug)]
struct Start {
    /// Task definitions (.yml), sets of them (.set), programs with `aver:` headers, or folders of these.
    #[arg(value_name = "TASKS", required_unless_present = "resume")]
    tasks: Vec<PathBuf>,

    /// A configuration of Aver: a name and options [default: `default`, without options]. With several, each task is run
    /// with each. `NAME=@FILE.toml OPTIONS` is a configuration of the tool that the adapter describes.
    #[arg(
        short,
        long,
        value_name = "NAME[=OPTIONS]",
        help_heading = "Configurations"
    )]
    config: Vec<String>,

    /// Another verifier as a configuration: `cbmc`, or an adapter file.
    #[arg(long, value_name = "NAME|FILE", help_heading = "Configurations")]
    peer: Vec<String>,

    /// The program of a configuration [default: this Aver; for peers, that of the PATH].
    #[arg(long, value_name = "NAME=PATH", value_parser = named_path, help_heading = "Configurations")]
    binary: Vec<(String, PathBuf)>,

    /// Only tasks whose name contains this.
    #[arg(long, value_name = "TEXT", help_heading = "Tasks")]
    filter: Vec<String>,

    /// Only tasks with this property file (its name without `.prp`) or list of properties.
    #[arg(long, value_name = "NAME", help_heading = "Tasks")]
    property: Vec<String>,

    /// Ask for these properties instead of those of the tasks. Only a TRUE that covers them is then known to be right.
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Tasks"
    )]
    ask: Vec<String>,

    /// Only this many tasks, always the same ones for the same seed.
    #[arg(long, value_name = "N", help_heading = "Tasks")]
    sample: Option<usize>,

    /// The seed of the sample.
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Tasks")]
    seed: u64,

    /// CPU time of a run, of all its processes together.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 900.0,
        help_heading = "Limits"
    )]
    time_limit: f64,

    /// Wall-clock time of a run [default: the CPU time and a tenth].
    #[arg(long, value_name = "SECONDS", help_heading = "Limits")]
    wall_limit: Option<f64>,

    /// Memory of a run, of all its processes together.
    #[arg(long, value_name = "MB", default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    memory_limit: u64,

    /// What a run may write to stdout and stderr, or into a file.
    #[arg(long, value_name = "MB", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    output_limit: u64,

    /// How many processes and threads a run may have at the same time.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        help_heading = "Limits"
    )]
    process_limit: usize,

    /// How many runs at the same time.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = jobs, help_heading = "Running")]
    jobs: usize,

    /// How many cores each run is pinned to; 0 lets it use all.
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Running")]
    cores: usize,

    /// Do not use cgroups.
    #[arg(long, help_heading = "Running")]
    no_cgroups: bool,

    /// The run file [default: a new one, `bench-N.db`]. If it holds a part of this very run, that is completed.
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    out: Option<PathBuf>,

    /// Complete the run in this file, which holds its tasks, configurations and limits.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tasks", "out", "config", "peer"], help_heading = "Output")]
    resume: Option<PathBuf>,

    #[command(flatten)]
    shown: ShowOptions,

    /// No progress line.
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

/// What to write about results.
#[derive(Args, Debug)]
struct ShowOptions {
    /// Write one line for each run: task, property, expected, config, verdict, status, times, memory, reason.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,

    /// Write one JSON object per line, with the statistics of the engines.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    json: Option<PathBuf>,

    /// Write a page with table, plots and logs.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,

    /// How much of the page logs may take; wrong answers keep theirs first.
    #[arg(long, value_name = "MB", default_value_t = 20, help_heading = "Output")]
    html_logs: usize,
}

#[derive(Args, Debug)]
struct Show {
    /// The run file.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    shown: ShowOptions,

    /// Print the log of this task instead.
    #[arg(long, value_name = "TASK")]
    log: Option<String>,

    /// The configuration whose log is printed.
    #[arg(long, value_name = "NAME", requires = "log")]
    config: Option<String>,
}

#[derive(Args, Debug)]
struct Compare {
    /// The first run; with several configurations, which of them: FILE:NAME. Without a name, all that both have are compared.
    #[arg(value_name = "FILE[:NAME]")]
    before: String,
    /// The second run.
    #[arg(value_name = "FILE[:NAME]")]
    after: String,
}

fn named_path(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, path)) => Ok((name.to_string(), PathBuf::from(path))),
        None => Err(format!("`{text}` is not of the form NAME=PATH")),
    }
}

fn jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("at least 1".to_string()),
        Ok(jobs) => Ok(jobs),
    }
}

pub fn bench(args: &Bench) -> u8 {
    let result = match &args.action {
        Some(Action::Show(show)) => show_run(show),
        Some(Action::Compare(sides)) => compare_runs(sides),
        Some(Action::Warden) => return serve(),
        None => start(&args.start),
    };
    result.unwrap_or_else(|error| {
        let code = match error {
            Error::Usage(_) => BAD_USAGE,
            _ => BAD_INPUT,
        };
        complain(&error.to_string(), code)
    })
}

fn serve() -> u8 {
    match warden::serve(std::io::stdin().lock(), std::io::stdout().lock()) {
        Ok(()) => 0,
        Err(error) => complain(&error.to_string(), BAD_INPUT),
    }
}

fn start(args: &Start) -> Result<u8, Error> {
    let (plan, store) = match &args.resume {
        Some(file) => {
            let store = Store::open(file)?;
            let plan = store.plan()?;
            plan.check()?;
            (plan, store)
        }
        None => {
            let plan = plan(args)?;
            plan.check()?;
            let store = match &args.out {
                Some(path) => open_or_create(path, &plan)?,
                None => new_store(&plan, args.quiet)?,
            };
            (plan, store)
        }
    };
    let line = Line::new(!args.quiet);
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    let runner = Runner::this_program(&["bench", "warden"]);
    let finished = bench::run::run(&plan, &store, &runner, &stop, |progress| {
        line.show(&plan, progress);
    });
    line.clear();
    let finished = finished?;
    let run = store.run()?;
    show(&run, &store, &args.shown)?;
    if finished == Finished::Stopped {
        let file = store.path().display();
        return Ok(complain(
            &format!("interrupted; `aver bench --resume {file}` continues"),
            INTERRUPTED,
        ));
    }
    Ok(judged(&run))
}

fn judged(run: &Run) -> u8 {
    let wrong = run.rows.iter().any(|row| row.status == Status::Wrong);
    if wrong { WORSE } else { 0 }
}

/// A new file in the current folder, with the first number that is free.
fn new_store(plan: &Plan, quiet: bool) -> Result<Store, Error> {
    let free = |path: &PathBuf| !path.exists();
    let mut paths = (1..).map(|n| PathBuf::from(format!("bench-{n}.db")));
    let path = paths.find(free).expect("there are always more numbers");
    if !quiet {
        eprintln!("aver: the run file is {}", path.display());
    }
    Store::create(&path, plan, &command_line())
}

/// The command line of this process, quoted as for a shell.
fn command_line() -> String {
    let line: Vec<String> = std::env::args().collect();
    shlex::try_join(line.iter().map(String::as_str)).unwrap_or_else(|_| line.join(" "))
}

/// The file of this very plan, from an earlier start or new.
fn open_or_create(path: &Path, plan: &Plan) -> Result<Store, Error> {
    if !path.exists() {
        return Store::create(path, plan, &command_line());
    }
    let store = Store::open(path)?;
    match store.plan()?.difference(plan) {
        None => Ok(store),
        Some(difference) => Err(Error::Usage(format!(
            "{} holds another run: {difference}; choose another file with --out, or remove it",
            path.display()
        ))),
    }
}

fn plan(args: &Start) -> Result<Plan, Error> {
    let configs = configurations(args)?;
    let collected = task::collect(&args.tasks)?;
    if !collected.notes.is_empty() && !args.quiet {
        eprintln!(
            "aver: {} task definitions are skipped, such as {}",
            collected.notes.len(),
            collected.notes[0]
        );
    }
    let mut tasks = collected.tasks;
    tasks.retain(|t| args.filter.is_empty() || args.filter.iter().any(|f| t.name.contains(f)));
    tasks.retain(|t| args.property.is_empty() || args.property.contains(&t.property));
    if !args.ask.is_empty() {
        task::ask_instead(&mut tasks, &args.ask);
        tasks.dedup_by(|a, b| (&a.name, &a.property) == (&b.name, &b.property));
    }
    if let Some(count) = args.sample {
        tasks = bench::sample(tasks, count, args.seed);
    }
    if tasks.is_empty() {
        let message = "no task is left; see --filter, --property and --sample";
        return Err(Error::Usage(message.to_string()));
    }
    Ok(Plan {
        configs,
        limits: Limits {
            cpu_seconds: args.time_limit,
            wall_seconds: args.wall_limit.unwrap_or(args.time_limit * 1.1),
            megabytes: args.memory_limit,
            output_megabytes: args.output_limit,
            processes: args.process_limit,
        },
        jobs: args.jobs,
        cores: args.cores,
        cgroups: !args.no_cgroups,
        tasks,
    })
}

fn configurations(args: &Start) -> Result<Vec<Config>, Error> {
    let mut binaries: BTreeMap<&str, &Path> = BTreeMap::new();
    for (name, path) in &args.binary {
        binaries.insert(name, path);
    }
    let mut configs: Vec<Config> = Vec::new();
    let mut add = |name: &str, adapter: Adapter, options: Vec<String>, program: Option<&Path>| {
        let program = binaries.remove(name).or(program);
        if configs.iter().any(|c| c.name == name) {
            return Err(Error::Usage(format!(
                "two configurations are called {name}"
            )));
        }
        configs.push(Config::new(name, adapter, options, program)?);
        Ok(())
    };
    let own = std::env::current_exe()?;
    let aver = || Adapter::built_in("aver").expect("Aver's own adapter is built in");
    for text in &args.config {
        let (name, options) = text.split_once('=').unwrap_or((text, ""));
        let words = shlex::split(options)
            .ok_or_else(|| Error::Usage(format!("a quote is not closed in `{options}`")))?;
        match words.split_first() {
            Some((first, rest)) if first.starts_with('@') => {
                add(name, adapter(&first[1..])?, rest.to_vec(), None)?;
            }
            _ => add(name, aver(), words, Some(&own))?,
        }
    }
    for peer in &args.peer {
        let name = Path::new(peer).file_stem().unwrap_or_default();
        add(&name.to_string_lossy(), adapter(peer)?, Vec::new(), None)?;
    }
    if args.config.is_empty() && args.peer.is_empty() {
        add("default", aver(), Vec::new(), Some(&own))?;
    }
    if let Some(name) = binaries.keys().next() {
        return Err(Error::Usage(format!(
            "--binary {name}=… is for a configuration {name}, and there is none"
        )));
    }
    Ok(configs)
}

/// A built-in adapter, or one from a file.
fn adapter(name: &str) -> Result<Adapter, Error> {
    if let Some(adapter) = Adapter::built_in(name) {
        return Ok(adapter);
    }
    if Path::new(name).exists() {
        return Adapter::read(Path::new(name));
    }
    let known: Vec<&str> = Adapter::built_in_names().collect();
    Err(Error::Usage(format!(
        "there is no adapter file {name}; those that need no file: {}",
        known.join(", ")
    )))
}

fn show(run: &Run, store: &Store, shown: &ShowOptions) -> Result<(), Error> {
    print!("{}", table::report(run));
    let create = |path: &Path| -> Result<BufWriter<File>, Error> {
        let file = File::create(path).map_err(|source| Error::File {
            path: path.to_path_buf(),
            source,
        })?;
        Ok(BufWriter::new(file))
    };
    if let Some(path) = &shown.csv {
        export::csv(run, create(path)?)?;
    }
    if let Some(path) = &shown.json {
        export::json_lines(run, create(path)?)?;
    }
    if let Some(path) = &shown.html {
        page::write(run, store, shown.html_logs << 20, create(path)?)?;
    }
    Ok(())
}

fn show_run(args: &Show) -> Result<u8, Error> {
    let store = Store::open(&args.file)?;
    let run = store.run()?;
    let Some(name) = &args.log else {
        show(&run, &store, &args.shown)?;
        return Ok(judged(&run));
    };
    let mut found = false;
    for row in &run.rows {
        let config = &run.plan.configs[row.config].name;
        if run.plan.tasks[row.task].name == *name
            && args.config.as_ref().is_none_or(|c| c == config)
        {
            found = true;
            print!("{}", store.log(row.task, row.config)?.unwrap_or_default());
        }
    }
    match found {
        true => Ok(0),
        false => Err(Error::Usage(format!(
            "no run of a task {name} is in the file"
        ))),
    }
}

fn compare_runs(args: &Compare) -> Result<u8, Error> {
    let (before, first) = side(&args.before)?;
    let (after, second) = side(&args.after)?;
    let names =
        |run: &Run| -> Vec<String> { run.plan.configs.iter().map(|c| c.name.clone()).collect() };
    let common: Vec<String> = names(&before)
        .into_iter()
        .filter(|name| names(&after).contains(name))
        .collect();
    let pairs: Vec<(Option<&str>, Option<&str>)> = match (&first, &second) {
        (None, None) if !common.is_empty() => common
            .iter()
            .map(|n| (Some(n.as_str()), Some(n.as_str())))
            .collect(),
        _ => vec![(first.as_deref(), second.as_deref())],
    };
    let mut code = 0;
    for (a, b) in &pairs {
        let result = compare(
            ComparedRun::new(&before, *a)?,
            ComparedRun::new(&after, *b)?,
        );
        if let (true, Some(name)) = (pairs.len() > 1, a) {
            println!("== {name}");
        }
        print!("{}", result.report());
        if result.is_worse() {
            code = WORSE;
        }
    }
    Ok(code)
}

/// `FILE` or `FILE:NAME`.
fn side(text: &str) -> Result<(Run, Option<String>), Error> {
    let (file, name) = match text.rsplit_once(':') {
        Some((file, name)) if !Path::new(text).exists() => (file, Some(name.to_string())),
        _ => (text, None),
    };
    Ok((Store::open(Path::new(file))?.run()?, name))
}

/// The progress line.
struct Line {
    bar: ProgressBar,
    /// Whether wrong answers are reported at once: otherwise the user sees them only at the end.
    tell: bool,
}

impl Line {
    fn new(wanted: bool) -> Line {
        let target = match wanted && std::io::stderr().is_terminal() {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let style = ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg}  {elapsed}");
        bar.set_style(style.expect("the template is well-formed"));
        bar.enable_steady_tick(Duration::from_millis(500));
        Line { bar, tell: wanted }
    }

    fn show(&self, plan: &Plan, progress: &Progress) {
        self.bar.set_length(progress.total as u64);
        self.bar.set_position(progress.done as u64);
        let left = progress.left.map_or(String::new(), |left| {
            format!(", {} left", indicatif::HumanDuration(left))
        });
        let (correct, wrong) = (progress.correct, progress.wrong);
        self.bar
            .set_message(format!("{correct} correct, {wrong} wrong{left}"));
        if let (Some((task, config, Status::Wrong)), true) = (progress.news, self.tell) {
            let (task, config) = (&plan.tasks[task].name, &plan.configs[config].name);
            let message = format!("WRONG {config}: {task}");
            match self.bar.is_hidden() {
                true => eprintln!("{message}"),
                false => self.bar.println(message),
            }
        }
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
