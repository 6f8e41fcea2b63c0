//! Functions without a body whose meaning we know: those of verifiers, of `assert.h`, and of the C library that are not
//! C models ([`crate::models`]). A program's own definition always wins.

use super::FunctionLowerer;
use crate::llvm::Value;
use program::{InputSource, InstKind, Property, Terminator};
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    /// `false` if nothing is known about the function.
    pub fn builtin(&mut self, inst: Value<'m>, name: &str) -> bool {
        self.verifier_function(inst, name)
            || self.assertion(inst, name)
            || self.heap_function(inst, name)
            || self.memory_function(inst, name)
            || self.output_function(inst, name)
            || self.input_function(inst, name)
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
                "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert",
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
            ("__VERIFIER_nondet_memory", [to, length]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                self.unknown_bytes(to, length, InputSource::Nondet(name.to_string()));
            }
            _ if is_nondet(name) => {
                let Some(width) = self.width(inst.ty()) else {
                    return true;
                };
                let value = self.havoc(&inst.name(), width, InputSource::Nondet(name.to_string()));
                if name.ends_with("_bool") && width > 1 {
                    let condition = self.less_than(value, 2);
                    self.emit(InstKind::Assume { condition });
                }
                self.values.insert(inst, value);
            }
            _ if name.starts_with("__VERIFIER_")
                || name.starts_with("__CPROVER_")
                || name.starts_with("__ESBMC_") =>
            {
                self.unsupported_value(inst, format_args!("`{name}`"));
            }
            _ => return false,
        }
        true
    }

    /// Sets memory to unknown bytes.
    fn unknown_bytes(&mut self, to: Term, length: Term, source: InputSource) {
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
            "__assert_rtn" => Some(3),
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
                self.end(Terminator::Halt);
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
        self.end(Terminator::Halt);
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
            ("fabs" | "fabsf" | "fabsl", [a]) => {
                let a = self.value(*a);
                let pool = &mut self.lowerer.pool;
                let rest = pool.bv(term::BitVec::int_max(pool.width(a)));
                let value = pool.bvand(a, rest);
                self.define(inst, value);
            }
            _ => return false,
        }
        true
    }

    // ---- stdio.h ----

    /// Functions that only show something. What they return is the number of characters, if somebody asks.
    fn output_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let used = !inst.users().is_empty();
        let args = inst.args();
        let format = match name {
            "printf" | "vprintf" | "wprintf" => args.first(),
            "fprintf" | "vfprintf" | "dprintf" => args.get(1),
            "puts" | "putchar" | "fputs" | "fputc" | "putc" | "fflush" | "fclose" | "close"
            | "putchar_unlocked" => {
                if let Some(value) = self.external_value(inst, name).filter(|_| used) {
                    // Something that is not negative, or `EOF`.
                    self.assume_range(value, -1, i64::from(i32::MAX));
                }
                return true;
            }
            "perror" | "srand" | "srandom" | "syslog" | "setbuf" => return true,
            "fwrite" | "write" | "usleep" | "sleep" | "setvbuf" | "putwchar" => None,
            _ => return false,
        };
        let text = format.and_then(|f| self.lowerer.string_constant(*f));
        if format.is_some() && text.as_deref().is_none_or(writes_memory) {
            // `%n` stores a number; a format that we cannot see may contain it.
            self.unsupported_value(inst, format_args!("this format of `{name}`"));
            return true;
        }
        if !used {
            return true;
        }
        match (text, self.width(inst.ty())) {
            (Some(text), Some(width)) if !text.contains('%') && !name.starts_with('w') => {
                let count = self.lowerer.pool.bv_u64(width, text.len() as u64);
                self.define(inst, count);
            }
            _ => self.unsupported_value(inst, format_args!("the result of `{name}`")),
        }
        true
    }

    fn external_value(&mut self, inst: Value<'m>, name: &str) -> Option<Term> {
        let width = self.width(inst.ty())?;
        let source = InputSource::External(name.to_string());
        let value = self.havoc(&inst.name(), width, source);
        self.values.insert(inst, value);
        Some(value)
    }

    /// Functions that give unknown values, and write them.
    fn input_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let args = inst.args();
        match (name, args.as_slice()) {
            ("rand" | "random" | "lrand48", []) => {
                if let Some(value) = self.external_value(inst, name) {
                    let zero = self.lowerer.pool.zero(self.lowerer.pool.width(value));
                    let condition = self.lowerer.pool.sge(value, zero);
                    self.emit(InstKind::Assume { condition });
                }
            }
            ("getchar" | "fgetc" | "getc" | "getchar_unlocked", _) => {
                if let Some(value) = self.external_value(inst, name) {
                    self.assume_range(value, -1, 255);
                }
            }
            ("scanf" | "__isoc99_scanf" | "__isoc23_scanf", [format, rest @ ..]) => {
                self.scan(inst, name, *format, rest);
            }
            (
                "fscanf" | "sscanf" | "__isoc99_fscanf" | "__isoc99_sscanf" | "__isoc23_fscanf"
                | "__isoc23_sscanf",
                [_, format, rest @ ..],
            ) => self.scan(inst, name, *format, rest),
            ("fgets", [to, size, _]) => self.read_line(inst, *to, *size),
            ("read", [_, to, length]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                let Some(value) = self.external_value(inst, name) else {
                    self.unsupported("a `read` without a result");
                    return true;
                };
                let pool = &mut self.lowerer.pool;
                let length = pool.resize_unsigned(length, pool.width(value));
                let minus_one = pool.bv_i64(pool.width(value), -1);
                let failed = pool.eq(value, minus_one);
                let within = pool.ule(value, length);
                let condition = pool.or(failed, within);
                let zero = pool.zero(pool.width(value));
                let written = pool.ite(failed, zero, value);
                self.emit(InstKind::Assume { condition });
                self.unknown_bytes(to, written, InputSource::External(name.to_string()));
            }
            ("time", [slot]) => {
                let slot = self.value(*slot);
                if let Some(value) = self.external_value(inst, name) {
                    let given = self.non_zero(slot);
                    let (write, join) = (self.new_block(), self.new_block());
                    self.branch(given, write, join);
                    self.switch_to(write);
                    let bytes = u64::from(self.lowerer.pool.width(value) / 8);
                    let site = self.write_site(bytes);
                    self.store_bits(slot, 0, value, site);
                    self.end(Terminator::Goto(join));
                    self.switch_to(join);
                }
            }
            _ => return false,
        }
        true
    }

    fn assume_range(&mut self, value: Term, low: i64, high: i64) {
        let pool = &mut self.lowerer.pool;
        let width = pool.width(value);
        let (low, high) = (pool.bv_i64(width, low), pool.bv_i64(width, high));
        let above = pool.sle(low, value);
        let below = pool.sle(value, high);
        let condition = pool.and(above, below);
        self.emit(InstKind::Assume { condition });
    }

    /// Every conversion that the result counts gets an unknown value.
    fn scan(&mut self, inst: Value<'m>, name: &str, format: Value<'m>, targets: &[Value<'m>]) {
        let long = u64::from(self.lowerer.pointer_width() / 8);
        let sizes = self
            .lowerer
            .string_constant(format)
            .and_then(|text| scanned_sizes(&text, long));
        let Some(sizes) = sizes.filter(|s| s.len() <= targets.len()) else {
            self.unsupported_value(inst, format_args!("this format of `{name}`"));
            return;
        };
        let width = self.lowerer.pointer_width();
        let Some(converted) = self.external_value(inst, name) else {
            self.unsupported(format_args!("a `{name}` without a result"));
            return;
        };
        self.assume_range(converted, -1, sizes.len() as i64);
        for (index, (size, target)) in sizes.iter().zip(targets).enumerate() {
            let to = self.value(*target);
            let pool = &mut self.lowerer.pool;
            let length = pool.bv_u64(width, *size);
            let before = pool.bv_u64(pool.width(converted), index as u64);
            let written = pool.slt(before, converted);
            let (write, join) = (self.new_block(), self.new_block());
            self.branch(written, write, join);
            self.switch_to(write);
            self.unknown_bytes(to, length, InputSource::External(name.to_string()));
            self.end(Terminator::Goto(join));
            self.switch_to(join);
        }
    }

    /// `fgets`: null, or the buffer with unknown bytes that end in NUL.
    fn read_line(&mut self, inst: Value<'m>, to: Value<'m>, size: Value<'m>) {
        let (to, size) = (self.value(to), self.value(size));
        let width = self.lowerer.pointer_width();
        // What a line looks like is not modelled: where it ends, and that only its last character ends it.
        let source = InputSource::Approximated("fgets".to_string());
        let got = self.havoc("fgets", 1, source.clone());
        let (var, result) = self.new_var(&inst.name(), width);
        let null = self.null();
        self.assign(var, null);
        let pool = &mut self.lowerer.pool;
        let got = pool.bv_to_bool(got);
        let zero = pool.zero(pool.width(size));
        let positive = pool.sgt(size, zero);
        let reads = pool.and(got, positive);
        let length = pool.resize_signed(size, width);
        let (read, join) = (self.new_block(), self.new_block());
        self.branch(reads, read, join);
        self.switch_to(read);
        self.unknown_bytes(to, length, source);
        let pool = &mut self.lowerer.pool;
        let minus_one = pool.bv_i64(width, -1);
        let last = pool.bvadd(length, minus_one);
        let last = pool.bvadd(to, last);
        let nul = pool.zero(8);
        let site = self.write_site(1);
        self.store_bits(last, 0, nul, site);
        self.assign(var, to);
        self.end(Terminator::Goto(join));
        self.switch_to(join);
        self.define(inst, result);
    }

    // ---- the process ----

    fn process_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        match name {
            "abort" | "exit" | "_Exit" | "_exit" | "quick_exit" | "__builtin_trap" => {
                self.end(Terminator::Halt);
            }
            "atexit"
            | "at_quick_exit"
            | "on_exit"
            | "pthread_create"
            | "thrd_create"
            | "fork"
            | "vfork"
            | "signal"
            | "sigaction"
            | "setjmp"
            | "_setjmp"
            | "sigsetjmp"
            | "__sigsetjmp"
            | "longjmp"
            | "siglongjmp"
            | "qsort"
            | "bsearch"
            | "sprintf"
            | "snprintf"
            | "vsprintf"
            | "vsnprintf"
            | "asprintf"
            | "vasprintf"
            | "gets"
            | "fread"
            | "getline"
            | "strtok"
            | "strtok_r"
            | "strtol"
            | "strtoul"
            | "strtoll"
            | "strtoull"
            | "strtod"
            | "strtof"
            | "__cxa_throw"
            | "__cxa_allocate_exception"
            | "__cxa_rethrow"
            | "__cxa_begin_catch"
            | "makecontext"
            | "swapcontext"
            | "dlsym"
            | "execve"
            | "execv"
            | "execvp"
            | "system"
            | "mmap"
            | "munmap"
            | "brk"
            | "sbrk"
            | "recv"
            | "gettimeofday"
            | "clock_gettime" => {
                self.unsupported_value(inst, format_args!("`{name}`"));
            }
            "modf" | "modff" | "frexp" | "frexpf" | "remquo" => {
                self.unsupported_value(inst, format_args!("the floating-point function `{name}`"));
            }
            _ => return false,
        }
        true
    }
}

