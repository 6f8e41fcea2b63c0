//! Functions without a body whose meaning we know: those of verifiers, of `assert.h`, and of the C library that are not
//! C models ([`crate::models`]). A program's own definition always wins.

use super::FunctionLowerer;
use crate::llvm::Value;
use program::{InputSource, InstKind, Property};
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    /// `false` if nothing is known about the function.
    pub fn builtin(&mut self, inst: Value<'m>, name: &str) -> bool {
        self.dialect_function(inst, name)
            || self.verifier_function(inst, name)
            || self.assertion(inst, name)
            || self.heap_function(inst, name)
            || self.memory_function(inst, name)
            || self.model_function(inst, name)
            || self.math_function(inst, name)
            || self.trivial_output(inst, name)
            || self.process_function(inst, name)
    }

    // ---- verifiers' own ----

    fn verifier_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        match (name, args.as_slice()) {
            ("__VERIFIER_assume" | "__CPROVER_assume" | "__ESBMC_assume", [condition, ..]) => {
                let condition = self.value(*condition);
                let condition = self.non_zero(condition);
                self.emit(InstKind::Assume { condition });
            }
            (
                "__VERIFIER_assert"
                | "__CPROVER_assert"
                | "__CPROVER_precondition"
                | "__CPROVER_postcondition"
                | "__ESBMC_assert",
                [condition, rest @ ..],
            ) => {
                let text = rest.first().and_then(|t| self.lowerer.string_constant(*t));
                let condition = self.value(*condition);
                let condition = self.non_zero(condition);
                let what = match text {
                    Some(text) if !text.is_empty() => format!("assertion `{text}` fails"),
                    _ => "an assertion fails".to_string(),
                };
                self.check(Property::Assert, false, what, condition, Vec::new());
            }
            // There is one thread.
            ("__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end", _)
            | ("__CPROVER_atomic_begin" | "__CPROVER_atomic_end", _)
            | ("__ESBMC_atomic_begin" | "__ESBMC_atomic_end", _) => {}
            ("__VERIFIER_nondet_memory" | "__CPROVER_havoc_slice", [to, length]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                self.unknown_slice(to, length, name);
            }
            _ if is_nondet(name) => {
                let source = InputSource::Nondet(name.to_string());
                let Some(value) = self.havoc_of(&inst.name(), inst.ty(), source) else {
                    return true;
                };
                if name.ends_with("_bool") && self.lowerer.pool.width(value) > 1 {
                    let condition = self.less_than(value, 2);
                    self.emit(InstKind::Assume { condition });
                }
                self.assume_float(inst.ty(), value);
                self.values.insert(inst, value);
            }
            _ if name.starts_with("__VERIFIER_")
                || (name.starts_with("__CPROVER_") && !name.starts_with(crate::locals::PREFIX))
                || name.starts_with("__ESBMC_") =>
            {
                self.unsupported_value(inst, format_args!("`{name}`"));
            }
            _ => return false,
        }
        true
    }

    /// Sets memory to unknown bytes.
    pub fn unknown_bytes(&mut self, to: Term, length: Term, source: InputSource) {
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.resize_unsigned(length, width);
        let what = match self.lowerer.pool.as_u64(length) {
            Some(count) => format!("invalid write of {}", super::memory::bytes_text(count)),
            None => "invalid write".to_string(),
        };
        let site = self.site(Property::ValidDeref, true, what);
        self.emit(InstKind::HavocBytes {
            to,
            length,
            site,
            source,
        });
    }

    // ---- assert.h ----

    fn assertion(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        // Which argument is the text of the expression.
        let text = match name {
            "__assert_fail" | "__assert" | "_assert" => Some(0),
            "__assert_rtn" | "__assert_func" => Some(3),
            "__assert_perror_fail" => None,
            // An old program that does not include `assert.h`.
            "assert" => {
                let Some(condition) = args.first() else {
                    return false;
                };
                let condition = self.value(*condition);
                let condition = self.non_zero(condition);
                let what = "an assertion fails";
                self.check(Property::Assert, false, what, condition, Vec::new());
                let (on, stop) = (self.new_block(), self.new_block());
                self.branch(condition, on, stop);
                self.switch_to(stop);
                self.halt();
                self.switch_to(on);
                self.define_undefined(inst);
                return true;
            }
            _ => return false,
        };
        let text = text
            .and_then(|i: usize| args.get(i))
            .and_then(|t| self.lowerer.string_constant(*t));
        let what = match text {
            Some(text) => format!("assertion `{text}` fails"),
            None => "an assertion fails".to_string(),
        };
        let no = self.lowerer.pool.ff();
        self.check(Property::Assert, false, what, no, Vec::new());
        self.halt();
        true
    }

    // ---- string.h, as far as it is not C; stdlib.h ----

    fn memory_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        match (name, args.as_slice()) {
            ("memcpy" | "mempcpy" | "__memcpy_chk", [to, from, length, ..]) => {
                let (to, from, length) = (self.value(*to), self.value(*from), self.value(*length));
                self.copy(to, from, length, Some("memcpy"));
                let result = if name == "mempcpy" {
                    let width = self.lowerer.pointer_width();
                    let length = self.lowerer.pool.resize_unsigned(length, width);
                    self.lowerer.pool.bvadd(to, length)
                } else {
                    to
                };
                self.define(inst, result);
            }
            ("memmove" | "__memmove_chk", [to, from, length, ..]) => {
                let (to, from, length) = (self.value(*to), self.value(*from), self.value(*length));
                self.copy(to, from, length, None);
                self.define(inst, to);
            }
            ("bcopy", [from, to, length]) => {
                let (to, from, length) = (self.value(*to), self.value(*from), self.value(*length));
                self.copy(to, from, length, None);
            }
            ("memset" | "__memset_chk", [to, byte, length, ..]) => {
                let (to, byte, length) = (self.value(*to), self.value(*byte), self.value(*length));
                self.fill(to, byte, length);
                self.define(inst, to);
            }
            ("bzero" | "explicit_bzero", [to, length]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                let zero = self.lowerer.pool.zero(8);
                self.fill(to, zero, length);
            }
            ("abs" | "labs" | "llabs", [a]) => {
                let a = self.value(*a);
                self.check_abs(a);
                let value = self.abs(a);
                self.define(inst, value);
            }
            _ => return false,
        }
        true
    }

    // ---- the process ----

    fn process_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        match name {
            "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" | "__builtin_trap" => {
                self.halt();
            }
            _ if is_unsupported(name) => {
                self.unsupported_value(inst, format_args!("`{name}`"));
            }
            _ => return false,
        }
        true
    }
}

