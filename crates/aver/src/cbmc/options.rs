//! The options of `cbmc`, and what they ask of Aver.

use super::Failure;
use program::Property;
use std::collections::BTreeSet;

/// How results are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    #[default]
    Text,
    Json,
    Xml,
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub files: Vec<String>,
    pub clang: Vec<String>,
    pub ilp32: bool,
    pub entry: Option<String>,
    pub format: Format,
    pub trace: bool,
    pub stop_on_fail: bool,
    pub show_properties: bool,
    /// Flags that choose checks, in their order.
    pub checks: Vec<String>,
    pub only: Vec<String>,
    pub unwind: Option<u32>,
    pub unwindset: Vec<String>,
    pub nondet_static: bool,
    pub verbosity: Option<u32>,
    pub drop_unused: bool,
}

/// The checks that CBMC 6 has on unless told otherwise.
const STANDARD: [&str; 8] = [
    "bounds-check",
    "pointer-check",
    "pointer-primitive-check",
    "div-by-zero-check",
    "signed-overflow-check",
    "undefined-shift-check",
    "malloc-may-fail",
    "unwinding-assertions",
];

/// Those that it has off.
const OTHERS: [&str; 12] = [
    "memory-leak-check",
    "memory-cleanup-check",
    "unsigned-overflow-check",
    "pointer-overflow-check",
    "conversion-check",
    "float-overflow-check",
    "nan-check",
    "malloc-fail-null",
    "malloc-fail-assert",
    "float-div-by-zero-check",
    "enum-range-check",
    "partial-loops",
];

/// Whether an option chooses a check.
pub fn is_check(option: &str) -> bool {
    let Some(name) = option.strip_prefix("--") else {
        return false;
    };
    let base = name.strip_prefix("no-").unwrap_or(name);
    base == "standard-checks" || STANDARD.contains(&base) || OTHERS.contains(&base)
}

/// The checks that are on.
pub fn chosen(flags: &[String]) -> BTreeSet<&'static str> {
    let all = || STANDARD.into_iter().chain(OTHERS);
    let mut on: BTreeSet<&'static str> = match flags.iter().any(|f| f == "--no-standard-checks") {
        true => BTreeSet::new(),
        false => STANDARD.into_iter().collect(),
    };
    for flag in flags {
        let name = flag.trim_start_matches('-');
        if let Some(known) = all().find(|n| *n == name) {
            on.insert(known);
        } else if let Some(base) = name.strip_prefix("no-") {
            on.remove(base);
        }
    }
    on
}

/// What the checks are called here.
pub fn properties(on: &BTreeSet<&'static str>) -> Result<Vec<Property>, Failure> {
    let mut properties = vec![
        Property::Assert,
        Property::Assigns,
        Property::UnreachableCode,
    ];
    for name in on {
        let more: &[&str] = match *name {
            "bounds-check" => &["array-bounds"],
            "pointer-check" => &["valid-deref", "valid-free"],
            "pointer-primitive-check" => &["valid-query"],
            "div-by-zero-check" => &["no-div-by-zero"],
            "signed-overflow-check" => &["no-overflow"],
            "undefined-shift-check" => &["no-shift-error"],
            "unsigned-overflow-check" => &["no-unsigned-overflow"],
            "pointer-overflow-check" => &["no-pointer-overflow"],
            "conversion-check" => &["no-lossy-conversion", "no-float-cast-overflow"],
            "float-overflow-check" => &["no-float-overflow"],
            "nan-check" => &["no-nan"],
            "memory-leak-check" | "memory-cleanup-check" => &["valid-memcleanup"],
            "float-div-by-zero-check"
            | "enum-range-check"
            | "malloc-fail-assert"
            | "partial-loops" => {
                return Err(Failure::usage(format!("`--{name}` is not available")));
            }
            _ => &[],
        };
        for property in more {
            let property: Property = property
                .parse()
                .map_err(|_| Failure::usage(format!("`--{name}` is not available")))?;
            properties.push(property);
        }
    }
    Ok(properties)
}

pub fn number(option: &str, text: &str) -> Result<u32, Failure> {
    text.parse()
        .map_err(|_| Failure::usage(format!("`{option}` needs a number, not `{text}`")))
}

