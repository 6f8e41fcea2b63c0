//! The models of the C library against the real one.
//!
//! The same program, full of random and unusual arguments, is compiled and run, and lowered with our models and interpreted.
//! Both record what the functions return and write; the records must be the same. What C leaves open (which positive or
//! negative number a comparison returns, which one of equal elements comes first) is not recorded. `AVER_MODEL_CASES` asks for
//! more than the few hundred cases of a usual run.

mod common;

use common::options;
use frontend::load;
use program::interp::{Ending, Event, Observer, RandomOracle, run};
use program::{DataModel, FunctionId, Goals, Program};
use std::path::Path;
use std::process::Command;

const PRELUDE: &str = r#"
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
void record(long long value);
static void record_sign(int value) { record((value > 0) - (value < 0)); }
static void record_offset(const void *p, const void *base) { record(p ? (const char *)p - (const char *)base : -1000); }
static void record_bytes(const void *p, int count) { for (int i = 0; i < count; i++) record(((const unsigned char *)p)[i]); }
"#;

/// Our own small generator: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    /// Characters of a set, as a C literal.
    fn text(&mut self, of: &str, longest: u64) -> String {
        let chars: Vec<char> = of.chars().collect();
        let count = self.below(longest + 1);
        let text: String = (0..count)
            .map(|_| chars[self.below(chars.len() as u64) as usize])
            .collect();
        literal(&text)
    }

    /// Numbers of all magnitudes, and those at the ends of types.
    fn number(&mut self) -> i64 {
        const ODD: [i64; 12] = [
            0,
            1,
            -1,
            9,
            10,
            255,
            i32::MAX as i64,
            i32::MIN as i64,
            u32::MAX as i64,
            i64::MAX,
            i64::MIN,
            99999,
        ];
        match self.below(3) {
            0 => ODD[self.below(ODD.len() as u64) as usize],
            1 => self.next() as i64,
            _ => (self.next() as i64) >> self.below(64),
        }
    }
}

fn literal(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            _ => quoted.push_str(&format!("\\{:03o}", c as u32 & 255)),
        }
    }
    quoted.push('"');
    quoted
}

/// How many random cases each test makes.
fn cases() -> u64 {
    let wanted = std::env::var("AVER_MODEL_CASES").ok();
    wanted.and_then(|n| n.parse().ok()).unwrap_or(60)
}

/// Runs the statements both ways, in both data models.
fn compare(name: &str, statements: &str) {
    let text = format!("{PRELUDE}\nint main(void) {{\n{statements}\nreturn 0;\n}}\n");
    for model in [DataModel::Lp64, DataModel::Ilp32] {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let write = |file: &str, text: &str| {
            std::fs::write(dir.path().join(file), text).expect("writing a temporary file");
        };
        write("cases.c", &text);
        write(
            "record.c",
            "#include <stdio.h>\nvoid record(long long v) { printf(\"%lld\\n\", v); }\n",
        );
        write("empty.c", "void record(long long v) {}\n");
        let real = native(dir.path(), model);
        let (ours, lines) = interpreted(dir.path(), model);
        let first = real.iter().zip(&ours).position(|(r, o)| r != o);
        if let Some(index) = first {
            let (r, o) = (real[index], ours[index]);
            let line = text.lines().nth(lines[index] as usize - 1);
            panic!(
                "{name}, {}: record {index} is {r} in reality and {o} here, in line {}:\n{}",
                model.name(),
                lines[index],
                line.unwrap_or_default()
            );
        }
        assert_eq!(real.len(), ours.len(), "{name}, {}\n{text}", model.name());
        assert!(!real.is_empty(), "{name} records something");
    }
}

fn native(dir: &Path, model: DataModel) -> Vec<i64> {
    let flag = match model {
        DataModel::Lp64 => "-m64",
        DataModel::Ilp32 => "-m32",
    };
    let compiled = Command::new("clang-19")
        .args([
            "-w",
            "-fno-builtin",
            flag,
            "cases.c",
            "record.c",
            "-o",
            "cases",
        ])
        .current_dir(dir)
        .status();
    assert!(
        compiled.is_ok_and(|s| s.success()),
        "clang compiles the cases"
    );
    let output = Command::new(dir.join("cases")).output();
    let output = output.expect("the compiled cases run");
    assert!(output.status.success(), "the compiled cases end well");
    let text = String::from_utf8(output.stdout).expect("records are numbers");
    text.lines()
        .map(|line| line.parse().expect("a record is a number"))
        .collect()
}

