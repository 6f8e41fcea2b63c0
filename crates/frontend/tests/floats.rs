//! Random expressions over floats, computed by the machine and by the interpreter: all results are the same.
//!
//! Each program is compiled twice: by clang for the machine, where it prints the bits of every result, and by the front
//! end, with these bits as the expected results. Which NaN a result is does not matter, and no expression depends on it.
//! `AVER_FLOAT_PROGRAMS=1000` makes more of them.

mod common;

use program::Property;
use std::fmt::Write as _;
use std::process::Command;

/// Expressions of one program.
const COUNT: usize = 60;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn choose<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Type {
    Float,
    Double,
    Long,
}

const TYPES: [Type; 3] = [Type::Float, Type::Double, Type::Long];

impl Type {
    /// C's name, the suffix of functions and that of constants.
    fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Type::Float => ("float", "f", "f"),
            Type::Double => ("double", "", ""),
            Type::Long => ("long double", "l", "L"),
        }
    }
}

fn leaf(random: &mut Random, ty: Type) -> String {
    let (_, _, suffix) = ty.names();
    let known = [
        "0.0",
        "1.0",
        "-1.0",
        "0.5",
        "0.1",
        "3.0",
        "1e10",
        "2.5",
        "-7.75",
        "1e-3",
        "16777217.0",
        "1e-40",
        "1e38",
        "0x1.fffffep127",
        "0x1p-149",
        "0x1.8p-126",
        "123456789.0",
        "-1e-30",
    ];
    let far = [
        "1e300",
        "-1e-300",
        "0x1p-1074",
        "0x1.fffffffffffffp1023",
        "0x1.0000000000001p0",
        "4503599627370497.5",
        "9007199254740993.0",
        "1e-310",
    ];
    match random.below(4) {
        0 if ty != Type::Float => format!("{}{suffix}", random.choose(&far)),
        1 => format!(
            "{}{}.{}{suffix}",
            if random.below(2) == 0 { "" } else { "-" },
            random.below(1000),
            random.below(100000)
        ),
        _ => format!("{}{suffix}", random.choose(&known)),
    }
}

fn integer(random: &mut Random, depth: u32) -> String {
    if depth == 0 {
        return format!("{}", random.below(200) as i64 - 100);
    }
    let ty = TYPES[random.below(3) as usize];
    match random.below(4) {
        0 => {
            let (a, b) = (float(random, ty, depth - 1), float(random, ty, depth - 1));
            let op = random.choose(&["<", "<=", ">", ">=", "==", "!="]);
            format!("({a} {op} {b})")
        }
        1 => format!("to_int({})", float(random, ty, depth - 1)),
        2 => format!("(int)(to_unsigned({}) >> 1)", float(random, ty, depth - 1)),
        _ => format!("(int)(to_long({}) >> 32)", float(random, ty, depth - 1)),
    }
}

fn float(random: &mut Random, ty: Type, depth: u32) -> String {
    if depth == 0 {
        let (name, _, _) = ty.names();
        // Not a constant: clang must not compute it.
        return format!("({name}){{{}}} * one", leaf(random, ty));
    }
    let (name, f, suffix) = ty.names();
    let below = depth - 1;
    match random.below(14) {
        0..=5 => {
            let op = random.choose(&["+", "-", "*", "/", "+", "-", "*"]);
            let (a, b) = (float(random, ty, below), float(random, ty, below));
            format!("(({a}) {op} ({b}))")
        }
        6 => {
            let other = TYPES[random.below(3) as usize];
            format!("({name})({})", float(random, other, below))
        }
        7 => format!("({name}){}", integer(random, below)),
        8 => {
            let function = random.choose(&[
                "sqrt",
                "floor",
                "ceil",
                "trunc",
                "round",
                "rint",
                "nearbyint",
                "fabs",
                "logb",
            ]);
            format!("{function}{f}({})", float(random, ty, below))
        }
        9 => {
            let function = random.choose(&["fmod", "remainder", "fdim", "nextafter"]);
            let (a, b) = (float(random, ty, below), float(random, ty, below));
            format!("{function}{f}({a}, {b})")
        }
        10 => {
            let (a, b) = (float(random, ty, below), float(random, ty, below));
            format!("copysign{f}({a}, known({b}))")
        }
        11 => {
            let parts: Vec<String> = (0..3).map(|_| float(random, ty, below)).collect();
            format!("fma{f}({})", parts.join(", "))
        }
        12 => {
            let x = float(random, ty, below);
            match random.below(2) {
                0 => format!("ldexp{f}({x}, {})", random.below(400) as i64 - 200),
                _ => format!("frexp{f}({x}, &scratch)"),
            }
        }
        _ => {
            let (a, b) = (float(random, ty, below), float(random, ty, below));
            let condition = integer(random, below);
            format!("({condition} ? {a} : -({b}) + 0.0{suffix})")
        }
    }
}

