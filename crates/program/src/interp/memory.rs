//! Flat memory: objects by address, each with its bytes.

use super::Contents;
use crate::layout::PointerLayout;
use crate::program::{ObjectKind, Place, StaticKind, StaticObject};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};

/// Larger objects keep only the pages that were written.
const DENSE: u64 = 1 << 16;
const PAGE: u64 = 1 << 12;

pub(super) struct Memory {
    layout: PointerLayout,
    /// The live objects by their address.
    live: BTreeMap<u64, Object>,
    /// The last dead object at each address, for messages.
    dead: BTreeMap<u64, Dead>,
    /// Where objects go that the oracle has no place for: from the highest object number down, since oracles count up
    /// from the statics. `next` was never used; `used` are those below that the oracle took.
    next: u64,
    used: FxHashSet<u64>,
    /// Numbers of ours whose objects are dead. They are used again only when no other is left.
    reusable: VecDeque<u64>,
    first_free: u64,
}

pub(super) struct Object {
    pub name: String,
    pub size: u64,
    pub kind: Kind,
    bytes: Bytes,
}

/// What may be done with an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Static,
    Constant,
    Function,
    Stack,
    Heap,
}

struct Dead {
    name: String,
    kind: Kind,
    place: Place,
}

enum Bytes {
    Dense(Vec<u8>),
    Sparse(FxHashMap<u64, Box<[u8; PAGE as usize]>>),
}

impl Bytes {
    fn new(size: u64) -> Bytes {
        if size <= DENSE {
            Bytes::Dense(vec![0; size as usize])
        } else {
            Bytes::Sparse(FxHashMap::default())
        }
    }

    fn read(&self, offset: u64, length: u64) -> Vec<u8> {
        match self {
            Bytes::Dense(bytes) => bytes[offset as usize..(offset + length) as usize].to_vec(),
            Bytes::Sparse(pages) => {
                let mut result = Vec::with_capacity(length as usize);
                let mut at = offset;
                while at < offset + length {
                    let count = (PAGE - at % PAGE).min(offset + length - at);
                    let start = (at % PAGE) as usize;
                    match pages.get(&(at / PAGE)) {
                        Some(page) => result.extend(&page[start..start + count as usize]),
                        None => result.resize(result.len() + count as usize, 0),
                    }
                    at += count;
                }
                result
            }
        }
    }

    fn write(&mut self, offset: u64, new: &[u8]) {
        match self {
            Bytes::Dense(bytes) => {
                bytes[offset as usize..offset as usize + new.len()].copy_from_slice(new);
            }
            Bytes::Sparse(pages) => {
                let mut at = offset;
                let mut rest = new;
                while !rest.is_empty() {
                    let count = ((PAGE - at % PAGE) as usize).min(rest.len());
                    let (now, later) = rest.split_at(count);
                    let start = (at % PAGE) as usize;
                    if pages.contains_key(&(at / PAGE)) || now.iter().any(|b| *b != 0) {
                        let page = pages
                            .entry(at / PAGE)
                            .or_insert_with(|| Box::new([0; PAGE as usize]));
                        page[start..start + count].copy_from_slice(now);
                    }
                    at += count as u64;
                    rest = later;
                }
            }
        }
    }
}

impl Memory {
    pub fn new(layout: PointerLayout, highest: u64) -> Memory {
        Memory {
            layout,
            live: BTreeMap::new(),
            dead: BTreeMap::new(),
            next: layout.max_object(),
            used: FxHashSet::default(),
            reusable: VecDeque::new(),
            first_free: layout.object(highest) + 1,
        }
    }

