//! Confirming a violation a second time, by the compiled program.
//!
//! The interpreter and the encoding share the front end and its models of the C library, so a mistake there confirms
//! itself. A program that is compiled with sanitizers and run on the trace's inputs shares nothing with them but the
//! compiler. This module writes the harness that supplies the inputs, and judges what the run says; the caller
//! compiles and runs the program.
//!
//! Sanitizers do not see everything: not an index that hits a neighbouring object, not memory that is never freed but still
//! pointed to. So silence means "not visible". It means disagreement only where the run got every input and the sanitizer
//! sees every violation of that kind (arithmetic, assertions).

use crate::trace::{Input, Trace};
use program::{InputSource, Place, Program, Property};
use std::collections::BTreeMap;
use term::BitVec;

/// What the compiled program says about a violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Native {
    /// It fails in the same way; the sanitizer's message.
    Confirmed(String),
    /// The violation does not show, for this reason.
    NotVisible(String),
    /// The violation should show and does not, or another error shows; what happened.
    Disagrees(String),
}

impl Native {
    /// As a sentence of the report.
    pub fn text(&self) -> String {
        let (Native::Confirmed(why) | Native::NotVisible(why) | Native::Disagrees(why)) = self;
        format!("{}: {why}", self.name())
    }
}

impl Native {
    /// In a few words.
    pub fn name(&self) -> &'static str {
        match self {
            Native::Confirmed(_) => "confirmed natively",
            Native::NotVisible(_) => "not visible natively",
            Native::Disagrees(_) => "NOT confirmed natively",
        }
    }
}

/// C code that gives a program the inputs of a trace.
pub struct Harness {
    pub text: String,
    /// Why the run may differ from the trace: an input that cannot be supplied.
    pub missing: Option<String>,
}

/// How a compiled program ended.
pub struct NativeRun {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    pub stderr: String,
}

/// Functions of the library that have no model in C: whether they fail cannot be controlled.
const ALLOCATES: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "posix_memalign",
    "valloc",
    "pvalloc",
    "stream",
];

/// What the harness prints where the error function is called, and where a verifier's assertion fails.
const ERROR_MARK: &str = "aver-harness: error function called";
const ASSERTION_MARK: &str = "aver-harness: assertion failed";
/// Exit codes of the harness.
const USED_UP: i32 = 117;
const ASSUMED: i32 = 118;

