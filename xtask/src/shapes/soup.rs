//! Programs that do anything with a few pointers: assign, link, move on, free and compare them.
//!
//! Most dereferences have a guard against null, and some frees have one against aliases; the others are mistakes, or not.

use super::program::Parts;
use crate::random::Random;

const POINTERS: [&str; 3] = ["a", "b", "c"];

pub fn parts(random: &mut Random) -> Parts {
    let careful = if random.chance(70) { 100 } else { 85 };
    let mut soup = Soup { random, careful };
    let frees = soup.random.chance(60);
    let count = 2 + soup.random.below(3);
    let mut steps: Vec<String> = (0..count)
        .map(|_| {
            let count = 1 + soup.random.below(2);
            let statements = (0..count).map(|_| soup.statement(frees));
            statements.collect::<Vec<_>>().join(" ")
        })
        .collect();
    steps[0] = format!("{} {}", soup.make(), steps[0]);
    let inside = soup.random.chance(50);
    let check = soup.check();
    let end = (0..1 + soup.random.below(2))
        .map(|_| soup.check())
        .collect();
    Parts {
        members: vec![
            "struct node *next;".into(),
            "int *to;".into(),
            "int n[3];".into(),
        ],
        functions: String::new(),
        kept: "struct node *a = 0, *b = 0, *c = 0, **s = &a; $T *d = 0;".into(),
        steps,
        check_inside: inside.then_some(check),
        end,
        most_iterations: 3,
    }
}

struct Soup<'a> {
    random: &'a mut Random,
    /// In so many percent of the cases there is a guard.
    careful: u64,
}

impl Soup<'_> {
    fn pointer(&mut self) -> &'static str {
        POINTERS[self.random.below(POINTERS.len())]
    }

    fn value(&mut self) -> usize {
        1 + self.random.below(3)
    }

    fn make(&mut self) -> String {
        format!("{} = @({});", self.pointer(), self.value())
    }

    /// A statement that needs the pointer not to be null.
    fn guarded(&mut self, pointer: &str, statement: &str) -> String {
        match self.random.chance(self.careful) {
            true => format!("if ({pointer}) {statement}"),
            false => statement.to_string(),
        }
    }

    fn statement(&mut self, frees: bool) -> String {
        let (p, q) = (self.pointer(), self.pointer());
        let value = self.value();
        match self.random.below(if frees { 21 } else { 17 }) {
            0 | 1 => self.make(),
            2 => format!("{p} = {q};"),
            3 | 4 => self.guarded(p, &format!("{p}->next = {q};")),
            5 | 6 => self.guarded(q, &format!("{p} = {q}->next;")),
            7 | 8 => self.guarded(p, &format!("{p}->v = {value};")),
            9 => self.guarded(p, &format!("d = &{p}->v;")),
            10 => self.guarded("d", &format!("*d = {value};")),
            11 => self.guarded(p, &format!("s = &{p}->next;")),
            12 => format!("*s = {p};"),
            13 => {
                let index = self.random.below(3);
                self.guarded(
                    p,
                    &format!("{{ {p}->n[{index}] = {value}; {p}->to = &{p}->n[{index}]; }}"),
                )
            }
            14 => self.guarded(p, &format!("if ({p}->to) *{p}->to += 1;")),
            15 => self.guarded(&format!("{p} && {q}"), &format!("*{p} = *{q};")),
            16 => self
                .guarded(
                    &format!("{p} && {q}"),
                    &format!(
                        "{{ struct node old = *{p}; memcpy({p}, {q}, sizeof old); *{q} = old; }}"
                    ),
                )
                .replace("memcpy", if p == q { "memmove" } else { "if (1) memmove" }),
            17 => self.guarded(p, &format!("{{ free({p}); {p} = 0; }}")),
            18 => format!("free({p}); {p} = 0;"),
            _ => {
                let others = POINTERS.iter().filter(|o| **o != p);
                let clear: String = others
                    .map(|o| format!(" if ({o} == {p}) {o} = 0; else if ({o}) {o}->next = 0;"))
                    .collect();
                format!("if ({p}) {{{clear} d = 0; s = &a; free({p}); {p} = 0; }}")
            }
        }
    }

    fn check(&mut self) -> String {
        let (p, q) = (self.pointer(), self.pointer());
        let value = self.value();
        let condition = match self.random.below(9) {
            0 => format!("!{p} || {p} != {q}"),
            1 => format!("!{p} || {p}->v != {value}"),
            2 => format!("!{p} || !{p}->next || {p}->next != {q}"),
            3 => format!("!{p} || {p}->v < 4"),
            4 => format!("!d || !{p} || d != &{p}->v"),
            5 => "!d || *d > 0".to_string(),
            6 => format!("!{p} || !{p}->to || *{p}->to > 1"),
            7 => format!("!{p} || !{p}->to || {p}->to == &{p}->n[{}]", value - 1),
            _ => format!("!{p} || {p}->next != {p}"),
        };
        format!("assert({condition});")
    }
}
