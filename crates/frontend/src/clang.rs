//! Running clang: C in, bitcode out.
//!
//! clang compiles, but does not optimise: every pass is off (`-Xclang -disable-llvm-passes`), since LLVM's passes exploit
//! undefined behaviour. `-O1` is there only for the lifetime markers. Which sanitizers are enabled
//! depends on the properties asked for; each flag below says why it is there.

use crate::compile::{Repairs, absolute};
use crate::error::Error;
use crate::flags::FLAGS;
use program::{DataModel, Property};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Library functions that clang would replace by its own code, even where a program defines them itself. clang still
/// knows the others, so that a program that calls `malloc` without declaring it gets a pointer and not an `int`.
const NOT_BUILTIN: &[&str] = &[
    "abs", "labs", "llabs", "memcpy", "mempcpy", "memmove", "memset", "memcmp", "bcmp", "bzero",
    "bcopy", "strlen", "memchr", "strchr", "strcmp", "strncmp", "wcslen", "wmemcmp", "wmemchr",
    "wcschr", "wcscmp", "wcsncmp", "wmemcpy", "wmemmove", "ffs", "ffsl", "ffsll", "isdigit",
    "isascii", "toascii", "index", "rindex",
];

/// The same for functions of floats, which exist with the suffixes `f` and `l` too.
const NOT_BUILTIN_FLOAT: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "exp10",
    "fabs",
    "fdim",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "ldexp",
    "llrint",
    "llround",
    "log",
    "log10",
    "log2",
    "lrint",
    "lround",
    "modf",
    "nan",
    "nearbyint",
    "pow",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "trunc",
    "signbit",
    "isnan",
    "isinf",
    "isfinite",
    "isnormal",
    "finite",
    "fpclassify",
    "nextafter",
    "remainder",
    "cbrt",
    "log1p",
    "expm1",
    "hypot",
    "logb",
    "ilogb",
    "scalbn",
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
    "asinh",
    "acosh",
    "atanh",
];

/// What clang 19 rejects by default, and old code is full of.
pub const TOLERATED: [&str; 5] = [
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
];

/// Warnings that say nothing about what a program does.
const NOISE: &[&str] = &[
    "-Wno-builtin-requires-header",
    "-Wno-comment",
    "-Wno-constant-logical-operand",
    "-Wno-deprecated",
    "-Wno-deprecated-non-prototype",
    "-Wno-duplicate-decl-specifier",
    "-Wno-empty-body",
    "-Wno-extern-initializer",
    "-Wno-extra-tokens",
    "-Wno-format-security",
    "-Wno-format-zero-length",
    "-Wno-gnu",
    "-Wno-ignored-attributes",
    "-Wno-ignored-pragmas",
    "-Wno-incompatible-pointer-types-discards-qualifiers",
    "-Wno-infinite-recursion",
    "-Wno-macro-redefined",
    "-Wno-main-return-type",
    "-Wno-null-dereference",
    "-Wno-parentheses",
    "-Wno-parentheses-equality",
    "-Wno-pointer-sign",
    "-Wno-static-local-in-inline",
    "-Wno-string-plus-int",
    "-Wno-switch",
    "-Wno-tautological-compare",
    "-Wno-unknown-attributes",
    "-Wno-unknown-pragmas",
    "-Wno-unused",
    "-Wno-unused-command-line-argument",
];

/// The stack of clang, and how deeply brackets may be nested.
const STACK_BYTES: u64 = 1 << 30;
const BRACKETS: u32 = 100_000;

/// Which checks clang compiles into a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sanitizers {
    pub signed_overflow: bool,
    pub unsigned_overflow: bool,
    pub shift: bool,
    pub div_by_zero: bool,
    pub bounds: bool,
    pub vla_bound: bool,
    pub unreachable: bool,
    /// Whether conversions of floats are asked about; clang checks them in any case.
    pub float_cast: bool,
    /// Conversions between integers that change the value.
    pub conversion: bool,
    /// Whether operations that give NaN are asked about; these checks are our own.
    pub nan: bool,
}

impl Sanitizers {
    pub fn for_properties(properties: &[Property]) -> Sanitizers {
        let wanted = |p| properties.contains(&p);
        Sanitizers {
            signed_overflow: wanted(Property::NoOverflow),
            unsigned_overflow: wanted(Property::NoUnsignedOverflow),
            shift: wanted(Property::NoShiftError) || wanted(Property::NoOverflow),
            div_by_zero: wanted(Property::NoDivByZero),
            bounds: wanted(Property::ArrayBounds) || wanted(Property::ValidDeref),
            // Without it, an array of negative length has a length that is far too large.
            vla_bound: true,
            unreachable: wanted(Property::UnreachableCode),
            float_cast: wanted(Property::NoFloatCastOverflow),
            conversion: wanted(Property::NoLossyConversion),
            nan: wanted(Property::NoNan),
        }
    }

