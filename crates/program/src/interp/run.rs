//! The machine: frames, one step after the other.
//!
//! A run ends where an access is invalid even if the check's site says that it goes on: no value could be given to what
//! was read. Calls are frames on a stack of our own, so the depth of the program's recursion is not ours.

use super::evaluate::Evaluator;
use super::memory::Memory;
use super::{Contents, Ending, Event, Observer, Oracle, Violation};
use crate::ids::{BlockId, FunctionId, SiteId, VarId};
use crate::program::{
    Function, Goals, InputSource, InstKind, ObjectInfo, ObjectKind, Place, Program, StaticKind,
    Terminator,
};
use term::{BitVec, SymbolId, Term, TermPool};

/// More bytes at once are refused: they would be handed to the observer.
const MAX_BULK: u64 = 1 << 28;
/// Deeper recursion is taken for endless.
const MAX_FRAMES: usize = 1 << 20;

/// Runs the program from its entry.
///
/// A failing check that is a goal ends the run as [`Ending::Violated`]. One that is not ends it as [`Ending::Undefined`] if
/// its site ends runs; otherwise the run goes on. Every instruction and terminator is one step.
pub fn run(
    pool: &TermPool,
    program: &Program,
    goals: &Goals,
    oracle: &mut dyn Oracle,
    observer: &mut dyn Observer,
    max_steps: u64,
) -> Ending {
    let mut slots = vec![usize::MAX; program.vars.len()];
    for function in &program.functions {
        for (i, var) in function.vars.iter().enumerate() {
            slots[var.index()] = i;
        }
    }
    let initial = |f: &Function| {
        let vars = f.vars.iter();
        vars.map(|v| BitVec::zero(program.var(*v).width)).collect()
    };
    let mut machine = Machine {
        program,
        goals,
        oracle,
        observer,
        memory: Memory::new(program.pointers),
        evaluator: Evaluator::new(pool),
        initial: program.functions.iter().map(initial).collect(),
        slots,
        frames: Vec::new(),
        place: Place::NOWHERE,
    };
    match machine.run(max_steps) {
        Ok(()) => Ending::Steps,
        Err(ending) => ending,
    }
}

/// One activation of a function.
struct Frame<'a> {
    id: FunctionId,
    function: &'a Function,
    block: BlockId,
    /// The next instruction of the block.
    next: usize,
    values: Vec<BitVec>,
    /// The addresses of its stack objects that are alive.
    objects: Vec<u64>,
    /// Where the result goes, and the place of the call.
    result: Option<VarId>,
    call: Place,
}

struct Machine<'a> {
    program: &'a Program,
    goals: &'a Goals,
    oracle: &'a mut dyn Oracle,
    observer: &'a mut dyn Observer,
    memory: Memory,
    evaluator: Evaluator<'a>,
    /// The first values of each function's variables.
    initial: Vec<Vec<BitVec>>,
    /// Where each variable's value is in the frames of its function.
    slots: Vec<usize>,
    /// Invariant: not empty while instructions are executed.
    frames: Vec<Frame<'a>>,
    /// The place of what is being executed.
    place: Place,
}

/// `Err` ends the run.
type Step<T = ()> = Result<T, Ending>;

impl<'a> Machine<'a> {
    fn run(&mut self, max_steps: u64) -> Step {
        self.make_statics()?;
        self.enter(self.program.entry, Vec::new(), None);
        for _ in 0..max_steps {
            let frame = self.frames.last_mut().expect("the run has not ended");
            let block = &frame.function.blocks[frame.block.index()];
            match block.insts.get(frame.next) {
                Some(inst) => {
                    frame.next += 1;
                    self.place = inst.place;
                    self.inst(&inst.kind)?;
                }
                None => {
                    self.place = block.place;
                    self.terminator(&block.end)?;
                }
            }
        }
        Ok(())
    }

    fn make_statics(&mut self) -> Step {
        for (index, object) in self.program.statics.iter().enumerate() {
            let contents = match object.kind {
                StaticKind::External => {
                    let what = || format!("no contents for `{}`", object.name);
                    let answer = self.oracle.external(index);
                    answer.ok_or_else(|| self.no_answer(what()))?
                }
                _ => Contents::default(),
            };
            self.memory.add_static(index, object, &contents);
        }
        Ok(())
    }

    fn no_answer(&self, what: String) -> Ending {
        let place = self.place;
        Ending::Oracle { what, place }
    }

    // ---- values ----

    fn bits(&mut self, term: Term) -> BitVec {
        let (program, slots) = (self.program, &self.slots);
        let slot = |symbol: SymbolId| slots[program.var_of_symbol[&symbol].index()];
        let frame = self.frames.last().expect("the run has not ended");
        self.evaluator.bits(term, &slot, &frame.values)
    }

    fn condition(&mut self, term: Term) -> bool {
        let (program, slots) = (self.program, &self.slots);
        let slot = |symbol: SymbolId| slots[program.var_of_symbol[&symbol].index()];
        let frame = self.frames.last().expect("the run has not ended");
        self.evaluator.condition(term, &slot, &frame.values)
    }

