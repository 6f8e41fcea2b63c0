//! What each instruction does.

use super::doubt::{Mark, PASSING};
use super::flat::Bases;
use super::run::{Executed, Machine};
use super::{Contents, Ending, Event};
use crate::ids::{SiteId, VarId};
use crate::program::{InputSource, InstKind, ObjectInfo, ObjectKind, Relation};
use term::BitVec;

/// Why the value of a wide pointer is not known.
const PARTS: &str = "a pointer is read of which single bytes were changed";
/// Why an object cannot be made.
const FULL: &str = "the objects need more bytes than there are addresses";

/// Deeper recursion is assumed to be endless.
const MAX_FRAMES: usize = 1 << 20;

impl<'a> Machine<'a> {
    pub(super) fn inst(&mut self, kind: &'a InstKind) -> Executed {
        match kind {
            InstKind::Assign { var, value } => {
                let mark = self.mark(*value);
                let value = self.bits(*value);
                self.assign(*var, value);
                self.set_mark(*var, mark);
            }
            InstKind::Havoc { var, source } => self.havoc(*var, source)?,
            InstKind::Load { var, pointer, site } => {
                let address = self.number(*pointer);
                let width = self.program.var(*var).width;
                let length = u64::from(width.div_ceil(8));
                let followed = self.mark(*pointer);
                self.check_access(address, length, false, *site, followed)?;
                self.check_plain(address, length)?;
                let bytes = self.memory.read(address, length);
                let value = BitVec::from_le_bytes(&bytes).extract(width - 1, 0);
                self.assign(*var, value);
                let mark = self.doubt.of_bytes(address, length);
                self.set_mark(*var, mark);
            }
            InstKind::Store {
                pointer,
                value,
                site,
            } => {
                let address = self.number(*pointer);
                let bytes = self.bits(*value).to_le_bytes();
                let (followed, mark) = (self.mark(*pointer), self.mark(*value));
                self.check_access(address, bytes.len() as u64, true, *site, followed)?;
                self.write(address, bytes, mark);
            }
            InstKind::LoadPointer { var, pointer, site } => {
                let address = self.number(*pointer);
                let length = u64::from(self.program.pointers.memory_width() / 8);
                let followed = self.mark(*pointer);
                self.check_access(address, length, false, *site, followed)?;
                let value = self.memory.pointer(address);
                let value = value.ok_or_else(|| self.unsupported(PARTS))?;
                self.assign(*var, self.address_bits(value));
                let mark = self.doubt.of_bytes(address, length);
                self.set_mark(*var, mark);
            }
            InstKind::StorePointer {
                pointer,
                value,
                site,
            } => {
                let (address, value_mark) = (self.number(*pointer), self.mark(*value));
                let followed = self.mark(*pointer);
                let stored = self.number(*value);
                let bytes = self.memory.image_of(stored);
                self.check_access(address, bytes.len() as u64, true, *site, followed)?;
                self.write_pointer(address, bytes, Some(stored), value_mark);
            }
            InstKind::Convert { var, value } => {
                let mark = self.mark(*value);
                let number = self.number(*value);
                let layout = self.program.pointers;
                let width = self.program.var(*var).width;
                let result = match width == layout.memory_width() {
                    true if layout.is_far(number) => return Err(self.far("turned into a number")),
                    true => layout.encode(number),
                    false => layout.decode(number),
                };
                self.assign(*var, BitVec::new(width, result));
                self.set_mark(*var, mark);
            }
            InstKind::ToNumber { var, pointer } => self.take_number(*var, *pointer)?,
            InstKind::ToPointer { var, number, site } => self.find_pointer(*var, *number, *site)?,
            InstKind::Alloc {
                var,
                size,
                site,
                object,
            } => {
                let mark = self.mark(*size);
                let size = self.number(*size);
                self.alloc(*var, size, *site, object, mark)?;
            }
            InstKind::Free { pointer, site } => {
                let mark = self.mark(*pointer);
                let address = self.number(*pointer);
                self.free(address, *site, mark)?;
            }
            InstKind::EndLife { pointer } => {
                self.steer(&[*pointer]);
                let address = self.number(*pointer);
                self.end_life(address);
            }
            InstKind::ObjectSize {
                var,
                pointer,
                extent,
            } => {
                self.steer(&[*pointer]);
                let address = self.number(*pointer);
                self.memory.touch(address);
                let found = self.memory.extent(address, *extent);
                let width = self.program.var(*var).width;
                self.assign(*var, BitVec::new(width, found));
            }
            InstKind::Copy {
                to,
                from,
                length,
                site,
                overlap,
            } => {
                let mark = self.marks(&[*to, *from, *length]);
                let (to, from) = (self.number(*to), self.number(*from));
                let length = self.number(*length);
                self.copy(to, from, length, *site, *overlap, mark)?;
            }
            InstKind::Fill {
                to,
                byte,
                length,
                site,
            } => {
                let (followed, mark) = (self.marks(&[*to, *length]), self.mark(*byte));
                let (address, length) = (self.number(*to), self.number(*length));
                let byte = self.number(*byte) as u8;
                self.check_access(address, length, true, *site, followed)?;
                self.write(address, vec![byte; length as usize], mark);
            }
            InstKind::HavocBytes {
                to,
                length,
                site,
                source,
            } => {
                let followed = self.marks(&[*to, *length]);
                let (address, length) = (self.number(*to), self.number(*length));
                self.check_access(address, length, true, *site, followed)?;
                self.havoc_bytes(address, length, source)?;
            }
            InstKind::Call {
                var,
                function,
                args,
            } => {
                let marks = args.iter().map(|a| self.mark(*a)).collect();
                let args = args.iter().map(|a| self.bits(*a)).collect();
                if self.frames.len() >= MAX_FRAMES {
                    return Err(Ending::Steps);
                }
                self.enter(*function, args, marks, *var);
                self.arrive()?;
            }
            InstKind::External {
                function, doubted, ..
            } => self.external(function, *doubted)?,
            InstKind::Assume { condition } => {
                let mark = self.mark(*condition);
                // What a model assumes of the time that it returns decides nothing.
                if mark != PASSING || !self.program.is_library(self.place) {
                    self.doubt.steer(mark);
                }
                if !self.condition(*condition) {
                    let place = self.place;
                    return Err(Ending::Assumed { place });
                }
            }
            InstKind::Check {
                site,
                condition,
                operands,
            } => {
                let mark = self.mark(*condition);
                if !self.condition(*condition) {
                    let operands = operands.iter().map(|o| self.bits(*o)).collect();
                    self.fail(*site, operands, None, mark)?;
                } else if self.program.site(*site).ends_run {
                    self.doubt.steer(mark);
                }
            }
            InstKind::Relate {
                a,
                b,
                relation,
                site,
            } => {
                let mark = self.marks(&[*a, *b]);
                let (a, b) = (self.number(*a), self.number(*b));
                self.relate(a, b, *relation, *site, mark)?;
            }
            InstKind::Written {
                pointer,
                length,
                site,
            } => {
                let mark = self.mark(*pointer);
                let address = self.number(*pointer);
                let show = self.show();
                if let Some(detail) = self.memory.unwritten(address, *length, &show) {
                    let operands = vec![self.address_bits(address), self.address_bits(*length)];
                    self.fail(*site, operands, Some(detail), mark)?;
                }
            }
            InstKind::Leaks { lost, left } => self.leaks(*lost, *left)?,
        }
        Ok(())
    }

