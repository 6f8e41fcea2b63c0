//! The memory of a run as the user sees it: which object an address belongs to, what its parts are called, what they hold.
//!
//! It is filled from the interpreter's events. The contents are a copy of what the interpreter keeps: a write event has only
//! the bytes that changed, and a trace shows the whole `int` or struct that they are part of.

use crate::value::{self, Bytes, size_bits};
use program::ctype::Field;
use program::interp::Contents;
use program::{CType, ObjectInfo, ObjectKind, Program, StaticKind, TypeId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How many parts of one write are named individually; a larger write is cut off.
const MAX_PARTS: usize = 8;

pub(crate) struct Objects<'a> {
    pub program: &'a Program,
    /// By object number.
    live: FxHashMap<u64, Object<'a>>,
    /// How many heap objects of each name there were.
    heap: FxHashMap<String, u32>,
    /// Counts allocations, so that the order of objects is known.
    clock: u64,
    /// The far pointers by what memory holds of them ([`program::PointerLayout::is_far`]).
    far: FxHashMap<u64, u64>,
    /// The addresses of objects by where they lie, in flat memory ([`program::layout::flat`]).
    bases: BTreeMap<u64, u64>,
}

pub(crate) struct Object<'a> {
    pub name: String,
    ty: Option<TypeId>,
    base: u64,
    pub size: u64,
    is_function: bool,
    /// The function instance that a local belongs to.
    pub frame: Option<u32>,
    /// The name of that function.
    owner: Option<String>,
    alive: bool,
    /// Whether the user knows it by that name.
    named: bool,
    born: u64,
    init: &'a [u8],
    bytes: BTreeMap<u64, u8>,
    /// Whether it is an array of its type, even of one element.
    is_array: bool,
}

impl Object<'_> {
    fn byte(&self, offset: u64) -> u8 {
        let first = || self.init.get(offset as usize).copied().unwrap_or(0);
        self.bytes.get(&offset).copied().unwrap_or_else(first)
    }
}

/// A part of an object that a write touched.
struct TouchedPart {
    path: String,
    offset: u64,
    what: PartKind,
}

enum PartKind {
    Type(TypeId),
    Repeated(TypeId, u64),
    /// A bit-field of the struct at the part's offset.
    BitField(Field),
    Raw(u64),
}