const PROLOGUE: &str = "\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define WEAK __attribute__((weak, no_sanitize(\"address\", \"undefined\")))
static void stop(int code) { fflush(stdout); _Exit(code); }
static void fail(const char *mark) { fprintf(stderr, \"%s\\n\", mark); fflush(stderr); abort(); }
WEAK void __VERIFIER_assume(int c) { if (!c) stop(ASSUMED); }
WEAK void __CPROVER_assume(_Bool c) { if (!c) stop(ASSUMED); }
WEAK void __ESBMC_assume(_Bool c) { if (!c) stop(ASSUMED); }
WEAK void __VERIFIER_assert(int c) { if (!c) fail(ASSERTION); }
WEAK void __CPROVER_assert(_Bool c, const char *text) { if (!c) fail(ASSERTION); }
WEAK void __ESBMC_assert(_Bool c, const char *text) { if (!c) fail(ASSERTION); }
WEAK void reach_error(void) { fail(ERROR); }
WEAK void __VERIFIER_error(void) { fail(ERROR); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
";

/// Writes the harness of a trace.
pub fn harness(program: &Program, trace: &Trace) -> Harness {
    let mut values: BTreeMap<&str, Vec<&BitVec>> = BTreeMap::new();
    let mut missing = None;
    for input in &trace.inputs {
        match fed(program, input) {
            Ok((name, value)) => values.entry(name).or_default().push(value),
            Err(why) => {
                missing.get_or_insert(why);
            }
        }
    }
    let mut text = format!(
        "#define ASSUMED {ASSUMED}\n#define USED_UP {USED_UP}\n#define ERROR \"{ERROR_MARK}\"\n\
         #define ASSERTION \"{ASSERTION_MARK}\"\n{PROLOGUE}"
    );
    for (name, values) in values {
        text += &input_function(name, &values);
    }
    Harness { text, missing }
}

/// The function that gives an input, and the value; or why it cannot be supplied.
fn fed<'a>(program: &Program, input: &'a Input) -> Result<(&'a str, &'a BitVec), String> {
    let is_modelled = |name: &str| program.functions.iter().any(|f| f.name == name);
    match (&input.source, &input.value) {
        (InputSource::Nondet(name), Some(value)) if !name.ends_with("_pointer") => {
            Ok((name, value))
        }
        (InputSource::External(name), Some(value))
            if !is_modelled(name) && !ALLOCATES.contains(&name.as_str()) =>
        {
            Ok((name, value))
        }
        (source, _) => Err(match source {
            InputSource::Nondet(name)
            | InputSource::External(name)
            | InputSource::Approximated(name)
            | InputSource::Passing(name) => format!("the inputs of `{name}` cannot be fed"),
            InputSource::Uninitialised(name) => {
                format!("the first contents of `{name}` cannot be chosen")
            }
            InputSource::Volatile(name) => format!("what is read from `{name}` cannot be fed"),
            InputSource::Argument(name) | InputSource::Pointer { name, .. } => {
                format!("the argument `{name}` cannot be fed")
            }
            InputSource::Undefined | InputSource::Unspecified | InputSource::Layout => {
                "a value that C leaves open cannot be chosen".to_string()
            }
        }),
    }
}

/// A function that gives the values one after the other.
fn input_function(name: &str, values: &[&BitVec]) -> String {
    let ty = result_type(name, values[0].width());
    let rows: Vec<String> = values.iter().map(|v| initialiser(v)).collect();
    format!(
        "WEAK {ty} {name}() {{\n  static unsigned char values[][16] = {{{}}};\n  static unsigned next;\n  {ty} value;\n\
         \x20 if (next == {}) stop(USED_UP);\n  memcpy(&value, values[next++], sizeof value);\n  return value;\n}}\n",
        rows.join(", "),
        values.len(),
    )
}

fn initialiser(value: &BitVec) -> String {
    let bytes: Vec<String> = value.to_le_bytes().iter().map(u8::to_string).collect();
    format!("{{{}}}", bytes.join(","))
}

/// A type of the right width. Narrow results are extended by the callee, so signedness matters.
fn result_type(name: &str, width: u32) -> &'static str {
    let is_float = ["float", "double"].iter().any(|f| name.ends_with(f));
    let is_unsigned = ["_u", "unsigned", "size_t"]
        .iter()
        .any(|u| name.contains(u));
    match (width, is_float, is_unsigned) {
        (32, true, _) => "float",
        (64, true, _) => "double",
        (80, ..) => "long double",
        (1, ..) => "_Bool",
        (8, _, _) if name.ends_with("_bool") => "_Bool",
        (2..=8, _, true) => "unsigned char",
        (2..=8, _, false) => "signed char",
        (9..=16, _, true) => "unsigned short",
        (9..=16, _, false) => "short",
        (17..=32, ..) => "int",
        (33..=64, ..) => "long long",
        _ => "__int128",
    }
}

/// What to search for in the sanitizers' output.
struct Signs {
    /// One of these is there.
    any: &'static [&'static str],
    /// Whether every violation of the property shows.
    complete: bool,
}

/// The signs of a violation of the property; `None` if no sanitizer sees it.
fn signs(property: Property) -> Option<Signs> {
    let (any, complete): (&'static [&'static str], bool) = match property {
        Property::ValidDeref => (
            &[
                "-overflow on",
                "-underflow on",
                "use-after-",
                "AddressSanitizer: SEGV",
                "AddressSanitizer: BUS",
                "-param-overlap",
                "negative-size-param",
                "null pointer",
                "variable length array bound",
                "invalid pointer",
                "out of bounds for type",
            ],
            false,
        ),
        Property::ValidFree => (
            &[
                "attempting free on",
                "attempting double-free",
                "bad-free",
                "use-after-free",
                "AddressSanitizer: SEGV",
            ],
            false,
        ),
        Property::ValidMemtrack | Property::ValidMemcleanup => {
            (&["LeakSanitizer: detected memory leaks"], false)
        }
        Property::NoOverflow => (
            &[
                "signed integer overflow",
                "negation of",
                "by -1 cannot be represented",
                "left shift of",
            ],
            true,
        ),
        Property::NoUnsignedOverflow => (&["unsigned integer overflow"], true),
        Property::NoDivByZero => (&["division by zero"], true),
        Property::NoShiftError => (&["shift exponent", "left shift of"], true),
        Property::NoFloatCastOverflow => (&["outside the range of representable values"], true),
        Property::ArrayBounds => (&["out of bounds for type"], true),
        Property::VlaBound => (&["variable length array bound"], false),
        Property::UnreachableCode => (&["unreachable program point", "passing zero to"], false),
        Property::NoPointerOverflow => (&["pointer index expression", "non-zero offset"], false),
        Property::NoMisalignedAccess => (&["misaligned address"], false),
        Property::Assert => (&[ASSERTION_MARK, "Assertion `"], true),
        Property::UnreachCall => (&[ERROR_MARK, "Assertion `"], false),
        Property::NoNan
        | Property::NoUninitialised
        | Property::NoUnrelatedPointers
        | Property::NoStackOverflow
        | Property::Assigns
        | Property::NoLossyConversion
        | Property::NoFloatOverflow
        | Property::ValidQuery
        | Property::Termination
        | Property::Unsupported => return None,
    };
    Some(Signs { any, complete })
}