/// Keeps what `record` is called with.
struct Records<'a> {
    program: &'a Program,
    record: FunctionId,
    values: Vec<i64>,
    /// The line of `main` that was last reached.
    line: u32,
    lines: Vec<u32>,
}

impl Observer for Records<'_> {
    fn event(&mut self, event: Event) {
        let Event::Enter {
            function,
            args,
            place,
        } = event
        else {
            return;
        };
        if self.program.files[place.file.index()]
            .path
            .ends_with("cases.c")
        {
            self.line = place.line;
        }
        if function == self.record {
            self.values
                .push(args[0].to_i64().expect("a record has 64 bits"));
            self.lines.push(self.line);
        }
    }
}

fn interpreted(dir: &Path, model: DataModel) -> (Vec<i64>, Vec<u32>) {
    let mut options = options(vec![dir.join("cases.c"), dir.join("empty.c")]);
    options.data_model = model;
    let loaded = load(&options).unwrap_or_else(|e| panic!("{e}"));
    let program = &loaded.program;
    let record = program.functions.iter().position(|f| f.name == "record");
    let mut records = Records {
        program,
        record: FunctionId::new(record.expect("`record` is called")),
        values: Vec::new(),
        line: 1,
        lines: Vec::new(),
    };
    let goals = Goals::new(program, &options.properties);
    let mut oracle = RandomOracle::new(1);
    let ending = run(
        &loaded.pool,
        program,
        &goals,
        &mut oracle,
        &mut records,
        100_000_000,
    );
    if let Ending::Violated(v) | Ending::Undefined(v) = &ending {
        let what = &program.site(v.site).what;
        panic!("{what} at {}: {:?}", program.show_place(v.place), v.detail);
    }
    assert_eq!(ending, Ending::Finished);
    (records.values, records.lines)
}

#[test]
fn strings() {
    let mut random = Random(0x9e3779b97f4a7c15);
    let mut text = String::new();
    for _ in 0..cases() {
        let a = random.text("ab,:\u{ff}A", 7);
        let b = random.text("ab,B\u{80}", 4);
        let n = random.below(9);
        let c = random.pick(&["'a'", "'b'", "','", "0", "255", "'z'", "-1"]);
        text.push_str(&format!(
            r#"{{
            const char *a = {a}, *b = {b}; char t[32]; memset(t, '#', 32);
            record(strlen(a)); record(strnlen(a, {n})); record_sign(strcmp(a, b)); record_sign(strncmp(a, b, {n}));
            record_sign(strcoll(a, b)); record_sign(strcasecmp(a, b)); record_sign(strncasecmp(a, b, {n}));
            record_offset(strchr(a, {c}), a); record_offset(strrchr(a, {c}), a); record_offset(strchrnul(a, {c}), a);
            record_offset(index(a, {c}), a); record_offset(rindex(a, {c}), a);
            record_offset(strstr(a, b), a); record_offset(strcasestr(a, b), a); record_offset(strpbrk(a, b), a);
            record(strspn(a, b)); record(strcspn(a, b));
            int m = {n} < strlen(a) ? {n} : strlen(a); int k = m < strlen(b) ? m : strlen(b);
            record_offset(memchr(a, {c}, m), a); record_offset(memrchr(a, {c}, m), a);
            record_sign(memcmp(a, b, k)); record(bcmp(a, b, k) != 0);
            record_offset(memmem(a, strlen(a), b, k), a);
            record_offset(strcpy(t, a), t); record_bytes(t, 32); record_offset(strcat(t, b), t); record_bytes(t, 32);
            record_offset(strncat(t, b, {n}), t); record_bytes(t, 32);
            record_offset(strncpy(t, a, {n}), t); record_bytes(t, 32); record_offset(stpcpy(t, b), t); record_bytes(t, 32);
            record_offset(stpncpy(t, b, {n}), t); record_bytes(t, 32); record(strxfrm(t, a, {n})); record_bytes(t, k);
            record_offset(memccpy(t, a, {c}, m), t); record_bytes(t, 32);
            record_offset(mempcpy(t, b, k), t); memmove(t + 2, t, 9); record_bytes(t, 32);
            strcpy(t, a); char *rest = t, *part; int turns = 0;
            while ((part = strsep(&rest, ",b")) && turns++ < 9) {{ record_offset(part, t); record(strlen(part)); }}
            strcpy(t, a); for (part = strtok(t, ",:"); part; part = strtok(0, ",:")) {{ record_offset(part, t); record(strlen(part)); }}
            strcpy(t, b); for (part = strtok_r(t, "a", &rest); part; part = strtok_r(0, "a", &rest)) record_offset(part, t);
            char *copy = strdup(a); record_bytes(copy, strlen(a) + 1); free(copy);
            copy = strndup(a, {n}); record_bytes(copy, m + 1); free(copy);
            }}
            "#
        ));
    }
    compare("strings", &text);
}

