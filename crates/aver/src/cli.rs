//! The command line: its options and their help.

use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use encode::exec::CutPoints;
use engines::FileEngine;
use program::DataModel;
use std::ffi::OsString;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  aver verify sort.c                            the default properties, until there is an answer
  aver verify --property no-overflow sort.c     one property
  aver verify --property unreach-call.prp --data-model ILP32 task.i
  aver verify --function insert list.c          start at `insert` with unknown arguments
  aver verify --unwind 10 --timeout 60 loop.c   no more than 10 iterations, no more than a minute
  aver verify a.c b.c -I include -DNDEBUG -- -fshort-enums

Exit codes:
  0   TRUE: no run violates the properties
  10  FALSE: a run does, and the trace shows it
  20  UNKNOWN: the last line says why
  1   the input cannot be compiled or read
  2   wrong usage";

const SOLVE_HELP: &str = "\
Examples:
  aver solve query.smt2
  aver solve --timeout 10 query.smt2
  some-tool | aver solve

Exit codes:
  0   every command was understood, whatever the answers are
  1   a command was answered by an error, or the file cannot be read
  2   wrong usage
  20  time, memory or Aver itself came to an end; an answer that was due is `unknown`";

/// Proves C programs correct, or shows exactly how they fail.
#[derive(Parser, Debug)]
#[command(name = "aver", version, after_help = EXAMPLES, max_term_width = 110, disable_help_subcommand = true)]
pub struct Cli {
    /// Log to stderr what Aver does: phases with their times; -vv: queries to the solver as well. The environment variable
    /// AVER_LOG sets filters instead (`AVER_LOG=smt=debug`).
    #[arg(short, long, global = true, action = ArgAction::Count, help_heading = "Output")]
    pub verbose: u8,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Prove or refute that the program has its properties.
    ///
    /// The last line on stdout is the answer: `VERDICT: TRUE`, `VERDICT: FALSE (property) at file:line` or
    /// `VERDICT: UNKNOWN (why)`.
    #[command(after_help = EXAMPLES)]
    Verify(Box<Verify>),
    /// Show a stage of the program's translation.
    Show(Box<Show>),
    /// Write the verification problem for other tools.
    Encode(Box<Encode>),
    /// Run task sets under limits, judge the answers, and show them.
    Bench(Box<crate::bench::Bench>),
    /// Decide formulas: run an SMT-LIB 2 script, from a file or from standard input.
    ///
    /// Each command is answered before the next is read, so that other tools can talk to Aver over a pipe.
    #[command(after_help = SOLVE_HELP)]
    Solve(Box<Solve>),
    /// Fill a folder with `goto-cc`, `goto-instrument` and `cbmc`, answered by Aver.
    ///
    /// With the folder first in PATH, a project's own build runs its proofs for CBMC on Aver.
    CbmcTools(CbmcTools),
}

#[derive(Args, Debug)]
pub struct CbmcTools {
    /// The folder; it is made if it does not exist.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// The program.
#[derive(Args, Debug)]
pub struct Input {
    /// C files (.c .i .cc .cpp .cxx) or LLVM modules (.bc .ll); several are linked.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// The function to start with. One other than `main` gets unknown arguments: pointers are null or point into
    /// arrays of unknown length, which several may share.
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub function: Option<String>,