/// Reads the command line of `cbmc`.
pub fn parse(args: &[String]) -> Result<Options, Failure> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || {
            args.next()
                .cloned()
                .ok_or_else(|| Failure::usage(format!("`{arg}` needs a value")))
        };
        match arg.as_str() {
            "--function" => options.entry = Some(value()?),
            "--json-ui" => options.format = Format::Json,
            "--xml-ui" => options.format = Format::Xml,
            "--trace" => options.trace = true,
            "--compact-trace"
            | "--trace-hex"
            | "--trace-show-function-calls"
            | "--trace-show-code" => {
                options.trace = true;
            }
            "--stop-on-fail" => options.stop_on_fail = true,
            "--show-properties" => options.show_properties = true,
            "--property" => options.only.push(value()?),
            "--unwind" => options.unwind = Some(number(arg, &value()?)?),
            "--unwindset" => options.unwindset.push(value()?),
            "--nondet-static" => options.nondet_static = true,
            "--32" | "--i386-linux" | "-m32" => options.ilp32 = true,
            "--64" | "-m64" => options.ilp32 = false,
            "-I" | "-D" | "-U" | "-include" => {
                options.clang.push(arg.clone());
                options.clang.push(value()?);
            }
            "--include" => options.clang.extend(["-include".to_string(), value()?]),
            "--verbosity" => options.verbosity = Some(number(arg, &value()?)?),
            "--drop-unused-functions" => options.drop_unused = true,
            "--c89" => options.clang.push("-std=gnu89".to_string()),
            "--c99" => options.clang.push("-std=gnu99".to_string()),
            "--c11" => options.clang.push("-std=gnu11".to_string()),
            // How CBMC goes about it: none of them is about the answer.
            "--object-bits"
            | "--sat-solver"
            | "--external-sat-solver"
            | "--max-field-sensitivity-array-size"
            | "--max-node-refinement"
            | "--timestamp"
            | "--arch"
            | "--os" => {
                let value = value()?;
                if matches!(arg.as_str(), "--arch" | "--os")
                    && !matches!(value.as_str(), "x86_64" | "linux")
                {
                    return Err(Failure::usage(format!("`{arg} {value}` is not available")));
                }
            }
            "--floatbv"
            | "--flush"
            | "--slice-formula"
            | "--full-slice"
            | "--reachability-slice"
            | "--no-simplify"
            | "--no-propagation"
            | "--arrays-uf-always"
            | "--arrays-uf-never"
            | "--refine"
            | "--refine-arrays"
            | "--refine-arithmetic"
            | "--no-sat-preprocessor"
            | "--beautify"
            | "--smt2"
            | "--z3"
            | "--cvc4"
            | "--cvc5"
            | "--bitwuzla"
            | "--boolector"
            | "--yices"
            | "--mathsat"
            | "--fpa"
            | "--cprover-smt2"
            | "--no-array-field-sensitivity"
            | "--no-self-loops-to-assumptions"
            | "--retain-trivial-checks"
            | "--slice-global-inits"
            | "--all-properties"
            | "--no-simplify-if"
            | "--symex-cache-dereferences"
            | "--little-endian"
            | "--no-library" => {
                if arg == "--no-library" {
                    return Err(Failure::usage("`--no-library` is not available"));
                }
            }
            _ if is_check(arg) => options.checks.push(arg.clone()),
            _ if ["-I", "-D", "-U"].iter().any(|p| arg.starts_with(p)) => {
                options.clang.push(arg.clone())
            }
            _ if arg.starts_with('-') => {
                return Err(Failure::usage(format!("`{arg}` is not available")));
            }
            _ => options.files.push(arg.clone()),
        }
    }
    if options.files.is_empty() {
        return Err(Failure::usage("there is no input file"));
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn checks_are_on_and_off() {
        assert!(chosen(&[]).contains("pointer-check"));
        let on = chosen(&flags("--no-pointer-check --conversion-check"));
        assert!(!on.contains("pointer-check") && on.contains("conversion-check"));
        let on = chosen(&flags("--no-standard-checks --bounds-check"));
        assert_eq!(on.into_iter().collect::<Vec<_>>(), ["bounds-check"]);
    }

    #[test]
    fn unknown_options_are_errors() {
        assert!(parse(&flags("a.c --unwind 3 --property main.assertion.1")).is_ok());
        for line in ["a.c --mm tso", "a.c --frobnicate", "--trace"] {
            assert!(parse(&flags(line)).is_err(), "{line}");
        }
    }
}
