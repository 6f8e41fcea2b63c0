//! Mutations: of bytes, of tokens and of lines.
//!
//! Tokens are replaced by others that may occur in the same place: of the same class, from the same file or from
//! another one; of the same group, once or everywhere; or by one that is known to make trouble. That keeps many mutants
//! acceptable to clang and to LLVM's reader, so that the later stages are tested, too. C and LLVM's IR share the
//! tokeniser: what differs is the first character of a token.

use super::seeds::FileKind;
use crate::random::Random;

/// Mutates a file; `other` is where foreign tokens and lines come from.
pub fn mutate(kind: FileKind, bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut result = bytes.to_vec();
    // Half of the mutants stay close to programs, and get past the parser.
    let is_binary = matches!(kind, FileKind::Bitcode | FileKind::System("aig"));
    let gentle = !is_binary && random.chance(50);
    if gentle {
        for _ in 0..1 + random.below(3) {
            result = match (kind, random.below(4)) {
                (FileKind::System(_), 1..) => mutate_alike(kind, &result, random),
                (_, 0) => replace_number(kind, &result, random),
                _ => mutate_group(kind, &result, random),
            };
        }
        return result;
    }
    // Mostly few: what is far from any program is rejected at once.
    let count = 1
        + random.below(3)
        + if random.chance(15) {
            random.below(20)
        } else {
            0
        };
    for _ in 0..count {
        result = match (kind, random.below(20)) {
            _ if is_binary => mutate_bytes(result, random),
            (_, 0) => mutate_bytes(result, random),
            (_, 1..=3) => mutate_lines(&result, other, random),
            (kind, 4..=13) => mutate_group(kind, &result, random),
            (kind, _) => mutate_tokens(kind, &result, other, random),
        };
    }
    result
}

// ---- bytes ----

const BYTES: [u8; 10] = [0, 1, 0x7f, 0x80, 0xff, b'"', b'{', b'(', b'\\', b'\n'];

fn mutate_bytes(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    if bytes.is_empty() {
        return vec![*random.pick(&BYTES)];
    }
    let at = random.below(bytes.len());
    let end = (at + 1 + random.below(16)).min(bytes.len());
    match random.below(8) {
        0..=2 => bytes[at] ^= 1 << random.below(8),
        3 => bytes[at] = *random.pick(&BYTES),
        4 => bytes[at] = random.next() as u8,
        5 => {
            bytes.drain(at..end);
        }
        6 => {
            let copy = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        _ => bytes.truncate(at),
    }
    bytes
}

// ---- lines ----

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|b| *b == b'\n').collect()
}

fn mutate_lines(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut all = lines(bytes);
    let foreign = lines(other);
    if all.is_empty() {
        return other.to_vec();
    }
    let at = random.below(all.len());
    let to = random.below(all.len());
    match random.below(5) {
        0 => {
            all.remove(at);
        }
        1 => all.insert(to, all[at]),
        2 => all.swap(at, to),
        3 if !foreign.is_empty() => all.insert(at, *random.pick(&foreign)),
        _ => {
            let end = (at + 2 + random.below(8)).min(all.len());
            all.drain(at..end);
        }
    }
    all.concat()
}

// ---- tokens ----

/// What a token may be replaced by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Blank,
    Name,
    /// `%x` of LLVM, a remainder of C.
    Local,
    /// `@x` of LLVM.
    Global,
    /// `!x` of LLVM, a negation of C.
    Meta,
    Number,
    Text,
    Sign,
}

fn class(token: &[u8]) -> Class {
    match token.first().copied().unwrap_or(b' ') {
        b if b.is_ascii_whitespace() => Class::Blank,
        b'0'..=b'9' => Class::Number,
        b'"' | b'\'' => Class::Text,
        b'%' if token.len() > 1 => Class::Local,
        b'@' if token.len() > 1 => Class::Global,
        b'!' if token.len() > 1 => Class::Meta,
        b if b.is_ascii_alphabetic() || b == b'_' || b == b'.' => Class::Name,
        _ => Class::Sign,
    }
}

fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$')
}