    /// What is known about the arguments of --function
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        value_delimiter = ',',
        help_heading = "Program"
    )]
    pub args: Vec<Known>,

    /// How many elements a pointer among them has: a number, the name of another parameter, or `string` if one of them
    /// is a terminating zero.
    #[arg(long, value_name = "POINTER=N", value_delimiter = ',', value_parser = argument_size, help_heading = "Program")]
    pub args_size: Vec<(String, String)>,

    /// How many levels of pointers lead to further objects from what an argument points to.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        help_heading = "Program",
        value_parser = clap::value_parser!(u32).range(..=16)
    )]
    pub args_depth: u32,

    /// The sizes of the basic types.
    #[arg(long, value_enum, value_name = "MODEL", default_value_t = Model::Lp64, help_heading = "Program", ignore_case = true)]
    pub data_model: Model,

    /// What a function does that has no body and does not belong to the C library [default: doubted; with a `.prp` file
    /// unknown-result, as in SV-COMP].
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Program")]
    pub undefined_functions: Option<Undefined>,

    /// Allocation may fail
    #[arg(long, help_heading = "Program")]
    pub malloc_may_fail: bool,

    /// What reading a volatile object gives, unless it is a local variable whose address is not taken [default: input;
    /// with a `.prp` file memory]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Program")]
    pub volatile: Option<Volatile>,

    /// How many functions of the program may be active at once, `main` among them: checks no-stack-overflow, a call that
    /// is one too many. Without it the stack is not bounded, and a recursion without end is no crash but a run that never
    /// ends. [default: no limit]
    #[arg(long, value_name = "FRAMES", help_heading = "Program", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub stack_limit: Option<u32>,

    /// What is known of addresses as numbers. Objects: only what is the same wherever objects lie. Flat: where objects lie
    /// is an unknown of each run, so that a program may compute with addresses; loops are unrolled only.
    #[arg(
        long,
        value_enum,
        value_name = "MODEL",
        default_value_t,
        help_heading = "Program"
    )]
    pub memory: Memory,

    /// Where objects lie, for tests of Aver: no answer may depend on it.
    #[arg(long, value_name = "N", default_value_t = 0, hide = true)]
    pub layout_seed: u32,

    /// Check a function against its contract (`__CPROVER_requires`, `__CPROVER_ensures`, `__CPROVER_assigns`), wherever it is
    /// called.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Contracts"
    )]
    pub enforce_contract: Vec<String>,

    /// Let a function's contract stand for its calls.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Contracts"
    )]
    pub replace_call_with_contract: Vec<String>,

    /// Let loops' contracts (`__CPROVER_loop_invariant`, `__CPROVER_assigns`, `__CPROVER_decreases`) stand for the loops that have one.
    #[arg(long, help_heading = "Contracts")]
    pub apply_loop_contracts: bool,

    /// A further file, whose functions win over those of the same names in the other files.
    #[arg(long, value_name = "FILE", help_heading = "Program")]
    pub stub: Vec<PathBuf>,

    /// Take a function's body away: it is then as one that has none (--undefined-functions).
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        help_heading = "Program"
    )]
    pub drop_body: Vec<String>,

    /// A folder to search for headers.
    #[arg(short = 'I', value_name = "DIR", help_heading = "Program")]
    pub include_dirs: Vec<String>,

    /// Define a macro.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Program")]
    pub define: Vec<String>,

    /// Undefine a macro.
    #[arg(short = 'U', value_name = "NAME", help_heading = "Program")]
    pub undefine: Vec<String>,

    /// The C standard, as in `-std=c99`.
    #[arg(long, value_name = "STANDARD", help_heading = "Program")]
    pub std: Option<String>,

    /// Include a file before all others, as in `-include FILE`.
    #[arg(long, value_name = "FILE", help_heading = "Program")]
    pub include: Vec<String>,

    /// Further arguments for clang. `-isystem DIR`, `-W…`, `-O…`, `-f…` and `-m…` may also come among Aver's own.
    #[arg(last = true, value_name = "CLANG ARGS")]
    pub clang_args: Vec<String>,
}

/// What a user knows about arguments.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// None is null.
    Nonnull,
    /// No two pointers point to the same array.
    Distinct,
    /// Structures may have cycles.
    Cyclic,
}

fn argument_size(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((pointer, size)) if !pointer.is_empty() && !size.is_empty() => {
            Ok((pointer.to_string(), size.to_string()))
        }
        _ => Err(format!(
            "`{text}` is not of the form POINTER=N, such as p=n, p=10 or s=string"
        )),
    }
}

impl Input {
    /// What is known about the arguments of the function to start with.
    pub fn arguments(&self) -> frontend::ArgumentOptions {
        frontend::ArgumentOptions {
            nonnull: self.args.contains(&Known::Nonnull),
            distinct: self.args.contains(&Known::Distinct),
            cyclic: self.args.contains(&Known::Cyclic),
            depth: self.args_depth,
            sizes: self.args_size.clone(),
        }
    }

    /// What clang is told.
    pub fn clang_arguments(&self) -> Vec<String> {
        let mut args = Vec::new();
        args.extend(self.std.iter().map(|s| format!("-std={s}")));
        args.extend(self.include_dirs.iter().map(|d| format!("-I{d}")));
        args.extend(self.define.iter().map(|d| format!("-D{d}")));
        args.extend(self.undefine.iter().map(|d| format!("-U{d}")));
        for file in &self.include {
            args.extend(["-include".to_string(), file.clone()]);
        }
        args.extend(self.clang_args.iter().cloned());
        args
    }
}

