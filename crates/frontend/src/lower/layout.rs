//! How many bits of a pointer number its object.
//!
//! In 64 bits there is room for both: 40 bits of offset, 24 of object number. In 32 bits there is not, so the offset gets
//! 20 bits, or what the largest object in the program's text needs, and the object number gets the rest.
//!
//! A proof by induction numbers all objects that an allocation in a loop makes. If the program has such allocations, and all
//! sizes are small constants, 28 bits of offset are enough in 64 bits, and leave 32 bits for these numbers.

mod repeat;

use crate::error::Error;
use crate::llvm::{Module, Opcode, Value, ValueKind};
use program::{DataModel, PointerLayout};

const OFFSET_BITS_64: u32 = 40;
/// For many small objects.
const OFFSET_BITS_MANY: u32 = 28;
const OFFSET_BITS_32: u32 = 20;
/// Below this there would be too few object numbers for any program.
const MIN_OBJECT_BITS_32: u32 = 6;

pub fn choose(module: &Module<'_>, model: DataModel, seed: u32) -> Result<PointerLayout, Error> {
    let width = model.pointer_width();
    let largest = largest_object(module);
    let base = match model {
        DataModel::Lp64 if repeat::makes_many_objects(module) => OFFSET_BITS_MANY,
        DataModel::Lp64 => OFFSET_BITS_64,
        DataModel::Ilp32 => OFFSET_BITS_32,
    };
    // `max_object_size` is a little less than half of what an offset can hold.
    let needed = 64 - largest.saturating_add(8192).leading_zeros() + 1;
    let offset_bits = base.max(needed);
    if offset_bits + MIN_OBJECT_BITS_32 > width {
        return Err(Error::TooLarge {
            width,
            what: format!("one of them has {largest} bytes"),
        });
    }
    Ok(PointerLayout {
        width,
        offset_bits,
        seed,
    })
}

/// The size of the largest object whose size is written in the program.
fn largest_object(module: &Module<'_>) -> u64 {
    let mut largest = 0;
    for global in module.globals() {
        largest = largest.max(module.alloc_size(global.value_type()));
    }
    for function in module.functions() {
        for block in function.blocks() {
            for inst in block.insts() {
                largest = largest.max(object_size(module, inst));
            }
        }
    }
    largest
}

fn object_size(module: &Module<'_>, inst: Value<'_>) -> u64 {
    let constant = |v: Value<'_>| v.int_value().and_then(|c| c.to_u64());
    match inst.opcode() {
        Opcode::LLVMAlloca => {
            let count = constant(inst.operand(0)).unwrap_or(1);
            module
                .alloc_size(inst.allocated_type())
                .saturating_mul(count)
        }
        Opcode::LLVMCall => {
            let called = inst.called();
            if called.kind() != ValueKind::Function {
                return 0;
            }
            let args: Vec<Option<u64>> = inst.args().into_iter().map(constant).collect();
            let size = match (called.name().as_str(), args.as_slice()) {
                ("malloc", [size]) | ("realloc", [_, size]) => size.unwrap_or(0),
                ("calloc", [Some(a), Some(b)]) => a.saturating_mul(*b),
                _ => 0,
            };
            // Larger requests fail at run time instead.
            if size > i32::MAX as u64 { 0 } else { size }
        }
        _ => 0,
    }
}
