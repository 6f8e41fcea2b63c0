//! Running clang: C in, bitcode out.
//!
//! clang compiles, but does not optimise: every pass is off (`-Xclang -disable-llvm-passes`), since LLVM's passes take
//! undefined behaviour as a licence. `-O1` is there for the lifetime markers alone. Which sanitizers clang is asked for
//! depends on the properties wanted; each flag below says why it is there.

use crate::error::Error;
use crate::flags::FLAGS;
use program::{DataModel, Property};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Library functions that clang would replace by its own code, even where a program defines them itself. The others stay
/// known to clang, so that a program that calls `malloc` without declaring it gets a pointer and not an `int`.
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

/// What clang 19 takes for errors, and old code is full of.
pub const TOLERATED: [&str; 5] = [
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
];

/// The stack of clang.
const STACK_BYTES: u64 = 1 << 30;

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
            // Without it, the array is an object of no size, or of far too large a one.
            vla_bound: wanted(Property::ValidDeref),
            unreachable: wanted(Property::UnreachableCode),
        }
    }

    /// clang's names of them.
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
        add(self.unreachable, &["unreachable", "builtin"]);
        add(self.unreachable && cplusplus, &["return"]);
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

/// One compilation under way.
pub struct Job {
    child: Child,
    clang: PathBuf,
    path: PathBuf,
}

/// What a compilation gave.
pub struct Output {
    pub bitcode: Vec<u8>,
    /// What clang had to say.
    pub messages: String,
}

/// What all compilations of a run share.
pub struct Clang<'a> {
    pub clang: PathBuf,
    pub data_model: DataModel,
    pub args: &'a [String],
}

impl Clang<'_> {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.clang);
        command.args(FLAGS).args(TOLERATED);
        for name in NOT_BUILTIN {
            command.arg(format!("-fno-builtin-{name}"));
        }
        for name in NOT_BUILTIN_FLOAT {
            for suffix in ["", "f", "l"] {
                command.arg(format!("-fno-builtin-{name}{suffix}"));
            }
        }
        command.arg(match self.data_model {
            DataModel::Ilp32 => "-m32",
            DataModel::Lp64 => "-m64",
        });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn spawn(&self, mut command: Command, path: &Path) -> Result<Job, Error> {
        extend_stack(&mut command);
        let child = command.spawn().map_err(|source| Error::ClangFailed {
            clang: self.clang.clone(),
            source,
        })?;
        Ok(Job {
            child,
            clang: self.clang.clone(),
            path: path.to_path_buf(),
        })
    }

    /// Starts to compile a file. With `own_names` clang knows no library function at all, for a program that uses the
    /// name of one for something else, such as a variable `exit`.
    pub fn start(
        &self,
        path: &Path,
        sanitizers: Sanitizers,
        own_names: bool,
    ) -> Result<Job, Error> {
        let mut command = self.command();
        if own_names {
            command.arg("-fno-builtin");
        }
        let extension = path.extension().and_then(|e| e.to_str());
        let cplusplus = !matches!(extension, Some("c" | "i"));
        let names = sanitizers.names(cplusplus);
        if !names.is_empty() {
            command
                .arg(format!("-fsanitize={}", names.join(",")))
                // Handlers that are called with a record of the place, and that return.
                .args(["-fno-sanitize-trap=all", "-fsanitize-recover=all"]);
        }
        // `--` so that no file name is taken for an option.
        command.args(self.args).args(["-o", "-", "--"]).arg(path);
        command.stdin(Stdio::null());
        self.spawn(command, path)
    }
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
        let Job { child, clang, path } = self;
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
