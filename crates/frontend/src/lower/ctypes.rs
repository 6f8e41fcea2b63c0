//! C types, from debug information.
//!
//! Types are made once per node and entered into the table before their parts are, so recursive types end.

use super::Lowerer;
use crate::llvm::{Meta, MetaKind};
use program::{CType, InputSource, InstKind, TypeId, ctype::Field};
use std::collections::BTreeSet;

/// DWARF's numbers.
mod tag {
    pub const ARRAY: u16 = 0x01;
    pub const CLASS: u16 = 0x02;
    pub const ENUM: u16 = 0x04;
    pub const POINTER: u16 = 0x0f;
    pub const MEMBER: u16 = 0x0d;
    pub const REFERENCE: u16 = 0x10;
    pub const RVALUE_REFERENCE: u16 = 0x42;
    pub const STRUCT: u16 = 0x13;
    pub const UNION: u16 = 0x17;
}

impl<'m> Lowerer<'m> {
    /// The C type of a node; no node is `void`.
    pub fn c_type(&mut self, node: Option<Meta<'m>>) -> TypeId {
        if let Some(id) = self.types.get(&node) {
            return *id;
        }
        let Some(meta) = node else {
            return self.enter(None, CType::Void);
        };
        match meta.kind() {
            MetaKind::BasicType => self.basic(meta),
            MetaKind::SubroutineType => self.enter(node, CType::Function),
            MetaKind::DerivedType => self.derived(meta),
            MetaKind::CompositeType => self.composite(meta),
            _ => self.enter(node, opaque(meta)),
        }
    }

    /// Records the types of results that are not signed integers, of all functions that the program has or takes values from.
    pub fn name_results(&mut self) {
        let mut asked: BTreeSet<String> = BTreeSet::new();
        for inst in self.program.insts() {
            if let InstKind::Havoc {
                source:
                    InputSource::Nondet(name)
                    | InputSource::External(name)
                    | InputSource::Approximated(name)
                    | InputSource::Passing(name),
                ..
            } = inst
            {
                asked.insert(name.clone());
            }
        }
        for function in self.module.functions() {
            let name = match self.lowered_name(function) {
                Some(name) => name,
                None if asked.contains(&function.name()) => function.name(),
                None => continue,
            };
            let Some(result) = function.result_type() else {
                continue;
            };
            let mut base = result;
            while base.kind() == MetaKind::DerivedType
                && !matches!(
                    base.tag(),
                    tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE
                )
                && let Some(next) = base.base_type()
            {
                base = next;
            }
            let plain = base.kind() != MetaKind::BasicType
                || !matches!(
                    basic(base),
                    CType::Int { signed: false, .. } | CType::Bool { .. } | CType::Float { .. }
                );
            if !plain {
                let ty = self.c_type(Some(result));
                self.program.results.insert(name, ty);
            }
        }
    }

    fn enter(&mut self, node: Option<Meta<'m>>, ty: CType) -> TypeId {
        let id = TypeId::new(self.program.types.len());
        self.program.types.push(ty);
        self.types.insert(node, id);
        id
    }

    /// A complex number is an array of two.
    fn basic(&mut self, meta: Meta<'m>) -> TypeId {
        let part = match (meta.type_name().as_str(), meta.size_bits()) {
            ("complex", 64) => "float",
            ("complex", 128) => "double",
            ("complex", 192 | 256) => "long double",
            _ => return self.enter(Some(meta), basic(meta)),
        };
        let element = CType::Float {
            name: part.to_string(),
            bits: meta.size_bits() as u32 / 2,
        };
        let id = TypeId::new(self.program.types.len());
        self.program.types.push(element);
        let both = CType::Array {
            element: id,
            count: 2,
        };
        self.enter(Some(meta), both)
    }

