//! Checks that clang makes only for C sources, in modules that another compiler made.
//!
//! Some can be replaced by an *unsupported* check: that an index stays in its array.
//! For the others, the property is not answered.

use super::flow::wraps;
use crate::clang::Sanitizers;
use crate::llvm::{Module, Opcode, TypeKind, Value, ValueKind};
use crate::lower::numbers::is_distance;
use crate::lower::{FunctionLowerer, Lowerer};
use crate::{FOLDED_MARK, INDICES_MARK, IR_MARK, OVERFLOW_MARK, SHIFT_MARK};
use program::{InstKind, ObjectKind, Property, SiteId};
use term::Term;

/// Whether a variable of the function that could hold a pointer may belong to an inner block whose end the module does not
/// show.
fn has_open_scopes(module: &Module<'_>, function: Value<'_>) -> bool {
    let blocks = function.blocks().into_iter();
    let insts: Vec<Value<'_>> = blocks.flat_map(|b| b.insts()).collect();
    let calls = |name: &'static str| {
        let is_call = move |i: &&Value<'_>| {
            i.opcode() == Opcode::LLVMCall && i.called().name().starts_with(name)
        };
        insts.iter().filter(is_call)
    };
    // Debug information says which variables belong to the whole function.
    let ends_with_function = |alloca: Value<'_>| {
        calls("llvm.dbg.declare").any(|i| {
            i.args().first().and_then(|a| a.wrapped_value()) == Some(alloca)
                && i.location().is_some()
                && !i.is_in_inner_block()
        })
    };
    let is_marked =
        |alloca: Value<'_>| calls("llvm.lifetime.").any(|i| i.args().get(1) == Some(&alloca));
    let pointer = u64::from(module.pointer_width());
    insts.iter().any(|i| {
        i.opcode() == Opcode::LLVMAlloca
            && module.alloc_size(i.allocated_type()) * 8 >= pointer
            && !is_marked(*i)
            && !ends_with_function(*i)
    })
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// An access with an index outside an array that is a part of its object is invalid in C, although the object continues.
    /// Where the index came from is not known here.
    pub fn check_elements(&mut self, gep: Value<'m>, operands: &[Term]) {
        let checked = self.function.is_some_and(|f| f.has_mark(INDICES_MARK));
        if self.poison.is_none() || !self.lowerer.checks_elements || checked {
            return;
        }
        let base = gep.operand(0);
        let whole = match base.kind() {
            ValueKind::GlobalVariable => Some(base.value_type()),
            ValueKind::Instruction if base.opcode() == Opcode::LLVMAlloca => {
                Some(base.allocated_type())
            }
            _ => None,
        };
        let mut ty = gep.gep_source();
        let mut is_whole = whole == Some(ty);
        let mut is_last = true;
        for &index in operands.iter().skip(2) {
            let fields = ty.fields();
            if !fields.is_empty() {
                let number = self.lowerer.pool.as_u64(index).unwrap_or(0) as usize;
                is_last &= number + 1 == fields.len();
                is_whole &= fields.len() == 1;
                let Some(&field) = fields.get(number) else {
                    return;
                };
                ty = field;
                continue;
            }
            let TypeKind::Array(count) = ty.kind() else {
                return;
            };
            // As many elements as there is room for.
            let is_open = count == 0 || (count == 1 && is_last);
            if !is_whole && !is_open {
                let pool = &mut self.lowerer.pool;
                let end = pool.bv_u64(pool.width(index), count);
                let holds = pool.ult(index, end);
                let what = "an index outside of an array that is a part of its object, in a module without checks of indices, is not supported";
                self.check(Property::Unsupported, true, what, holds, vec![index]);
            }
            is_whole = false;
            let Some(element) = ty.element() else {
                return;
            };
            ty = element;
        }
    }
}

impl<'m> Lowerer<'m> {
    /// Whether a property is asked about.
    pub fn asked(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }

    fn makes_heap_objects(&self) -> bool {
        self.program.insts().any(|kind| {
            matches!(kind, InstKind::Alloc { object, .. } if object.kind == ObjectKind::Heap)
        })
    }

