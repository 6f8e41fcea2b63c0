//! The arguments of a function that is not `main` (`--function F`): whatever a caller could pass.
//!
//! Numbers are unknown. A pointer is a *slot*: it is null, or it points to the first element of its own array, or
//! into the array of another slot where the types allow that ([`types`]). How many elements an array has is unknown, too.
//! Pointers in these arrays are slots again, down to a depth; below it they have no array of their own. So the slots and
//! the greatest number of arrays are known from the types ([`slots`]), and what remains are choices: unknown values
//! with assumptions about them ([`emit`], [`place`]).
//!
//! Why this is general: take pointers that point into the same array. The one with the lowest address is at the start of
//! the part that the others need, so we may assume that the array is its own. Every slot may be that one, since
//! each may point into the array of every other one.
//!
//! Structures have no cycles unless the user allows them: a pointer in the array of slot `i` leads only to arrays of
//! slots after `i`. Notes tell the user all such assumptions.

mod emit;
mod place;
mod slots;
mod types;

use crate::error::Error;
use crate::llvm::{Opcode, Type, Value, ValueKind};
use crate::lower::{FunctionLowerer, Lowerer};
use program::{CType, InputSource, Place, SourceVar};
use slots::{GivenSize, Holder, Slot, Slots};
use term::Term;

/// Tells the user what is assumed about the arguments.
pub(crate) fn assume_note(lowerer: &mut Lowerer<'_>, text: impl std::fmt::Display) {
    lowerer.assuming(text.to_string());
}

/// How a parameter gets its value.
enum Passed<'m> {
    Number,
    /// The slot with this number.
    Pointer(usize),
    /// A part of a struct that is passed by value: which one, and where in it.
    Part(usize, u64),
    /// The address of such a struct.
    Address(usize),
    /// Room for the result.
    Result(Type<'m>),
}

/// A struct that is passed by value, in registers or in memory.
struct Aggregate<'m> {
    /// What clang declares it to be: a local variable, or the parameter itself.
    variable: Value<'m>,
    source: SourceVar,
}

/// Unknown values for all parameters.
pub(crate) fn unknown<'m>(
    this: &mut FunctionLowerer<'_, 'm>,
    function: Value<'m>,
) -> Result<Vec<Term>, Error> {
    let place = std::mem::replace(&mut this.place, Place::NOWHERE);
    let params = function.params();
    let mut aggregates: Vec<Aggregate<'m>> = Vec::new();
    let mut slots = Slots::new(this.lowerer);
    let mut passed = Vec::new();
    let mut names = Vec::new();
    for (index, param) in params.iter().enumerate() {
        let (home, source) = declared(this, function, *param);
        let name = match &source {
            Some(source) => source.name.clone(),
            None if param.name().is_empty() => format!("argument {}", index + 1),
            None => param.name(),
        };
        let at = index as u32;
        let by_value = source
            .as_ref()
            .filter(|s| is_aggregate(this.lowerer.program.ty(s.ty)));
        passed.push(match (by_value, home) {
            _ if function.param_pointee(at, "sret").is_some() => {
                let ty = function.param_pointee(at, "sret");
                Passed::Result(ty.unwrap_or(param.ty()))
            }
            (Some(source), Some((variable, offset))) => {
                let known = aggregates.iter().position(|a| a.variable == variable);
                let number = known.unwrap_or(aggregates.len());
                if known.is_none() {
                    let source = source.clone();
                    aggregates.push(Aggregate { variable, source });
                }
                match function.param_pointee(at, "byval") {
                    Some(_) => Passed::Address(number),
                    None => Passed::Part(number, offset),
                }
            }
            _ if function.param_pointee(at, "byval").is_some() => {
                let ty = function.param_pointee(at, "byval");
                Passed::Result(ty.unwrap_or(param.ty()))
            }
            _ if param.ty().is_pointer() => {
                let slot = slots.of_parameter(this.lowerer, function, at, &name, source.as_ref());
                Passed::Pointer(slot)
            }
            _ => Passed::Number,
        });
        names.push((name, source));
    }
    for (number, aggregate) in aggregates.iter().enumerate() {
        let source = &aggregate.source;
        slots.of_value(this.lowerer, number, &source.name, source.ty);
    }
    slots.deepen(this.lowerer);
    let numbers = numbers(this, &params, &passed, &names);
    let sizes = sizes(this, &mut slots, &names, &numbers)?;
    tell(this, function, &slots, &passed);
    let values: Vec<Term> = aggregates
        .iter()
        .map(|a| emit::value_object(this, &a.source))
        .collect();
    let pointers = emit::emit(this, &slots, &sizes, &values);
    let mut args = Vec::new();
    for ((param, passed), number) in params.iter().zip(&passed).zip(&numbers) {
        args.push(match passed {
            Passed::Number => number.expect("numbers were made"),
            Passed::Pointer(slot) => pointers[*slot],
            Passed::Address(value) => values[*value],
            Passed::Part(value, offset) => {
                let from = this.offset(values[*value], *offset);
                let part = this.load_type("part", from, param.ty());
                part.unwrap_or_else(|| this.lowerer.pool.zero(1))
            }
            Passed::Result(ty) => {
                let (size, align) = (
                    this.lowerer.module.alloc_size(*ty),
                    this.lowerer.module.align(*ty),
                );
                this.stack_object("result", size, align)
            }
        });
    }
    this.place = place;
    Ok(args)
}

