//! How many bits of a pointer number its object, and whether pointers are wide ([`program::PointerLayout`]).
//!
//! In 64 bits there is room for both: 40 bits of offset, 24 of object number. In 32 bits there is not, so the offset gets
//! 20 bits, or what the largest object in the program's text needs, and the object number gets the rest. That is enough for a
//! program all of whose objects have sizes that are written in it. Where a size is computed, where an object is too large, or
//! where there may be many of them, pointers are wide: then they are divided as in 64 bits, and what memory holds of them is
//! divided as said before.
//!
//! A proof by induction numbers all objects that an allocation in a loop makes. If a program for 64 bits has such allocations,
//! and all sizes are small constants, 28 bits of offset are enough, and leave 32 bits for these numbers.
//!
//! The choice decides what is supported and how fast, never an answer.

mod repeat;

use crate::error::Error;
use crate::llvm::{Module, Opcode, Value, ValueKind};
use crate::{MemoryModel, Options};
use program::{DataModel, Image, PointerLayout};

const OFFSET_BITS: u32 = 40;
/// For many small objects.
const OFFSET_BITS_MANY: u32 = 28;
const OFFSET_BITS_32: u32 = 20;
/// Below this there would be too few object numbers for any program.
const MIN_OBJECT_BITS_32: u32 = 6;
/// The offsets of pointers in memory, where there may be many objects.
const MIN_OFFSET_BITS_32: u32 = 14;
/// Objects that are made in a loop to this bound are many.
const MANY: u64 = 2000;
/// A larger bound is not one of objects.
const MOST: u64 = 200_000;

/// `open` says that objects of unknown sizes are given to the program.
pub fn choose(module: &Module<'_>, options: &Options, open: bool) -> Result<PointerLayout, Error> {
    let (model, seed) = (options.data_model, options.layout_seed);
    let flat = options.memory == MemoryModel::Flat;
    let found = Found::new(module);
    let offset_bits = match model {
        DataModel::Lp64 if flat => OFFSET_BITS,
        DataModel::Lp64 if !open && repeat::makes_many_objects(module) => OFFSET_BITS_MANY,
        DataModel::Lp64 | DataModel::Ilp32 => OFFSET_BITS,
    };
    let wide = PointerLayout {
        width: 64,
        offset_bits: offset_bits.max(found.needed()),
        image: None,
        flat,
        seed,
    };
    if model == DataModel::Lp64 {
        return match wide.offset_bits + MIN_OBJECT_BITS_32 > wide.width {
            true => Err(too_large(model, found.largest)),
            false => Ok(wide),
        };
    }
    if found.largest > i32::MAX as u64 {
        return Err(too_large(model, found.largest));
    }
    let width = model.pointer_width();
    let offset_bits = OFFSET_BITS_32.max(found.needed());
    let fits = offset_bits + MIN_OBJECT_BITS_32 <= width;
    let many = found.makes && found.bound >= MANY;
    if fits && !found.computed && !open && !many && !flat {
        return Ok(PointerLayout {
            width,
            offset_bits,
            image: None,
            flat,
            seed,
        });
    }
    let mut image_bits = match fits {
        true => offset_bits,
        false => OFFSET_BITS_32,
    };
    if many && !found.computed && !open {
        let numbers = (2 * found.bound).next_power_of_two().ilog2();
        image_bits = image_bits.min((width - numbers).max(MIN_OFFSET_BITS_32));
    }
    let image = Image {
        width,
        offset_bits: image_bits,
    };
    Ok(PointerLayout {
        image: Some(image),
        ..wide
    })
}

fn too_large(model: DataModel, largest: u64) -> Error {
    Error::TooLarge {
        width: model.pointer_width(),
        what: format!("one of them has {largest} bytes"),
    }
}

/// What the program's text says of its objects.
#[derive(Default)]
struct Found {
    /// The size of the largest object whose size is written in the program.
    largest: u64,
    /// Whether there are others.
    computed: bool,
    /// Whether objects are made on the heap.
    makes: bool,
    /// The largest number that something is compared with, up to [`MOST`].
    bound: u64,
}

impl Found {
    fn new(module: &Module<'_>) -> Found {
        let mut found = Found::default();
        for global in module.globals() {
            let size = module.alloc_size(global.value_type());
            found.largest = found.largest.max(size);
        }
        for function in module.functions() {
            for block in function.blocks() {
                for inst in block.insts() {
                    found.see(module, inst);
                }
            }
            if is_allocation(&function.name()) {
                let is_call = |user: &Value<'_>| {
                    let is_inst = user.kind() == ValueKind::Instruction;
                    is_inst
                        && matches!(user.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke)
                        && user.called() == function
                };
                // Called through a pointer, perhaps.
                found.computed |= !function.users().iter().all(is_call);
            }
        }
        found
    }

    fn see(&mut self, module: &Module<'_>, inst: Value<'_>) {
        match inst.opcode() {
            Opcode::LLVMAlloca => {
                let size = module.alloc_size(inst.allocated_type());
                let count = constant(inst.operand(0));
                self.size(count.map(|count| size.saturating_mul(count)));
            }
            Opcode::LLVMCall | Opcode::LLVMInvoke => {
                let called = inst.called();
                let name = match called.kind() {
                    ValueKind::Function => called.name(),
                    _ => String::new(),
                };
                if !is_allocation(&name) {
                    return;
                }
                self.makes = true;
                let args: Vec<Option<u64>> = inst.args().into_iter().map(constant).collect();
                let size = match (name.as_str(), args.as_slice()) {
                    ("realloc" | "aligned_alloc" | "memalign", [_, size]) => *size,
                    ("posix_memalign", [_, _, size]) => *size,
                    ("calloc", [a, b]) => a.zip(*b).map(|(a, b)| a.saturating_mul(b)),
                    (_, [size, ..]) => *size,
                    _ => None,
                };
                // Larger requests fail at run time instead.
                self.size(size.map(|size| if size > i32::MAX as u64 { 0 } else { size }));
            }
            Opcode::LLVMICmp => {
                let bounds = inst.operands().into_iter().filter_map(constant);
                let largest = bounds.filter(|bound| *bound <= MOST).max();
                self.bound = self.bound.max(largest.unwrap_or(0));
            }
            _ => {}
        }
    }

    fn size(&mut self, size: Option<u64>) {
        match size {
            Some(size) => self.largest = self.largest.max(size),
            None => self.computed = true,
        }
    }

    /// How many bits an offset needs: the size of an object is a little less than half of what it can hold.
    fn needed(&self) -> u32 {
        64 - self.largest.saturating_add(8192).leading_zeros() + 1
    }
}

fn constant(value: Value<'_>) -> Option<u64> {
    value.int_value().and_then(|c| c.to_u64())
}

/// The functions of [`super::heap`] that make objects of a given size.
fn is_allocation(name: &str) -> bool {
    let names = [
        "malloc",
        "valloc",
        "pvalloc",
        "calloc",
        "realloc",
        "aligned_alloc",
        "memalign",
        "posix_memalign",
        "_Znwm",
        "_Znwj",
        "_Znam",
        "_Znaj",
    ];
    names.contains(&name)
}
