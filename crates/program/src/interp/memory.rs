//! Flat memory: objects by address, each with its bytes.

use super::Contents;
use crate::layout::PointerLayout;
use crate::program::{Extent, ObjectInfo, ObjectKind, Place, StaticKind, StaticObject};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, VecDeque};

/// Larger objects keep only the pages that were written.
const DENSE: u64 = 1 << 16;
const PAGE: u64 = 1 << 12;

/// The bytes that one operation may move (they are handed to the observer), and the pages that large objects may have, all
/// together.
const MAX_RANGE: u64 = 1 << 28;
const MAX_PAGES: u64 = 1 << 18;

pub(super) struct Memory {
    layout: PointerLayout,
    /// The live objects by their address.
    live: BTreeMap<u64, Stored>,
    /// The last dead object at each address, for messages.
    dead: BTreeMap<u64, Dead>,
    /// Where objects go for which the oracle gives no address: from the highest object number down, since oracles count up
    /// from the statics. `next` was never used; `used` are those below that the oracle took.
    next: u64,
    used: FxHashSet<u64>,
    /// The interpreter's own numbers whose objects are dead. They are reused only when no other is left.
    reusable: VecDeque<u64>,
    first_free: u64,
    /// Counts what comes into being, is accessed, and dies.
    clock: u64,
    /// The pages of the live large objects.
    pages: u64,
    /// Whether it is noted which bytes were written.
    notes_writes: bool,
    /// The bytes of wide pointers, by address: a far one cannot be told by its bytes, and one of which some bytes were changed
    /// is not known.
    pointers: BTreeMap<u64, PointerByte>,
    /// What memory holds of each far pointer: any number, but not the same for two.
    far_images: FxHashMap<u64, u64>,
    /// The bytes of all live objects.
    total: u64,
}

/// A byte of a wide pointer.
#[derive(Clone, Copy)]
pub(super) struct PointerByte {
    pointer: u64,
    index: u64,
}

pub(super) struct Stored {
    pub name: String,
    pub size: u64,
    pub kind: Storage,
    bytes: Bytes,
    /// 1 for each byte that was written, 0 for the others; `None` if all were, or it is not recorded.
    written: Option<Bytes>,
    birth: Birth,
    /// When it was last accessed.
    touched: u64,
}

/// When and where an object came into being.
#[derive(Clone, Copy)]
pub(super) struct Birth {
    pub place: Place,
    pub time: u64,
}

/// What may be done with an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Storage {
    Static,
    Constant,
    Function,
    Stack,
    Heap,
    /// On the heap, but owned by the library.
    Library,
}

impl Storage {
    /// Whether another variable may begin where it ends. What is allocated has the allocator's own data in front of it.
    fn is_variable(self) -> bool {
        matches!(self, Storage::Static | Storage::Constant | Storage::Stack)
    }
}

struct Dead {
    name: String,
    size: u64,
    kind: Storage,
    birth: Birth,
    place: Place,
    time: u64,
}

/// A live object.
#[derive(Clone, Copy)]
pub(super) struct Live {
    pub start: u64,
    pub size: u64,
}

/// An object that an address belongs to, alive or dead.
struct Life {
    start: u64,
    size: u64,
    is_variable: bool,
    born: u64,
    died: Option<u64>,
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