/// Library functions without a model that old programs call without declaring them. Those that a header of the system
/// declares are known to be the library's anyway.
fn is_unsupported(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "fork",
        "vfork",
        "signal",
        "sigaction",
        "raise",
        "kill",
        "setjmp",
        "_setjmp",
        "sigsetjmp",
        "longjmp",
        "_longjmp",
        "siglongjmp",
        "remquo",
        "makecontext",
        "swapcontext",
        "getcontext",
        "setcontext",
        "dlopen",
        "dlsym",
        "execl",
        "execlp",
        "execve",
        "execv",
        "execvp",
        "wait",
        "waitpid",
        "mmap",
        "munmap",
        "brk",
        "sbrk",
        "select",
        "poll",
        "ioctl",
        "fcntl",
        "stat",
        "fstat",
        "lstat",
        "opendir",
        "readdir",
        "closedir",
        "getopt",
        "getopt_long",
        "wcslen",
        "wcscpy",
        "wcscmp",
        "mbstowcs",
        "wcstombs",
        "mbtowc",
        "wctomb",
        "tsearch",
        "tfind",
        "hsearch",
        "regcomp",
        "regexec",
    ];
    const PREFIXES: &[&str] = &["pthread_", "sem_", "thrd_", "mtx_", "cnd_", "__cxa_"];
    NAMES.contains(&name) || PREFIXES.iter().any(|p| name.starts_with(p))
}

/// Input functions of SV-COMP (`__VERIFIER_nondet_int`), CBMC and ESBMC (`nondet_int`).
pub fn is_nondet(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_")
        || name.starts_with("nondet_")
        || name.starts_with("__CPROVER_nondet_")
        || name == "nondet"
}