/// The tokens in their order; nothing is lost.
fn tokens(kind: FileKind, bytes: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    let mut rest = bytes;
    while let Some(&first) = rest.first() {
        let run = |skip: usize, p: &dyn Fn(u8) -> bool| {
            skip + rest[skip..].iter().take_while(|b| p(**b)).count()
        };
        let length = match first {
            b if b.is_ascii_whitespace() => run(1, &|b| b.is_ascii_whitespace()),
            b'"' | b'\'' => {
                let inside = run(1, &|b| b != first && b != b'\n');
                (inside + 1).min(rest.len())
            }
            b'%' | b'@' | b'!' | b'#' if kind == FileKind::Text => run(1, &is_name),
            b if is_name(b) => run(1, &is_name),
            _ => 1,
        };
        let (token, after) = rest.split_at(length.max(1));
        all.push(token);
        rest = after;
    }
    all
}

const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "2",
    "7",
    "8",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "128",
    "255",
    "4096",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
];

const C_NAMES: [&str; 46] = [
    "int",
    "unsigned",
    "char",
    "short",
    "long",
    "float",
    "double",
    "_Bool",
    "void",
    "__int128",
    "_BitInt(7)",
    "_BitInt(129)",
    "_Float16",
    "_Complex",
    "struct",
    "union",
    "enum",
    "static",
    "extern",
    "const",
    "volatile",
    "_Atomic",
    "_Thread_local",
    "__attribute__((packed))",
    "__attribute__((aligned(64)))",
    "__attribute__((vector_size(16)))",
    "__attribute__((weak))",
    "__attribute__((noreturn))",
    "__attribute__((constructor))",
    "__attribute__((alias(\"main\")))",
    "sizeof",
    "_Alignof",
    "typeof",
    "if",
    "else",
    "while",
    "do",
    "for",
    "switch",
    "case",
    "default",
    "goto",
    "break",
    "return",
    "__builtin_alloca",
    "__builtin_unreachable()",
];

const IR_NAMES: [&str; 64] = [
    "i1",
    "i7",
    "i8",
    "i16",
    "i32",
    "i64",
    "i65",
    "i128",
    "i999",
    "i8388607",
    "half",
    "bfloat",
    "float",
    "double",
    "fp128",
    "x86_fp80",
    "ppc_fp128",
    "ptr",
    "ptr addrspace(1)",
    "void",
    "{ i32, ptr }",
    "{}",
    "[0 x i32]",
    "[3 x i17]",
    "<4 x i32>",
    "<2 x ptr>",
    "<vscale x 4 x i32>",
    "x86_amx",
    "target(\"spirv.Image\")",
    "token",
    "label",
    "add",
    "sub",
    "mul",
    "udiv",
    "sdiv",
    "srem",
    "shl",
    "ashr",
    "and",
    "xor",
    "fadd",
    "frem",
    "zext",
    "trunc",
    "sitofp",
    "bitcast",
    "inttoptr",
    "freeze",
    "nsw",
    "exact",
    "inbounds",
    "volatile",
    "atomic",
    "undef",
    "poison",
    "zeroinitializer",
    "null",
    "none",
    "undef",
    "musttail",
    "weak",
    "extern_weak",
    "thread_local",
];

const SIGNS: [&str; 30] = [
    "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "==", "!=", "&&", "||", "!", "~",
    "(", ")", "[", "]", "{", "}", ";", ",", ".", "->", "=", "?",
];

/// Tokens of C that can replace each other without a syntax error.
const C_GROUPS: [&[&str]; 8] = [
    &[
        "int",
        "char",
        "short",
        "long",
        "float",
        "double",
        "_Bool",
        "unsigned",
        "__int128",
        "_BitInt(7)",
        "_BitInt(65)",
        "_Float16",
        "__bf16",
        "__float128",
        "_Complex double",
        "long double",
        "unsigned long",
        "unsigned char",
        "_Atomic int",
        "volatile int",
    ],
    &["+", "-", "*", "/", "%", "&", "|", "^", ","],
    &["<", ">"],
    &["struct", "union"],
    &["while", "if", "switch"],
    &["break", "continue", "return"],
    &[
        "static",
        "extern",
        "_Thread_local",
        "static const",
        "inline",
    ],
    &[
        "malloc", "calloc", "realloc", "free", "alloca", "abs", "strlen", "puts",
    ],
];