    /// Adds static object number `index`, with these contents if it is external.
    pub fn add_static(&mut self, index: usize, object: &StaticObject, contents: &Contents) {
        let (kind, init): (Kind, &[u8]) = match &object.kind {
            StaticKind::Variable { init, constant } => {
                let kind = if *constant {
                    Kind::Constant
                } else {
                    Kind::Static
                };
                (kind, init)
            }
            StaticKind::External => (Kind::Static, &[]),
            StaticKind::Function(_) | StaticKind::ExternalFunction => (Kind::Function, &[]),
        };
        let source = object.source.as_ref();
        let mut bytes = Bytes::new(object.size);
        bytes.write(0, &init[..init.len().min(object.size as usize)]);
        write_contents(&mut bytes, object.size, contents);
        let number = index as u64 + 1;
        self.first_free = self.first_free.max(number + 1);
        let new = Object {
            name: source.map_or(&object.name, |s| &s.name).clone(),
            size: object.size,
            kind,
            bytes,
        };
        self.live
            .insert(self.layout.start(number, object.align), new);
    }

    /// Adds an object where the oracle wants it, or at a number never used; an error says why this is impossible.
    pub fn allocate(
        &mut self,
        address: Option<u64>,
        name: String,
        size: u64,
        align: u64,
        kind: ObjectKind,
        contents: &Contents,
    ) -> Result<u64, String> {
        let address = match address {
            Some(address) => {
                self.place_at(address, size)?;
                self.used.insert(self.layout.object(address));
                address
            }
            None => self.fresh_address(size, align)?,
        };
        let mut bytes = Bytes::new(size);
        write_contents(&mut bytes, size, contents);
        let kind = match kind {
            ObjectKind::Stack => Kind::Stack,
            ObjectKind::Heap => Kind::Heap,
        };
        let object = Object {
            name,
            size,
            kind,
            bytes,
        };
        self.live.insert(address, object);
        Ok(address)
    }

    fn fresh_address(&mut self, size: u64, align: u64) -> Result<u64, String> {
        while self.used.contains(&self.next) {
            self.next -= 1;
        }
        if self.next >= self.first_free {
            self.next -= 1;
            return Ok(self.layout.start(self.next + 1, align));
        }
        while let Some(again) = self.reusable.pop_front() {
            // The oracle may have taken it in the meantime.
            let again = self.layout.start(self.layout.object(again), align);
            if self.place_at(again, size).is_ok() {
                return Ok(again);
            }
        }
        Err("no object number is left".to_string())
    }

    /// Whether an object can be there.
    fn place_at(&self, address: u64, size: u64) -> Result<(), String> {
        let layout = self.layout;
        let room = 1u64 << layout.offset_bits;
        let number = layout.object(address);
        if number == 0 || number > layout.max_object() || layout.offset(address) + size > room {
            return Err(format!("no object of {size} bytes can be at {address:#x}"));
        }
        // An object without bytes still has an address of its own.
        let end = address + size.max(1) - 1;
        match self.live.range(..=end).next_back() {
            Some((start, other)) if start + other.size.max(1) > address => Err(format!(
                "an object of {size} bytes at {address:#x} overlaps `{}`",
                other.name
            )),
            _ => Ok(()),
        }
    }

    /// The live object that contains the byte, and where it starts.
    pub fn containing(&self, address: u64) -> Option<(u64, &Object)> {
        let (start, object) = self.live.range(..=address).next_back()?;
        (address - start < object.size).then_some((*start, object))
    }

    /// Ends the life of the live object at an address.
    pub fn kill(&mut self, address: u64, place: Place) {
        if let Some(object) = self.live.remove(&address) {
            let number = self.layout.object(address);
            if number > self.next && !self.used.contains(&number) {
                self.reusable.push_back(address);
            }
            let Object { name, kind, .. } = object;
            self.dead.insert(address, Dead { name, kind, place });
        }
    }

    /// Why these bytes cannot be accessed, in words; `None` if they can.
    pub fn access_error(
        &self,
        address: u64,
        length: u64,
        write: bool,
        show: &dyn Fn(Place) -> String,
    ) -> Option<String> {
        if length == 0 {
            return None;
        }
        match self.containing(address) {
            Some((start, object)) if length <= object.size - (address - start) => {
                match object.kind {
                    Kind::Function => Some(format!("`{}` is a function", object.name)),
                    Kind::Constant if write => Some(format!("`{}` is constant", object.name)),
                    _ => None,
                }
            }
            _ => Some(self.explain(address, length, show)),
        }
    }