#[test]
fn characters() {
    let mut text = String::from("for (int c = -1; c < 256; c++) {\n");
    for class in [
        "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
        "upper", "xdigit", "ascii",
    ] {
        text.push_str(&format!(
            "record((is{class})(c) != 0); record(is{class}(c) != 0);\n"
        ));
    }
    text.push_str("record((toupper)(c)); record((tolower)(c)); record(toascii(c));\n");
    text.push_str("record((*__ctype_b_loc())[c]); record((*__ctype_toupper_loc())[c]); record((*__ctype_tolower_loc())[c]);\n}\n");
    text.push_str("for (int c = -128; c < 0; c++) record((*__ctype_tolower_loc())[c]);\n");
    compare("characters", &text);
}

#[test]
fn wide_strings() {
    let mut random = Random(21);
    let mut body = String::new();
    for _ in 0..cases() {
        let (s, t) = (random.text("abcAB ", 6), random.text("abAB", 3));
        let n = random.below(8);
        let c = random.pick(&["'a'", "'b'", "0", "'x'"]);
        body += &format!(
            "{{ wchar_t b[24], *p, *q; const wchar_t *s = L{s}, *t = L{t};\n\
             wmemset(b, L'#', 24); record(wcslen(s)); record(wcsnlen(s, {n}));\n\
             record_offset(wcscpy(b, s), b); record_offset(wcscat(b, t), b); record_bytes(b, 96);\n\
             wmemset(b, L'#', 24); record_offset(wcsncpy(b, s, {n}), b); b[8] = 0; record_offset(wcsncat(b, t, {n}), b);\n\
             record_bytes(b, 96); wmemset(b, L'#', 24); record_offset(wcpcpy(b, s), b);\n\
             record_offset(wcpncpy(b + 8, t, {n}), b); record_bytes(b, 96);\n\
             record_sign(wcscmp(s, t)); record_sign(wcsncmp(s, t, {n})); record_sign(wmemcmp(s, L\"abcdefgh\", wcslen(s)));\n\
             record_sign(wcscasecmp(s, t)); record_sign(wcsncasecmp(s, t, {n}));\n\
             record_offset(wcschr(s, {c}), s); record_offset(wcsrchr(s, {c}), s); record_offset(wmemchr(s, {c}, wcslen(s)), s);\n\
             record_offset(wcsstr(s, t), s); record(wcsspn(s, t)); record(wcscspn(s, t)); record_offset(wcspbrk(s, t), s);\n\
             wcscpy(b, s); p = wcstok(b, L\" B\", &q); while (p) {{ record_offset(p, b); p = wcstok(0, L\" B\", &q); }}\n\
             wcscpy(b, s); wmemmove(b + 1, b, wcslen(b) + 1); record_bytes(b, 4 * wcslen(s) + 8);\n\
             p = wcsdup(s); record_sign(wcscmp(p, s)); free(p);\n\
             char n[24]; memset(n, 7, 24); record(wcstombs(n, s, {n})); record_bytes(n, 24); record(wcstombs(0, s, 0));\n\
             wmemset(b, L'#', 24); record(mbstowcs(b, {s}, {n})); record_bytes(b, 96); record(mbstowcs(0, {t}, 0));\n\
             record(snprintf(n, 24, \"%ls|%5ls|%-4lc|\", t, t, (wint_t)'x')); record_bytes(n, 12); }}\n"
        );
    }
    compare("wide strings", &body);
}