    fn relate(&mut self, a: u64, b: u64, relation: Relation, site: SiteId, mark: Mark) -> Executed {
        let related = match relation {
            Relation::Comparable => !self.memory.may_share_address(a, b),
            Relation::SameObject => a == b || self.memory.same_object(a, b),
            Relation::Aligned => self.memory.is_aligned(a, b),
        };
        if related {
            self.doubt.steer(mark);
            return Ok(());
        }
        let operands = vec![self.address_bits(a), self.address_bits(b)];
        self.fail(site, operands, None, mark)
    }

    /// A leak is reported where the memory was allocated: that is what the user has to look at.
    fn leaks(&mut self, lost: SiteId, left: SiteId) -> Executed {
        let show = self.show();
        let width = u64::from(self.program.pointers.memory_width() / 8);
        let end = self.place;
        // A function without a body may have kept a pointer, and doubtful bytes may have replaced one.
        let mark = self.doubt.of_pointers();
        let places = self.places()?;
        let layout = self.program.pointers;
        let decode = |image: u64| match &places {
            Some(places) => Bases::pointer_in(places, image).unwrap_or(0),
            None => layout.decode(image),
        };
        if let Some((about, place)) = self.memory.lost(width, &decode, &show) {
            self.place = place;
            self.fail(
                lost,
                Vec::new(),
                Some(format!("no pointer leads to {about}")),
                mark,
            )?;
        }
        if let Some((about, place)) = self.memory.left(&show) {
            self.place = place;
            let detail = Some(format!("{about} still exists"));
            self.fail(left, Vec::new(), detail, 0)?;
        }
        self.place = end;
        Ok(())
    }

    fn havoc(&mut self, var: VarId, source: &InputSource) -> Executed {
        let width = self.program.var(var).width;
        let value = match self.oracle.value(var, width, source) {
            Some(value) if value.width() == width => value,
            Some(value) => {
                let what = format!("{value} is not a value of {width} bits");
                return Err(self.no_answer(what));
            }
            None => {
                let what = format!("no value for `{}`", self.program.var(var).name);
                return Err(self.no_answer(what));
            }
        };
        self.set(var, value.clone());
        let mark = self.doubt.mark_of_input(source);
        self.set_mark(var, mark);
        let event = Event::Input {
            var,
            value,
            source: source.clone(),
            place: self.place,
        };
        self.observer.event(event);
        Ok(())
    }