fn is_aggregate(ty: &CType) -> bool {
    matches!(
        ty,
        CType::Struct { .. } | CType::Union { .. } | CType::Array { .. }
    )
}

/// Unknown values of the parameters that are not pointers.
fn numbers<'m>(
    this: &mut FunctionLowerer<'_, 'm>,
    params: &[Value<'m>],
    passed: &[Passed<'m>],
    names: &[(String, Option<SourceVar>)],
) -> Vec<Option<Term>> {
    let mut numbers = Vec::new();
    for ((param, passed), (name, source)) in params.iter().zip(passed).zip(names) {
        if !matches!(passed, Passed::Number) {
            numbers.push(None);
            continue;
        }
        let width = this.width(param.ty()).unwrap_or(1);
        let unique = this.unique_name(name);
        let (var, symbol) = this
            .lowerer
            .new_var(this.id, &unique, width, source.clone());
        let source = InputSource::Argument(name.clone());
        this.emit(program::InstKind::Havoc { var, source });
        this.assume_float(param.ty(), symbol);
        numbers.push(Some(symbol));
    }
    numbers
}

/// The numbers of elements that the user gives, as terms.
fn sizes<'m>(
    this: &mut FunctionLowerer<'_, 'm>,
    slots: &mut Slots,
    names: &[(String, Option<SourceVar>)],
    numbers: &[Option<Term>],
) -> Result<Vec<Option<Term>>, Error> {
    for (name, _) in &this.lowerer.arguments.sizes {
        if !slots.all.iter().any(|s| s.name == *name) {
            let existing: Vec<&str> = slots.all.iter().map(|s| s.name.as_str()).collect();
            return Err(Error::Argument {
                message: format!(
                    "--args-size: there is no pointer `{name}`; there are {}",
                    listed(&existing)
                ),
            });
        }
    }
    let width = this.lowerer.pointer_width();
    let mut terms = Vec::new();
    for slot in &slots.all {
        let term = match &slot.given {
            None | Some(GivenSize::String) => None,
            Some(GivenSize::Number(number)) => Some(this.lowerer.pool.bv_u64(width, *number)),
            Some(GivenSize::Parameter(parameter)) => {
                let is_float = |source: &Option<SourceVar>| {
                    let ty = source.as_ref().map(|s| this.lowerer.program.ty(s.ty));
                    matches!(ty, Some(CType::Float { .. }))
                };
                let position = names
                    .iter()
                    .position(|(name, source)| name == parameter && !is_float(source));
                let Some(term) = position.and_then(|p| numbers[p]) else {
                    return Err(Error::Argument {
                        message: format!(
                            "--args-size {}={parameter}: `{parameter}` is neither a number nor `string` nor an integer parameter",
                            slot.name
                        ),
                    });
                };
                let source = position.and_then(|p| names[p].1.as_ref());
                let signed = source.is_some_and(|s| is_signed(this.lowerer.program.ty(s.ty)));
                let pool = &mut this.lowerer.pool;
                // A negative number becomes one that is too large for any array.
                let wide = match signed {
                    true => pool.resize_signed(term, width.max(pool.width(term))),
                    false => pool.resize_unsigned(term, width.max(pool.width(term))),
                };
                let most = pool.bv_u64(
                    pool.width(wide),
                    this.lowerer.program.pointers.max_object_size(),
                );
                let fits = pool.ule(wide, most);
                this.emit(program::InstKind::Assume { condition: fits });
                Some(this.lowerer.pool.resize_unsigned(wide, width))
            }
        };
        terms.push(term);
    }
    Ok(terms)
}

fn is_signed(ty: &CType) -> bool {
    matches!(
        ty,
        CType::Int { signed: true, .. } | CType::Enum { signed: true, .. }
    )
}

fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".to_string(),
        names => {
            let quoted: Vec<String> = names.iter().take(12).map(|n| format!("`{n}`")).collect();
            quoted.join(", ")
        }
    }
}