    /// Whether constants that clang evaluates itself may violate what is asked about.
    pub fn may_concern_constants(self) -> bool {
        self.signed_overflow
            || self.unsigned_overflow
            || self.shift
            || self.bounds
            || self.float_cast
            || self.conversion
            || self.nan
    }

    /// clang's names for them.
    fn names(self, cplusplus: bool) -> Vec<&'static str> {
        let mut names = Vec::new();
        let mut add = |wanted: bool, all: &[&'static str]| {
            if wanted {
                names.extend_from_slice(all);
            }
        };
        add(self.signed_overflow, &["signed-integer-overflow"]);
        add(self.unsigned_overflow, &["unsigned-integer-overflow"]);
        add(self.shift, &["shift"]);
        add(self.div_by_zero, &["integer-divide-by-zero"]);
        add(self.bounds, &["bounds"]);
        add(self.vla_bound, &["vla-bound"]);
        let lossy = [
            "implicit-integer-truncation",
            "implicit-integer-sign-change",
            "implicit-bitfield-conversion",
        ];
        add(self.conversion, &lossy);
        add(self.unreachable, &["unreachable"]);
        add(self.unreachable && cplusplus, &["return"]);
        // A run ends at `__builtin_clz(0)` whatever was asked for, and only this check distinguishes it from
        // `__builtin_ffs(0)`, for which clang counts zeros, too.
        add(true, &["builtin"]);
        // clang folds such a conversion of a constant, and only this check remains.
        add(true, &["float-cast-overflow"]);
        names
    }
}

/// Whether the name is that of a function of `math.h`.
pub fn is_float_function(name: &str) -> bool {
    let base = name.trim_end_matches(['f', 'l']);
    NOT_BUILTIN_FLOAT.iter().any(|f| *f == name || *f == base)
}

/// Where clang 19 is.
pub fn find() -> Result<PathBuf, Error> {
    let on_path = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path)
            .map(|dir| dir.join("clang-19"))
            .find(|file| file.is_file())
    });
    let installed = PathBuf::from("/usr/lib/llvm-19/bin/clang");
    on_path
        .or_else(|| installed.is_file().then_some(installed))
        .ok_or(Error::ClangMissing)
}

/// A running compilation.
pub struct Job {
    child: Child,
    clang: PathBuf,
    path: PathBuf,
    /// The changed texts that clang reads.
    _overlay: Option<TempDir>,
}

/// The result of a compilation.
#[derive(Default)]
pub struct Output {
    pub bitcode: Vec<u8>,
    /// clang's messages.
    pub messages: String,
}

/// What all compilations of a run share.
pub struct Clang<'a> {
    pub clang: PathBuf,
    pub data_model: DataModel,
    pub args: &'a [String],
    /// Further arguments for single files.
    pub file_args: &'a [(PathBuf, Vec<String>)],
}