/// What to check.
#[derive(Args, Debug)]
pub struct Checks {
    /// The properties, comma-separated, or a `.prp` file [default: assert, unreach-call, no-overflow,
    /// no-div-by-zero, no-shift-error, no-float-cast-overflow, array-bounds, vla-bound, unreachable-code, valid-deref,
    /// valid-free].
    ///
    /// `assigns`, on by default too, is what contracts say of writes. Others: no-unsigned-overflow, no-lossy-conversion,
    /// no-float-overflow, valid-query, no-nan, valid-memtrack, valid-memcleanup, no-uninitialised, no-pointer-overflow,
    /// no-unrelated-pointers, no-misaligned-access, no-stack-overflow (always with --stack-limit), termination (every run
    /// ends), valid-memsafety (which is valid-deref, valid-free, valid-memtrack), and all (each of them).
    #[arg(
        short,
        long,
        value_name = "NAMES|FILE",
        value_delimiter = ',',
        help_heading = "Checks"
    )]
    pub property: Vec<String>,

    /// Only these checks; --show-properties lists them.
    #[arg(
        long,
        value_name = "ID",
        value_delimiter = ',',
        help_heading = "Checks"
    )]
    pub only: Vec<String>,
}

#[derive(Args, Debug)]
pub struct Verify {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub checks: Checks,
    #[command(flatten)]
    pub engines: engines::Settings,

    /// List the checks of the program and stop.
    #[arg(long, help_heading = "Checks")]
    pub show_properties: bool,

    /// TRUE even if the assumptions exclude every run. A `.prp` file implies it.
    #[arg(long, help_heading = "Checks")]
    pub allow_vacuous: bool,

    /// Stop at the first violation; the other checks stay open.
    #[arg(long, help_heading = "Checks")]
    pub stop_on_fail: bool,

    /// Look for each violation in the compiled program, too: it is built with clang's sanitizers and run on the
    /// inputs of the trace. Where it disagrees, the answer is UNKNOWN.
    #[arg(long, value_name = "HOW", help_heading = "Checks")]
    pub confirm: Option<Confirm>,

    /// Check each answer a second time: with a fresh solver, and on random concrete runs.
    #[arg(long, help_heading = "Checks")]
    pub paranoid: bool,

    /// Let the engine of this name panic, for tests of Aver.
    #[arg(long, value_name = "ENGINE", hide = true)]
    pub fault: Option<String>,

    #[command(flatten)]
    pub solver: SolverChoice,

    /// Wall-clock time; 0 means no limit.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 900,
        help_heading = "Limits"
    )]
    pub timeout: u64,

    /// Memory [default: three quarters of the machine's].
    #[arg(long, value_name = "MB", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory_limit: Option<u64>,

    /// How much of a counterexample to show.
    #[arg(long, value_enum, value_name = "DETAIL", default_value_t = TraceDetail::Short, help_heading = "Output")]
    pub trace: TraceDetail,

    /// Also write the report to a file; the name must end in `.json`.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub report: Option<PathBuf>,

    /// Print counters (`--stats json`: as JSON).
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub stats: Option<StatsFormat>,

    /// Print the last line only, and no progress.
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
}

/// What decides formulas.
#[derive(Args, Debug)]
pub struct SolverChoice {
    /// A solver other than the embedded one: z3, cvc5, bitwuzla, yices, mathsat or boolector, from the PATH or from the
    /// given place.
    #[arg(long, value_name = "NAME[:PATH]", help_heading = "Solver", value_parser = solver)]
    pub solver: Option<smt::Installed>,

    /// How floats are sent to another solver: by its own theory of floats, or as bit-vectors, with circuits that Aver makes
    /// [default: native; bv for yices and boolector, which have no theory of floats].
    #[arg(long, value_name = "HOW", help_heading = "Solver", requires = "solver")]
    pub fp: Option<FloatEncoding>,

    /// Check the proof of each refutation that the embedded SAT solver makes.
    #[arg(long, help_heading = "Solver", conflicts_with = "solver")]
    pub check_proofs: bool,

    /// Make a fresh solver for each query, to measure what an incremental one saves.
    #[arg(long, help_heading = "Solver")]
    pub restart: bool,

    /// Write each query to the solver to this folder, as an SMT-LIB 2 script.
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub dump_queries: Option<PathBuf>,
}

/// How floats are sent to other solvers.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FloatEncoding {
    /// Terms of SMT-LIB's theory of floats.
    Native,
    /// Bit-vectors.
    Bv,
}

fn solver(text: &str) -> Result<smt::Installed, String> {
    text.parse()
}

impl SolverChoice {
    pub fn backend(&self) -> std::io::Result<smt::Backend> {
        let queries = self.dump_queries.clone().map(smt::Queries::new);
        Ok(smt::Backend {
            external: self.solver.clone(),
            floats: self.fp.map(|how| match how {
                FloatEncoding::Native => smt::Floats::Native,
                FloatEncoding::Bv => smt::Floats::Bits,
            }),
            check_proofs: self.check_proofs,
            restart: self.restart,
            queries: queries.transpose()?,
        })
    }
}