    /// The unsigned value, or the largest there is if it does not fit.
    fn number(&mut self, term: Term) -> u64 {
        self.bits(term).to_u64().unwrap_or(u64::MAX)
    }

    fn set(&mut self, var: VarId, value: BitVec) {
        let slot = self.slots[var.index()];
        let frame = self.frames.last_mut().expect("the run has not ended");
        debug_assert_eq!(value.width(), frame.values[slot].width(), "width of {var}");
        frame.values[slot] = value;
    }

    fn assign(&mut self, var: VarId, value: BitVec) {
        self.set(var, value.clone());
        let place = self.place;
        self.observer.event(Event::Assign { var, value, place });
    }

    // ---- checks ----

    /// A check failed. `Ok` means that the run goes on.
    fn fail(&mut self, site: SiteId, operands: Vec<BitVec>, detail: Option<String>) -> Step {
        let place = self.place;
        let wanted = self.goals.contains(site);
        if wanted || self.program.site(site).ends_run {
            let violation = Violation {
                site,
                place,
                operands,
                detail,
            };
            return Err(match wanted {
                true => Ending::Violated(violation),
                false => Ending::Undefined(violation),
            });
        }
        self.observer.event(Event::Passed {
            site,
            operands,
            place,
        });
        Ok(())
    }

    /// As [`Machine::fail`], but the run cannot go on.
    fn fail_for_good(&mut self, site: SiteId, operands: Vec<BitVec>, detail: String) -> Ending {
        let violation = Violation {
            site,
            place: self.place,
            operands,
            detail: Some(detail),
        };
        match self.goals.contains(site) {
            true => Ending::Violated(violation),
            false => Ending::Undefined(violation),
        }
    }

    fn show(&self) -> impl Fn(Place) -> String + use<'a> {
        let program = self.program;
        move |place| program.show_place(place)
    }

    fn address_bits(&self, address: u64) -> BitVec {
        BitVec::new(self.program.pointers.width, address)
    }

    fn check_access(&mut self, address: u64, length: u64, write: bool, site: SiteId) -> Step {
        let show = self.show();
        if let Some(detail) = self.memory.access_error(address, length, write, &show) {
            let operands = vec![self.address_bits(address), self.address_bits(length)];
            return Err(self.fail_for_good(site, operands, detail));
        }
        if length > MAX_BULK {
            let what = format!("{length} bytes at once are more than the interpreter handles");
            return Err(self.no_answer(what));
        }
        Ok(())
    }

    fn write(&mut self, address: u64, bytes: Vec<u8>) {
        self.memory.write(address, &bytes);
        let place = self.place;
        self.observer.event(Event::Write {
            address,
            bytes,
            place,
        });
    }

    // ---- instructions ----

    fn inst(&mut self, kind: &'a InstKind) -> Step {
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
        }
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
        let address = self
            .memory
            .allocate(input.address, name.clone(), size, info.kind, &contents)
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

    fn kill(&mut self, address: u64) {
        let place = self.place;
        self.memory.kill(address, place);
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
        self.write(to, bytes);
        Ok(())
    }

    // ---- control ----

    fn enter(&mut self, id: FunctionId, args: Vec<BitVec>, result: Option<VarId>) {
        let function = self.program.function(id);
        let mut values = self.initial[id.index()].clone();
        for (param, arg) in function.params.iter().zip(&args) {
            values[self.slots[param.index()]] = arg.clone();
        }
        self.frames.push(Frame {
            id,
            function,
            block: BlockId(0),
            next: 0,
            values,
            objects: Vec::new(),
            result,
            call: self.place,
        });
        self.observer.event(Event::Enter {
            function: id,
            args,
            place: function.place,
        });
    }

    fn leave(&mut self, value: Option<BitVec>) -> Step {
        let frame = self.frames.last_mut().expect("the run has not ended");
        for address in std::mem::take(&mut frame.objects).into_iter().rev() {
            self.kill(address);
        }
        let frame = self.frames.pop().expect("just looked at");
        self.observer.event(Event::Leave {
            function: frame.id,
            result: value.clone(),
            place: self.place,
        });
        if self.frames.is_empty() {
            return Err(Ending::Finished);
        }
        if let (Some(var), Some(value)) = (frame.result, value) {
            self.place = frame.call;
            self.assign(var, value);
        }
        Ok(())
    }

    fn jump(&mut self, target: BlockId) {
        let frame = self.frames.last_mut().expect("the run has not ended");
        frame.block = target;
        frame.next = 0;
    }

    fn branch(&mut self, target: BlockId) {
        self.jump(target);
        let place = self.place;
        self.observer.event(Event::Branch { place });
    }

    fn terminator(&mut self, end: &Terminator) -> Step {
        match end {
            Terminator::Goto(target) => self.jump(*target),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                let holds = self.condition(*condition);
                self.branch(if holds { *then } else { *otherwise });
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let value = self.bits(*value);
                let case = cases.iter().find(|(v, _)| *v == value);
                self.branch(case.map_or(*default, |(_, target)| *target));
            }
            Terminator::Return(value) => {
                let value = value.map(|v| self.bits(v));
                self.leave(value)?;
            }
            Terminator::Halt => return Err(Ending::Finished),
        }
        Ok(())
    }
}
