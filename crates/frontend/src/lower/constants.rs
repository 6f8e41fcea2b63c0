//! Constants: as terms, and as the first bytes of static objects.

use super::call::resolve_alias;
use super::{Lowerer, simple};
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use program::Place;
use term::{BitVec, Term};

impl<'m> Lowerer<'m> {
    /// The term of a constant; `Err` says what is not supported. Undefined parts are rejected.
    pub fn constant(&mut self, value: Value<'m>) -> Result<Term, String> {
        if let Some(term) = self.constants.get(&value) {
            return Ok(*term);
        }
        let term = self.new_constant(value)?;
        self.constants.insert(value, term);
        Ok(term)
    }

    fn new_constant(&mut self, value: Value<'m>) -> Result<Term, String> {
        let ty = value.ty();
        let width = self
            .width(ty)
            .ok_or_else(|| format!("a constant of type {ty}"))?;
        match value.kind() {
            ValueKind::ConstantInt => {
                let bits = value.int_value().ok_or("an integer constant")?;
                Ok(self.pool.bv(bits))
            }
            ValueKind::ConstantFloat => {
                let bits = value.float_bits().ok_or("a floating-point constant")?;
                Ok(self.pool.bv(bits))
            }
            ValueKind::ConstantNull | ValueKind::ConstantZero => Ok(self.pool.zero(width)),
            ValueKind::Function | ValueKind::GlobalVariable if value.is_weak_undefined() => {
                Ok(self.pool.zero(width))
            }
            ValueKind::Function | ValueKind::GlobalVariable => Ok(self.static_address(value)),
            ValueKind::GlobalAlias => {
                let target = resolve_alias(value);
                if target == value {
                    return Err(format!("the alias `{}`", value.name()));
                }
                self.constant(target)
            }
            ValueKind::ConstantAggregate | ValueKind::ConstantData => {
                let mut result = None;
                for index in 0.. {
                    let Some(element) = value.element(index) else {
                        break;
                    };
                    let part = self.constant(element)?;
                    result = Some(match result {
                        None => part,
                        Some(low) => self.pool.concat(part, low),
                    });
                }
                result.ok_or_else(|| format!("a constant of type {ty}"))
            }
            ValueKind::ConstantExpr => self.constant_expr(value, width),
            ValueKind::Undef | ValueKind::Poison => Err("a partly undefined constant".to_string()),
            ValueKind::BlockAddress => {
                let (function, block) = value.label().ok_or("the address of a label")?;
                Ok(self.label_address(function, block))
            }
            ValueKind::IndirectFunction => Err(format!(
                "the address of the indirect function `{}`",
                value.name()
            )),
            ValueKind::Argument
            | ValueKind::Instruction
            | ValueKind::InlineAsm
            | ValueKind::Metadata
            | ValueKind::Other => Err(format!("the constant {}", value.print())),
        }
    }

    fn constant_expr(&mut self, value: Value<'m>, width: u32) -> Result<Term, String> {
        let operands: Vec<Term> = value
            .operands()
            .into_iter()
            .map(|v| self.constant(v))
            .collect::<Result<_, _>>()?;
        let op = value.opcode();
        let unsupported = || format!("the constant expression {}", value.print());
        match (op, operands.as_slice()) {
            (Opcode::LLVMGetElementPtr, all) => self.gep(value, all),
            (Opcode::LLVMICmp, _) if self.is_flat() && value.operand(0).ty().is_pointer() => {
                Err(unsupported())
            }
            (Opcode::LLVMICmp, [a, b]) => {
                let holds = simple::compare(&mut self.pool, value.predicate(), *a, *b);
                Ok(self.pool.bool_to_bv(holds))
            }
            (Opcode::LLVMPtrToInt, [a]) => {
                let number = self.constant_image(*a)?;
                Ok(self.pool.resize_unsigned(number, width))
            }
            (Opcode::LLVMIntToPtr, [a]) => {
                let layout = self.program.pointers;
                let number = self.pool.resize_unsigned(*a, layout.memory_width());
                Ok(layout.decode_term(&mut self.pool, number))
            }
            (_, [a]) => simple::cast(&mut self.pool, op, *a, width).ok_or_else(unsupported),
            (_, [a, b]) => simple::binary(&mut self.pool, op, *a, *b).ok_or_else(unsupported),
            _ => Err(unsupported()),
        }
    }