#[test]
fn wide_characters() {
    let classes = [
        "alpha", "alnum", "digit", "xdigit", "upper", "lower", "space", "blank", "cntrl", "graph",
        "print", "punct",
    ];
    let mut body = String::from("for (int c = 0; c < 128; c++) {\n");
    for class in classes {
        body += &format!("record(isw{class}(c) != 0);\n");
    }
    body += "record(towlower(c)); record(towupper(c)); record(btowc(c)); record(wctob(c));\n\
             char s[2] = { c, 0 }; wchar_t w = 99; record(mbtowc(&w, s, 1)); record(w); record(mblen(s, 1));\n\
             record(wctomb(s, c)); record_bytes(s, 2); }\n\
             record(btowc(EOF) == WEOF); record(wctob(WEOF)); record(mbtowc(0, 0, 0)); record(iswalpha(WEOF));\n";
    compare("wide characters", &body);
}

#[test]
fn numbers() {
    let mut random = Random(0x1234567);
    let mut text = String::from("char *end;\n");
    for _ in 0..cases() {
        let blank = random.pick(&["", " ", "\\t\\n ", "\\v"]);
        let sign = random.pick(&["", "-", "+", "- ", "--"]);
        let prefix = random.pick(&["", "0", "0x", "0X", "0b", "00x", "x"]);
        let digits = match random.below(3) {
            0 => random.number().unsigned_abs().to_string(),
            1 => format!("{:x}", random.number()),
            _ => random
                .pick(&[
                    "9223372036854775807",
                    "9223372036854775808",
                    "18446744073709551615",
                    "18446744073709551616",
                    "2147483648",
                    "zZ",
                    "",
                    "7fffffffffffffff",
                    "4294967296",
                ])
                .to_string(),
        };
        let tail = random.pick(&["", "g", " 1", "-", "."]);
        let number = format!("\"{blank}{sign}{prefix}{digits}{tail}\"");
        let base = random.pick(&["10", "0", "16", "8", "2", "36", "7", "1", "37", "-1"]);
        for function in ["strtol", "strtoul", "strtoll", "strtoull"] {
            text.push_str(&format!(
                "errno = 0; end = 0; record({function}({number}, &end, {base})); record(errno); if (end) record(strlen(end));\n"
            ));
        }
        text.push_str(&format!(
            "record(atoi({number})); record(atol({number})); record(atoll({number}));\n"
        ));
        let (a, b) = (random.number() as i32, (random.number() as i32).max(-1) | 1);
        let b = if a == i32::MIN && b == -1 { 1 } else { b };
        text.push_str(&format!(
            "{{ div_t d = div({a}, {b}); record(d.quot); record(d.rem); ldiv_t l = ldiv({a}, {b}); record(l.quot); \
             record(l.rem); record(ffs({a})); record(ffsll({b})); record(labs({}L)); }}\n",
            a.max(-i32::MAX)
        ));
    }
    compare("numbers", &text);
}

