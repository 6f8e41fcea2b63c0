//! The machine: frames, one step after the other.
//!
//! A run ends where an access is invalid even if the check's site says that it continues: what was read would have
//! no value. Calls are frames on an explicit stack, so recursion in the program is not recursion here.

use super::doubt::{Doubt, Mark, Passing};
use super::evaluate::Evaluator;
use super::flat::{Bases, SEVERAL};
use super::memory::Memory;
use super::{Contents, Ending, Event, Leap, Observer, Oracle, Violation};
use crate::ids::{BlockId, FunctionId, SiteId, VarId};
use crate::program::{
    Function, Goals, InputSource, InstKind, Place, Program, StaticKind, Terminator,
};
use term::{BitVec, SymbolId, Term, TermPool};

/// Runs the program from its entry.
///
/// A failing check that is a goal ends the run as [`Ending::Violated`]. One that is not ends it as [`Ending::Undefined`] if
/// its site ends runs; otherwise the run continues. Every instruction and terminator is one step.
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
    let asks = |kind: &InstKind| matches!(kind, InstKind::Written { .. });
    let notes_writes = program.insts().any(asks);
    let memory = Memory::new(program.pointers, oracle.highest_address(), notes_writes);
    let bases = Bases::new(oracle.bases());
    let mut machine = Machine {
        program,
        goals,
        oracle,
        observer,
        memory,
        evaluator: Evaluator::new(pool),
        initial: program.functions.iter().map(initial).collect(),
        slots,
        frames: Vec::new(),
        place: Place::NOWHERE,
        doubt: Doubt::default(),
        bases,
    };
    match machine.run(max_steps) {
        Ok(()) => Ending::Steps,
        Err(Ending::Finished | Ending::Undefined(_)) if machine.bases.guessed => {
            machine.unsupported(SEVERAL)
        }
        Err(ending) => ending,
    }
}

/// One activation of a function.
pub(super) struct Activation<'a> {
    id: FunctionId,
    function: &'a Function,
    block: BlockId,
    /// The next instruction of the block.
    next: usize,
    values: Vec<BitVec>,
    /// The marks of the values (see [`Doubt`]).
    pub(super) marks: Vec<Mark>,
    /// The addresses of its stack objects that are alive.
    pub(super) objects: Vec<u64>,
    /// Where the result goes, and the place of the call.
    result: Option<VarId>,
    call: Place,
}

/// The current position of a run, and its values there. Active functions are counted from the outermost one, which is 0.
pub struct Position<'a, 'm> {
    frames: &'m [Activation<'a>],
    slots: &'m [usize],
    memory: &'m Memory,
    doubt: &'m Doubt,
}

impl<'a> Position<'a, '_> {
    /// The number of active functions.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }

    /// An active function, its block, and the next instruction there.
    pub fn at(&self, index: usize) -> (FunctionId, BlockId, usize) {
        let frame = &self.frames[index];
        (frame.id, frame.block, frame.next)
    }

    /// The value of a variable of an active function.
    pub fn value(&self, index: usize, var: VarId) -> &BitVec {
        &self.frames[index].values[self.slots[var.index()]]
    }

    /// The pointer at an address; `None` if it was put together of parts of another one.
    pub fn pointer(&self, address: u64) -> Option<u64> {
        self.memory.pointer(address)
    }

    /// The pointers in a range that its bytes do not tell ([`crate::PointerLayout::is_far`]).
    pub fn far_pointers(&self, address: u64, length: u64) -> Vec<u64> {
        self.memory.far_pointers(address, length)
    }

    /// What memory contains.
    pub fn bytes(&self, address: u64, length: u64) -> Vec<u8> {
        self.memory.read(address, length)
    }

    /// The function of an active one.
    pub fn function(&self, index: usize) -> &'a Function {
        self.frames[index].function
    }

    /// The objects that can change and are alive: their addresses and sizes, and whether they are on the heap.
    pub fn objects(&self) -> impl Iterator<Item = (u64, u64, bool)> + '_ {
        self.memory.objects()
    }

    /// A number that grows with each object that is made, accessed or ended.
    pub fn clock(&self) -> u64 {
        self.memory.clock()
    }

    /// Whether the program has accessed or ended an object, since the clock showed this number, that was there by then and is not
    /// at one of these addresses.
    pub fn has_used_others(&self, since: u64, these: &dyn Fn(u64) -> bool) -> bool {
        self.memory.has_used_others(since, these)
    }

    /// Something that is not known exactly and that a value of the present state, or the course of the run until now, came from,
    /// if there is any. What left no trace does not matter.
    pub fn doubt(&self) -> Option<InputSource> {
        let of_variables = self.frames.iter().flat_map(|f| &f.marks).copied().max();
        let mark = of_variables.unwrap_or(0).max(self.doubt.of_memory());
        self.doubt.source(mark)
    }

    /// How often the time or a random number was read so far, and decided how the run goes on.
    pub fn passing(&self) -> Passing {
        self.doubt.passing()
    }

    /// The first function that has returned the time or a random number.
    pub fn passes(&self) -> Option<InputSource> {
        self.doubt.passes()
    }
}

pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    goals: &'a Goals,
    pub(super) oracle: &'a mut dyn Oracle,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) memory: Memory,
    pub(super) evaluator: Evaluator<'a>,
    /// The first values of each function's variables.
    initial: Vec<Vec<BitVec>>,
    /// Where each variable's value is in the frames of its function.
    pub(super) slots: Vec<usize>,
    /// Invariant: not empty while instructions are executed.
    pub(super) frames: Vec<Activation<'a>>,
    /// The place of what is being executed.
    pub(super) place: Place,
    pub(super) doubt: Doubt,
    /// Where objects lie, if that matters.
    pub(super) bases: Bases,
}

/// `Err` ends the run.
pub(super) type Executed<T = ()> = Result<T, Ending>;

impl<'a> Machine<'a> {
    fn run(&mut self, max_steps: u64) -> Executed {
        self.make_statics()?;
        self.enter(self.program.entry, Vec::new(), Vec::new(), None);
        self.arrive()?;
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

    fn make_statics(&mut self) -> Executed {
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
        self.make_first_numbers()
    }

    pub(super) fn no_answer(&self, what: String) -> Ending {
        let place = self.place;
        Ending::Oracle { what, place }
    }

    pub(super) fn unsupported(&self, what: impl Into<String>) -> Ending {
        Ending::Unsupported {
            what: what.into(),
            place: self.seen_place(),
        }
    }

    // ---- values ----

    pub(super) fn bits(&mut self, term: Term) -> BitVec {
        let (program, slots) = (self.program, &self.slots);
        let slot = |symbol: SymbolId| slots[program.var_of_symbol[&symbol].index()];
        let frame = self.frames.last().expect("the run has not ended");
        self.evaluator.bits(term, &slot, &frame.values)
    }

    pub(super) fn condition(&mut self, term: Term) -> bool {
        let (program, slots) = (self.program, &self.slots);
        let slot = |symbol: SymbolId| slots[program.var_of_symbol[&symbol].index()];
        let frame = self.frames.last().expect("the run has not ended");
        self.evaluator.condition(term, &slot, &frame.values)
    }

    /// The unsigned value, or the largest there is if it does not fit.
    pub(super) fn number(&mut self, term: Term) -> u64 {
        self.bits(term).to_u64().unwrap_or(u64::MAX)
    }

    pub(super) fn set(&mut self, var: VarId, value: BitVec) {
        let slot = self.slots[var.index()];
        let frame = self.frames.last_mut().expect("the run has not ended");
        debug_assert_eq!(value.width(), frame.values[slot].width(), "width of {var}");
        frame.values[slot] = value;
    }

    pub(super) fn assign(&mut self, var: VarId, value: BitVec) {
        self.set(var, value.clone());
        let place = self.place;
        self.observer.event(Event::Assign { var, value, place });
    }

    // ---- checks ----

    /// A check failed whose condition has a mark. `Ok` means that the run continues.
    pub(super) fn fail(
        &mut self,
        site: SiteId,
        operands: Vec<BitVec>,
        detail: Option<String>,
        mark: Mark,
    ) -> Executed {
        let place = self.place;
        let wanted = self.goals.contains(site);
        if wanted || self.program.site(site).ends_run {
            let violation = Violation {
                site,
                place,
                operands,
                detail,
                doubt: self.doubt.source(mark),
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

    /// As [`Machine::fail`], but the run cannot continue.
    pub(super) fn fail_for_good(
        &mut self,
        site: SiteId,
        operands: Vec<BitVec>,
        detail: String,
        mark: Mark,
    ) -> Ending {
        let violation = Violation {
            site,
            place: self.place,
            operands,
            detail: Some(detail),
            doubt: self.doubt.source(mark),
        };
        match self.goals.contains(site) {
            true => Ending::Violated(violation),
            false => Ending::Undefined(violation),
        }
    }

    /// The place that the user sees: where the program calls the library, if a model of it runs.
    pub(super) fn seen_place(&self) -> Place {
        let mut place = self.place;
        for frame in self.frames.iter().rev() {
            if !self.program.is_library(place) {
                break;
            }
            place = frame.call;
        }
        place
    }

    pub(super) fn show(&self) -> impl Fn(Place) -> String + use<'a> {
        let program = self.program;
        move |place| program.show_place(place)
    }

    pub(super) fn address_bits(&self, address: u64) -> BitVec {
        BitVec::new(self.program.pointers.width, address)
    }

    pub(super) fn check_access(
        &mut self,
        address: u64,
        length: u64,
        write: bool,
        site: SiteId,
        mark: Mark,
    ) -> Executed {
        let show = self.show();
        if let Some(detail) = self.memory.access_error(address, length, write, &show) {
            let operands = vec![self.address_bits(address), self.address_bits(length)];
            return Err(self.fail_for_good(site, operands, detail, mark));
        }
        self.doubt.steer(mark);
        self.memory.touch(address);
        match self.memory.has_room(length) {
            true => Ok(()),
            false => Err(Ending::Memory {
                place: self.seen_place(),
            }),
        }
    }

    pub(super) fn write(&mut self, address: u64, bytes: Vec<u8>, mark: Mark) {
        self.write_pointer(address, bytes, None, mark);
    }

    /// Writes bytes, which are the image of a pointer if one is given.
    pub(super) fn write_pointer(
        &mut self,
        address: u64,
        bytes: Vec<u8>,
        pointer: Option<u64>,
        mark: Mark,
    ) {
        self.memory.write(address, &bytes);
        if let Some(pointer) = pointer {
            self.memory.set_pointer(address, pointer);
        }
        self.doubt.set_bytes(address, bytes.len() as u64, mark);
        let place = self.place;
        self.observer.event(Event::Write {
            address,
            bytes,
            pointer,
            place,
        });
    }

    /// Bytes are used as what they are, which those of a far pointer do not say.
    pub(super) fn check_plain(&self, address: u64, length: u64) -> Executed {
        match self.memory.far_pointers(address, length).is_empty() {
            true => Ok(()),
            false => Err(self.far("used as bytes")),
        }
    }

    pub(super) fn far(&self, how: &str) -> Ending {
        let reach = self.program.pointers.reach();
        self.unsupported(format!(
            "a pointer {reach} bytes or more into its object is {how}"
        ))
    }

    // ---- control ----

    pub(super) fn enter(
        &mut self,
        id: FunctionId,
        args: Vec<BitVec>,
        given: Vec<Mark>,
        result: Option<VarId>,
    ) {
        let function = self.program.function(id);
        let mut values = self.initial[id.index()].clone();
        let mut marks = vec![0; values.len()];
        for (param, arg) in function.params.iter().zip(&args) {
            values[self.slots[param.index()]] = arg.clone();
        }
        for (param, mark) in function.params.iter().zip(given) {
            marks[self.slots[param.index()]] = mark;
        }
        self.frames.push(Activation {
            id,
            function,
            block: BlockId(0),
            next: 0,
            values,
            marks,
            objects: Vec::new(),
            result,
            call: self.place,
        });
        self.observer.event(Event::Enter {
            function: id,
            args,
            place: self.place,
        });
    }

    fn leave(&mut self, value: Option<BitVec>, mark: Mark) -> Executed {
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
            self.set_mark(var, mark);
        }
        Ok(())
    }

    fn jump(&mut self, target: BlockId) -> Executed {
        let frame = self.frames.last_mut().expect("the run has not ended");
        frame.block = target;
        frame.next = 0;
        let leaps = self.oracle.leap(&Position {
            frames: &self.frames,
            slots: &self.slots,
            memory: &self.memory,
            doubt: &self.doubt,
        });
        if !leaps.is_empty() {
            // What the iterations that are left out depend on is not followed.
            let anything = self.doubt.any();
            self.doubt.steer(anything);
        }
        for leap in leaps {
            match leap {
                Leap::Write { address, bytes } => self.write(address, bytes, 0),
                Leap::Point { address, pointer } => {
                    let bytes = self.memory.image_of(pointer);
                    self.write_pointer(address, bytes, Some(pointer), 0);
                }
                Leap::Set { var, value } => self.assign(var, value),
            }
        }
        self.arrive()
    }

    /// A block begins.
    pub(super) fn arrive(&mut self) -> Executed {
        self.observer.arrive(&Position {
            frames: &self.frames,
            slots: &self.slots,
            memory: &self.memory,
            doubt: &self.doubt,
        });
        match self.observer.has_enough() {
            true => Err(Ending::Enough),
            false => Ok(()),
        }
    }

    fn branch(&mut self, target: BlockId) -> Executed {
        self.jump(target)?;
        let place = self.place;
        self.observer.event(Event::Branch { place });
        Ok(())
    }

    fn terminator(&mut self, end: &Terminator) -> Executed {
        match end {
            Terminator::Goto(target) => self.jump(*target)?,
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => {
                self.steer(&[*condition]);
                let holds = self.condition(*condition);
                self.branch(if holds { *then } else { *otherwise })?;
            }
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                self.steer(&[*value]);
                let value = self.bits(*value);
                let case = cases.iter().find(|(v, _)| *v == value);
                self.branch(case.map_or(*default, |(_, target)| *target))?;
            }
            Terminator::Return(value) => {
                let mark = value.map_or(0, |v| self.mark(v));
                let value = value.map(|v| self.bits(v));
                self.leave(value, mark)?;
            }
            Terminator::Halt => return Err(Ending::Finished),
        }
        Ok(())
    }
}