impl Clang<'_> {
    /// Starts to compile a file.
    pub fn start(
        &self,
        path: &Path,
        sanitizers: Sanitizers,
        repairs: &Repairs,
    ) -> Result<Job, Error> {
        let command = self.checking(path, sanitizers, repairs);
        self.spawn(command, path, repairs)
    }

    /// The text of a file after preprocessing.
    pub fn preprocess(&self, path: &Path, repairs: &Repairs) -> Result<Vec<u8>, Error> {
        let mut command = self.command(path, repairs);
        command.arg("-E");
        Ok(self.spawn(command, path, repairs)?.finish()?.bitcode)
    }

    /// The arguments of a compilation whose repairs change no text, `argv[0]` first and without the file.
    pub fn arguments(&self, path: &Path, sanitizers: Sanitizers, repairs: &Repairs) -> Vec<String> {
        let command = self.checking(path, sanitizers, repairs);
        let mut all = vec![self.clang.display().to_string()];
        all.extend(command.get_args().map(|a| a.to_string_lossy().into_owned()));
        all
    }

    fn checking(&self, path: &Path, sanitizers: Sanitizers, repairs: &Repairs) -> Command {
        let mut command = self.command(path, repairs);
        let names = sanitizers.names(!is_c(path));
        command
            .arg(format!("-fsanitize={}", names.join(",")))
            // Handlers that are called with a record of the place, and that return.
            .args(["-fno-sanitize-trap=all", "-fsanitize-recover=all"]);
        if sanitizers.signed_overflow && !self.args.iter().any(|a| a == "-fwrapv") {
            // With it, `++` and `+=` of an atomic integer are loops in which the sum is checked like any other. Elsewhere
            // the sanitizer does what this option would do.
            command.arg("-ftrapv");
        }
        command
    }

    /// Everything that clang says about a file that it does not accept, with places in the files, whatever `#line` says.
    pub fn places(&self, path: &Path, repairs: &Repairs) -> Result<String, Error> {
        let mut command = self.command(path, repairs);
        command.args(["-fsyntax-only", "-ferror-limit=0"]);
        command.args(["-Xclang", "-fno-diagnostics-use-presumed-location"]);
        let job = self.spawn(command, path, repairs)?;
        match job.finish() {
            Ok(output) => Ok(output.messages),
            Err(Error::Rejected { messages, .. }) => Ok(messages),
            Err(error) => Err(error),
        }
    }

    fn command(&self, path: &Path, repairs: &Repairs) -> Command {
        let mut command = Command::new(&self.clang);
        command.args(FLAGS).args(NOISE);
        for name in NOT_BUILTIN {
            command.arg(format!("-fno-builtin-{name}"));
        }
        for name in NOT_BUILTIN_FLOAT {
            for suffix in ["", "f", "l"] {
                command.arg(format!("-fno-builtin-{name}{suffix}"));
            }
        }
        // Generated code is nested deeply; the stack is large enough for that.
        command.arg(format!("-fbracket-depth={BRACKETS}"));
        command.arg(match self.data_model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        });
        command.arg("-D__AVER__=1");
        if repairs.own_names {
            command.arg("-fno-builtin");
        }
        if repairs.any_main {
            command.arg("-ffreestanding");
        }
        if repairs.wide_integers {
            command.arg("-fforce-enable-int128");
        }
        // `-w` would hide which functions are not declared.
        command.args(self.args.iter().filter(|a| *a != "-w"));
        for (_, args) in self.file_args.iter().filter(|(file, _)| file == path) {
            command.args(args.iter().filter(|a| *a != "-w"));
        }
        command.args(["-Wno-error", "-Wimplicit-function-declaration"]);
        command.args(TOLERATED);
        command
    }

    fn spawn(&self, mut command: Command, path: &Path, repairs: &Repairs) -> Result<Job, Error> {
        let failed = |source| Error::ClangFailed {
            clang: self.clang.clone(),
            source,
        };
        let overlay = if repairs.changes_text() {
            let (folder, list) = overlay(path, repairs).map_err(failed)?;
            command.args(["-Xclang", "-ivfsoverlay", "-Xclang"]);
            command.arg(list);
            Some(folder)
        } else {
            None
        };
        if repairs.preprocessed {
            command.arg("-x").arg(match is_c(path) {
                true => "cpp-output",
                false => "c++-cpp-output",
            });
        }
        // `--` so that no file name is taken for an option.
        command.args(["-o", "-", "--"]).arg(path);
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        extend_stack(&mut command);
        Ok(Job {
            child: command.spawn().map_err(failed)?,
            clang: self.clang.clone(),
            path: path.to_path_buf(),
            _overlay: overlay,
        })
    }
}

/// Whether a source file is C, by its name.
pub fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "i")
}

/// Writes the changed texts, and the list by which clang finds them under the names of the files.
fn overlay(input: &Path, repairs: &Repairs) -> io::Result<(TempDir, PathBuf)> {
    let folder = TempDir::with_prefix("aver-")?;
    let input = absolute(input);
    let mut paths: Vec<&Path> = repairs.texts.keys().map(PathBuf::as_path).collect();
    if !repairs.texts.contains_key(&input) {
        paths.push(&input);
    }
    let mut roots = Vec::new();
    for (index, path) in paths.into_iter().enumerate() {
        let Some(text) = repairs.text(path, path == input) else {
            continue;
        };
        let changed = folder.path().join(format!("{index}.c"));
        std::fs::write(&changed, text)?;
        roots.push(format!(
            "{{\"type\": \"file\", \"name\": {}, \"external-contents\": {}}}",
            quoted(path),
            quoted(&changed)
        ));
    }
    let list = folder.path().join("overlay.yaml");
    let text = format!(
        "{{\"version\": 0, \"use-external-names\": false, \"roots\": [{}]}}\n",
        roots.join(", ")
    );
    std::fs::write(&list, text)?;
    Ok((folder, list))
}

/// A path as a string of JSON.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Gives clang room for deeply nested expressions, as far as the system allows.
fn extend_stack(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    let extend = || {
        let mut limit = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        // SAFETY: the pointers are to a local.
        unsafe {
            if libc::getrlimit(libc::RLIMIT_STACK, &mut limit) == 0 {
                limit.rlim_cur = STACK_BYTES.min(limit.rlim_max);
                libc::setrlimit(libc::RLIMIT_STACK, &limit);
            }
        }
        Ok(())
    };
    // SAFETY: between fork and exec the closure only makes system calls.
    unsafe { command.pre_exec(extend) };
}

impl Job {
    /// Waits for clang.
    pub fn finish(self) -> Result<Output, Error> {
        let Job {
            child, clang, path, ..
        } = self;
        let output = child
            .wait_with_output()
            .map_err(|source| Error::ClangFailed { clang, source })?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            if output.status.code().is_none() {
                return Err(Error::ClangCrashed { path, messages });
            }
            return Err(Error::Rejected { path, messages });
        }
        Ok(Output {
            bitcode: output.stdout,
            messages,
        })
    }
}