    fn havoc_bytes(&mut self, address: u64, length: u64, source: &InputSource) -> Executed {
        let answer = self.oracle.bytes(length, source);
        let contents =
            answer.ok_or_else(|| self.no_answer(format!("no {length} unknown bytes")))?;
        let mut bytes = vec![0; length as usize];
        for (offset, byte) in contents.bytes.range(..length) {
            bytes[*offset as usize] = *byte;
        }
        let mark = self.doubt.mark_of_input(source);
        self.write(address, bytes, mark);
        Ok(())
    }

    /// A function without a body runs, and changes what the oracle decides.
    fn external(&mut self, function: &str, doubted: bool) -> Executed {
        let changes = self.oracle.changes(function);
        let changes =
            changes.ok_or_else(|| self.no_answer(format!("`{function}` has no effect")))?;
        let mark = match doubted {
            true => self.doubt.mark(InputSource::External(function.to_string())),
            false => 0,
        };
        let show = self.show();
        for (start, contents) in changes {
            for (offset, byte) in contents.bytes {
                let address = start + offset;
                if let Some(what) = self.memory.access_error(address, 1, true, &show) {
                    let what = format!("`{function}` changes what cannot be changed: {what}");
                    return Err(self.no_answer(what));
                }
                self.write(address, vec![byte], mark);
            }
        }
        Ok(())
    }

    fn alloc(
        &mut self,
        var: VarId,
        size: u64,
        site: SiteId,
        info: &'a ObjectInfo,
        mark: Mark,
    ) -> Executed {
        let limit = self.program.pointers.max_object_size();
        if size > limit {
            let detail = format!("{size} bytes are more than an object can have ({limit})");
            let operands = vec![self.address_bits(size)];
            return Err(self.fail_for_good(site, operands, detail, mark));
        }
        self.doubt.steer(mark);
        let var_name = &self.program.var(var).name;
        let name = info.source.as_ref().map_or(var_name, |s| &s.name);
        let answer = self.oracle.object(var, info, size);
        let input = answer.ok_or_else(|| self.no_answer(format!("no address for `{name}`")))?;
        let contents = match info.zeroed {
            true => Contents::default(),
            false => input.contents,
        };
        if !self.memory.has_addresses(size) {
            return Err(self.unsupported(FULL));
        }
        let place = self.seen_place();
        let address = self
            .memory
            .allocate(input.address, name.clone(), size, info, &contents, place)
            .map_err(|what| self.no_answer(what))?;
        if info.kind == ObjectKind::Stack {
            let frame = self.frames.last_mut().expect("the run has not ended");
            frame.objects.push(address);
        }
        let value = self.address_bits(address);
        self.set(var, value);
        self.set_mark(var, 0);
        self.doubt.forget(address, size);
        let event = Event::Alloc {
            var,
            address,
            size,
            info: info.clone(),
            place: self.place,
        };
        self.observer.event(event);
        Ok(())
    }

    fn free(&mut self, address: u64, site: SiteId, mark: Mark) -> Executed {
        if address == 0 {
            return Ok(());
        }
        let show = self.show();
        if let Some(detail) = self.memory.free_error(address, &show) {
            let operands = vec![self.address_bits(address)];
            return self.fail(site, operands, Some(detail), mark);
        }
        self.doubt.steer(mark);
        self.kill(address);
        Ok(())
    }

    pub(super) fn kill(&mut self, address: u64) {
        let place = self.place;
        self.memory.kill(address, self.seen_place());
        self.observer.event(Event::Dead { address, place });
    }

    fn end_life(&mut self, address: u64) {
        let frame = self.frames.last_mut().expect("the run has not ended");
        // Mostly the youngest.
        if let Some(index) = frame.objects.iter().rposition(|a| *a == address) {
            frame.objects.remove(index);
            self.kill(address);
        }
    }

    fn copy(
        &mut self,
        to: u64,
        from: u64,
        length: u64,
        site: SiteId,
        overlap: Option<SiteId>,
        mark: Mark,
    ) -> Executed {
        self.check_access(from, length, false, site, mark)?;
        self.check_access(to, length, true, site, mark)?;
        if let Some(overlap) = overlap
            && to != from
            && to.abs_diff(from) < length
        {
            let operands = [to, from, length].map(|n| self.address_bits(n)).to_vec();
            let detail = format!(
                "source and target of {length} bytes overlap: they are {} apart",
                to.abs_diff(from)
            );
            self.fail(overlap, operands, Some(detail), mark)?;
        }
        let bytes = self.memory.read(from, length);
        let pointers = self.memory.pointer_bytes(from, length);
        let notes = self.memory.notes(from, length);
        // Marks of the source first: writing clears those of the target.
        let marks = self.doubt.marks_of(from, length);
        self.write(to, bytes, 0);
        self.memory.set_pointer_bytes(to, &pointers);
        self.doubt.set_marks(to, &marks);
        if let Some(notes) = notes {
            self.memory.set_notes(to, &notes);
        }
        Ok(())
    }
}