    /// A check for each property whose checks only clang inserts, and that a part of the program therefore lacks.
    pub fn lacking(&mut self, properties: &[Property]) -> Vec<SiteId> {
        let functions = self.module.functions().into_iter();
        let lowered = functions.filter(|f| self.is_lowered(*f) && f.has_mark(IR_MARK));
        let lowered: Vec<Value<'m>> = lowered.collect();
        let insts_of = |functions: &[Value<'m>]| -> Vec<Value<'m>> {
            let blocks = functions.iter().flat_map(|f| f.blocks());
            blocks.flat_map(|b| b.insts()).collect()
        };
        let insts_without = |mark: &str| {
            let functions = lowered.iter().copied().filter(|f| !f.has_mark(mark));
            insts_of(&functions.collect::<Vec<_>>())
        };
        let insts = insts_of(&lowered);
        let is_address =
            |i: &Value<'_>| i.opcode() == Opcode::LLVMGetElementPtr && !i.is_inbounds();
        let unflagged =
            |i: &Value<'_>| wraps(i.opcode()) && !i.no_signed_wrap() && !is_distance(*i);
        let plain = |i: &Value<'_>| unflagged(i) && !i.no_unsigned_wrap();
        let signed = |i: &Value<'_>| wraps(i.opcode()) && i.no_signed_wrap();
        let left_shift = |i: &Value<'_>| i.opcode() == Opcode::LLVMShl && unflagged(i);
        let has_length = |i: &Value<'_>| {
            i.opcode() == Opcode::LLVMAlloca && i.operand(0).kind() != ValueKind::ConstantInt
        };
        let functions = self.module.functions().into_iter();
        let is_folded = functions
            .filter(|f| self.is_lowered(*f))
            .any(|f| f.has_mark(FOLDED_MARK));
        let mut sites = Vec::new();
        for &property in properties {
            if is_folded && Sanitizers::for_properties(&[property]).may_concern_constants() {
                let what = format!(
                    "{property}: clang evaluates constants itself, and its library (libclang-19) does not tell which ones"
                );
                sites.push(self.new_site(property, program::Place::NOWHERE, "", false, what));
                continue;
            }
            let (lacks, which) = match property {
                // Where there is no index, the compiler may have folded it.
                Property::ArrayBounds => {
                    (lowered.iter().any(|f| !f.has_mark(INDICES_MARK)), "indices")
                }
                Property::VlaBound => (insts.iter().any(has_length), "lengths of local arrays"),
                Property::NoUnsignedOverflow => {
                    (insts.iter().any(plain), "operations without flags")
                }
                Property::NoOverflow => {
                    let shifts = insts_without(SHIFT_MARK);
                    let others = insts_without(OVERFLOW_MARK);
                    if shifts.iter().any(left_shift) {
                        (true, "left shifts without the flag `nsw`")
                    } else {
                        let lacks = others.iter().any(plain) && !insts.iter().any(signed);
                        (lacks, "operations: none has the flag `nsw`")
                    }
                }
                Property::NoShiftError => {
                    let shifts = insts_without(SHIFT_MARK);
                    let negative = |i: &Value<'_>| {
                        left_shift(i) && (i.operand(0).int_value()).is_none_or(|b| b.is_negative())
                    };
                    (
                        shifts.iter().any(negative),
                        "left shifts of negative numbers",
                    )
                }
                // Memory that a variable of such a block points to would seem to be tracked.
                Property::ValidMemtrack => {
                    let open = lowered.iter().any(|f| has_open_scopes(self.module, *f));
                    (
                        open && self.halts && self.makes_heap_objects(),
                        "variables of inner blocks, whose lives seem to go on",
                    )
                }
                Property::NoPointerOverflow => (
                    insts.iter().any(is_address),
                    "addresses without the flag `inbounds`",
                ),
                _ => continue,
            };
            if lacks {
                let what = format!(
                    "{property}: the LLVM module has no checks of {which}; only what Aver compiles from C has them"
                );
                sites.push(self.new_site(property, program::Place::NOWHERE, "", false, what));
            }
        }
        sites
    }
}
