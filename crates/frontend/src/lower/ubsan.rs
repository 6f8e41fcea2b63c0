//! The handlers that clang's sanitizers call: each becomes a check of its property.
//!
//! clang emits `if (fine) goto on; else { handler(record, operands); goto on; }`. The record is a constant with the
//! place and the C types. The check is where the handler is called, with the condition `false`. Where one
//! handler reports two errors (`x / 0` and `INT_MIN / -1`, shift amount and shift base), there is one check with the precise
//! condition for each. Such a condition holds whenever clang's own does, so [`super::clean`] may drop the branch.

use super::FunctionLowerer;
use super::arith::{quotient_text, zero_text};
use super::bounds::handler_in;
use super::step::Reported;
use crate::llvm::{Block, Opcode, Value, ValueKind};
use program::{InstKind, Property, Terminator};
use term::Term;

/// A kind of undefined operation that lowering itself checks unless a handler did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guard {
    DivByZero,
    DivOverflow,
    Shift,
}

/// An operation in a block that a handler before that block has checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Guarded<'m> {
    pub guard: Guard,
    pub block: Block<'m>,
    pub a: Term,
    pub b: Term,
}

/// A C type as the sanitizer's records describe it.
pub struct Described {
    /// Without the quotes; empty if unknown.
    pub name: String,
    /// Bits and signedness of an integer type.
    pub integer: Option<(u32, bool)>,
}

pub fn is_unreachable_handler(inst: Value<'_>) -> bool {
    inst.kind() == ValueKind::Instruction
        && inst.opcode() == Opcode::LLVMCall
        && inst
            .called()
            .name()
            .starts_with("__ubsan_handle_builtin_unreachable")
}

/// Whether a block reports a float that does not fit its integer type.
pub fn is_conversion_check(block: Block<'_>) -> bool {
    handler_in(block).is_some_and(|call| {
        let name = call.called().name();
        name.starts_with("__ubsan_handle_float_cast_overflow")
    })
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// `name` is without the prefix `__ubsan_handle_`.
    pub fn handler(&mut self, inst: Value<'m>, name: &str) {
        let kind = name.strip_suffix("_abort").unwrap_or(name);
        let args = inst.args();
        let record = args.first().copied().and_then(record_of);
        let described: Vec<Described> = record.map(described_types).unwrap_or_default();
        match kind {
            "add_overflow" => self.overflow(inst, &described, "addition"),
            "sub_overflow" => self.overflow(inst, &described, "subtraction"),
            "mul_overflow" => self.overflow(inst, &described, "multiplication"),
            "negate_overflow" => self.overflow(inst, &described, "negation"),
            "divrem_overflow" => self.division(inst, &described),
            "shift_out_of_bounds" => self.shift(inst, &described),
            "out_of_bounds" => {
                let array = described.first().map_or("", |d| d.name.as_str());
                let index = described.get(1);
                let operands = self.operands(inst, index);
                self.out_of_bounds(inst, array, operands);
            }
            "vla_bound_not_positive" => {
                let operands = self.operands(inst, described.first());
                self.length_not_positive(operands);
            }
            "builtin_unreachable" => {
                // The run ends here, so the rest of the block is dropped.
                let what = "code that must not be reached is reached";
                self.fails(Property::UnreachableCode, true, what, Vec::new());
                self.end(Terminator::Halt);
            }
            "missing_return" => {
                let what = "the end of a function that returns a value is reached";
                self.fails(Property::UnreachableCode, true, what, Vec::new());
                self.end(Terminator::Halt);
            }
            "invalid_builtin" => {
                let what = "a builtin function is called with zero, for which it is undefined";
                self.fails(Property::UnreachableCode, true, what, Vec::new());
            }
            "float_cast_overflow" => {
                // Only the conversion of a constant, which clang has folded, gets here.
                let what = "the float does not fit into the integer type";
                self.fails(Property::NoFloatCastOverflow, true, what, Vec::new());
            }
            "implicit_conversion" => {
                let name = |index: usize| described.get(index).map_or("", |d| d.name.as_str());
                let what = format!(
                    "a conversion changes the value ({} to {})",
                    name(0),
                    name(1)
                );
                let operands = self.operands(inst, described.first());
                let operands = operands.into_iter().take(1).collect();
                self.fails(Property::NoLossyConversion, false, what, operands);
            }
            "load_invalid_value" => {
                let what = "a value that its type does not have is read";
                self.fails(Property::UnreachableCode, true, what, Vec::new());
            }
            _ => self.unsupported(format_args!("the check `{kind}` of clang's")),
        }
    }

    pub fn fails(
        &mut self,
        property: Property,
        ends_run: bool,
        what: impl Into<String>,
        operands: Vec<Term>,
    ) {
        let no = self.lowerer.pool.ff();
        self.check(property, ends_run, what, no, operands);
    }

    /// A check whose condition holds whenever the handler is not called.
    pub fn precise_check(
        &mut self,
        property: Property,
        ends_run: bool,
        what: &str,
        condition: Term,
        operands: Vec<Term>,
    ) {
        if self.lowerer.pool.is_true(condition) {
            return;
        }
        let site = self.site(property, ends_run, what);
        self.precise.insert(site);
        self.emit(InstKind::Check {
            site,
            condition,
            operands,
        });
    }

    fn overflow(&mut self, inst: Value<'m>, described: &[Described], operation: &str) {
        let ty = described.first();
        let operands = self.operands(inst, ty);
        let signed = ty.and_then(|t| t.integer).is_none_or(|(_, signed)| signed);
        let name = ty.map_or("", |t| t.name.as_str());
        let mut what = if signed {
            format!("signed {operation} overflows")
        } else {
            format!("unsigned {operation} wraps around")
        };
        if !name.is_empty() {
            what.push_str(&format!(" ({name})"));
        }
        let property = if signed {
            Property::NoOverflow
        } else {
            Property::NoUnsignedOverflow
        };
        match self.reported(inst, ty) {
            Reported::Overflow => self.fails(property, false, what, operands),
            Reported::Nothing => {}
            Reported::Unknown => {
                let what = "`++`, `--`, or adding 1 at the end of a type narrower than `int`";
                let no = self.lowerer.pool.ff();
                self.undecided(property, what, no, operands);
            }
        }
    }

    fn division(&mut self, inst: Value<'m>, described: &[Described]) {
        let operands = self.operands(inst, described.first());
        let signed = described
            .first()
            .and_then(|t| t.integer)
            .is_some_and(|(_, signed)| signed);
        let [a, b] = operands[..] else {
            self.unsupported("this division");
            return;
        };
        let block = inst
            .block()
            .terminator()
            .and_then(|t| t.successors().first().copied());
        let division = block.is_none_or(|block| {
            !block
                .insts()
                .iter()
                .any(|i| matches!(i.opcode(), Opcode::LLVMURem | Opcode::LLVMSRem))
        });
        let guards = self.lowerer.guarded_by;
        if guards.div_by_zero {
            let holds = self.non_zero(b);
            let what = zero_text(division);
            self.precise_check(Property::NoDivByZero, true, what, holds, operands.clone());
            self.guard(Guard::DivByZero, block, a, b);
        }
        if guards.signed_overflow && signed {
            let holds = self.quotient_fits(a, b);
            let what = quotient_text(division);
            self.precise_check(Property::NoOverflow, true, what, holds, operands);
            self.guard(Guard::DivOverflow, block, a, b);
        }
    }

    pub fn guard(&mut self, guard: Guard, block: Option<Block<'m>>, a: Term, b: Term) {
        if let Some(block) = block {
            self.guarded.insert(Guarded { guard, block, a, b });
        }
    }

    /// The operands of a handler as values of the described type.
    fn operands(&mut self, inst: Value<'m>, ty: Option<&Described>) -> Vec<Term> {
        let args = inst.args();
        let Some(ty) = ty else {
            return Vec::new();
        };
        args.iter()
            .skip(1)
            .filter_map(|a| self.operand(*a, ty))
            .collect()
    }

    /// A handler's argument. clang widens a value to the width of a pointer, or stores one that is wider and passes its
    /// address. What it was before has the type of the operation; the record may name another one.
    pub fn operand(&mut self, arg: Value<'m>, ty: &Described) -> Option<Term> {
        match passed_value(arg) {
            Some(value) => Some(self.value(value)),
            None => {
                let term = self.value(arg);
                // Only a constant has lost its width.
                let width = match arg.kind() {
                    ValueKind::ConstantInt => ty.integer?.0,
                    _ => self.lowerer.pool.width(term),
                };
                Some(self.lowerer.pool.resize_unsigned(term, width))
            }
        }
    }
}