#[test]
fn formats() {
    let mut random = Random(0xfeed);
    let mut text = String::from("char t[80]; int count;\n");
    for _ in 0..cases() {
        let mut format = String::from("<");
        let mut arguments = String::new();
        for _ in 0..1 + random.below(3) {
            let mut flags = String::new();
            for flag in ['-', '+', ' ', '#', '0'] {
                if random.below(4) == 0 {
                    flags.push(flag);
                }
            }
            let width = match random.below(4) {
                0 => random.below(12).to_string(),
                1 => {
                    arguments.push_str(&format!(", {}", random.below(16) as i64 - 8));
                    "*".to_string()
                }
                _ => String::new(),
            };
            let precision = match random.below(4) {
                0 => format!(".{}", random.below(8)),
                1 => {
                    arguments.push_str(&format!(", {}", random.below(8) as i64 - 2));
                    ".*".to_string()
                }
                _ => String::new(),
            };
            let number = random.number();
            let (modifier, argument) = match random.below(6) {
                0 => ("ll", format!("{}LL", number.max(-i64::MAX))),
                1 => ("l", format!("(long){}LL", number.max(-i64::MAX))),
                2 => ("h", format!("{}", number as i16)),
                3 => ("hh", format!("{}", number as i8)),
                _ => ("", format!("(int){}LL", number as i32)),
            };
            match random.below(8) {
                0 => {
                    let s = random.text("abc%\u{e4}", 6);
                    format.push_str(&format!(
                        "%{}{width}{precision}s|",
                        flags.replace(['+', ' ', '#', '0'], "")
                    ));
                    arguments.push_str(&format!(", {s}"));
                }
                1 => {
                    format.push_str(&format!(
                        "%{}{width}c%%",
                        flags.replace(['+', ' ', '#', '0'], "")
                    ));
                    // A precision of a character means nothing, but its argument must not stay behind.
                    if precision == ".*" {
                        let cut = arguments.rfind(',').unwrap_or(0);
                        arguments.truncate(cut);
                    }
                    arguments.push_str(&format!(", {}", 33 + random.below(90)));
                }
                2 | 3 => {
                    format.push_str(&format!(
                        "%{}{width}{precision}{modifier}d,",
                        flags.replace('#', "")
                    ));
                    arguments.push_str(&format!(", {argument}"));
                }
                kind => {
                    let conversion = ["u", "x", "X", "o"][kind as usize - 4];
                    let flags = flags.replace(['+', ' '], "");
                    let flags = if conversion == "u" {
                        flags.replace('#', "")
                    } else {
                        flags
                    };
                    format.push_str(&format!(
                        "%{flags}{width}{precision}{modifier}{conversion};"
                    ));
                    arguments.push_str(&format!(", {argument}"));
                }
            }
        }
        let room = [0, 1, 5, 80][random.below(4) as usize];
        text.push_str(&format!(
            "memset(t, '#', 80); record(snprintf(t, {room}, \"{format}\"{arguments})); record_bytes(t, 80);\n\
             record(sprintf(t, \"{format}%n\"{arguments}, &count)); record(count); record_bytes(t, count + 1);\n"
        ));
    }
    compare("formats", &text);
}

#[test]
fn scanning() {
    let mut random = Random(0xabcdef);
    let mut text = String::new();
    for _ in 0..cases() {
        let input = random.text("12 -x0a7,\tz", 12);
        let format = random.pick(&[
            "%d%d%n",
            "%i %x%n",
            "%2d%3d%n",
            "%o,%d%n",
            "x%d%*d%d%n",
            "%u %u%n",
            " %d , %d%n",
        ]);
        text.push_str(&format!(
            "{{ int a = -7, b = -8, n = -9, unused = 0; record(sscanf({input}, \"{format}\", &a, &b, &n, &unused)); \
             record(a); record(b); record(n); }}\n"
        ));
        let format = random.pick(&[
            "%s%c",
            "%3s%1c",
            "%[0-9]%[^,]",
            "%[]a12]%s",
            "%c%c",
            " %c%s",
            "%[^0-9]%[x-z0]",
        ]);
        text.push_str(&format!(
            "{{ char a[20], b[20], c[20]; memset(a, '#', 20); memset(b, '#', 20); \
             record(sscanf({input}, \"{format}\", a, b, c)); record_bytes(a, 20); record_bytes(b, 20); }}\n"
        ));
    }
    compare("scanning", &text);
}