/// Input functions of SV-COMP (`__VERIFIER_nondet_int`), CBMC and ESBMC (`nondet_int`).
fn is_nondet(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_")
        || name.starts_with("nondet_")
        || name.starts_with("__CPROVER_nondet_")
        || name == "nondet"
}

/// Whether a format of `printf` has a `%n`.
fn writes_memory(format: &str) -> bool {
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        rest = &rest[start + 1..];
        let flags = "-+ #0123456789.*hljztLq'$I";
        let conversion = rest.trim_start_matches(|c: char| flags.contains(c));
        if conversion.starts_with('n') {
            return true;
        }
        rest = conversion.strip_prefix('%').unwrap_or(conversion);
    }
    false
}

/// The sizes of what a format of `scanf` writes; `None` if that is not known.
fn scanned_sizes(format: &str, long: u64) -> Option<Vec<u64>> {
    let mut sizes = Vec::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            continue;
        }
        if chars.peek() == Some(&'%') {
            chars.next();
            continue;
        }
        let mut modifier = String::new();
        let mut conversion = chars.next()?;
        while matches!(conversion, 'h' | 'l' | 'z' | 'j' | 't' | 'q' | 'L') {
            modifier.push(conversion);
            conversion = chars.next()?;
        }
        let size = match (conversion, modifier.as_str()) {
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "") => 4,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "h") => 2,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "hh") => 1,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "l" | "z" | "t") => long,
            ('d' | 'i' | 'u' | 'x' | 'X' | 'o', "ll" | "j" | "q") => 8,
            ('f' | 'e' | 'g' | 'a', "") => 4,
            ('f' | 'e' | 'g' | 'a', "l") => 8,
            ('p', "") => long,
            ('c', "") => 1,
            _ => return None,
        };
        sizes.push(size);
    }
    Some(sizes)
}
