//! From a run of a transition system back to a run of the program: what each block took from outside.
//!
//! A block keeps what its execution asked for, in order and each under the condition that a run asks for it there, as terms
//! over the variables of its location and its inputs. The values that these have in a run are the inputs of the promoted
//! program, with which [`evidence`](../../../evidence/index.html) replays it.

use super::TransitionSystem;
use super::state::Builder;
use crate::exec::{InputKind, Log};
use crate::exec::{put, read};
use crate::inputs::{InputEvent, Inputs};
use crate::memory::contents::{Epoch, UnknownBytes};
use program::interp::Contents;
use program::{StaticKind, VarId};
use term::eval::{Assignment, Evaluator};
use term::{Term, TermPool};

/// Something that came from outside.
#[derive(Clone, Debug)]
pub struct Asked {
    pub guard: Term,
    pub kind: AskedKind,
}

#[derive(Clone, Debug)]
pub enum AskedKind {
    Value {
        var: VarId,
        value: Term,
    },
    /// An object at this address. `None`: it is zeroed.
    Object {
        var: VarId,
        address: u64,
        contents: Option<Unknown>,
    },
    /// Pieces of a range: distances from its start and values.
    Bytes(Vec<(u64, Term)>),
    /// What a function without a body changed.
    Changes(Vec<Changed>),
    /// What cannot be told of a single run.
    Untold,
}

/// Unknown contents of an object.
#[derive(Clone, Debug)]
pub struct Unknown {
    bytes: UnknownBytes,
    /// If it is constant.
    size: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Changed {
    address: u64,
    alive: Term,
    size: Term,
    contents: Unknown,
}

impl Builder<'_, '_> {
    /// What an execution asked for.
    pub(super) fn asked(&self, pool: &TermPool, log: &Log) -> Vec<Asked> {
        let kind = |kind: &InputKind| match kind {
            InputKind::Value { var, value } => AskedKind::Value {
                var: *var,
                value: *value,
            },
            InputKind::Object {
                var,
                object,
                zeroed,
            } => AskedKind::Object {
                var: *var,
                address: self.executor.facts[*object as usize].start,
                contents: (!zeroed).then(|| self.unknown(pool, *object, Epoch::Allocated)),
            },
            InputKind::Bytes(pieces) => AskedKind::Bytes(pieces.clone()),
            InputKind::Changes { objects, epoch } => {
                let changed = |(object, alive): &(u64, Term)| {
                    let facts = &self.executor.facts[*object as usize];
                    Changed {
                        address: facts.start,
                        alive: *alive,
                        size: facts.size,
                        contents: self.unknown(pool, *object, *epoch),
                    }
                };
                AskedKind::Changes(objects.iter().map(changed).collect())
            }
            InputKind::Iterations { .. } | InputKind::Untold => AskedKind::Untold,
        };
        let inputs = log.inputs.iter().map(|input| Asked {
            guard: input.guard,
            kind: kind(&input.kind),
        });
        inputs.collect()
    }

    fn unknown(&self, pool: &TermPool, object: u64, epoch: Epoch) -> Unknown {
        let shape = self.executor.shape_of(object);
        Unknown {
            bytes: match shape.unit {
                0 => UnknownBytes::Units(Vec::new()),
                _ => shape.unknown_bytes(pool, epoch),
            },
            size: shape.size,
        }
    }

    /// The first contents of external objects, by their index.
    pub(super) fn externals(&self, pool: &TermPool) -> Vec<(usize, UnknownBytes, Option<u64>)> {
        let statics = self.program.statics.iter().enumerate();
        let externals = statics.filter(|(_, object)| matches!(object.kind, StaticKind::External));
        externals
            .map(|(index, _)| {
                let unknown = self.unknown(pool, index as u64 + 1, Epoch::State);
                (index, unknown.bytes, unknown.size)
            })
            .collect()
    }
}

impl TransitionSystem {
    /// The inputs of the program's run that takes these blocks, each with the values of the variables and of its inputs.
    /// `None` if they cannot be told.
    pub fn inputs<A: Assignment>(
        &self,
        pool: &TermPool,
        blocks: &[(super::LocationId, A)],
    ) -> Option<Inputs> {
        let mut inputs = Inputs::default();
        if let Some((_, first)) = blocks.first() {
            let mut evaluator = Evaluator::new(pool, first);
            let externals = self.externals.iter();
            let externals =
                externals.map(|(index, bytes, size)| (*index, read(&mut evaluator, bytes, *size)));
            inputs.externals = externals.collect();
        }
        for (location, values) in blocks {
            let mut evaluator = Evaluator::new(pool, values);
            for asked in &self.block(*location).asked {
                if evaluator.eval(asked.guard).as_bool() {
                    inputs.events.push(asked.kind.event(&mut evaluator)?);
                }
            }
        }
        Some(inputs)
    }
}

impl AskedKind {
    fn event<A: Assignment>(&self, evaluator: &mut Evaluator<'_, A>) -> Option<InputEvent> {
        Some(match self {
            AskedKind::Value { var, value } => InputEvent::Value {
                var: *var,
                value: evaluator.eval(*value).as_bitvec().clone(),
            },
            AskedKind::Object {
                var,
                address,
                contents,
            } => InputEvent::Object {
                var: *var,
                address: *address,
                contents: match contents {
                    Some(unknown) => read(evaluator, &unknown.bytes, unknown.size),
                    None => Contents::default(),
                },
            },
            AskedKind::Bytes(pieces) => {
                let mut contents = Contents::default();
                for (distance, value) in pieces {
                    put(&mut contents, *distance, evaluator.eval(*value).as_bitvec());
                }
                InputEvent::Bytes(contents)
            }
            AskedKind::Changes(objects) => {
                let mut changes = Vec::new();
                for changed in objects {
                    if !evaluator.eval(changed.alive).as_bool() {
                        continue;
                    }
                    let size = evaluator.eval(changed.size).as_bitvec().to_u64();
                    let Unknown { bytes, size: fixed } = &changed.contents;
                    let mut contents = read(evaluator, bytes, *fixed);
                    contents.bytes.retain(|at, _| size.is_none_or(|s| *at < s));
                    changes.push((changed.address, contents));
                }
                InputEvent::Changes(changes)
            }
            AskedKind::Untold => return None,
        })
    }
}
