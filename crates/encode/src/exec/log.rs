//! The record of an execution.

use super::Visit;
use super::summary::INPUT_INDEX;
use crate::inputs::{InputEvent, Inputs};
use crate::memory::contents::{Epoch, UnknownBytes};
use program::interp::Contents;
use program::{FunctionId, Place, Program, SiteId, StaticKind, VarId};
use term::eval::{Assignment, Evaluator};
use term::{BitVec, Term, TermPool, Value};

/// Inputs of more iterations of one loop are not listed: no replay is that long.
const MAX_ITERATIONS: u64 = 1 << 22;

/// Everything that an execution met, in the order of execution: of any two entries whose guards hold together, the first
/// happened first.
#[derive(Default)]
pub struct Log {
    pub checks: Vec<Violation>,
    pub inputs: Vec<Input>,
    pub cuts: Vec<Cut>,
    /// The guards under which the program ends.
    pub ends: Vec<Term>,
    /// The guards under which a loop repeats forever without a change.
    pub endless: Vec<Term>,
    /// The conditions under which an assumption does not hold, and the run is of no interest.
    pub stops: Vec<Term>,
    /// The numbers of iterations of loops that were not unrolled, 64 bits wide; zero where a run does not reach them.
    pub rounds: Vec<Term>,
    /// How many bytes objects of unknown size have, and ranges of unknown length, 64 bits wide; zero where a run does not
    /// come to them.
    pub sizes: Vec<Term>,
    /// The objects whose bases are spoken of ([`super::numbers`]), with the guards under which they are.
    pub placed: Vec<(Term, Vec<u64>)>,
    /// Whether states were left out because of what is known at loop heads.
    pub relied: bool,
    /// The sites that were executed, by site number.
    pub reached: Vec<bool>,
    /// The states at loop heads, if they are kept ([`super::Executor::keep_visits`]).
    pub visits: Vec<Visit>,
}

/// How a check fails: the check is executed, and its condition does not fold to true. In an execution and in a block of a
/// transition system alike.
#[derive(Clone, Copy, Debug)]
pub struct Violation {
    pub site: SiteId,
    /// The check is executed and fails. It contains the assumptions before the check, and none after it.
    pub condition: Term,
    /// Where the user sees it: for a check in a model of a library function, the call of that function.
    pub place: Place,
    /// The run ends here; otherwise it also goes on.
    pub ends_run: bool,
}

/// Something that came from outside.
pub struct Input {
    pub guard: Term,
    pub kind: InputKind,
}

pub enum InputKind {
    Value {
        var: VarId,
        value: Term,
    },
    Object {
        var: VarId,
        object: u64,
        zeroed: bool,
    },
    /// Pieces of a range: distances from its start and values.
    Bytes(Vec<(u64, Term)>),
    /// Objects whose contents a function without a body replaced, and whether they are alive.
    Changes {
        objects: Vec<(u64, Term)>,
        epoch: Epoch,
    },
    /// Of the iterations of a loop that was not unrolled: for each variable in turn, an array of values, one for each
    /// iteration, and whether it is asked for before the loop may be left.
    Iterations {
        /// How many iterations the loop has …
        whole: Term,
        /// … and would if the run did not end inside it.
        total: Term,
        values: Vec<(VarId, Term, bool)>,
    },
    /// What cannot be told: an object that is one of a family, or what a function without a body wrote into these.
    Untold,
}

/// Where an execution was not followed.
pub struct Cut {
    pub kind: CutKind,
    pub place: Place,
    /// When the execution would have gone on.
    pub guard: Term,
    /// What is known to hold there, if anything is.
    pub known: Option<Term>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CutKind {
    /// One more iteration of the loop with this head.
    Loop {
        function: FunctionId,
        head: program::BlockId,
        /// The bound that the user gave for this loop, if that is why.
        given: Option<u32>,
        /// The library function that the program calls, if the loop is in its model.
        library: Option<FunctionId>,
    },
    /// One more call of a function that is active already.
    Recursion { function: FunctionId },
    /// Something that the memory model cannot do.
    Unsupported(String),
    /// More objects of one allocation than have a number. Only in transition systems.
    Exhausted { bits: u32 },
}

impl super::Executor<'_> {
    /// The inputs of the run that a model describes.
    pub fn inputs(&self, pool: &TermPool, log: &Log, model: &dyn Assignment) -> Inputs {
        let mut evaluator = Evaluator::new(pool, model);
        let mut inputs = Inputs::default();
        for (guard, objects) in &log.placed {
            if !evaluator.eval(*guard).as_bool() {
                continue;
            }
            for object in objects {
                let start = self.facts[*object as usize].start;
                if let Some(base) = self.known_base(pool, *object) {
                    let base = evaluator.eval(base).as_bitvec().to_u64().unwrap_or(0);
                    inputs.bases.insert(start, base);
                }
            }
        }
        for (index, object) in self.program.statics.iter().enumerate() {
            if matches!(object.kind, StaticKind::External) {
                let number = index as u64 + 1;
                let contents = self.contents_of(pool, &mut evaluator, number, Epoch::State);
                inputs.externals.push((index, contents));
            }
        }
        for input in &log.inputs {
            if !evaluator.eval(input.guard).as_bool() {
                continue;
            }
            let event = match &input.kind {
                InputKind::Iterations {
                    whole,
                    total,
                    values,
                } => {
                    let events = of_iterations(&mut evaluator, *whole, *total, values);
                    inputs.events.extend(events);
                    continue;
                }
                InputKind::Value { var, value } => InputEvent::Value {
                    var: *var,
                    value: evaluator.eval(*value).as_bitvec().clone(),
                },
                InputKind::Object {
                    var,
                    object,
                    zeroed,
                } => InputEvent::Object {
                    var: *var,
                    address: self.facts[*object as usize].start,
                    contents: if *zeroed {
                        Contents::default()
                    } else {
                        self.contents_of(pool, &mut evaluator, *object, Epoch::Allocated)
                    },
                },
                InputKind::Changes { objects, epoch } => {
                    let mut changes = Vec::new();
                    for (object, alive) in objects {
                        if !evaluator.eval(*alive).as_bool() {
                            continue;
                        }
                        let facts = &self.facts[*object as usize];
                        let size = evaluator.eval(facts.size).as_bitvec().to_u64();
                        let mut contents = self.contents_of(pool, &mut evaluator, *object, *epoch);
                        contents.bytes.retain(|at, _| size.is_none_or(|s| *at < s));
                        changes.push((facts.start, contents));
                    }
                    InputEvent::Changes(changes)
                }
                InputKind::Bytes(pieces) => {
                    let mut contents = Contents::default();
                    for (distance, value) in pieces {
                        put(&mut contents, *distance, evaluator.eval(*value).as_bitvec());
                    }
                    InputEvent::Bytes(contents)
                }
                InputKind::Untold => unreachable!("only transition systems have families"),
            };
            inputs.events.push(event);
        }
        inputs
    }