    /// What is wrong with an access that is not inside a live object.
    fn explain(&self, address: u64, length: u64, show: &dyn Fn(Place) -> String) -> String {
        let layout = self.layout;
        if address == 0 {
            return "null pointer".to_string();
        }
        // An offset in the upper half means that the pointer runs off the front of the next object.
        let in_front = layout.offset(address) >= layout.half();
        let number = layout.object(address) + u64::from(in_front);
        if number == 0 {
            return format!("null pointer plus {address}");
        }
        let slot = layout.slot(number);
        let bytes = if length == 1 { "byte" } else { "bytes" };
        if let Some((base, object)) = nearest(&self.live, slot, layout.half(), address) {
            let (name, size) = (&object.name, object.size);
            let access = match base <= address {
                true => format!("{length} {bytes} at offset {}", address - base),
                false => format!("{length} {bytes} at offset -{}", base - address),
            };
            return match address.checked_sub(base) {
                None => format!("{access}, in front of `{name}` ({size} bytes)"),
                Some(offset) if offset < size => {
                    format!("{access}, reaching behind the end of `{name}` ({size} bytes)")
                }
                Some(_) => format!("{access}, behind the end of `{name}` ({size} bytes)"),
            };
        }
        match nearest(&self.dead, slot, layout.half(), address) {
            Some((_, dead)) => dead.explain(show),
            None => format!("address {address:#x} is in no object"),
        }
    }

    /// Why the object at an address cannot be freed, in words; `None` if it can.
    pub fn free_error(&self, address: u64, show: &dyn Fn(Place) -> String) -> Option<String> {
        if let Some(object) = self.live.get(&address) {
            return match object.kind {
                Kind::Heap => None,
                Kind::Stack => Some(format!("`{}` is a local variable", object.name)),
                Kind::Static | Kind::Constant => {
                    Some(format!("`{}` is a static object", object.name))
                }
                Kind::Function => Some(format!("`{}` is a function", object.name)),
            };
        }
        if let Some((start, object)) = self.containing(address) {
            let offset = address - start;
            return Some(format!(
                "offset {offset} of `{}`, not its start",
                object.name
            ));
        }
        if let Some(dead) = self.dead.get(&address) {
            return Some(dead.explain(show));
        }
        Some(self.explain(address, 1, show))
    }

    /// The bytes of a range that has no [`Memory::access_error`].
    pub fn read(&self, address: u64, length: u64) -> Vec<u8> {
        if length == 0 {
            return Vec::new();
        }
        let (start, object) = self.containing(address).expect("the access was checked");
        object.bytes.read(address - start, length)
    }

    /// Sets the bytes of a range that has no [`Memory::access_error`].
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let (start, object) = self
            .live
            .range_mut(..=address)
            .next_back()
            .expect("the access was checked");
        object.bytes.write(address - start, bytes);
    }
}

impl Dead {
    fn explain(&self, show: &dyn Fn(Place) -> String) -> String {
        let place = show(self.place);
        match self.kind {
            Kind::Heap => format!("object `{}` was freed at {place}", self.name),
            _ => format!("the life of `{}` ended at {place}", self.name),
        }
    }
}

/// The last entry of a slot that starts at the address or below, else the first.
fn nearest<T>(map: &BTreeMap<u64, T>, slot: u64, half: u64, address: u64) -> Option<(u64, &T)> {
    let below = (slot <= address).then(|| map.range(slot..=address).next_back());
    let found = below
        .flatten()
        .or_else(|| map.range(slot..slot + half).next());
    found.map(|(start, entry)| (*start, entry))
}

fn write_contents(bytes: &mut Bytes, size: u64, contents: &Contents) {
    for (offset, byte) in contents.bytes.range(..size) {
        bytes.write(*offset, &[*byte]);
    }
}