/// Whether it is worth running the program at all.
pub fn is_visible(property: Property) -> bool {
    signs(property).is_some()
}

/// What a run of the compiled program says about the trace's violation.
pub fn judge(program: &Program, trace: &Trace, harness: &Harness, run: &NativeRun) -> Native {
    let property = trace.violation.property;
    let Some(signs) = signs(property) else {
        return Native::NotVisible("no sanitizer checks this property".to_string());
    };
    let is_sign = |line: &&str| {
        // The message about unsigned numbers contains that about signed ones.
        let other = property == Property::NoOverflow && line.contains("unsigned integer overflow");
        !other && signs.any.iter().any(|sign| line.contains(sign))
    };
    let found: Vec<&str> = run.stderr.lines().filter(is_sign).collect();
    let place = shown(program, trace.violation.place);
    let exact = found.iter().find(|line| mentions_line(line, &place));
    let in_stack = || run.stderr.lines().any(|line| mentions_line(line, &place));
    if let Some(line) = exact.or_else(|| found.first().filter(|_| in_stack())) {
        return Native::Confirmed(essence(line));
    }
    let is_report = |line: &&&str| !line.contains("runtime error");
    if let Some(line) = found.iter().find(is_report) {
        return Native::Confirmed(format!("{} (without a line number)", essence(line)));
    }
    let ended = match run.code {
        Some(USED_UP) => "it takes more inputs than the trace has".to_string(),
        Some(ASSUMED) => "an assumption does not hold in it".to_string(),
        Some(code) => format!("it ends with exit code {code} and no such report"),
        None => "a signal ends it, without such a report".to_string(),
    };
    match &harness.missing {
        Some(why) => Native::NotVisible(why.clone()),
        // If a signal ends the run, the sanitizer may simply not work on this system.
        None if signs.complete && run.code.is_some() => {
            Native::Disagrees(format!("the compiled program: {ended}"))
        }
        None => Native::NotVisible(ended),
    }
}

/// `file.c:12`, without folders: sanitizers write paths in their own way.
fn shown(program: &Program, place: Place) -> String {
    let shown = program.show_place(place);
    shown.rsplit('/').next().unwrap_or_default().to_string()
}

/// Whether a line of output names this `file:line` and not merely one that begins with it.
fn mentions_line(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let rest = &line[at + place.len()..];
        !rest.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// The line without what differs from run to run.
fn essence(line: &str) -> String {
    let line = line.trim();
    let line = match line.find("ERROR: ") {
        Some(at) => &line[at + "ERROR: ".len()..],
        None => line.find("runtime error: ").map_or(line, |at| &line[at..]),
    };
    let cut = [
        " on 0x",
        " on address",
        " on unknown",
        " (pc",
        ": memory ranges",
    ];
    let end = cut.iter().filter_map(|c| line.find(c)).min();
    line[..end.unwrap_or(line.len())].to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_not_taken_for_another_that_begins_like_it() {
        assert!(mentions_line("    #0 in main /a/b.c:12:3", "b.c:12"));
        assert!(mentions_line("b.c:12: runtime error", "b.c:12"));
        assert!(!mentions_line("    #0 in main /a/b.c:123", "b.c:12"));
    }

    #[test]
    fn what_differs_from_run_to_run_is_left_out() {
        let line = "==77==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602 at pc 0x1";
        assert_eq!(essence(line), "AddressSanitizer: heap-buffer-overflow");
        let line = "a.c:3:4: runtime error: division by zero";
        assert_eq!(essence(line), "runtime error: division by zero");
    }

    #[test]
    fn types_of_input_functions() {
        assert_eq!(result_type("__VERIFIER_nondet_uchar", 8), "unsigned char");
        assert_eq!(result_type("__VERIFIER_nondet_char", 8), "signed char");
        assert_eq!(result_type("__VERIFIER_nondet_double", 64), "double");
        assert_eq!(result_type("__VERIFIER_nondet_bool", 8), "_Bool");
        assert_eq!(result_type("__VERIFIER_nondet_long", 64), "long long");
    }
}