/// The value that clang widened or stored to pass it to a handler.
pub fn passed_value(arg: Value<'_>) -> Option<Value<'_>> {
    if arg.kind() != ValueKind::Instruction || !arg.is_nosanitize() {
        return None;
    }
    match arg.opcode() {
        Opcode::LLVMZExt => Some(arg.operand(0)),
        Opcode::LLVMPtrToInt => {
            let slot = arg.operand(0);
            let mut insts = arg.block().insts().into_iter();
            let store = insts.find(|i| i.opcode() == Opcode::LLVMStore && i.operand(1) == slot)?;
            Some(store.operand(0))
        }
        _ => None,
    }
}

/// The constant that a handler's first argument points to.
pub fn record_of(pointer: Value<'_>) -> Option<Value<'_>> {
    if pointer.kind() == ValueKind::GlobalVariable {
        pointer.initializer()
    } else {
        None
    }
}

/// The types in a record: `{ { file, line, column }, type, type… }`.
pub fn described_types(record: Value<'_>) -> Vec<Described> {
    let mut types = Vec::new();
    for index in 1.. {
        let Some(field) = record.element(index) else {
            break;
        };
        if field.kind() != ValueKind::GlobalVariable {
            continue;
        }
        types.extend(field.initializer().and_then(described));
    }
    types
}

/// A type descriptor: `{ i16 kind, i16 info, name }`, where an integer's info is twice the logarithm of its width, plus
/// one if it is signed.
fn described(descriptor: Value<'_>) -> Option<Described> {
    let number = |index| -> Option<u64> { descriptor.element(index)?.int_value()?.to_u64() };
    let kind = number(0)?;
    let info = number(1)?;
    let name = descriptor.element(2)?.string_bytes()?;
    let name = String::from_utf8_lossy(&name);
    let text = name.trim_end_matches('\0');
    let integer = (kind == 0).then(|| {
        let stored = 1u32 << ((info >> 1) & 15);
        (exact_width(text).unwrap_or(stored), info & 1 == 1)
    });
    // `'time_t' (aka 'long')`: the name that the program uses.
    let mut quoted = text.split('\'');
    let name = quoted.nth(1).unwrap_or(text).to_string();
    Some(Described { name, integer })
}

/// The width of `_BitInt(N)`, of which the descriptor has only that of the integer in which it is stored. An alias is
/// written out after its name.
fn exact_width(name: &str) -> Option<u32> {
    let (_, rest) = name.rsplit_once("_BitInt(")?;
    rest.split_once(')')?.0.parse().ok()
}
