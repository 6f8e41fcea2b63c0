//! Numbers of pointers ([`crate::layout::flat`]).
//!
//! The oracle says where objects lie. Here it is checked that they can: that each is where objects may be, is aligned, and
//! shares no byte with another one that is alive. Without an oracle's layout each object is put behind all earlier ones.

use super::Event;
use super::memory::{Live, Memory};
use super::run::{Executed, Machine};
use crate::ids::{SiteId, VarId};
use crate::program::InputSource;
use std::collections::{BTreeMap, BTreeSet};
use term::{BitVec, Term};

/// Why a number is not known.
const LOST: &str = "the number of a pointer that no object can have";

/// Why it is not known which object a number belongs to.
pub(super) const SEVERAL: &str =
    "a number that was made of pointers to several objects, as a pointer, is not supported";

/// Where objects lie.
#[derive(Default)]
pub(super) struct Bases {
    /// The oracle's, by the objects' addresses.
    given: Option<BTreeMap<u64, u64>>,
    placed: BTreeMap<u64, u64>,
    /// The objects whose base an observer knows.
    told: BTreeMap<u64, u64>,
    next: u64,
    /// The pointers whose numbers were taken, by these.
    taken: BTreeMap<u64, BTreeSet<u64>>,
    /// Whether a number was that of several pointers, so that it is not sure which one was meant.
    pub guessed: bool,
    /// The numbers of lost pointers.
    lost: BTreeMap<u64, u64>,
}

/// The alignment of an object of which its address tells.
fn alignment(start: u64) -> u64 {
    1 << start.trailing_zeros().min(12)
}

impl Bases {
    pub fn new(given: Option<BTreeMap<u64, u64>>) -> Bases {
        Bases {
            given,
            ..Bases::default()
        }
    }

    fn of(&mut self, memory: &Memory, start: u64, size: u64) -> Option<u64> {
        if let Some(given) = &self.given {
            return given.get(&start).copied();
        }
        let addresses = memory.layout().addresses();
        let first = self.next.max(addresses.start);
        let known = self.placed.get(&start).copied();
        let base = known.unwrap_or_else(|| first.next_multiple_of(alignment(start)));
        let end = base.checked_add(size.max(1))?;
        if known.is_none() && end <= addresses.end {
            self.next = end;
            self.placed.insert(start, base);
        }
        (end <= addresses.end).then_some(base)
    }

    /// The live objects that lie somewhere, with their bases, in the order of these; the error says why that is impossible.
    fn live(&mut self, memory: &Memory) -> Result<Vec<(u64, Live)>, String> {
        let addresses = memory.layout().addresses();
        let mut found = Vec::new();
        for object in memory.live() {
            let Some(base) = self.of(memory, object.start, object.size) else {
                continue;
            };
            let size = object.size;
            let fits = base >= addresses.start && size <= addresses.end.saturating_sub(base);
            if !fits || !base.is_multiple_of(alignment(object.start)) {
                return Err(format!("no object of {size} bytes can be at {base:#x}"));
            }
            found.push((base, object));
        }
        found.sort_by_key(|(base, _)| *base);
        for (index, (base, object)) in found.iter().enumerate() {
            let end = base + object.size;
            let mut others = found[index + 1..]
                .iter()
                .take_while(|(other, _)| *other < end);
            // String literals may lie in one another.
            if others.any(|(other, part)| !memory.is_part(*object, *part, other - base)) {
                return Err("two objects share an address".to_string());
            }
        }
        Ok(found)
    }
}

impl Bases {
    /// The pointer into one of these objects, or to its end, that has a number.
    pub fn pointer_in(places: &BTreeMap<u64, Live>, number: u64) -> Option<u64> {
        let (base, object) = places.range(..=number).next_back()?;
        let offset = number - base;
        (offset <= object.size).then(|| object.start + offset)
    }
}