#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub checks: Checks,

    /// How often a loop may go back to its head, and a function call itself, in formulas of bounded model checking.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub unwind: u32,

    /// Where the transition system has locations, and an induction its steps.
    #[arg(long, value_name = "POINTS", default_value = "loop-heads", value_parser = engines::cut_points())]
    pub cuts: CutPoints,

    /// What to show.
    #[arg(long, value_enum, value_name = "STAGE", default_value_t = Stage::Program)]
    pub stage: Stage,
}

#[derive(Args, Debug)]
pub struct Encode {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub checks: Checks,

    /// How often a loop may go back to its head, and a function call itself, in formulas of bounded model checking.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub unwind: u32,

    /// How much of the program one step of a circuit takes.
    #[arg(long, value_name = "POINTS", default_value = "loop-heads", value_parser = engines::cut_points())]
    pub cuts: CutPoints,

    /// The format.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Smt2)]
    pub to: Format,

    /// Where to write [default: stdout].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Solve {
    /// The script; `-` or nothing: standard input. A file whose name ends in `.aig`, `.aag` (AIGER), `.dimspec`, `.btor2`
    /// or `.vmt` is a transition system, and so is a script with Horn clauses (`.chc`, or `(set-logic HORN)`): whether
    /// something bad can happen is decided by IC3 and incremental SAT, and the answer is one of that format.
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// The engines for transition systems [default: all that apply].
    #[arg(long, value_enum, value_name = "ENGINES", value_delimiter = ',')]
    pub engine: Vec<FileEngine>,

    #[command(flatten)]
    pub solver: SolverChoice,

    /// Write what `check-sat` asks to this file, as a circuit in AIGER's format, and decide nothing: the answer is
    /// `unknown`. Not for arrays and functions.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub aiger: Option<PathBuf>,

    /// For a transition system in which nothing bad can happen: write it to this file once more, with an invariant. In AIGER
    /// and BTOR2 it is bad there, too, that the invariant does not hold, and one step of induction excludes what is bad; in
    /// DimSpec the invariant is a section of its own.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub certificate: Option<PathBuf>,

    /// Wall-clock time for the whole script; 0 means no limit. `(set-option :timeout MILLISECONDS)` limits each check.
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 0,
        help_heading = "Limits"
    )]
    pub timeout: u64,

    /// Memory [default: three quarters of the machine's].
    #[arg(long, value_name = "MB", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory_limit: Option<u64>,

    /// Print counters to stderr at the end (`--stats json`: as JSON).
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub stats: Option<StatsFormat>,
}