    /// What memory holds of a constant pointer.
    fn constant_image(&mut self, pointer: Term) -> Result<Term, String> {
        let layout = self.program.pointers;
        let is_far = layout.far_term(&mut self.pool, pointer);
        if !self.pool.is_false(is_far) {
            let reach = layout.reach();
            return Err(format!("an address {reach} bytes or more into its object"));
        }
        Ok(layout.encode_term(&mut self.pool, pointer))
    }

    /// Writes a constant into the bytes of a static object, which grow up to the last nonzero byte; undefined parts stay
    /// as they are.
    pub fn write_constant(
        &mut self,
        value: Value<'m>,
        bytes: &mut Vec<u8>,
        offset: usize,
    ) -> Result<(), String> {
        let ty = value.ty();
        match value.kind() {
            ValueKind::Undef
            | ValueKind::Poison
            | ValueKind::ConstantZero
            | ValueKind::ConstantNull => Ok(()),
            ValueKind::ConstantData | ValueKind::ConstantAggregate => {
                if let Some(string) = value.string_bytes() {
                    put(bytes, offset, &string);
                    return Ok(());
                }
                match ty.kind() {
                    TypeKind::Struct => {
                        for index in 0..ty.fields().len() as u32 {
                            let Some(field) = value.element(index) else {
                                break;
                            };
                            let at = offset + self.module.field_offset(ty, index) as usize;
                            self.write_constant(field, bytes, at)?;
                        }
                        Ok(())
                    }
                    TypeKind::Array(_) | TypeKind::Vector(_) => {
                        let element = ty.element().ok_or("an array without elements")?;
                        let size = self.module.alloc_size(element) as usize;
                        for index in 0.. {
                            let Some(part) = value.element(index) else {
                                break;
                            };
                            self.write_constant(part, bytes, offset + index as usize * size)?;
                        }
                        Ok(())
                    }
                    _ => Err(format!("a constant of type {ty}")),
                }
            }
            ValueKind::ConstantInt => {
                let bits = value.int_value().ok_or("an integer constant")?;
                put(bytes, offset, &bits.to_le_bytes());
                Ok(())
            }
            ValueKind::ConstantExpr
                if value.opcode() == Opcode::LLVMIntToPtr
                    && value.operand(0).kind() == ValueKind::ConstantInt =>
            {
                let bits = value.operand(0).int_value().ok_or("an integer constant")?;
                let word = self.word_width();
                let bits = match bits.width() {
                    width if width > word => bits.extract(word - 1, 0),
                    width => bits.zero_extend(word - width),
                };
                put(bytes, offset, &bits.to_le_bytes());
                Ok(())
            }
            _ if self.is_flat() && super::numbers::converts(value, true) => {
                let what = "the number of an address".to_string();
                self.unsupported_start = Some((what.clone(), Place::NOWHERE));
                Err(what)
            }
            _ if self.is_flat() && ty.is_pointer() => {
                let term = self.constant(value)?;
                let pointer = self.pool.as_u64(term);
                let pointer = pointer.ok_or_else(|| format!("the constant {}", value.print()))?;
                self.pointers_written.push((offset as u64, pointer));
                Ok(())
            }
            _ => {
                let mut term = self.constant(value)?;
                if ty.is_pointer() {
                    term = match self.constant_image(term) {
                        Ok(image) => image,
                        Err(what) => {
                            self.unsupported_start = Some((what.clone(), Place::NOWHERE));
                            return Err(what);
                        }
                    };
                }
                let bits: BitVec = self
                    .pool
                    .as_const(term)
                    .cloned()
                    .ok_or_else(|| format!("the constant {}", value.print()))?;
                put(bytes, offset, &bits.to_le_bytes());
                Ok(())
            }
        }
    }

    pub fn string_constant(&self, value: Value<'m>) -> Option<String> {
        string_constant(value)
    }
}

/// The text of a constant C string.
pub fn string_constant(value: Value<'_>) -> Option<String> {
    let global = resolve_alias(value);
    if global.kind() != ValueKind::GlobalVariable || !global.is_constant_global() {
        return None;
    }
    let initial = global.initializer()?;
    if initial.kind() == ValueKind::ConstantZero {
        return Some(String::new());
    }
    let bytes = initial.string_bytes()?;
    let end = bytes.iter().position(|b| *b == 0)?;
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

fn put(bytes: &mut Vec<u8>, offset: usize, part: &[u8]) {
    let Some(last) = part.iter().rposition(|b| *b != 0) else {
        return;
    };
    let part = &part[..=last];
    let end = offset + part.len();
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[offset..end].copy_from_slice(part);
}