/// The same for LLVM's IR.
const IR_GROUPS: [&[&str]; 11] = [
    &[
        "i1", "i3", "i8", "i9", "i16", "i31", "i32", "i33", "i64", "i65", "i128", "i257", "i1000",
    ],
    &[
        "half",
        "bfloat",
        "float",
        "double",
        "fp128",
        "x86_fp80",
        "ppc_fp128",
    ],
    &[
        "add",
        "sub",
        "mul",
        "udiv",
        "sdiv",
        "urem",
        "srem",
        "shl",
        "lshr",
        "ashr",
        "and",
        "or",
        "xor",
        "add nsw",
        "add nuw",
        "sdiv exact",
        "or disjoint",
    ],
    &["fadd", "fsub", "fmul", "fdiv", "frem", "fadd fast"],
    &[
        "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
    ],
    &[
        "oeq", "ogt", "olt", "ord", "uno", "ueq", "une", "true", "false",
    ],
    &[
        "zext", "sext", "trunc", "bitcast", "uitofp", "fptosi", "ptrtoint", "inttoptr",
    ],
    &[
        "private",
        "internal",
        "external",
        "weak",
        "linkonce",
        "common",
        "extern_weak",
        "hidden",
        "appending",
        "available_externally",
    ],
    &["undef", "poison", "null", "zeroinitializer", "none"],
    &["load", "load volatile", "load atomic"],
    &["ret", "br", "switch", "unreachable", "resume", "indirectbr"],
];

/// Words of BTOR2, of SMT-LIB as VMT and Horn clauses use it, and of the headers of AIGER and DimSpec.
const SYSTEM_NAMES: [&str; 30] = [
    "sort",
    "bitvec",
    "array",
    "input",
    "state",
    "init",
    "next",
    "bad",
    "constraint",
    "fair",
    "justice",
    "output",
    "one",
    "ones",
    "zero",
    "forall",
    "exists",
    "let",
    "true",
    "false",
    "define-fun",
    "declare-fun",
    "assert",
    "check-sat",
    "Bool",
    "Int",
    "aig",
    "cnf",
    "reached",
    "s0",
];

const SYSTEM_GROUPS: [&[&str]; 9] = [
    &["bad", "constraint", "output", "fair", "justice"],
    &["init", "next"],
    &["state", "input"],
    &["bitvec", "array"],
    &["const", "constd", "consth"],
    &["one", "zero", "ones"],
    &[
        "add", "sub", "mul", "udiv", "urem", "sdiv", "srem", "smod", "and", "or", "xor", "sll",
        "srl", "sra", "rol", "ror", "eq", "neq", "ult", "ulte", "slt", "slte", "iff", "implies",
        "uaddo", "smulo", "concat", "read",
    ],
    &[
        "not", "neg", "inc", "dec", "redand", "redor", "redxor", "slice", "uext", "sext", "ite",
        "write",
    ],
    &["i", "u", "g", "t", "aag", "aig", "cnf"],
];

fn is_type(kind: FileKind, token: &[u8]) -> bool {
    let types = [IR_GROUPS[0], IR_GROUPS[1]].concat();
    kind == FileKind::Text && types.iter().any(|t| t.as_bytes() == token)
}

/// Replaces a token by another of its group, here or everywhere.
fn mutate_group(kind: FileKind, bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let groups: &[&[&str]] = match kind {
        FileKind::Source => &C_GROUPS,
        FileKind::Text | FileKind::Bitcode => &IR_GROUPS,
        FileKind::System(_) => &SYSTEM_GROUPS,
    };
    let group = |token: &[u8]| {
        let has = |g: &&&[&str]| g.iter().any(|t| t.as_bytes() == token);
        groups.iter().find(has)
    };
    let mut all = tokens(kind, bytes);
    let places: Vec<usize> = (0..all.len())
        .filter(|i| group(all[*i]).is_some())
        .collect();
    let Some(&at) = places.get(random.below(places.len().max(1))) else {
        return mutate_bytes(bytes.to_vec(), random);
    };
    let old = all[at];
    let Some(list) = group(old) else {
        return bytes.to_vec();
    };
    let new = random.pick(list).as_bytes();
    // Types must fit each other: in IR one that changes alone is an error at once.
    let everywhere = if is_type(kind, old) { 95 } else { 30 };
    if random.chance(everywhere) {
        for token in all.iter_mut().filter(|t| **t == old) {
            *token = new;
        }
    } else {
        all[at] = new;
    }
    all.concat()
}