/// Says what is assumed about the arguments, and what the user may want to add.
fn tell<'m>(
    this: &mut FunctionLowerer<'_, 'm>,
    function: Value<'m>,
    slots: &Slots,
    passed: &[Passed<'m>],
) {
    let name = function.name();
    let options = this.lowerer.arguments.clone();
    let lowerer = &mut *this.lowerer;
    if slots.all.is_empty() {
        lowerer.note(format!("the arguments of `{name}` are unknown"));
    } else {
        let null = match options.nonnull {
            true => "points",
            false => "is null or points",
        };
        let shared = match options.distinct {
            true => "no two into the same one",
            false => "several may point into the same one",
        };
        lowerer.note(format!(
            "the arguments of `{name}` are unknown: a pointer {null} to an array of unknown length, {shared}"
        ));
        slots.tell(lowerer);
    }
    if options.nonnull && !slots.all.is_empty() {
        assume_note(lowerer, "no argument is null");
    }
    if options.distinct && slots.all.len() > 1 {
        assume_note(lowerer, "no two pointers lead to the same array");
    }
    if function.value_type().is_variadic() {
        assume_note(lowerer, format_args!("`{name}` gets no variable arguments"));
    }
    // Hints, where a number follows one or more pointers.
    for (index, slot) in slots.all.iter().enumerate() {
        let Holder::Parameter = slot.holder else {
            continue;
        };
        let position = passed
            .iter()
            .position(|p| matches!(p, Passed::Pointer(slot) if *slot == index));
        if let (Some(_), None, false) = (position, &slot.given, slot.function) {
            match slots.counts.get(&slot.name) {
                Some(count) => lowerer.note(format!(
                    "if `{count}` is the number of elements of `{0}`, say --args-size {0}={count}",
                    slot.name
                )),
                None if slots::is_text(&lowerer.program, slot) => lowerer.note(format!(
                    "if `{0}` is a string, say --args-size {0}=string",
                    slot.name
                )),
                None => {}
            }
        }
    }
}

/// Where a parameter is stored (the variable, and the offset in it), and which C variable that is.
fn declared<'m>(
    this: &mut FunctionLowerer<'_, 'm>,
    function: Value<'m>,
    param: Value<'m>,
) -> (Option<(Value<'m>, u64)>, Option<SourceVar>) {
    let stores = param.users().into_iter().filter(|user| {
        user.kind() == ValueKind::Instruction
            && user.opcode() == Opcode::LLVMStore
            && user.operand(0) == param
    });
    let homes = stores.filter_map(|store| constant_place(this.lowerer, store.operand(1)));
    // A struct that is passed in memory is declared itself.
    let homes: Vec<(Value<'m>, u64)> = homes.chain([(param, 0)]).collect();
    for block in function.blocks() {
        for inst in block.insts() {
            if inst.opcode() != Opcode::LLVMCall
                || !inst.called().name().starts_with("llvm.dbg.declare")
            {
                continue;
            }
            let args = inst.args();
            let declared = args.first().and_then(|a| a.wrapped_value());
            let home = homes
                .iter()
                .find(|(variable, _)| Some(*variable) == declared);
            if let Some(home) = home
                && let Some(meta) = args.get(1).and_then(|a| a.meta())
            {
                return (Some(*home), this.lowerer.source_var(meta));
            }
        }
    }
    (None, None)
}

/// The variable that an address is in, and the offset, if these are constant.
fn constant_place<'m>(lowerer: &Lowerer<'m>, address: Value<'m>) -> Option<(Value<'m>, u64)> {
    let (mut address, mut offset) = (address, 0);
    loop {
        if address.kind() != ValueKind::Instruction {
            return None;
        }
        match address.opcode() {
            Opcode::LLVMAlloca => return Some((address, offset)),
            Opcode::LLVMGetElementPtr => {
                let operands = address.operands();
                let mut ty = address.gep_source();
                for (level, index) in operands[1..].iter().enumerate() {
                    let index = index.int_value()?.to_u64()?;
                    let fields = ty.fields();
                    if level == 0 {
                        offset += index * lowerer.module.alloc_size(ty);
                    } else if let Some(field) = fields.get(index as usize) {
                        offset += lowerer.module.field_offset(ty, index as u32);
                        ty = *field;
                    } else {
                        ty = ty.element()?;
                        offset += index * lowerer.module.alloc_size(ty);
                    }
                }
                address = operands[0];
            }
            _ => return None,
        }
    }
}

impl Slot {
    /// Whether it belongs to the arguments themselves, and not to what they point to.
    fn is_direct(&self) -> bool {
        !matches!(self.holder, Holder::Array { .. })
    }
}
