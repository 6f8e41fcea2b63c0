//! Random programs that allocate in loops, and their text in C.
//!
//! Half of them keep a structure of one of the [kinds](super::kinds), in which at most one step has a mistake. The others do
//! anything with a few pointers ([`super::soup`]).

use super::kinds::{KINDS, Kind, Operation};
use super::soup;
use crate::random::Random;
use std::fmt::Write;

/// The text of the program of a seed, always the same one.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let parts = match random.chance(60) {
        true => {
            let kind = random.pick(KINDS);
            of_kind(&mut random, kind)
        }
        false => soup::parts(&mut random),
    };
    assemble(&mut random, &parts)
}

/// What a program is put together from.
pub struct Parts {
    pub members: Vec<String>,
    pub functions: String,
    pub kept: String,
    /// One of them in each iteration.
    pub steps: Vec<String>,
    pub check_inside: Option<String>,
    pub end: Vec<String>,
    pub most_iterations: usize,
}

fn of_kind(random: &mut Random, kind: &Kind) -> Parts {
    let count = 1 + random.below(3);
    let mut steps = vec![random.pick(kind.grow)];
    steps.extend((0..count).map(|_| match random.chance(20) {
        true => random.pick(kind.grow),
        false => random.pick(kind.operations),
    }));
    let check = random.pick(kind.checks);
    let inside = random.chance(40);
    let frees = random.chance(60);
    let places = steps.len() + usize::from(frees) + 1;
    // A mistake in one place, or in none.
    let mistake = random.chance(60).then(|| random.below(places));
    let mut text = |place: usize, operation: &Operation| match operation.wrong {
        wrong if !wrong.is_empty() && mistake == Some(place) => random.pick(wrong).to_string(),
        _ => operation.right.to_string(),
    };
    let count = steps.len();
    let steps = steps
        .into_iter()
        .enumerate()
        .map(|(n, step)| text(n, step))
        .collect();
    let check = text(count, check);
    let free = frees.then(|| text(count + 1, &kind.free));
    Parts {
        members: kind.members.iter().map(ToString::to_string).collect(),
        functions: kind.functions.to_string(),
        kept: kind.kept.to_string(),
        steps,
        end: (!inside)
            .then(|| check.clone())
            .into_iter()
            .chain(free)
            .collect(),
        check_inside: inside.then_some(check),
        most_iterations: 4,
    }
}

const HEAD: &str = "#include <assert.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n\
                    extern unsigned char __VERIFIER_nondet_uchar(void);\n\
                    extern _Bool __VERIFIER_nondet_bool(void);\n\n";

fn assemble(random: &mut Random, parts: &Parts) -> String {
    let mut text = String::from(HEAD);
    let data = *random.pick(&["int", "char", "unsigned short", "long", "int"]);
    let mut members = parts.members.clone();
    members.push("$T v;".to_string());
    if random.chance(25) {
        members.push("char tag;".to_string());
    }
    shuffle(random, &mut members);
    if members.iter().any(|m| m.contains("struct link")) {
        text.push_str("struct link { struct link *next; };\n");
    }
    let _ = writeln!(text, "struct node {{ {} }};\n", members.join(" "));
    text.push_str(&parts.functions);
    text.push_str(&makers(random, &members));
    let is_global = random.chance(30);
    if is_global {
        text.push_str(&parts.kept);
        text.push('\n');
    }
    text.push_str("int main(void) {\n");
    if !is_global {
        let _ = writeln!(text, "  {}", parts.kept);
    }
    text.push_str("  struct node *p, *q, *w;\n");
    let _ = writeln!(text, "  {}", header(random, parts.most_iterations));
    text.push_str(&choice(parts));
    if let Some(check) = &parts.check_inside {
        let _ = writeln!(text, "    {check}");
    }
    text.push_str("  }\n");
    for line in &parts.end {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str("  return 0;\n}\n");
    let text = text.replace("$T", data);
    allocations(random, &text)
}

/// The head of the loop, up to its brace.
fn header(random: &mut Random, most: usize) -> String {
    let most = 2 + random.below(most - 1);
    match random.below(3) {
        0 => format!("for (int k = 0; k < {most}; k++) {{"),
        1 => format!("int k = 0; while (__VERIFIER_nondet_bool() && k++ < {most}) {{"),
        _ => format!("for (int k = {most}; k > 0 && __VERIFIER_nondet_bool(); k--) {{"),
    }
}

fn choice(parts: &Parts) -> String {
    let mut text = String::new();
    match &parts.steps[..] {
        [one] => {
            let _ = writeln!(text, "    {one}");
        }
        [one, two] => {
            let _ = writeln!(
                text,
                "    if (__VERIFIER_nondet_bool()) {{ {one} }}\n    else {{ {two} }}"
            );
        }
        steps => {
            text.push_str("    switch (__VERIFIER_nondet_uchar() & 3) {\n");
            for (n, step) in steps.iter().enumerate() {
                let _ = writeln!(text, "    case {n}: {step} break;");
            }
            text.push_str("    }\n");
        }
    }
    text
}

/// Three functions that make a node: two places of allocation, one of which is reached in two ways.
fn makers(random: &mut Random, members: &[String]) -> String {
    let pointers = members
        .iter()
        .filter_map(|m| Some(m.split_once('*')?.1.trim_end_matches(';')));
    let nulls: String = pointers.map(|name| format!("n->{name} = 0; ")).collect();
    let link = members.iter().any(|m| m.contains("struct link"));
    // Data is copied, and then read.
    let arrays = members.iter().any(|m| m.contains("n[3]"));
    let nulls = nulls
        + if arrays {
            "memset(n->n, 0, sizeof n->n); "
        } else {
            ""
        };
    let nulls = nulls + if link { "n->link.next = 0; " } else { "" };
    let mut text = String::new();
    for name in ["make", "other"] {
        let body = match random.below(5) {
            0 | 1 => format!("malloc(sizeof *n); {nulls}n->v = v;"),
            2 => "calloc(1, sizeof *n); n->v = v;".to_string(),
            3 => "malloc(sizeof *n); memset(n, 0, sizeof *n); n->v = v;".to_string(),
            _ => "malloc(sizeof *n); *n = (struct node){ .v = v };".to_string(),
        };
        let _ = writeln!(
            text,
            "static struct node *{name}($T v) {{ struct node *n = {body} return n; }}"
        );
    }
    text.push_str("static struct node *also($T v) { return make(v); }\n\n");
    text
}

/// Replaces `@` by the name of a function that makes a node.
fn allocations(random: &mut Random, text: &str) -> String {
    let mut pieces = text.split('@');
    let mut whole = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let name = *random.pick(&["make", "make", "also", "other"]);
        whole.push_str(name);
        whole.push_str(piece);
    }
    whole
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for n in (1..items.len()).rev() {
        items.swap(n, random.below(n + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_seed_makes_one_program() {
        assert_eq!(program(7), program(7));
        let all: BTreeSet<String> = (0..200).map(program).collect();
        assert!(all.len() > 190);
    }

    #[test]
    fn nothing_is_left_to_replace() {
        for text in (0..500).map(program) {
            assert!(!text.contains(['@', '$']), "{text}");
        }
    }
}