impl Machine<'_> {
    /// Where the live objects lie, with flat memory.
    pub(super) fn places(&mut self) -> Executed<Option<BTreeMap<u64, Live>>> {
        match self.program.pointers.flat {
            true => Ok(Some(self.lay_out()?.into_iter().collect())),
            false => Ok(None),
        }
    }

    pub(super) fn take_number(&mut self, var: VarId, pointer: Term) -> Executed {
        // The number is the same whichever object was meant.
        let mut mark = self.mark(pointer);
        if self.bases.guessed && mark == self.doubt.mark(InputSource::Layout) {
            mark = 0;
        }
        let pointer = self.number(pointer);
        let number = self.number_of(pointer)?;
        self.bases.taken.entry(number).or_default().insert(pointer);
        let width = self.program.pointers.memory_width();
        let number = BitVec::new(64, number).extract(width - 1, 0);
        self.assign(var, number);
        self.set_mark(var, mark);
        Ok(())
    }

    fn number_of(&mut self, pointer: u64) -> Executed<u64> {
        self.lay_out()?;
        let Some((start, size)) = self.memory.nearest_to(pointer) else {
            let known = self.program.pointers.number_of_stray(pointer);
            let known = known.or_else(|| self.bases.lost.get(&pointer).copied());
            return known.ok_or_else(|| self.unsupported(LOST));
        };
        let base = self.bases.of(&self.memory, start, size);
        let base = base.ok_or_else(|| self.no_answer(format!("no place for {start:#x}")))?;
        self.tell(start, base);
        Ok(base.wrapping_add(pointer.wrapping_sub(start)))
    }

    pub(super) fn find_pointer(&mut self, var: VarId, number: Term, site: SiteId) -> Executed {
        let mark = self.mark(number);
        let number = self.number(number);
        let live = self.lay_out()?;
        let mut inside = None;
        let mut ends = Vec::new();
        for (base, object) in live {
            let pointer = number
                .checked_sub(base)
                .map(|o| (o, object.start.wrapping_add(o)));
            match pointer {
                Some((offset, pointer)) if offset < object.size => inside = Some(pointer),
                Some((offset, pointer)) if offset == object.size => ends.push(pointer),
                _ => {}
            }
        }
        let mut doubt = 0;
        let found = match (inside, &ends[..]) {
            (Some(pointer), []) | (None, &[pointer]) => Some(pointer),
            (None, []) => match self.outside(number) {
                Some(pointer) => Some(pointer),
                None => Some(self.stray(number)?),
            },
            _ => {
                // The one that the program has turned into this number, if there is only one.
                let taken = self.bases.taken.get(&number).into_iter().flatten();
                let meant: Vec<u64> = taken
                    .copied()
                    .filter(|p| inside == Some(*p) || ends.contains(p))
                    .collect();
                match meant[..] {
                    [pointer] => Some(pointer),
                    _ => {
                        self.bases.guessed = true;
                        doubt = self.doubt.mark(InputSource::Layout);
                        inside
                    }
                }
            }
        };
        match found {
            Some(pointer) => {
                self.assign(var, self.address_bits(pointer));
                self.set_mark(var, mark.max(doubt));
                Ok(())
            }
            None => {
                let what = "it is not known which object the number belongs to";
                let width = self.program.pointers.memory_width();
                let operands = vec![BitVec::new(width, number)];
                Err(self.fail_for_good(site, operands, what.to_string(), mark))
            }
        }
    }

    /// The only pointer outside of a live object that was turned into this number: it is what it was.
    fn outside(&self, number: u64) -> Option<u64> {
        let taken = self.bases.taken.get(&number).into_iter().flatten();
        let mut live = taken.filter(|pointer| self.memory.is_near_live(**pointer));
        let pointer = live.next().copied();
        pointer.filter(|_| live.next().is_none())
    }

    fn stray(&mut self, number: u64) -> Executed<u64> {
        let layout = self.program.pointers;
        let pointer = layout.stray(number);
        let is_lost = layout.number_of_stray(pointer).is_none();
        match is_lost.then(|| self.bases.lost.insert(pointer, number)) {
            Some(Some(other)) if other != number => Err(self.unsupported(LOST)),
            _ => Ok(pointer),
        }
    }

    /// What static objects hold at first.
    pub(super) fn make_first_numbers(&mut self) -> Executed {
        let program = self.program;
        let width = program.pointers.memory_width() / 8;
        for (index, object) in program.statics.iter().enumerate() {
            for (offset, pointer) in &object.pointers {
                let number = self.number_of(*pointer)?;
                self.bases.taken.entry(number).or_default().insert(*pointer);
                let address = program.static_address(index) + offset;
                let bytes = &number.to_le_bytes()[..width as usize];
                self.memory.write(address, bytes);
            }
        }
        Ok(())
    }

    fn lay_out(&mut self) -> Executed<Vec<(u64, Live)>> {
        let live = self.bases.live(&self.memory);
        live.map_err(|what| self.no_answer(what))
    }

    /// Tells once where an object lies.
    fn tell(&mut self, address: u64, base: u64) {
        if self.bases.told.insert(address, base) != Some(base) {
            let place = self.place;
            self.observer.event(Event::Placed {
                address,
                base,
                place,
            });
        }
    }
}