    /// The unknown contents that an object was given at some time.
    fn contents_of<A: Assignment + ?Sized>(
        &self,
        pool: &TermPool,
        evaluator: &mut Evaluator<'_, A>,
        object: u64,
        epoch: Epoch,
    ) -> Contents {
        let shape = self.shape_of(object);
        match shape.unit {
            0 => Contents::default(),
            _ => read(evaluator, &shape.unknown_bytes(pool, epoch), shape.size),
        }
    }
}

/// The values of an object's unknown contents; its size, if that is constant.
pub(crate) fn read<A: Assignment + ?Sized>(
    evaluator: &mut Evaluator<'_, A>,
    bytes: &UnknownBytes,
    size: Option<u64>,
) -> Contents {
    let mut contents = Contents::default();
    match bytes {
        UnknownBytes::Units(units) => {
            for (offset, symbol) in units {
                put(&mut contents, *offset, evaluator.eval(*symbol).as_bitvec());
            }
        }
        UnknownBytes::Array { array, unit } => {
            let Value::Array(value) = evaluator.eval(*array) else {
                unreachable!("an array symbol has an array value");
            };
            let default = value.default.as_bitvec();
            if !default.is_zero() {
                // Only what fits into the object counts; huge objects are never read all over.
                let units = size.unwrap_or(1 << 16).min(1 << 20) / unit;
                for i in 0..units {
                    put(&mut contents, i * unit, default);
                }
            }
            for (index, element) in &value.entries {
                let index = index.to_u64().expect("an index fits into 64 bits");
                put(&mut contents, index * unit, element.as_bitvec());
            }
        }
    }
    contents
}

/// What the iterations of a loop ask for, one after the other. In the last one that begins, the run leaves the loop, or ends
/// somewhere; then what it does not ask for any more does no harm.
fn of_iterations<A: Assignment + ?Sized>(
    evaluator: &mut Evaluator<'_, A>,
    whole: Term,
    total: Term,
    values: &[(VarId, Term, bool)],
) -> Vec<InputEvent> {
    let mut number = |term: Term| evaluator.eval(term).as_bitvec().to_u64();
    let (whole, total) = (number(whole).unwrap_or(0), number(total).unwrap_or(0));
    let arrays: Vec<Value> = values
        .iter()
        .map(|(_, array, _)| evaluator.eval(*array).clone())
        .collect();
    let mut events = Vec::new();
    for i in 0..=whole.min(MAX_ITERATIONS) {
        for ((var, _, before_exit), array) in values.iter().zip(&arrays) {
            let Value::Array(array) = array else {
                unreachable!("an array symbol has an array value");
            };
            if i == whole && whole == total && !before_exit {
                continue;
            }
            let value = array.get(&BitVec::new(INPUT_INDEX, i)).as_bitvec().clone();
            events.push(InputEvent::Value { var: *var, value });
        }
    }
    events
}

pub(crate) fn put(contents: &mut Contents, offset: u64, value: &BitVec) {
    for (i, byte) in value.to_le_bytes().into_iter().enumerate() {
        contents.bytes.insert(offset + i as u64, byte);
    }
}

impl Cut {
    /// A run gets there, as far as is known.
    pub fn reached(&self, pool: &mut TermPool) -> Term {
        match self.known {
            Some(known) => pool.and(self.guard, known),
            None => self.guard,
        }
    }

    /// The bound that the user gave for the loop, if that is why it was cut off.
    pub fn given(&self) -> Option<u32> {
        match self.kind {
            CutKind::Loop { given, .. } => given,
            CutKind::Recursion { .. } | CutKind::Unsupported(_) | CutKind::Exhausted { .. } => None,
        }
    }

    /// What was cut off, in words.
    pub fn what(&self, program: &Program) -> String {
        match &self.kind {
            CutKind::Loop { library: None, .. } => "loop".to_string(),
            CutKind::Loop {
                library: Some(function),
                ..
            } => format!("loop in `{}`", program.function(*function).name),
            CutKind::Recursion { function } => {
                format!("recursion of `{}`", program.function(*function).name)
            }
            CutKind::Unsupported(what) => what.clone(),
            CutKind::Exhausted { bits } => format!("more than 2^{bits} allocations"),
        }
    }
}