/// The program; with `expected` it checks, without it prints.
fn program(seed: u64, expected: Option<&[String]>) -> String {
    let mut random = Random(seed);
    let mut text = String::from(
        "#include <math.h>\n#include <stdio.h>\n#include <string.h>\nvoid reach_error(void);\n\
         volatile int one = 1;\nint scratch;\n\
         static int to_int(double x) { return x > -2147483649.0 && x < 2147483648.0 ? (int)x : 7; }\n\
         static unsigned to_unsigned(double x) { return x > -1.0 && x < 4294967296.0 ? (unsigned)x : 9; }\n\
         static long to_long(long double x) { return x > -0x1p63L && x < 0x1p63L ? (long)x : 11; }\n\
         static double known(long double x) { return x == x ? (double)x : 1.0; }\n\
         static void bits(char *to, const void *from, int size) {\n\
           const unsigned char *b = from;\n\
           for (int i = 0; i < size; i++) to[i] = b[i];\n\
         }\nint main(void) {\n",
    );
    for index in 0..COUNT {
        let ty = TYPES[random.below(3) as usize];
        let (name, _, _) = ty.names();
        let size = match ty {
            Type::Float => 4,
            Type::Double => 8,
            Type::Long => 10,
        };
        let depth = 1 + random.below(4) as u32;
        let expression = float(&mut random, ty, depth);
        let _ = write!(
            text,
            "  {{ {name} r = {expression};\n    unsigned char b[{size}]; bits((char *)b, &r, {size});\n"
        );
        match expected.map(|e| e[index].as_str()) {
            None => {
                let _ = write!(
                    text,
                    "    if (r != r) puts(\"nan\"); else {{ for (int i = 0; i < {size}; i++) printf(\"%02x\", b[i]); puts(\"\"); }}\n  }}\n"
                );
            }
            Some("nan") => text.push_str("    if (r == r) reach_error();\n  }\n"),
            Some(hex) => {
                for (i, pair) in hex.as_bytes().chunks(2).enumerate() {
                    let pair = std::str::from_utf8(pair).expect("hexadecimal digits");
                    let _ = writeln!(text, "    if (b[{i}] != 0x{pair}) reach_error();");
                }
                text.push_str("  }\n");
            }
        }
    }
    text.push_str("  return 0;\n}\n");
    text
}

/// What the compiled program prints.
fn native(text: &str) -> Vec<String> {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (source, binary) = (dir.path().join("t.c"), dir.path().join("t"));
    std::fs::write(&source, text).expect("writing a temporary file");
    let compiled = Command::new("clang-19")
        .args(["-O0", "-w", "-ffp-contract=off", "-fno-builtin", "-o"])
        .args([&binary, &source])
        .arg("-lm")
        .status()
        .expect("clang runs");
    assert!(compiled.success(), "{text}");
    let output = Command::new(&binary).output().expect("the program runs");
    let output = String::from_utf8(output.stdout).expect("it prints text");
    output.lines().map(str::to_string).collect()
}

/// How the program ends in the interpreter, if these are its results.
fn ending(seed: u64, results: &[String]) -> String {
    let text = program(seed, Some(results));
    // Without `no-nan`: NaN is a result like any other.
    let loaded = common::load_text(&text, |o| o.properties.retain(|p| *p != Property::NoNan))
        .unwrap_or_else(|e| panic!("{e}"));
    common::ending(&loaded, seed)
}

#[test]
fn the_interpreter_computes_what_the_machine_computes() {
    let programs = std::env::var("AVER_FLOAT_PROGRAMS").map_or(6, |n| n.parse().expect("a number"));
    for seed in 1..=programs {
        let expected = native(&program(seed, None));
        assert_eq!(expected.len(), COUNT);
        let ending = ending(seed, &expected);
        assert_eq!(
            ending,
            "finished",
            "seed {seed}:\n{}",
            program(seed, Some(&expected))
        );
    }
}

#[test]
fn another_result_is_noticed() {
    let mut expected = native(&program(1, None));
    let last = expected.iter_mut().rfind(|r| *r != "nan").expect("numbers");
    let digit = if last.starts_with('0') { "1" } else { "0" };
    last.replace_range(..1, digit);
    assert!(ending(1, &expected).starts_with("unreach-call"));
}