impl Solve {
    /// The engines that may decide a transition system.
    pub fn engines(&self) -> Vec<FileEngine> {
        match self.engine.is_empty() {
            true => FileEngine::ALL.to_vec(),
            false => self.engine.clone(),
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The program as the front end makes it.
    Program,
    /// Locations and the formulas between them.
    TransitionSystem,
    /// What holds at the heads of loops and proves the program correct.
    Invariants,
    /// The symbolic heaps at the heads of loops that prove the program correct.
    Heaps,
    /// The same as graphs, in the language of DOT.
    HeapsDot,
    /// The formula of bounded model checking.
    Smt2,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// SMT-LIB 2: satisfiable iff a run within the bound violates a property.
    Smt2,
    /// AIGER: the whole program as a circuit with latches; a bad output for each check.
    Aiger,
    /// The same as text.
    Aag,
    /// DimSpec: the whole program as four sets of clauses over the bits of its state.
    Dimspec,
    /// BTOR2: the whole program as a transition system over words.
    Btor2,
    /// The same as annotated SMT-LIB.
    Vmt,
    /// Constrained Horn clauses: a predicate for each location of the program.
    Chc,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Undefined {
    /// Returns any value and changes nothing.
    UnknownResult,
    /// Returns any value and may change whatever it can reach; a violation that depends on such a change is UNKNOWN.
    Doubted,
    /// Returns any value and changes whatever it can reach.
    Havoc,
    /// Ends the run.
    Abort,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Memory {
    /// Objects first, and flat where the answer depends on where objects lie.
    #[default]
    Auto,
    /// Addresses have no numbers.
    Objects,
    /// Addresses have numbers that the layout of memory decides.
    Flat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Volatile {
    /// Any value, each time.
    Input,
    /// What was written last.
    Memory,
}

impl From<Undefined> for frontend::UndefinedFunctions {
    fn from(undefined: Undefined) -> frontend::UndefinedFunctions {
        match undefined {
            Undefined::UnknownResult => frontend::UndefinedFunctions::UnknownResult,
            Undefined::Doubted => frontend::UndefinedFunctions::Doubted,
            Undefined::Havoc => frontend::UndefinedFunctions::Havoc,
            Undefined::Abort => frontend::UndefinedFunctions::Abort,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// 32-bit `int`, `long` and pointers.
    #[value(name = "ILP32")]
    Ilp32,
    /// 32-bit `int`, 64-bit `long` and pointers.
    #[value(name = "LP64")]
    Lp64,
}

impl From<Model> for DataModel {
    fn from(model: Model) -> DataModel {
        match model {
            Model::Ilp32 => DataModel::Ilp32,
            Model::Lp64 => DataModel::Lp64,
        }
    }
}

/// How violations are confirmed beyond their replay.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// By the compiled program.
    Native,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceDetail {
    /// Inputs, and the steps that change something.
    Short,
    /// Everything.
    Full,
    /// Nothing but the violated property.
    None,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatsFormat {
    Text,
    Json,
}

/// Brings C compilers' long options with one dash, and `--stats json`, into the form that clap knows. What follows
/// `--` is for clang.
pub fn normalise(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    let mut clang: Vec<OsString> = Vec::new();
    let mut args = args.peekable();
    out.extend(args.next());
    // `aver x.c` means `aver verify x.c`.
    if args.peek().is_some_and(|first| is_source(first)) {
        out.push("verify".into());
    }
    while let Some(arg) = args.next() {
        match arg.to_str() {
            Some("--") => {
                clang.extend(args);
                break;
            }
            Some("--stats") => {
                let format = args.next_if(|next| next == "json" || next == "text");
                let format = format.unwrap_or_else(|| "text".into());
                out.push(format!("--stats={}", format.to_string_lossy()).into());
            }
            Some(text) if text.starts_with("-std=") || text == "-include" => {
                out.push(format!("-{text}").into());
            }
            Some("-isystem") => {
                clang.push(arg);
                clang.extend(args.next());
            }
            Some(text) if is_for_clang(text) => clang.push(arg),
            _ => out.push(arg),
        }
    }
    if !clang.is_empty() {
        out.push("--".into());
        out.extend(clang);
    }
    out
}

/// Whether a name is that of a file that can be verified.
fn is_source(name: &std::ffi::OsStr) -> bool {
    let extension = std::path::Path::new(name).extension();
    let known = ["c", "i", "cc", "cpp", "cxx", "bc", "ll"];
    extension.is_some_and(|e| known.iter().any(|k| e == *k))
}

/// Whether an option of a compiler is passed on.
fn is_for_clang(text: &str) -> bool {
    let starts = ["-isystem", "-iquote", "-W", "-O", "-f", "-m"];
    starts
        .iter()
        .any(|s| text.starts_with(s) && text.len() > s.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Result<Cli, clap::Error> {
        Cli::try_parse_from(normalise(line.split(' ').map(OsString::from)))
    }

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_of_a_compiler() {
        let line = "aver verify -std=c99 -include a.h -Iinc -I inc2 -DX=1 f.c g.c -- -std=x -m32";
        let Command::Verify(verify) = parse(line).unwrap().command else {
            panic!("verify was parsed");
        };
        let args = verify.input.clang_arguments().join(" ");
        assert_eq!(args, "-std=c99 -Iinc -Iinc2 -DX=1 -include a.h -std=x -m32");
        assert_eq!(verify.input.files.len(), 2);
    }

    #[test]
    fn statistics_with_and_without_a_format() {
        let stats = |line: &str| match parse(line).unwrap().command {
            Command::Verify(verify) => verify.stats,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            stats("aver verify a.c --stats json"),
            Some(StatsFormat::Json)
        );
        assert_eq!(stats("aver verify --stats a.c"), Some(StatsFormat::Text));
        assert_eq!(stats("aver verify a.c"), None);
    }

    #[test]
    fn loops_with_bounds() {
        let Command::Verify(verify) = parse("aver verify a.c --unwindset main.0:3,f.1:4")
            .unwrap()
            .command
        else {
            panic!("verify was parsed");
        };
        let expected = [("main.0".to_string(), 3), ("f.1".to_string(), 4)];
        assert_eq!(verify.engines.bmc.unwindset, expected);
        assert!(parse("aver verify a.c --unwindset main").is_err());
    }
}