#[test]
fn sorting() {
    let mut random = Random(77);
    let mut text = String::from(
        "int compare(const void *a, const void *b); int keys[40]; short narrow[40]; int *p;\n",
    );
    for _ in 0..cases() / 3 {
        let count = random.below(9);
        let factor = 2 * random.below(49) + 3;
        // Different by construction.
        text.push_str(&format!(
            "for (int i = 0; i < {count}; i++) keys[i] = i * {factor} % 101 * 10; qsort(keys, {count}, 4, compare); \
             record_bytes(keys, {}); for (int k = 0; k < 1000; k += 90) {{ p = bsearch(&k, keys, {count}, 4, compare); \
             record_offset(p, keys); }}\n",
            4 * count
        ));
    }
    let text = format!(
        "{text}\n}}\nint compare(const void *a, const void *b) {{ int x = *(int *)a, y = *(int *)b; \
         return x < y ? -1 : x > y;"
    );
    compare("sorting", &text);
}

#[test]
fn variable_arguments() {
    let mut random = Random(31337);
    let mut text = String::from(
        "struct pair { long a, b; }; struct mixed { long a; double b; }; struct floats { float a, b; }; \
         struct large { int a[5]; }; struct aligned { _Alignas(16) long a; long b; }; \
         struct coarse { _Alignas(64) long a; };\nvoid all(const char *kinds, ...);\n",
    );
    for _ in 0..cases() {
        let mut kinds = String::new();
        let mut arguments = String::new();
        for _ in 0..random.below(14) {
            let n = random.number() as i32;
            let n = n.max(-i32::MAX);
            let (kind, argument) = match random.below(11) {
                0 | 1 => ('i', format!("{n}")),
                2 => ('l', format!("{n}L")),
                3 => ('w', format!("{n}LL * 65537")),
                4 => ('d', format!("(double){n}.5")),
                5 => ('p', format!("(struct pair){{{n}, 3}}")),
                6 => ('m', format!("(struct mixed){{{n}, 0.25}}")),
                7 => ('a', format!("(struct aligned){{{n}, 4}}")),
                8 => ('c', format!("(struct coarse){{{n}}}")),
                9 => ('f', format!("(struct floats){{{}.0f, 2.0f}}", n % 1000)),
                _ => ('b', format!("(struct large){{{{1, 2, 3, 4, {n}}}}}")),
            };
            kinds.push(kind);
            arguments.push_str(&format!(", {argument}"));
        }
        text.push_str(&format!("all(\"{kinds}\"{arguments});\n"));
    }
    let text = format!(
        r#"{text} return 0; }}
        struct pair {{ long a, b; }}; struct mixed {{ long a; double b; }}; struct floats {{ float a, b; }};
        struct large {{ int a[5]; }}; struct aligned {{ _Alignas(16) long a; long b; }};
        struct coarse {{ _Alignas(64) long a; }};
        void all(const char *kinds, ...) {{
            va_list list, copy; va_start(list, kinds); va_copy(copy, list);
            for (int turn = 0; turn < 2; turn++) {{
                for (const char *k = kinds; *k; k++) switch (*k) {{
                case 'i': record(va_arg(list, int)); break;
                case 'l': record(va_arg(list, long)); break;
                case 'w': record(va_arg(list, long long)); break;
                case 'd': {{ double x = va_arg(list, double); record_bytes(&x, 8); break; }}
                case 'p': {{ struct pair x = va_arg(list, struct pair); record(x.a); record(x.b); break; }}
                case 'm': {{ struct mixed x = va_arg(list, struct mixed); record(x.a); record_bytes(&x.b, 8); break; }}
                case 'a': {{ struct aligned x = va_arg(list, struct aligned); record(x.a); record(x.b); break; }}
                case 'c': {{ struct coarse x = va_arg(list, struct coarse); record(x.a); break; }}
                case 'f': {{ struct floats x = va_arg(list, struct floats); record_bytes(&x, 8); break; }}
                case 'b': {{ struct large x = va_arg(list, struct large); record_bytes(&x, 20); break; }}
                }}
                va_end(list); va_copy(list, copy);
            }}
            va_end(list); va_end(copy);
        }}
        int unused(void) {{"#
    );
    // The declarations are inside and outside `main`: both are needed, and are different types of the same shape.
    compare("variable arguments", &text);
}