/// Replaces a token by another one of its class, or a digit by another digit.
fn mutate_alike(kind: FileKind, bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let all = tokens(kind, bytes);
    let is_visible = |i: &usize| !matches!(class(all[*i]), Class::Blank | Class::Sign);
    let places: Vec<usize> = (0..all.len()).filter(is_visible).collect();
    let Some(&at) = places.get(random.below(places.len().max(1))) else {
        return mutate_bytes(bytes.to_vec(), random);
    };
    let mut own = all[at].to_vec();
    let alike = places.iter().filter(|i| class(all[**i]) == class(all[at]));
    let alike: Vec<usize> = alike.copied().collect();
    let digit = random.below(own.len());
    match own[digit] {
        old @ b'0'..=b'9' if random.chance(60) => own[digit] = old / 2 * 2 + 1 - old % 2,
        _ => own = all[*random.pick(&alike)].to_vec(),
    }
    let mut all: Vec<&[u8]> = all;
    all[at] = &own;
    all.concat()
}

/// Replaces a number by one that is known to make trouble.
fn replace_number(kind: FileKind, bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut all = tokens(kind, bytes);
    let is_number = |i: &usize| class(all[*i]) == Class::Number;
    let places: Vec<usize> = (0..all.len()).filter(is_number).collect();
    if !places.is_empty() {
        all[*random.pick(&places)] = random.pick(&NUMBERS).as_bytes();
    }
    all.concat()
}

fn troublesome(kind: FileKind, class: Class) -> &'static [&'static str] {
    match (class, kind) {
        (Class::Number, _) => &NUMBERS,
        (Class::Name, FileKind::Source) => &C_NAMES,
        (Class::Name, FileKind::System(_)) => &SYSTEM_NAMES,
        (Class::Name, _) => &IR_NAMES,
        (Class::Sign, _) => &SIGNS,
        _ => &[],
    }
}

fn mutate_tokens(kind: FileKind, bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut all = tokens(kind, bytes);
    let visible = |all: &[&[u8]]| -> Vec<usize> {
        let is_visible = |i: &usize| class(all[*i]) != Class::Blank;
        (0..all.len()).filter(is_visible).collect()
    };
    let places = visible(&all);
    if places.is_empty() {
        return mutate_bytes(bytes.to_vec(), random);
    }
    let at = *random.pick(&places);
    let wanted = class(all[at]);
    match random.below(10) {
        0 => {
            all.remove(at);
        }
        1 => all.insert(*random.pick(&places), all[at]),
        2 => all.swap(at, *random.pick(&places)),
        3..=5 => {
            let list = troublesome(kind, wanted);
            if !list.is_empty() {
                all[at] = random.pick(list).as_bytes();
            }
        }
        choice => {
            let source = if choice < 8 {
                all.clone()
            } else {
                tokens(kind, other)
            };
            let same = |t: &&&[u8]| class(t) == wanted;
            let fitting: Vec<&[u8]> = source.iter().filter(same).copied().collect();
            if !fitting.is_empty() {
                all[at] = *random.pick(&fitting);
            }
        }
    }
    all.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_whole_text() {
        let text = b"int a = \"x y\" [0x1F]; // %d\n";
        let all = tokens(FileKind::Source, text);
        assert_eq!(all.concat(), text);
        assert!(all.contains(&b"\"x y\"".as_slice()) && all.contains(&b"0x1F".as_slice()));
        let ir = b"  %a.1 = call i32 @f(ptr %b), !dbg !12\n";
        let all = tokens(FileKind::Text, ir);
        assert_eq!(all.concat(), ir);
        let of = |wanted| all.iter().filter(|t| class(t) == wanted).count();
        let counts = [Class::Local, Class::Global, Class::Meta].map(of);
        assert_eq!(counts, [2, 1, 2]);
    }

    #[test]
    fn a_seed_makes_the_same_mutant_again() {
        let text = b"int main(void)\n{\n  return 0;\n}\n";
        let of = |seed| mutate(FileKind::Source, text, b"int x;\n", &mut Random::new(seed));
        assert!((0..50).all(|seed| of(seed) == of(seed)));
        assert!((0..50).any(|seed| of(seed) != text));
    }

    #[test]
    fn nothing_can_be_mutated() {
        for seed in 0..200 {
            for kind in [FileKind::Source, FileKind::Text, FileKind::Bitcode] {
                mutate(kind, b"", b"", &mut Random::new(seed));
            }
        }
    }
}