    /// The number of pages of a large object.
    fn pages(&self) -> u64 {
        match self {
            Bytes::Dense(_) => 0,
            Bytes::Sparse(pages) => pages.len() as u64,
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

    /// The little-endian numbers of `width` bytes at every offset where there may be one that is not zero.
    fn windows(&self, size: u64, width: u64) -> Vec<u64> {
        let number = |bytes: &[u8]| {
            let shifted = bytes.iter().rev();
            shifted.fold(0u64, |n, byte| n << 8 | u64::from(*byte))
        };
        let ranges: Vec<(u64, u64)> = match self {
            Bytes::Dense(_) => vec![(0, size)],
            Bytes::Sparse(pages) => {
                let mut starts: Vec<u64> = pages.keys().map(|page| page * PAGE).collect();
                starts.sort_unstable();
                let around = |start: u64| (start.saturating_sub(width), start + PAGE + width);
                starts.into_iter().map(around).collect()
            }
        };
        let mut found = Vec::new();
        for (from, to) in ranges {
            let bytes = self.read(from, to.min(size) - from);
            found.extend(bytes.windows(width as usize).map(number));
        }
        found.retain(|n| *n != 0);
        found
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
    pub fn new(layout: PointerLayout, highest: u64, notes_writes: bool) -> Memory {
        Memory {
            layout,
            clock: 0,
            pages: 0,
            notes_writes,
            live: BTreeMap::new(),
            dead: BTreeMap::new(),
            pointers: BTreeMap::new(),
            far_images: FxHashMap::default(),
            total: 0,
            next: layout.max_object(),
            used: FxHashSet::default(),
            reusable: VecDeque::new(),
            first_free: layout.object(highest) + 1,
        }
    }

    /// Adds static object number `index`, with these contents if it is external.
    pub fn add_static(&mut self, index: usize, object: &StaticObject, contents: &Contents) {
        let (kind, init): (Storage, &[u8]) = match &object.kind {
            StaticKind::Variable { init, constant } => {
                let kind = if *constant {
                    Storage::Constant
                } else {
                    Storage::Static
                };
                (kind, init)
            }
            StaticKind::External => (Storage::Static, &[]),
            StaticKind::Function(_) | StaticKind::ExternalFunction => (Storage::Function, &[]),
        };
        let source = object.source.as_ref();
        self.total += object.size;
        let mut bytes = Bytes::new(object.size);
        bytes.write(0, &init[..init.len().min(object.size as usize)]);
        write_contents(&mut bytes, object.size, contents);
        self.pages += bytes.pages();
        let number = index as u64 + 1;
        self.first_free = self.first_free.max(number + 1);
        let new = Stored {
            name: source.map_or(&object.name, |s| &s.name).clone(),
            size: object.size,
            kind,
            bytes,
            written: None,
            birth: Birth {
                place: source.map_or(Place::NOWHERE, |s| s.place),
                time: 0,
            },
            touched: 0,
        };
        self.live
            .insert(self.layout.start(number, object.align), new);
    }

    /// Adds an object where the oracle wants it, or at a number never used; the error says why this is impossible.
    pub fn allocate(
        &mut self,
        address: Option<u64>,
        name: String,
        size: u64,
        info: &ObjectInfo,
        contents: &Contents,
        place: Place,
    ) -> Result<u64, String> {
        let address = match address {
            Some(address) => {
                self.place_at(address, size)?;
                self.used.insert(self.layout.object(address));
                address
            }
            None => self.fresh_address(size, info.align)?,
        };
        self.total += size;
        let mut bytes = Bytes::new(size);
        write_contents(&mut bytes, size, contents);
        self.pages += bytes.pages();
        let kind = match info.kind {
            ObjectKind::Stack => Storage::Stack,
            ObjectKind::Heap => Storage::Heap,
            ObjectKind::Library => Storage::Library,
        };
        let noted = self.notes_writes && !info.zeroed && kind != Storage::Library;
        self.clock += 1;
        let object = Stored {
            name,
            size,
            kind,
            bytes,
            written: noted.then(|| Bytes::new(size)),
            birth: Birth {
                place,
                time: self.clock,
            },
            touched: self.clock,
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
    pub fn containing(&self, address: u64) -> Option<(u64, &Stored)> {
        let (start, object) = self.live.range(..=address).next_back()?;
        (address - start < object.size).then_some((*start, object))
    }

    /// What is asked of the object that an address leads to.
    pub fn extent(&self, address: u64, extent: Extent) -> u64 {
        let Some(life) = self.life(address) else {
            return match extent {
                Extent::Offset => address,
                _ => 0,
            };
        };
        let offset = address.wrapping_sub(life.start);
        match extent {
            Extent::Offset => offset,
            _ if life.died.is_some() => 0,
            Extent::Size => life.size,
            Extent::Room => life.size.saturating_sub(offset),
            Extent::Alive => 1,
            Extent::Dynamic => {
                let object = self.live.get(&life.start);
                u64::from(object.is_some_and(|o| o.kind == Storage::Heap))
            }
        }
    }

    /// The live objects that can be written: their addresses and sizes, and whether they are on the heap.
    pub fn objects(&self) -> impl Iterator<Item = (u64, u64, bool)> + '_ {
        let written = |o: &Stored| !matches!(o.kind, Storage::Constant | Storage::Function);
        let live = self.live.iter().filter(move |(_, o)| written(o));
        live.map(|(at, o)| {
            (
                *at,
                o.size,
                matches!(o.kind, Storage::Heap | Storage::Library),
            )
        })
    }

    pub fn layout(&self) -> PointerLayout {
        self.layout
    }

    /// All live objects.
    pub fn live(&self) -> impl Iterator<Item = Live> + '_ {
        let live = self.live.iter();
        live.map(|(start, object)| Live {
            start: *start,
            size: object.size,
        })
    }

    /// Whether the object that an address is in, or nearest to, is alive.
    pub fn is_near_live(&self, address: u64) -> bool {
        self.life(address).is_some_and(|life| life.died.is_none())
    }

    /// Whether one constant may lie in another one, at an offset: it holds the same bytes.
    pub fn is_part(&self, whole: Live, part: Live, offset: u64) -> bool {
        let is_constant = |object: Live| {
            let stored = self.live.get(&object.start);
            stored.is_some_and(|stored| stored.kind == Storage::Constant)
        };
        let fits = offset
            .checked_add(part.size)
            .is_some_and(|end| end <= whole.size);
        fits && is_constant(whole)
            && is_constant(part)
            && self.read(whole.start + offset, part.size) == self.read(part.start, part.size)
    }

    /// Start and size of the object that an address is in, or nearest to, dead or alive.
    pub fn nearest_to(&self, address: u64) -> Option<(u64, u64)> {
        self.life(address).map(|life| (life.start, life.size))
    }

    /// What has happened so far, counted.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Notes that the program accesses the live object that contains the byte.
    pub fn touch(&mut self, address: u64) {
        self.clock += 1;
        if let Some((start, object)) = self.live.range_mut(..=address).next_back()
            && address - start < object.size
        {
            object.touched = self.clock;
        }
    }

    /// Whether the program has accessed or ended an object after a moment that was there already, and is not one of these.
    pub fn has_used_others(&self, since: u64, these: &dyn Fn(u64) -> bool) -> bool {
        let is_used = |(address, o): (&u64, &Stored)| {
            let can_change = !matches!(o.kind, Storage::Constant | Storage::Function);
            can_change && o.birth.time <= since && since < o.touched && !these(*address)
        };
        let is_ended = |dead: &Dead| dead.birth.time <= since && since < dead.time;
        self.live.iter().any(is_used) || self.dead.values().any(is_ended)
    }

    /// Ends the life of the live object at an address.
    pub fn kill(&mut self, address: u64, place: Place) {
        if let Some(object) = self.live.remove(&address) {
            self.pages -= object.bytes.pages();
            self.total -= object.size;
            self.forget_pointers(address, object.size);
            let number = self.layout.object(address);
            if number > self.next && !self.used.contains(&number) {
                self.reusable.push_back(address);
            }
            self.clock += 1;
            let dead = Dead {
                name: object.name,
                size: object.size,
                kind: object.kind,
                birth: object.birth,
                place,
                time: self.clock,
            };
            self.dead.insert(address, dead);
        }
    }

    /// A description of why these bytes cannot be accessed; `None` if they can.
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
                    Storage::Function => Some(format!("`{}` is a function", object.name)),
                    Storage::Constant if write => Some(format!("`{}` is constant", object.name)),
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
            let about = described(&object.name, object.size, object.kind, object.birth, show);
            let size = object.size;
            let access = match base <= address {
                true => format!("{length} {bytes} at offset {}", address - base),
                false => format!("{length} {bytes} at offset -{}", base - address),
            };
            return match address.checked_sub(base) {
                None => format!("{access}, before the start of {about}"),
                Some(offset) if offset < size => {
                    format!("{access}, reaching beyond the end of {about}")
                }
                Some(_) => format!("{access}, beyond the end of {about}"),
            };
        }
        match nearest(&self.dead, slot, layout.half(), address) {
            Some((_, dead)) => dead.explain(show),
            None => format!("address {address:#x} is not in any object"),
        }
    }

    /// A description of why the object at an address cannot be freed; `None` if it can.
    pub fn free_error(&self, address: u64, show: &dyn Fn(Place) -> String) -> Option<String> {
        if let Some(object) = self.live.get(&address) {
            return match object.kind {
                Storage::Heap | Storage::Library => None,
                Storage::Stack => Some(format!("`{}` is a local variable", object.name)),
                Storage::Static | Storage::Constant => {
                    Some(format!("`{}` is a static object", object.name))
                }
                Storage::Function => Some(format!("`{}` is a function", object.name)),
            };
        }
        if let Some((start, object)) = self.containing(address) {
            let offset = address - start;
            let about = described(&object.name, object.size, object.kind, object.birth, show);
            return Some(format!("offset {offset} of {about}, not its start"));
        }
        if let Some(dead) = self.dead.get(&address) {
            return Some(dead.explain(show));
        }
        Some(self.explain(address, 1, show))
    }

    /// Whether an object of this size and the live ones can be in one address space.
    pub fn has_addresses(&self, size: u64) -> bool {
        let room = 1u128 << self.layout.memory_width();
        u128::from(self.total) + u128::from(size) <= room
    }

    /// Whether there is room for an operation on this many bytes.
    pub fn has_room(&self, length: u64) -> bool {
        length <= MAX_RANGE && self.pages + length.div_ceil(PAGE) <= MAX_PAGES
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
        let length = bytes.len() as u64;
        let before = object.bytes.pages();
        object.bytes.write(address - start, bytes);
        self.pages += object.bytes.pages() - before;
        if let Some(written) = &mut object.written {
            written.write(address - start, &vec![1; bytes.len()]);
        }
        self.forget_pointers(address, length);
    }

    // ---- wide pointers ----

    fn forget_pointers(&mut self, address: u64, length: u64) {
        if self.pointers.is_empty() {
            return;
        }
        let range = address..address.saturating_add(length);
        let gone: Vec<u64> = self.pointers.range(range).map(|(at, _)| *at).collect();
        for at in gone {
            self.pointers.remove(&at);
        }
    }

    /// The bytes of pointers in a range, with their distances from its start.
    pub fn pointer_bytes(&self, address: u64, length: u64) -> Vec<(u64, PointerByte)> {
        let range = address..address.saturating_add(length);
        let bytes = self.pointers.range(range);
        bytes.map(|(at, byte)| (at - address, *byte)).collect()
    }

    /// Puts such bytes, which were just copied, to another place.
    pub fn set_pointer_bytes(&mut self, address: u64, bytes: &[(u64, PointerByte)]) {
        for (distance, byte) in bytes {
            self.pointers.insert(address + distance, *byte);
        }
    }

    /// The pointers that the bytes of a range do not tell ([`PointerLayout::is_far`]), once for each byte.
    pub fn far_pointers(&self, address: u64, length: u64) -> Vec<u64> {
        let bytes = self.pointer_bytes(address, length);
        let pointers = bytes.into_iter().map(|(_, byte)| byte.pointer);
        pointers.filter(|p| self.layout.is_far(*p)).collect()
    }

    /// What memory holds of a pointer.
    pub fn image_of(&mut self, pointer: u64) -> Vec<u8> {
        let layout = self.layout;
        let mut image = layout.encode(pointer);
        if layout.is_far(pointer) {
            let count = self.far_images.len() as u64;
            image = *self.far_images.entry(pointer).or_insert(!(PAGE + count));
        }
        let width = layout.memory_width() as usize / 8;
        image.to_le_bytes()[..width].to_vec()
    }

    /// Notes that the image of a pointer was just written.
    pub fn set_pointer(&mut self, address: u64, pointer: u64) {
        for index in 0..u64::from(self.layout.memory_width() / 8) {
            let byte = PointerByte { pointer, index };
            self.pointers.insert(address + index, byte);
        }
    }

    /// The pointer in a range that has no [`Memory::access_error`]; `None` if only some of its bytes are those of a pointer, or
    /// not all of them of the same one.
    pub fn pointer(&self, address: u64) -> Option<u64> {
        let width = u64::from(self.layout.memory_width() / 8);
        let known = self.pointer_bytes(address, width);
        let Some((_, first)) = known.first() else {
            let bytes = self.read(address, width);
            let image = bytes.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
            return Some(self.layout.decode(image));
        };
        let is_next =
            |(at, byte): &(u64, PointerByte)| byte.index == *at && byte.pointer == first.pointer;
        let whole = known.len() as u64 == width && known.iter().all(is_next);
        whole.then_some(first.pointer)
    }

    // ---- bytes that were never written ----

    /// A description of the first byte of the range that exists and was never written.
    pub fn unwritten(
        &self,
        address: u64,
        length: u64,
        show: &dyn Fn(Place) -> String,
    ) -> Option<String> {
        let (start, object) = self.containing(address)?;
        let offset = address - start;
        let notes = self.notes(address, length.min(object.size - offset))?;
        let first = notes.iter().position(|n| *n == 0)? as u64 + offset;
        let about = described(&object.name, object.size, object.kind, object.birth, show);
        Some(format!("offset {first} of {about} was never written"))
    }

    /// Which bytes of a range inside an object were written; `None` if all were.
    pub fn notes(&self, address: u64, length: u64) -> Option<Vec<u8>> {
        let (start, object) = self.containing(address)?;
        let written = object.written.as_ref()?;
        Some(written.read(address - start, length))
    }

    /// Records for a range inside an object which of its bytes count as written.
    pub fn set_notes(&mut self, address: u64, notes: &[u8]) {
        if let Some((start, object)) = self.live.range_mut(..=address).next_back()
            && let Some(written) = &mut object.written
        {
            written.write(address - start, notes);
        }
    }

    // ---- relations ----

    /// Whether one of two different objects died before the other one was made, or one address is just beyond the end of
    /// its object and the other one the start of a variable, which may be there, or one is a number that may be an address.
    pub fn may_share_address(&self, a: u64, b: u64) -> bool {
        let (x, y) = match (self.life(a), self.life(b)) {
            (Some(x), Some(y)) => (x, y),
            (None, None) => return false,
            (None, Some(_)) => return self.layout.may_be_address(a),
            (Some(_), None) => return self.layout.may_be_address(b),
        };
        let before = |x: &Life, y: &Life| x.died.is_some_and(|died| died < y.born);
        let meets = |x: &Life, end: u64, y: &Life, start: u64| {
            x.is_variable && y.is_variable && end == x.start + x.size && start == y.start
        };
        x.start != y.start
            && (before(&x, &y) || before(&y, &x) || meets(&x, a, &y, b) || meets(&y, b, &x, a))
    }

    /// Whether an address is not that of an object, or that of an object which is aligned to such a multiple.
    pub fn is_aligned(&self, address: u64, align: u64) -> bool {
        let start = self.life(address).map(|life| life.start);
        start.is_none_or(|start| start.is_multiple_of(align))
    }

    /// Whether both addresses are in the same live object, or just beyond its end.
    pub fn same_object(&self, a: u64, b: u64) -> bool {
        let start_of = |address: u64| {
            let (start, object) = self.live.range(..=address).next_back()?;
            (address - start <= object.size).then_some(*start)
        };
        let start = start_of(a);
        start.is_some() && start == start_of(b)
    }

    /// The object that an address is in, or nearest to.
    fn life(&self, address: u64) -> Option<Life> {
        let layout = self.layout;
        let in_front = layout.offset(address) >= layout.half();
        let number = layout.object(address) + u64::from(in_front);
        if number == 0 || number > layout.max_object() {
            // Near null, on either side.
            return None;
        }
        let slot = layout.slot(number);
        if let Some((start, object)) = nearest(&self.live, slot, layout.half(), address) {
            return Some(Life {
                start,
                size: object.size,
                is_variable: object.kind.is_variable(),
                born: object.birth.time,
                died: None,
            });
        }
        let (start, dead) = nearest(&self.dead, slot, layout.half(), address)?;
        Some(Life {
            start,
            size: dead.size,
            is_variable: dead.kind.is_variable(),
            born: dead.birth.time,
            died: Some(dead.time),
        })
    }

    // ---- leaks ----

    /// A description of a live heap object, and where it was made.
    pub fn left(&self, show: &dyn Fn(Place) -> String) -> Option<(String, Place)> {
        let mut heap = self.live.values().filter(|o| o.kind == Storage::Heap);
        let first = heap.next()?;
        let about = described(&first.name, first.size, first.kind, first.birth, show);
        Some((with_others(about, heap.count()), first.birth.place))
    }

    /// A description of a live heap object that no pointer leads to any more, and where it was made. `decode` gives the pointer of
    /// what memory holds.
    pub fn lost(
        &self,
        pointer: u64,
        decode: &dyn Fn(u64) -> u64,
        show: &dyn Fn(Place) -> String,
    ) -> Option<(String, Place)> {
        let reached = self.reached(pointer, decode);
        let lost =
            |(start, o): &(&u64, &Stored)| o.kind == Storage::Heap && !reached.contains(start);
        let mut lost = self.live.iter().filter(lost);
        let (_, first) = lost.next()?;
        let about = described(&first.name, first.size, first.kind, first.birth, show);
        Some((with_others(about, lost.count()), first.birth.place))
    }

    /// The heap objects that pointers of `width` bytes lead to, at whatever offset they are.
    fn reached(&self, width: u64, decode: &dyn Fn(u64) -> u64) -> FxHashSet<u64> {
        let mut reached = FxHashSet::default();
        let is_root =
            |o: &Stored| !matches!(o.kind, Storage::Heap | Storage::Library | Storage::Function);
        let live = || self.live.iter().map(|(start, o)| (*start, o));
        let mut work: Vec<(u64, &Stored)> = live().filter(|(_, o)| is_root(o)).collect();
        // Streams are known to the library for as long as they are open.
        work.extend(live().filter(|(_, o)| o.kind == Storage::Library));
        while let Some((start, object)) = work.pop() {
            let near = object.bytes.windows(object.size, width);
            let near = near.into_iter().map(decode);
            for address in near.chain(self.far_pointers(start, object.size)) {
                let Some((start, target)) = self.live.range(..=address).next_back() else {
                    continue;
                };
                let inside = address - start <= target.size && target.kind == Storage::Heap;
                if inside && reached.insert(*start) {
                    work.push((*start, target));
                }
            }
        }
        reached
    }
}

impl Dead {
    fn explain(&self, show: &dyn Fn(Place) -> String) -> String {
        let place = show(self.place);
        let about = described(&self.name, self.size, self.kind, self.birth, show);
        match self.kind {
            Storage::Heap | Storage::Library => format!("{about} was freed at {place}"),
            _ => format!("the life of {about} ended at {place}"),
        }
    }
}

/// A description of an object: its name, its size, and where it was allocated if it is on the heap.
fn described(
    name: &str,
    size: u64,
    kind: Storage,
    birth: Birth,
    show: &dyn Fn(Place) -> String,
) -> String {
    let bytes = if size == 1 { "byte" } else { "bytes" };
    match kind {
        Storage::Heap | Storage::Library => {
            let place = show(birth.place);
            format!("`{name}` ({size} {bytes}, allocated at {place})")
        }
        _ => format!("`{name}` ({size} {bytes})"),
    }
}

fn with_others(about: String, others: usize) -> String {
    match others {
        0 => about,
        1 => format!("{about} and another object"),
        n => format!("{about} and {n} other objects"),
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
