//! Output that needs no model: calls that print constants and numbers, and whose result is not used.
//!
//! What a program prints is not part of its meaning here. So a call of `printf` matters only through what it reads (`%s`) and
//! writes (`%n`), through missing arguments, and through its result. The C model has all of that; but most calls need none
//! of it, and are dropped.

use super::FunctionLowerer;
use super::call::resolve_alias;
use crate::llvm::{Module, Opcode, TypeKind, Value, ValueKind};

/// Whether all uses of a declared function are calls that need no model.
pub fn is_trivial_output(module: &Module<'_>, function: Value<'_>, checks_accesses: bool) -> bool {
    let name = function.name();
    let is_call = |user: &Value<'_>| {
        user.kind() == ValueKind::Instruction
            && matches!(user.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke)
            && user.called() == function
    };
    let trivial =
        |user: Value<'_>| is_call(&user) && is_trivial(module, user, &name, checks_accesses);
    function.users().into_iter().all(trivial)
}

fn is_trivial(module: &Module<'_>, call: Value<'_>, name: &str, checks_accesses: bool) -> bool {
    let args = call.args();
    let used = !call.users().is_empty();
    let is_text = |v: &Value<'_>| super::constants::string_constant(*v).is_some();
    let is_stream = |v: &Value<'_>| !checks_accesses || is_standard_stream(*v);
    match (name, args.as_slice()) {
        ("puts", [text]) => !used && (!checks_accesses || is_text(text)),
        ("fputs", [text, stream]) => {
            !used && is_stream(stream) && (!checks_accesses || is_text(text))
        }
        ("putchar", [_]) => !used,
        ("fputc" | "putc", [_, stream]) => !used && is_stream(stream),
        ("printf", [format, rest @ ..]) => {
            is_plain_format(module, *format, rest, used, checks_accesses)
        }
        ("fprintf", [stream, format, rest @ ..]) => {
            !used
                && is_stream(stream)
                && is_plain_format(module, *format, rest, used, checks_accesses)
        }
        _ => false,
    }
}

fn is_standard_stream(value: Value<'_>) -> bool {
    let is_load = value.kind() == ValueKind::Instruction && value.opcode() == Opcode::LLVMLoad;
    is_load && {
        let from = resolve_alias(value.operand(0));
        from.kind() == ValueKind::GlobalVariable
            && matches!(from.name().as_str(), "stdout" | "stderr")
    }
}

/// Whether a format reads nothing but its arguments, and all of them are there.
fn is_plain_format(
    module: &Module<'_>,
    format: Value<'_>,
    args: &[Value<'_>],
    used: bool,
    checks_accesses: bool,
) -> bool {
    let Some(text) = super::constants::string_constant(format) else {
        return false;
    };
    let Some(wanted) = conversions(&text, module.pointer_width() == 64) else {
        return false;
    };
    let mut given = args.iter();
    let fits = wanted.iter().all(|wanted| {
        let Some(arg) = given.next() else {
            return false;
        };
        match (wanted, arg.ty().kind()) {
            (Wanted::Text, _) => !checks_accesses,
            (Wanted::Integer(bits), TypeKind::Int(given)) => *bits == given,
            (Wanted::Integer(bits), TypeKind::Pointer) => *bits == module.pointer_width(),
            (Wanted::Pointer, TypeKind::Pointer) => true,
            (Wanted::Float(bits), TypeKind::Float(given)) => *bits == given,
            _ => false,
        }
    });
    fits && (!used || wanted.is_empty())
}

enum Wanted {
    Integer(u32),
    Float(u32),
    Pointer,
    Text,
}

/// The arguments that the conversions of a format need; `None` if they do more than print them.
fn conversions(format: &str, long_is_64: bool) -> Option<Vec<Wanted>> {
    let mut wanted = Vec::new();
    let mut rest = format;
    while let Some(start) = rest.find('%') {
        rest = &rest[start + 1..];
        let mut modifier = String::new();
        loop {
            let c = rest.chars().next()?;
            rest = &rest[c.len_utf8()..];
            match c {
                '-' | '+' | ' ' | '#' | '\'' | '.' | '0'..='9' => {}
                '*' => wanted.push(Wanted::Integer(32)),
                'h' | 'l' | 'q' | 'j' | 'z' | 't' | 'L' => modifier.push(c),
                '%' => break,
                'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                    let bits = match modifier.as_str() {
                        "" | "h" | "hh" => 32,
                        "l" | "z" | "t" if !long_is_64 => 32,
                        _ => 64,
                    };
                    wanted.push(Wanted::Integer(bits));
                    break;
                }
                'c' if modifier.is_empty() => {
                    wanted.push(Wanted::Integer(32));
                    break;
                }
                'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                    wanted.push(Wanted::Float(if modifier == "L" { 80 } else { 64 }));
                    break;
                }
                'p' => {
                    wanted.push(Wanted::Pointer);
                    break;
                }
                's' if modifier.is_empty() => {
                    wanted.push(Wanted::Text);
                    break;
                }
                _ => return None,
            }
        }
    }
    Some(wanted)
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// Calls that [`is_trivial`] knows: nothing happens.
    pub fn trivial_output(&mut self, inst: Value<'m>, name: &str) -> bool {
        let module = self.lowerer.module;
        if !is_trivial(module, inst, name, self.lowerer.checks_accesses) {
            return false;
        }
        if name != "printf" {
            return true;
        }
        let args = inst.args();
        let text = args
            .first()
            .and_then(|f| super::constants::string_constant(*f));
        let (Some(text), Some(width)) = (text, self.width(inst.ty())) else {
            return true;
        };
        // Standard output works; other streams are not trivial if the program uses the result.
        let shown = text.replace("%%", "%").len() as u64;
        let value = self.lowerer.pool.bv_u64(width, shown);
        self.values.insert(inst, value);
        true
    }
}