    fn derived(&mut self, meta: Meta<'m>) -> TypeId {
        match meta.tag() {
            tag::POINTER | tag::REFERENCE | tag::RVALUE_REFERENCE => {
                let bits = self.word_width();
                let id = self.enter(Some(meta), CType::Void);
                let to = self.c_type(meta.base_type());
                self.program.types[id.index()] = CType::Pointer { to, bits };
                id
            }
            // `typedef`, `const`, `volatile`, `_Atomic`, `restrict`: what they stand for. A typedef may stand for
            // itself only through a pointer, so this ends.
            _ => {
                let id = self.c_type(meta.base_type());
                self.types.insert(Some(meta), id);
                id
            }
        }
    }

    fn composite(&mut self, meta: Meta<'m>) -> TypeId {
        let name = meta.type_name();
        let bits = meta.size_bits();
        match meta.tag() {
            tag::ARRAY => self.array(meta),
            tag::ENUM => {
                let values: Vec<(String, i64)> = meta
                    .elements()
                    .into_iter()
                    .filter_map(|e| e.enumerator())
                    .collect();
                let signed = values.iter().any(|(_, v)| *v < 0);
                let ty = CType::Enum {
                    name,
                    bits: bits as u32,
                    signed,
                    values,
                };
                self.enter(Some(meta), ty)
            }
            tag::STRUCT | tag::CLASS | tag::UNION => {
                let id = self.enter(Some(meta), opaque(meta));
                let members = meta.elements();
                if members.is_empty() && bits == 0 {
                    return id;
                }
                let fields = members
                    .into_iter()
                    .filter(|m| m.tag() == tag::MEMBER)
                    .map(|m| Field {
                        name: m.type_name(),
                        offset_bits: m.offset_bits(),
                        bits: m.size_bits(),
                        ty: self.c_type(m.base_type()),
                    })
                    .collect();
                self.program.types[id.index()] = if meta.tag() == tag::UNION {
                    CType::Union { name, bits, fields }
                } else {
                    CType::Struct { name, bits, fields }
                };
                id
            }
            _ => self.enter(Some(meta), opaque(meta)),
        }
    }

    /// A node may have several dimensions; the last is the innermost.
    fn array(&mut self, meta: Meta<'m>) -> TypeId {
        let id = self.enter(Some(meta), opaque(meta));
        let mut counts: Vec<u64> = meta
            .elements()
            .into_iter()
            .map(|d| d.count().unwrap_or(0))
            .collect();
        let outer = if counts.is_empty() {
            0
        } else {
            counts.remove(0)
        };
        let mut element = self.c_type(meta.base_type());
        for count in counts.into_iter().rev() {
            let inner = TypeId::new(self.program.types.len());
            self.program.types.push(CType::Array { element, count });
            element = inner;
        }
        self.program.types[id.index()] = CType::Array {
            element,
            count: outer,
        };
        id
    }

    /// The size of a type in bytes; 0 where it is not known.
    pub fn type_size(&self, id: TypeId) -> u64 {
        let bits = match self.program.ty(id) {
            CType::Void | CType::Function => 0,
            CType::Int { bits, .. }
            | CType::Bool { bits }
            | CType::Float { bits, .. }
            | CType::Enum { bits, .. }
            | CType::Pointer { bits, .. } => u64::from(*bits),
            CType::Array { element, count } => {
                return self.type_size(*element).saturating_mul(*count);
            }
            CType::Struct { bits, .. } | CType::Union { bits, .. } | CType::Opaque { bits, .. } => {
                *bits
            }
        };
        bits.div_ceil(8)
    }
}

fn opaque(meta: Meta<'_>) -> CType {
    CType::Opaque {
        name: meta.type_name(),
        bits: meta.size_bits(),
    }
}

/// clang's names for basic types are a fixed set, and determine the type.
fn basic(meta: Meta<'_>) -> CType {
    let name = meta.type_name();
    let bits = meta.size_bits() as u32;
    match name.as_str() {
        "_Bool" | "bool" => CType::Bool { bits },
        "float" | "double" | "long double" | "_Float16" | "__float128" | "_Float128" | "__fp16"
        | "half" | "__bf16" => CType::Float { name, bits },
        _ => {
            let signed = !(name.starts_with("unsigned")
                || matches!(name.as_str(), "char8_t" | "char16_t" | "char32_t"));
            CType::Int { name, bits, signed }
        }
    }
}
