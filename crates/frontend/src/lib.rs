//! The front end: C files in, a [`Program`] out.
//!
//! [`load`] compiles each file ([`compile`], which runs [`clang`]), links the results ([`llvm`]), adds models of the C library functions
//! that are called and not defined ([`models`]), and lowers what can be reached from the entry ([`lower`]).
//!
//! Absences: no formula is built here except the terms of instructions; no crate that uses this one sees LLVM.

mod arguments;
mod clang;
mod compile;
mod dialect;
mod entry;
mod error;
mod flags;
mod llvm;
mod locals;
mod lower;
mod models;
mod native;
mod syntax;

pub use error::Error;
pub use lower::ContractOptions;
pub use native::{build_native, symbolizer};

use clang::{Clang, Sanitizers};
use compile::{Compiled, Compiler};
use llvm::{Context, Module};
use program::{DataModel, Program, Property, SiteId};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syntax::Operators;
use term::TermPool;

/// What to load, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// `.c .i .cc .cpp .cxx .bc .ll`.
    pub files: Vec<PathBuf>,
    /// Further arguments of clang: `-I`, `-D`, `-std`.
    pub clang_args: Vec<String>,
    pub data_model: DataModel,
    /// The properties wanted. They decide which checks of arithmetic clang is asked for.
    pub properties: Vec<Property>,
    /// The function that must not be called; `None` for `reach_error` and `__VERIFIER_error`.
    pub error_function: Option<String>,
    /// The function to start with instead of `main`; its arguments are unknown.
    pub entry: Option<String>,
    pub undefined_functions: UndefinedFunctions,
    /// Whether allocation may give null.
    pub malloc_may_fail: bool,
    /// Whether reading a volatile object that is not a mere local variable gives any value.
    pub volatile_inputs: bool,
    /// How many functions may be active at once; `None` if that is not bounded.
    pub stack_limit: Option<u32>,
    /// Chooses where objects lie, for tests; zero is the usual choice.
    pub layout_seed: u32,
    pub arguments: ArgumentOptions,
    pub contracts: ContractOptions,
    /// Further arguments of clang for single files, by the names in `files`.
    pub file_args: Vec<(PathBuf, Vec<String>)>,
    /// Static functions are known as `__CPROVER_file_local_FILE_c_F`.
    pub export_locals: bool,
    /// Variables of static duration begin with unknown values, except for these.
    pub unknown_statics: Option<Vec<String>>,
    /// Of several definitions of a function, the one in the first file counts; otherwise they are an error.
    pub first_counts: bool,
    /// Those of `files` whose functions win over those of the others.
    pub stubs: Vec<PathBuf>,
    /// Functions whose bodies are taken out of single files, by the names in `files`.
    pub removed: Vec<(PathBuf, Vec<String>)>,
    /// Functions whose bodies are not looked at: they are as those without one.
    pub dropped: Vec<String>,
}

/// What the user says about the arguments of the function to start with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArgumentOptions {
    /// No argument is null.
    pub nonnull: bool,
    /// No two pointers point to the same array.
    pub distinct: bool,
    /// Structures may have cycles.
    pub cyclic: bool,
    /// How many levels of pointers lead to further objects from what an argument points to.
    pub depth: u32,
    /// How many elements pointers have: a number, the name of a parameter, or `string`.
    pub sizes: Vec<(String, String)>,
}

impl Default for ArgumentOptions {
    fn default() -> ArgumentOptions {
        ArgumentOptions {
            nonnull: false,
            distinct: false,
            cyclic: false,
            depth: 2,
            sizes: Vec::new(),
        }
    }
}

/// What a function does that has no body and does not belong to the C library.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UndefinedFunctions {
    /// Its result is any value, and it changes nothing: SV-COMP's rule.
    UnknownResult,
    /// Its result is any value, and it may change whatever it can reach. A violation that depends on such a change is
    /// answered UNKNOWN.
    #[default]
    Doubted,
    /// Its result is any value, and it may change whatever it can reach.
    Havoc,
    /// The run ends there.
    Abort,
}

