//! The types of functions that programs call without declaring them.
//!
//! C says that such a function returns `int`. That is wrong for an input function such as `nondet_double`, and for the
//! functions of the C library that clang does not know by itself, or is told not to know ([`crate::clang`]). A function
//! of type `int` whose arguments need no conversion is not in here: the implicit declaration is right.

/// Prototypes of the C library, one per line.
const LIBRARY: &str = include_str!("known.h");

/// Functions of `math.h` from one number to one number, and from two, each with its forms for `float` and `long double`.
const UNARY: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "erf",
    "erfc",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "floor",
    "j0",
    "j1",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "nearbyint",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
    "y0",
    "y1",
];
const BINARY: &[&str] = &[
    "atan2",
    "copysign",
    "fdim",
    "fmax",
    "fmin",
    "fmod",
    "hypot",
    "nextafter",
    "pow",
    "remainder",
];

/// The families of input functions, whose names end in that of a type.
const INPUT: &[&str] = &["__VERIFIER_nondet_", "__CPROVER_nondet_", "nondet_"];

/// A declaration of the function, if its name tells its type and that is not the type that C assumes.
pub fn declaration(name: &str) -> Option<String> {
    input_function(name)
        .or_else(|| float_function(name))
        .or_else(|| library_function(name))
}

/// A declaration as users write it.
pub fn shown(declaration: &str) -> String {
    declaration
        .trim_end_matches(';')
        .replace("__SIZE_TYPE__", "size_t")
        .replace("__PTRDIFF_TYPE__", "ptrdiff_t")
        .replace("__WCHAR_TYPE__", "wchar_t")
        .replace("struct _IO_FILE", "FILE")
}

fn input_function(name: &str) -> Option<String> {
    let suffix = INPUT.iter().find_map(|family| name.strip_prefix(family))?;
    let ty = match suffix {
        "bool" | "_Bool" => "_Bool",
        "char" => "char",
        "schar" | "signed_char" => "signed char",
        "uchar" | "unsigned_char" => "unsigned char",
        "short" => "short",
        "ushort" | "unsigned_short" => "unsigned short",
        "uint" | "unsigned" | "unsigned_int" => "unsigned int",
        "long" => "long",
        "ulong" | "unsigned_long" => "unsigned long",
        "longlong" | "long_long" => "long long",
        "ulonglong" | "unsigned_long_long" => "unsigned long long",
        "int128" => "__int128",
        "uint128" => "unsigned __int128",
        "float" => "float",
        "double" => "double",
        "ldouble" | "longdouble" | "long_double" => "long double",
        "size_t" => "__SIZE_TYPE__",
        "ssize_t" | "ptrdiff_t" => "__PTRDIFF_TYPE__",
        "intptr_t" => "__INTPTR_TYPE__",
        "uintptr_t" => "__UINTPTR_TYPE__",
        "wchar_t" => "__WCHAR_TYPE__",
        "int8_t" | "s8" => "__INT8_TYPE__",
        "int16_t" | "s16" => "__INT16_TYPE__",
        "int64_t" | "s64" => "__INT64_TYPE__",
        "uint8_t" | "u8" => "__UINT8_TYPE__",
        "uint16_t" | "u16" => "__UINT16_TYPE__",
        "uint32_t" | "u32" => "__UINT32_TYPE__",
        "uint64_t" | "u64" => "__UINT64_TYPE__",
        "loff_t" => "long long",
        "off_t" | "time_t" => "long",
        "pthread_t" => "unsigned long",
        "pchar" | "char_pointer" => "char *",
        "const_char_pointer" => "const char *",
        "pointer" | "void_pointer" | "voidp" => "void *",
        _ => return None,
    };
    // Without a prototype, so that any arguments are accepted.
    Some(format!("{ty} {name}();"))
}

fn float_function(name: &str) -> Option<String> {
    let of = |table: &[&str], base: &str| table.contains(&base);
    let forms = [
        (Some(name), "double"),
        (name.strip_suffix('f'), "float"),
        (name.strip_suffix('l'), "long double"),
    ];
    forms.into_iter().find_map(|(base, ty)| {
        let base = base?;
        if of(UNARY, base) {
            Some(format!("{ty} {name}({ty});"))
        } else if of(BINARY, base) {
            Some(format!("{ty} {name}({ty}, {ty});"))
        } else {
            None
        }
    })
}

fn library_function(name: &str) -> Option<String> {
    let declares = |line: &&str| {
        let before = line.split('(').next().unwrap_or_default();
        before.rsplit([' ', '*']).next() == Some(name)
    };
    LIBRARY.lines().find(declares).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_types() {
        let cases = [
            ("nondet_double", "double nondet_double();"),
            (
                "__VERIFIER_nondet_ulong",
                "unsigned long __VERIFIER_nondet_ulong();",
            ),
            ("sqrtl", "long double sqrtl(long double);"),
            ("powf", "float powf(float, float);"),
            ("atof", "double atof(const char *);"),
            ("strlen", "__SIZE_TYPE__ strlen(const char *);"),
            (
                "wcschr",
                "__WCHAR_TYPE__ *wcschr(const __WCHAR_TYPE__ *, __WCHAR_TYPE__);",
            ),
        ];
        for (name, text) in cases {
            assert_eq!(declaration(name).as_deref(), Some(text));
        }
        for name in ["nondet_int", "nondet_thing", "puts", "f", "_TYPE__", ""] {
            assert_eq!(declaration(name), None, "{name}");
        }
    }
}