impl<'a> Objects<'a> {
    pub fn new(program: &'a Program) -> Objects<'a> {
        let mut live = FxHashMap::default();
        for (index, object) in program.statics.iter().enumerate() {
            let base = program.static_address(index);
            let name = object.source.as_ref().map_or(&object.name, |s| &s.name);
            let init: &[u8] = match &object.kind {
                StaticKind::Variable { init, .. } => init,
                _ => &[],
            };
            let entry = Object {
                name: name.clone(),
                ty: object.source.as_ref().map(|s| s.ty),
                base,
                size: object.size,
                is_function: matches!(
                    object.kind,
                    StaticKind::Function(_) | StaticKind::ExternalFunction
                ),
                frame: None,
                owner: None,
                alive: true,
                named: object.source.is_some(),
                born: 0,
                init,
                bytes: BTreeMap::new(),
                is_array: false,
            };
            live.insert(program.pointers.object(base), entry);
        }
        Objects {
            program,
            live,
            heap: FxHashMap::default(),
            clock: 0,
            far: FxHashMap::default(),
            bases: BTreeMap::new(),
        }
    }

    /// Memory holds these bytes of a pointer.
    pub fn note_pointer(&mut self, bytes: &[u8], pointer: u64) {
        if self.program.pointers.is_far(pointer) {
            let image = bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
            self.far.insert(image, pointer);
        }
    }

    /// An object lies there.
    pub fn placed(&mut self, address: u64, base: u64) {
        self.bases.insert(base, address);
    }

    /// The pointer of which memory holds this.
    pub fn pointer(&self, image: u64) -> u64 {
        if self.program.pointers.flat {
            let Some((base, address)) = self.bases.range(..=image).next_back() else {
                return image;
            };
            let object = self.live.get(&self.program.pointers.object(*address));
            let size = object.map_or(0, |o| o.size);
            return match image - base <= size {
                true => address + (image - base),
                false => image,
            };
        }
        let far = self.far.get(&image).copied();
        far.unwrap_or_else(|| self.program.pointers.decode(image))
    }

    /// Sets the first contents of an external static object.
    pub fn external(&mut self, index: usize, contents: &Contents) {
        let number = self
            .program
            .pointers
            .object(self.program.static_address(index));
        if let Some(object) = self.live.get_mut(&number) {
            object.bytes = contents.bytes.clone();
        }
    }

    /// A new object in the function instance `frame`.
    pub fn alloc(
        &mut self,
        base: u64,
        size: u64,
        info: &ObjectInfo,
        contents: Contents,
        frame: u32,
        owner: &str,
    ) {
        let source = info.source.as_ref();
        let array = source.and_then(|s| s.name.strip_suffix("[]"));
        let stack = info.kind == ObjectKind::Stack;
        let plain = source.map_or(if stack { "local" } else { "heap" }, |s| s.name.as_str());
        let name = if let Some(pointer) = array {
            pointer.to_string()
        } else if stack {
            plain.to_string()
        } else {
            let count = self.heap.entry(plain.to_string()).or_default();
            *count += 1;
            format!("{plain}#{count}")
        };
        self.clock += 1;
        let object = Object {
            name,
            ty: source.map(|s| s.ty),
            base,
            size,
            is_function: false,
            frame: stack.then_some(frame),
            owner: (stack && array.is_none()).then(|| owner.to_string()),
            alive: true,
            named: source.is_some(),
            born: self.clock,
            init: &[],
            bytes: if info.zeroed {
                BTreeMap::new()
            } else {
                contents.bytes
            },
            is_array: array.is_some(),
        };
        self.live.insert(self.program.pointers.object(base), object);
    }

    pub fn dead(&mut self, address: u64) {
        if let Some(object) = self.live.get_mut(&self.program.pointers.object(address)) {
            object.alive = false;
        }
    }

    /// The whole object at an address, by name and value.
    pub fn whole(&self, address: u64) -> Option<(String, String)> {
        let object = self.live.get(&self.program.pointers.object(address))?;
        Some((object.name.clone(), self.show_whole(object)))
    }

    /// Gives the array of an argument the name of a pointer to it.
    pub fn rename(&mut self, address: u64, name: &str) {
        let number = self.program.pointers.object(address);
        if let Some(object) = self.live.get_mut(&number)
            && object.base == address
        {
            object.name = name.to_string();
        }
    }

    /// Start and size of the object that an address belongs to, and the size of its elements.
    pub fn extent(&self, address: u64) -> Option<(u64, u64, u64)> {
        let object = self.live.get(&self.program.pointers.object(address))?;
        let element = object.ty.map_or(0, |ty| size_bits(self.program, ty) / 8);
        Some((object.base, object.size, element))
    }

    /// What a pointer to an array of an argument points to: `array of 3 int {1, 2, 3}`.
    pub fn show_array(&self, address: u64) -> String {
        let number = self.program.pointers.object(address);
        let Some(object) = self.live.get(&number) else {
            return "nothing".to_string();
        };
        let from = address.saturating_sub(object.base);
        let left = object.size.saturating_sub(from);
        let bytes: Bytes = &|i| object.byte(from + i);
        match object.ty.map(|ty| (ty, size_bits(self.program, ty) / 8)) {
            Some((ty, size)) if size > 0 => {
                let count = left / size;
                let shown = value::show_repeated(self, ty, count, bytes);
                format!(
                    "array of {count} {} {shown}",
                    value::type_name(self.program, ty)
                )
            }
            _ => format!("{left} bytes {}", value::show_bytes(left, bytes)),
        }
    }

    fn show_whole(&self, object: &Object) -> String {
        let part = TouchedPart {
            path: String::new(),
            offset: 0,
            what: self.kind(object),
        };
        self.show_part(object, &part)
    }

    /// The live variables that the function instance `frame` sees: its own, and the global ones that they do not hide.
    pub fn scope(&self, frame: u32) -> Vec<(String, String)> {
        let mut seen: BTreeMap<&str, &Object> = BTreeMap::new();
        for object in self.live.values() {
            let visible = object.frame.is_none_or(|f| f == frame);
            let variable = object.named && !object.is_function && !object.is_array;
            let variable = variable && !object.name.contains('#');
            if !(object.alive && visible && variable) {
                continue;
            }
            let hidden = seen.get(object.name.as_str()).is_some_and(|o| {
                (o.frame.is_some(), o.born) > (object.frame.is_some(), object.born)
            });
            if !hidden {
                seen.insert(&object.name, object);
            }
        }
        seen.into_iter()
            .map(|(name, object)| (name.to_string(), self.show_whole(object)))
            .collect()
    }

    /// Records a write and says what it changed, as seen from the function instance `frame`.
    pub fn write(&mut self, address: u64, bytes: &[u8], frame: u32) -> Vec<(String, String)> {
        let number = self.program.pointers.object(address);
        let length = bytes.len() as u64;
        let Some(object) = self.live.get(&number) else {
            let text = value::show_raw(length, &|i| bytes[i as usize]);
            return vec![(format!("*(char *){address:#x}"), text)];
        };
        let from = address.wrapping_sub(object.base);
        let mut parts = Vec::new();
        self.touched(&self.kind(object), 0, from, from + length, "", &mut parts);
        let before: Vec<Option<String>> = parts
            .iter()
            .map(|p| matches!(p.what, PartKind::BitField(_)).then(|| self.show_part(object, p)))
            .collect();
        let object = self.live.get_mut(&number).expect("found above");
        for (offset, byte) in (from..).zip(bytes) {
            object.bytes.insert(offset, *byte);
        }
        for part in &parts {
            self.adopt_type(number, part);
        }
        let object = &self.live[&number];
        if object.owner.is_some() && !object.named {
            // A temporary of the compiler.
            return Vec::new();
        }
        let name = self.name_from(object, frame);
        let cut = parts.len() > MAX_PARTS;
        parts.truncate(MAX_PARTS);
        let mut changes = Vec::new();
        for (part, before) in parts.iter().zip(before) {
            let value = self.show_part(object, part);
            // The neighbours of a bit-field are written with it.
            if before.is_none_or(|b| b != value) {
                changes.push((format!("{name}{}", part.path), value));
            }
        }
        if cut {
            changes.push((name, "… (more of it)".to_string()));
        }
        changes
    }

    /// An object without a type gets the type of the first pointer to its start that is stored somewhere.
    fn adopt_type(&mut self, holder: u64, part: &TouchedPart) {
        let PartKind::Type(ty) = part.what else {
            return;
        };
        let CType::Pointer { to, bits } = *self.program.ty(ty) else {
            return;
        };
        let holder = &self.live[&holder];
        let bytes = (0..u64::from(bits / 8)).rev();
        let address = bytes.fold(0, |a: u64, i| {
            a << 8 | u64::from(holder.byte(part.offset + i))
        });
        let address = self.pointer(address);
        let size = size_bits(self.program, to) / 8;
        let number = self.program.pointers.object(address);
        if let Some(target) = self.live.get_mut(&number) {
            let untyped = target.ty.is_none_or(|t| size_bits(self.program, t) == 0);
            let fits = size > 0 && target.size.is_multiple_of(size);
            if target.base == address && untyped && fits && !target.is_function {
                target.ty = Some(to);
            }
        }
    }

    /// The name of an object; a local of another function says whose it is.
    fn name_from(&self, object: &Object, frame: u32) -> String {
        match &object.owner {
            Some(owner) if object.frame != Some(frame) => format!("{owner}::{}", object.name),
            _ => object.name.clone(),
        }
    }

    /// What an object as a whole consists of.
    fn kind(&self, object: &Object) -> PartKind {
        let Some(ty) = object.ty else {
            return PartKind::Raw(object.size);
        };
        match size_bits(self.program, ty) / 8 {
            0 => PartKind::Raw(object.size),
            size if size < object.size || object.is_array => {
                PartKind::Repeated(ty, object.size / size)
            }
            _ => PartKind::Type(ty),
        }
    }

    fn show_part(&self, object: &Object, part: &TouchedPart) -> String {
        let bytes: Bytes = &|i| object.byte(part.offset + i);
        match &part.what {
            PartKind::Type(ty) => value::show_memory(self, *ty, bytes),
            PartKind::Repeated(ty, count) => value::show_repeated(self, *ty, *count, bytes),
            PartKind::BitField(field) => value::show_field(self, field, bytes),
            PartKind::Raw(length) => value::show_raw(*length, bytes),
        }
    }

    /// Collects the largest parts of `kind`, which starts at `base`, that the bytes `from..to` of the object cover, and
    /// the smallest that they touch. Stops after [`MAX_PARTS`] and one.
    fn touched(
        &self,
        kind: &PartKind,
        base: u64,
        from: u64,
        to: u64,
        path: &str,
        parts: &mut Vec<TouchedPart>,
    ) {
        if parts.len() > MAX_PARTS {
            return;
        }
        let mut add = |what: PartKind, offset: u64, path: String| {
            parts.push(TouchedPart { path, offset, what })
        };
        match *kind {
            PartKind::Raw(_) => {
                let path = if from == 0 && path.is_empty() {
                    String::new()
                } else {
                    format!("{path}+{}", from - base)
                };
                add(PartKind::Raw(to - from), from, path);
            }
            PartKind::BitField(ref field) => {
                add(PartKind::BitField(field.clone()), base, path.to_string())
            }
            PartKind::Repeated(element, count) => {
                let size = size_bits(self.program, element) / 8;
                let covered = from <= base && to >= base + count * size;
                if size == 0 || (covered && count > 1) {
                    return add(PartKind::Repeated(element, count), base, path.to_string());
                }
                let first = from.saturating_sub(base) / size;
                let last = (to - base).div_ceil(size).min(count);
                for i in (first..last).take(MAX_PARTS + 1) {
                    let element = PartKind::Type(element);
                    let path = format!("{path}[{i}]");
                    self.touched(&element, base + i * size, from, to, &path, parts);
                }
            }
            PartKind::Type(ty) => {
                let covered = from <= base && to >= base + size_bits(self.program, ty) / 8;
                match self.program.ty(ty) {
                    CType::Array { element, count } => {
                        let array = PartKind::Repeated(*element, *count);
                        self.touched(&array, base, from, to, path, parts);
                    }
                    CType::Struct { fields, .. } if !covered || fields.len() == 1 => {
                        let (from_bit, to_bit) = (8 * from, 8 * to);
                        for field in fields {
                            let start = 8 * base + field.offset_bits;
                            if start < to_bit && from_bit < start + field.bits {
                                self.touch_field(field, base, from, to, path, parts);
                            }
                        }
                    }
                    CType::Union { fields, .. } if !covered => {
                        let exact = |f: &&Field| {
                            8 * base + f.offset_bits == 8 * from && f.bits == 8 * (to - from)
                        };
                        let around = |f: &&Field| 8 * base + f.offset_bits + f.bits >= 8 * to;
                        let field = fields.iter().find(exact);
                        match field.or_else(|| fields.iter().find(around)) {
                            Some(field) => self.touch_field(field, base, from, to, path, parts),
                            None => add(PartKind::Type(ty), base, path.to_string()),
                        }
                    }
                    _ => add(PartKind::Type(ty), base, path.to_string()),
                }
            }
        }
    }

    fn touch_field(
        &self,
        field: &Field,
        base: u64,
        from: u64,
        to: u64,
        path: &str,
        parts: &mut Vec<TouchedPart>,
    ) {
        let path = join(path, &field.name);
        let whole =
            field.offset_bits.is_multiple_of(8) && field.bits == size_bits(self.program, field.ty);
        if whole {
            let base = base + field.offset_bits / 8;
            self.touched(&PartKind::Type(field.ty), base, from, to, &path, parts);
        } else {
            self.touched(
                &PartKind::BitField(field.clone()),
                base,
                from,
                to,
                &path,
                parts,
            );
        }
    }

    /// A pointer by what it points to: `NULL`, `&buf[3]`, `&s.next`, `&f`; in hexadecimal if that is unknown.
    pub fn show_pointer(&self, address: u64, to: Option<TypeId>) -> String {
        if address == 0 {
            return "NULL".to_string();
        }
        let layout = self.program.pointers;
        let number = layout.object(address);
        let in_front = layout.offset(address) >= layout.half();
        let object = self.live.get(&(number + u64::from(in_front)));
        match object {
            Some(object) if address >= object.base => {
                return self.show_target(object, address - object.base, to);
            }
            Some(object) => return format!("&{} - {} bytes", object.name, object.base - address),
            None => {}
        }
        format!("{address:#x}")
    }

    fn show_target(&self, object: &Object, offset: u64, to: Option<TypeId>) -> String {
        let dead = if object.alive {
            ""
        } else {
            " (no longer alive)"
        };
        let name = &object.name;
        if object.is_function && offset == 0 {
            return format!("&{name}");
        }
        if offset > object.size || object.is_function {
            return format!("&{name} + {offset} bytes{dead}");
        }
        let kind = self.kind(object);
        let path = to
            .and_then(|to| self.path(&kind, offset, Some(to)))
            .or_else(|| self.path(&kind, offset, None));
        match path {
            Some(path) => format!("&{name}{path}{dead}"),
            None => format!("&{name} + {offset} bytes{dead}"),
        }
    }

    /// The path from a whole to its part at `offset`: the outermost of type `to`, or of any type.
    fn path(&self, kind: &PartKind, offset: u64, to: Option<TypeId>) -> Option<String> {
        let fits = |ty: TypeId| match to {
            None => true,
            Some(to) => to == ty || self.program.ty(to) == self.program.ty(ty),
        };
        match *kind {
            PartKind::Raw(_) | PartKind::BitField(_) => {
                (offset == 0 && to.is_none()).then(String::new)
            }
            PartKind::Repeated(element, count) => {
                if offset == 0 && to.is_none() {
                    return Some(String::new());
                }
                let size = size_bits(self.program, element) / 8;
                let index = offset.checked_div(size)?;
                // C allows a pointer one past the last element.
                if index == count && offset == count * size {
                    return fits(element).then(|| format!("[{index}]"));
                }
                let rest = self.path(&PartKind::Type(element), offset % size, to)?;
                (index < count).then(|| format!("[{index}]{rest}"))
            }
            PartKind::Type(ty) => {
                if offset == 0 && fits(ty) {
                    return Some(String::new());
                }
                match self.program.ty(ty) {
                    CType::Array { element, count } => {
                        self.path(&PartKind::Repeated(*element, *count), offset, to)
                    }
                    CType::Struct { fields, .. } | CType::Union { fields, .. } => {
                        fields.iter().find_map(|f| {
                            let start = f.offset_bits / 8;
                            let inside = f.offset_bits.is_multiple_of(8)
                                && start <= offset
                                && 8 * offset < f.offset_bits + f.bits;
                            let kind = PartKind::Type(f.ty);
                            let rest = inside.then(|| self.path(&kind, offset - start, to))??;
                            Some(join("", &f.name) + &rest)
                        })
                    }
                    _ => None,
                }
            }
        }
    }
}

/// `path.name`; the members of an anonymous struct or union are its parent's.
fn join(path: &str, name: &str) -> String {
    if name.is_empty() {
        path.to_string()
    } else {
        format!("{path}.{name}")
    }
}