/// A program and what belongs to it.
pub struct Loaded {
    pub pool: TermPool,
    pub program: Program,
    /// Checks in place of those that a module lacks because another compiler made it: none of them can be answered.
    pub lacking: Vec<SiteId>,
    /// Checks that a pragma of the program turns off.
    pub disabled: Vec<SiteId>,
    /// What clang warns about, one line each.
    pub diagnostics: String,
    /// Whether declarations were added to a file or its text was changed.
    pub adapted: bool,
}

/// The mark of functions that did not come from C: their undefined arithmetic is known from LLVM's flags.
pub(crate) const IR_MARK: &str = "aver-from-ir";
/// Further marks of those whose module nevertheless has some of clang's checks: of indices, of overflow, of shifts.
pub(crate) const INDICES_MARK: &str = "aver-checks-indices";
pub(crate) const OVERFLOW_MARK: &str = "aver-checks-overflow";
pub(crate) const SHIFT_MARK: &str = "aver-checks-shifts";
/// The mark of functions in which clang may have evaluated constants whose checks would fail.
pub(crate) const FOLDED_MARK: &str = "aver-folded-constants";

/// A step in which the process may crash through no fault of Aver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage<'a> {
    /// LLVM reads a module that another tool made. It crashes on some broken ones.
    Reading(&'a Path),
    /// LLVM's verifier has accepted what was read.
    Accepted,
}

/// Compiles, links and lowers.
pub fn load(options: &Options) -> Result<Loaded, Error> {
    load_telling(options, &mut |_| {})
}

/// As [`load`], for callers that must explain how the process ended.
pub fn load_telling(options: &Options, tell: &mut dyn FnMut(Stage<'_>)) -> Result<Loaded, Error> {
    let options = &with_implied(options);
    let context = Context::new();
    let mut said = Said::default();
    let (module, operators) = {
        let _span = tracing::info_span!("frontend.compile").entered();
        read(options, &context, &mut said, tell)?
    };
    check_enabled(options, &said.lines)?;
    let _span = tracing::info_span!("frontend.lower").entered();
    let (pool, mut program, lacking) = lower::lower(options, &module, operators)?;
    let disabled = disabled(&program, &said.lines);
    if !disabled.is_empty() {
        let s = if disabled.len() == 1 { "" } else { "s" };
        program.notes.push(format!(
            "{} check{s} turned off by `#pragma CPROVER check disable`",
            disabled.len()
        ));
    }
    tracing::debug!(
        functions = program.functions.len(),
        statics = program.statics.len(),
        variables = program.vars.len(),
        sites = program.sites.len(),
        "lowered"
    );
    Ok(Loaded {
        pool,
        program,
        lacking,
        disabled,
        diagnostics: said.diagnostics,
        adapted: said.adapted,
    })
}

/// The text of a file after preprocessing.
pub fn preprocess(path: &Path, args: &[String], data_model: DataModel) -> Result<Vec<u8>, Error> {
    kind_of(path)?;
    let clang = Clang {
        clang: clang::find()?,
        data_model,
        args,
        file_args: &[],
    };
    clang.preprocess(path, &compile::Repairs::default())
}

/// Termination is a question about runs without undefined behaviour, so signed overflow is checked for it, too.
fn with_implied(options: &Options) -> Options {
    let mut options = options.clone();
    let has = |p| options.properties.contains(&p);
    if has(Property::Termination) && !has(Property::NoOverflow) {
        options.properties.push(Property::NoOverflow);
    }
    options
}

/// Information about the compilations; the fields are those of [`Loaded`].
#[derive(Default)]
struct Said {
    diagnostics: String,
    adapted: bool,
    lines: Vec<dialect::Lines>,
}

/// A pragma that turns on a check that is not asked for would have no effect.
fn check_enabled(options: &Options, lines: &[dialect::Lines]) -> Result<(), Error> {
    let asked = |name: &str| {
        let names = options
            .properties
            .iter()
            .filter_map(|p| dialect::name_of_check(*p));
        names.into_iter().any(|n| n == name)
    };
    match lines
        .iter()
        .flat_map(|l| &l.enabled)
        .find(|(_, _, name)| !asked(name))
    {
        None => Ok(()),
        Some((file, line, name)) => Err(Error::Dialect {
            file: file.clone(),
            line: *line,
            what: format!(
                "`check enable \"{name}\"` turns on a check that is not asked for, which is not supported: ask for it (--property)"
            ),
        }),
    }
}

/// The checks that pragmas turn off.
fn disabled(program: &Program, lines: &[dialect::Lines]) -> Vec<SiteId> {
    if lines.iter().all(|l| l.off.is_empty()) {
        return Vec::new();
    }
    let sites = program.sites.iter().enumerate();
    let off = sites.filter(|(_, site)| {
        let Some(name) = dialect::name_of_check(site.property) else {
            return false;
        };
        let path = program.files[site.place.file.index()].path.clone();
        let key = (path, site.place.line);
        // A line of a header is off only if it is off wherever it is read.
        let mut known = lines.iter().filter_map(|l| l.off.get(&key)).peekable();
        known.peek().is_some() && known.all(|d| d.contains(name))
    });
    off.map(|(index, _)| SiteId::new(index)).collect()
}

/// What kind of input a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Source,
    Bitcode,
    Text,
}

