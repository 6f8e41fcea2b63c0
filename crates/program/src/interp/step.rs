//! What each instruction does.

use super::run::{Machine, Step};
use super::{Contents, Ending, Event};
use crate::ids::{SiteId, VarId};
use crate::program::{InputSource, InstKind, ObjectInfo, ObjectKind, Relation};
use term::BitVec;

/// Deeper recursion is taken for endless.
const MAX_FRAMES: usize = 1 << 20;

impl<'a> Machine<'a> {
    pub(super) fn inst(&mut self, kind: &'a InstKind) -> Step {
        match kind {
            InstKind::Assign { var, value } => {
                let value = self.bits(*value);
                self.assign(*var, value);
            }
            InstKind::Havoc { var, source } => self.havoc(*var, source)?,
            InstKind::Load { var, pointer, site } => {
                let address = self.number(*pointer);
                let width = self.program.var(*var).width;
                let length = u64::from(width.div_ceil(8));
                self.check_access(address, length, false, *site)?;
                let bytes = self.memory.read(address, length);
                let value = BitVec::from_le_bytes(&bytes).extract(width - 1, 0);
                self.assign(*var, value);
            }
            InstKind::Store {
                pointer,
                value,
                site,
            } => {
                let address = self.number(*pointer);
                let bytes = self.bits(*value).to_le_bytes();
                self.check_access(address, bytes.len() as u64, true, *site)?;
                self.write(address, bytes);
            }
            InstKind::Alloc {
                var,
                size,
                site,
                object,
            } => {
                let size = self.number(*size);
                self.alloc(*var, size, *site, object)?;
            }
            InstKind::Free { pointer, site } => {
                let address = self.number(*pointer);
                self.free(address, *site)?;
            }
            InstKind::EndLife { pointer } => {
                let address = self.number(*pointer);
                self.end_life(address);
            }
            InstKind::ObjectSize { var, pointer } => {
                let address = self.number(*pointer);
                let found = self.memory.containing(address);
                let size = found.map_or(0, |(_, object)| object.size);
                let width = self.program.var(*var).width;
                self.assign(*var, BitVec::new(width, size));
            }
            InstKind::Copy {
                to,
                from,
                length,
                site,
                overlap,
            } => {
                let (to, from) = (self.number(*to), self.number(*from));
                let length = self.number(*length);
                self.copy(to, from, length, *site, *overlap)?;
            }
            InstKind::Fill {
                to,
                byte,
                length,
                site,
            } => {
                let (address, length) = (self.number(*to), self.number(*length));
                let byte = self.number(*byte) as u8;
                self.check_access(address, length, true, *site)?;
                self.write(address, vec![byte; length as usize]);
            }
            InstKind::HavocBytes {
                to,
                length,
                site,
                source,
            } => {
                let (address, length) = (self.number(*to), self.number(*length));
                self.check_access(address, length, true, *site)?;
                self.havoc_bytes(address, length, source)?;
            }
            InstKind::Call {
                var,
                function,
                args,
            } => {
                let args = args.iter().map(|a| self.bits(*a)).collect();
                if self.frames.len() >= MAX_FRAMES {
                    return Err(Ending::Steps);
                }
                self.enter(*function, args, *var);
            }
            InstKind::Assume { condition } => {
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
                if !self.condition(*condition) {
                    let operands = operands.iter().map(|o| self.bits(*o)).collect();
                    self.fail(*site, operands, None)?;
                }
            }
            InstKind::Relate {
                a,
                b,
                relation,
                site,
            } => {
                let (a, b) = (self.number(*a), self.number(*b));
                self.relate(a, b, *relation, *site)?;
            }
            InstKind::Written {
                pointer,
                length,
                site,
            } => {
                let address = self.number(*pointer);
                let show = self.show();
                if let Some(detail) = self.memory.unwritten(address, *length, &show) {
                    let operands = vec![self.address_bits(address), self.address_bits(*length)];
                    self.fail(*site, operands, Some(detail))?;
                }
            }
            InstKind::Leaks { lost, left } => self.leaks(*lost, *left)?,
        }
        Ok(())
    }

    fn relate(&mut self, a: u64, b: u64, relation: Relation, site: SiteId) -> Step {
        let related = match relation {
            Relation::Comparable => !self.memory.may_share_address(a, b),
            Relation::SameObject => a == b || self.memory.same_object(a, b),
        };
        if related {
            return Ok(());
        }
        let operands = vec![self.address_bits(a), self.address_bits(b)];
        self.fail(site, operands, None)
    }

    /// A leak is reported where the memory was allocated: that is what the user has to look at.
    fn leaks(&mut self, lost: SiteId, left: SiteId) -> Step {
        let show = self.show();
        let width = u64::from(self.program.pointers.width / 8);
        let end = self.place;
        if let Some((about, place)) = self.memory.lost(width, &show) {
            self.place = place;
            self.fail(
                lost,
                Vec::new(),
                Some(format!("no pointer leads to {about}")),
            )?;
        }
        if let Some((about, place)) = self.memory.left(&show) {
            self.place = place;
            self.fail(left, Vec::new(), Some(format!("{about} still exists")))?;
        }
        self.place = end;
        Ok(())
    }

    fn havoc(&mut self, var: VarId, source: &InputSource) -> Step {
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
        let event = Event::Input {
            var,
            value,
            source: source.clone(),
            place: self.place,
        };
        self.observer.event(event);
        Ok(())
    }

    fn havoc_bytes(&mut self, address: u64, length: u64, source: &InputSource) -> Step {
        let answer = self.oracle.bytes(length, source);
        let contents =
            answer.ok_or_else(|| self.no_answer(format!("no {length} unknown bytes")))?;
        let mut bytes = vec![0; length as usize];
        for (offset, byte) in contents.bytes.range(..length) {
            bytes[*offset as usize] = *byte;
        }
        self.write(address, bytes);
        Ok(())
    }

    fn alloc(&mut self, var: VarId, size: u64, site: SiteId, info: &'a ObjectInfo) -> Step {
        let limit = self.program.pointers.max_object_size();
        if size > limit {
            let detail = format!("{size} bytes are more than an object can have ({limit})");
            let operands = vec![self.address_bits(size)];
            return Err(self.fail_for_good(site, operands, detail));
        }
        let var_name = &self.program.var(var).name;
        let name = info.source.as_ref().map_or(var_name, |s| &s.name);
        let answer = self.oracle.object(var, info, size);
        let input = answer.ok_or_else(|| self.no_answer(format!("no address for `{name}`")))?;
        let contents = match info.zeroed {
            true => Contents::default(),
            false => input.contents,
        };
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

    fn free(&mut self, address: u64, site: SiteId) -> Step {
        if address == 0 {
            return Ok(());
        }
        let show = self.show();
        if let Some(detail) = self.memory.free_error(address, &show) {
            let operands = vec![self.address_bits(address)];
            return self.fail(site, operands, Some(detail));
        }
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
    ) -> Step {
        self.check_access(from, length, false, site)?;
        self.check_access(to, length, true, site)?;
        if let Some(overlap) = overlap
            && to != from
            && to.abs_diff(from) < length
        {
            let operands = [to, from, length].map(|n| self.address_bits(n)).to_vec();
            let detail = format!(
                "source and target of {length} bytes overlap: they are {} apart",
                to.abs_diff(from)
            );
            self.fail(overlap, operands, Some(detail))?;
        }
        let bytes = self.memory.read(from, length);
        let notes = self.memory.notes(from, length);
        self.write(to, bytes);
        if let Some(notes) = notes {
            self.memory.set_notes(to, &notes);
        }
        Ok(())
    }
}