fn kind_of(path: &Path) -> Result<FileKind, Error> {
    let metadata = std::fs::metadata(path).map_err(|source| Error::Unreadable {
        path: path.to_path_buf(),
        source,
    })?;
    let path = path.to_path_buf();
    if metadata.is_dir() {
        return Err(Error::Directory { path });
    }
    let kind = match path.extension().and_then(|e| e.to_str()) {
        Some("c" | "i" | "cc" | "cpp" | "cxx") => FileKind::Source,
        Some("bc") => FileKind::Bitcode,
        Some("ll") => FileKind::Text,
        _ => return Err(Error::NotC { path }),
    };
    if metadata.is_file() && metadata.len() == 0 {
        return Err(Error::Empty { path });
    }
    Ok(kind)
}

/// One linked module with the models of what it lacks, and what the sources say about its operators.
fn read<'c>(
    options: &Options,
    context: &'c Context,
    said: &mut Said,
    tell: &mut dyn FnMut(Stage<'_>),
) -> Result<(Module<'c>, Operators), Error> {
    let kinds: Vec<FileKind> = options
        .files
        .iter()
        .map(|path| kind_of(path))
        .collect::<Result<_, _>>()?;
    let compiler = Compiler {
        clang: Clang {
            clang: if kinds.contains(&FileKind::Source) {
                clang::find()?
            } else {
                clang::find().unwrap_or_default()
            },
            data_model: options.data_model,
            args: &options.clang_args,
            file_args: &options.file_args,
        },
        sanitizers: Sanitizers::for_properties(&options.properties),
        choices: dialect::Choices {
            loop_contracts: options.contracts.loops,
        },
    };
    // All compilations run at once; clang's output waits in pipes that `finish` empties one after the other.
    let mut jobs = Vec::new();
    for (path, kind) in options.files.iter().zip(&kinds) {
        let job = match kind {
            FileKind::Source => Some(compiler.start(path)?),
            FileKind::Bitcode | FileKind::Text => None,
        };
        jobs.push((path, *kind, job));
    }
    let mut files = Vec::new();
    for (path, kind, job) in jobs {
        let (module, compiled) = match job {
            Some(job) => {
                let compiled = compiler.finish(path, job)?;
                (parse(context, path, &compiled)?, Some(compiled))
            }
            None => {
                tell(Stage::Reading(path));
                let module = read_ir(context, path, kind)?;
                tell(Stage::Accepted);
                (module, None)
            }
        };
        files.push((path, module, compiled));
    }
    let named = locals::named(files.iter().map(|(_, module, _)| module), options);
    let defined = defined(files.iter().map(|(_, module, _)| module));
    let is_stub = |path: &Path| options.stubs.iter().any(|s| s == path);
    let stubs = files.iter().filter(|(path, ..)| is_stub(path));
    let stubbed = self::defined(stubs.map(|(_, module, _)| module));
    let mut linked: Option<Module<'c>> = None;
    for (path, mut module, compiled) in files {
        if let Some(mut compiled) = compiled {
            if let Some(again) = compiler.declare(&compiled, &defined)? {
                module = parse(context, path, &again)?;
                compiled = again;
            }
            if let Some(again) = compiler.check_constants(&compiled)? {
                module = parse(context, path, &again)?;
                compiled = again;
            }
            if compiled.unread {
                for function in module.functions() {
                    module.mark(function, FOLDED_MARK);
                }
            }
            said.diagnostics.push_str(&compiled.warnings());
            said.lines.extend(compiled.lines.take());
            said.adapted |= compiled.is_adapted();
        }
        let found = module.pointer_width();
        let wanted = options.data_model.pointer_width();
        if found != wanted {
            let path = path.clone();
            return Err(Error::DataModel {
                path,
                found,
                wanted,
            });
        }
        locals::rejoin(&module);
        locals::export(&module, &named, options.export_locals);
        if !is_stub(path) {
            for name in &stubbed {
                if let Some(function) = module.function(name).filter(|f| !f.is_declaration()) {
                    module.remove_body(function);
                }
            }
        }
        for (_, names) in options.removed.iter().filter(|(file, _)| file == path) {
            for name in names {
                if let Some(function) = module.function(name).filter(|f| !f.is_declaration()) {
                    module.remove_body(function);
                }
            }
        }
        if let Some(whole) = linked.as_ref().filter(|_| options.first_counts) {
            for name in locals::defined_again(whole, &module) {
                said.diagnostics.push_str(&format!(
                    "{}: warning: `{name}` is defined before, and that definition counts\n",
                    path.display()
                ));
            }
        }
        match &mut linked {
            None => linked = Some(module),
            Some(whole) => context.link(whole, module).map_err(|message| Error::Link {
                path: path.clone(),
                message,
            })?,
        }
    }
    let mut module = linked.ok_or(Error::NoInput)?;
    locals::lift(&module);
    let checks_accesses = options.properties.contains(&Property::ValidDeref);
    let files = options.files.iter().zip(&kinds);
    let sources: Vec<&Path> = files
        .filter(|(_, kind)| **kind == FileKind::Source)
        .map(|(path, _)| path.as_path())
        .collect();
    let operators = Operators::of(&module, &compiler.clang, compiler.sanitizers, &sources);
    models::link_missing(context, &mut module, options.data_model, checks_accesses)?;
    Ok((module, operators))
}

fn parse<'c>(context: &'c Context, path: &Path, file: &Compiled) -> Result<Module<'c>, Error> {
    let parsed = context.parse_bitcode(&file.bitcode);
    parsed.map_err(|message| bitcode_error(path, message))
}

/// The names of all functions that have a body.
fn defined<'a, 'c: 'a>(modules: impl Iterator<Item = &'a Module<'c>>) -> BTreeSet<String> {
    modules
        .flat_map(|module| module.functions())
        .filter(|function| !function.is_declaration())
        .map(|function| function.name())
        .collect()
}

fn bitcode_error(path: &Path, message: String) -> Error {
    Error::Bitcode {
        path: path.to_path_buf(),
        message,
    }
}

/// Reads bitcode or IR text that another tool made, and checks it.
fn read_ir<'c>(context: &'c Context, path: &Path, kind: FileKind) -> Result<Module<'c>, Error> {
    let bytes = std::fs::read(path).map_err(|source| Error::Unreadable {
        path: path.to_path_buf(),
        source,
    })?;
    let parsed = match kind {
        FileKind::Text => context.parse_text(&bytes),
        FileKind::Source | FileKind::Bitcode => context.parse_bitcode(&bytes),
    };
    let module = parsed.map_err(|message| bitcode_error(path, message))?;
    module
        .verify()
        .map_err(|message| bitcode_error(path, message))?;
    if module.is_big_endian() {
        let path = path.to_path_buf();
        return Err(Error::BigEndian { path });
    }
    let functions = module.functions();
    let has = |handlers: &[&str]| {
        functions.iter().any(|f| {
            let name = f.name();
            let handler = name.strip_prefix("__ubsan_handle_");
            handler.is_some_and(|h| handlers.iter().any(|wanted| h.starts_with(wanted)))
        })
    };
    let mut marks = vec![IR_MARK];
    if has(&["out_of_bounds"]) {
        marks.push(INDICES_MARK);
    }
    if has(&["add_overflow", "sub_overflow", "mul_overflow"]) {
        marks.push(OVERFLOW_MARK);
    }
    if has(&["shift_out_of_bounds"]) {
        marks.push(SHIFT_MARK);
    }
    for &function in &functions {
        for mark in &marks {
            module.mark(function, mark);
        }
    }
    Ok(module)
}
