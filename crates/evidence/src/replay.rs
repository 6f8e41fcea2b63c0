//! Replay: every counterexample is checked before it counts as one.
//!
//! The interpreter runs the program as it was before promotion, on the inputs that an engine took from a model. Inputs are
//! an ordered list of answers; each must fit the question that the run asks, so an engine that lost an event cannot
//! confirm itself by luck. Only a run that ends in the claimed violation is a counterexample. Any other end is a bug in
//! Aver (the encoding and the interpreter disagree), and the answer is UNKNOWN.

use crate::leap::{Acceleration, Leaps, Taken};
use crate::needed;
use crate::record::{Recorder, Said};
use crate::trace::Trace;
use encode::inputs::{InputEvent, Inputs};
use encode::promote::{PromotedPart, Promotion};
use program::interp::{self, Contents, Ending, Leap, ObjectInput, Oracle, Position, Violation};
use program::{Goals, InputSource, ObjectInfo, Place, Program, SiteId, VarId};
use smt::Limits;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{BitVec, TermPool};

/// The most instructions that a replay runs. A counterexample from an engine that unrolls is never that long.
const MAX_STEPS: u64 = 200_000_000;

/// The same for a replay that skips iterations: after leaps that cannot happen, the run may not end.
const MAX_STEPS_WITH_LEAPS: u64 = 1_000_000;

/// Runs `program` (before promotion) on `inputs` (of the promoted program) and gives the trace if that violates `site`.
pub fn replay(
    pool: &TermPool,
    program: &Program,
    promotion: &Promotion,
    goals: &Goals,
    inputs: &Inputs,
    site: SiteId,
) -> Result<Trace, ReplayFailure> {
    let (trace, _) = run(pool, program, promotion, goals, inputs, site, None)?;
    Ok(needed::with_needed_conditions(
        pool, program, promotion, goals, inputs, trace,
    ))
}

/// As [`replay`], where the inputs also say how many iterations of certain loops the run skips. A fresh solver proves that
/// each of these can happen.
#[expect(clippy::too_many_arguments, reason = "a replay, and what it skips")]
pub fn replay_accelerated(
    pool: &mut TermPool,
    program: &Program,
    promotion: &Promotion,
    goals: &Goals,
    inputs: &Inputs,
    site: SiteId,
    acceleration: &Acceleration<'_>,
    limits: &Limits,
) -> Result<Trace, ReplayFailure> {
    let leaps = Leaps::new(acceleration, promotion);
    let ran = run(pool, program, promotion, goals, inputs, site, Some(leaps));
    let (trace, taken) = match ran {
        Ok((trace, taken)) => (Ok(trace), taken),
        Err(Failed { failure, taken }) => (Err(*failure), taken),
    };
    for leap in taken {
        if let Err(iteration) = leap.prove(pool, acceleration, limits) {
            return Err(match iteration {
                Some(iteration) => ReplayFailure::Leap {
                    index: leap.index,
                    iteration,
                },
                None => ReplayFailure::Steps,
            });
        }
    }
    trace
}

/// A run that is not a counterexample, and the leaps that it took.
struct Failed {
    failure: Box<ReplayFailure>,
    taken: Vec<Taken>,
}

impl From<Failed> for ReplayFailure {
    fn from(failed: Failed) -> ReplayFailure {
        *failed.failure
    }
}

fn run<'a>(
    pool: &'a TermPool,
    program: &Program,
    promotion: &'a Promotion,
    goals: &Goals,
    inputs: &'a Inputs,
    site: SiteId,
    leaps: Option<Leaps<'a>>,
) -> Result<(Trace, Vec<Taken>), Failed> {
    let said = Rc::new(RefCell::new(Said::default()));
    let mut answers = Answers::new(pool, promotion, inputs, said.clone(), leaps);
    let mut recorder = Recorder::new(program, said);
    let steps = match answers.leaps {
        Some(_) => MAX_STEPS_WITH_LEAPS,
        None => MAX_STEPS,
    };
    let ending = interp::run(pool, program, goals, &mut answers, &mut recorder, steps);
    let taken = answers.leaps.take().map_or_else(Vec::new, |l| l.taken);
    let judged = match ending {
        Ending::Violated(violation) if violation.site == site => match &violation.doubt {
            Some(source) => Err(ReplayFailure::Doubt(source.clone())),
            None => Ok(recorder.finish(&violation)),
        },
        Ending::Violated(violation) => Err(ReplayFailure::Other(violation)),
        Ending::Undefined(violation) => Err(ReplayFailure::Undefined(violation)),
        Ending::Finished => Err(ReplayFailure::Finished),
        Ending::Assumed { place } => Err(ReplayFailure::Assumed(place)),
        Ending::Oracle { what, place } => Err(ReplayFailure::Inputs {
            what: answers.mismatch.unwrap_or(what),
            place,
        }),
        Ending::Steps | Ending::Enough => Err(ReplayFailure::Steps),
        Ending::Unsupported { what, place } => Err(ReplayFailure::Unsupported { what, place }),
        Ending::Memory { place } => Err(ReplayFailure::Memory(place)),
    };
    match judged {
        Ok(trace) => Ok((trace, taken)),
        Err(failure) => Err(Failed {
            failure: Box::new(failure),
            taken,
        }),
    }
}

/// What happened instead of the claimed violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayFailure {
    /// Another goal was violated.
    Other(Violation),
    /// The run ended earlier, in undefined behaviour whose property was not asked for.
    Undefined(Violation),
    /// The program ended.
    Finished,
    /// An assumption did not hold.
    Assumed(Place),
    /// The inputs do not fit what the run asked for.
    Inputs { what: String, place: Place },
    /// The violation is there, but it depends on something that is not known exactly: a result that is approximated, or
    /// what a function without a body wrote.
    Doubt(InputSource),
    /// The run is longer than a replay may be.
    Steps,
    /// What the run does depends on where objects lie.
    Unsupported { what: String, place: Place },
    /// The run needs more memory here than a replay may use.
    Memory(Place),
    /// A skipped iteration of a loop, given by its number, cannot happen.
    Leap { index: usize, iteration: BitVec },
}

impl ReplayFailure {
    /// In words.
    pub fn text(&self, program: &Program) -> String {
        let violated = |v: &Violation| {
            let what = v.detail.as_ref().unwrap_or(&program.site(v.site).what);
            format!("{what} at {}", program.show_place(v.place))
        };
        match self {
            ReplayFailure::Other(v) => format!("the replay met another violation: {}", violated(v)),
            ReplayFailure::Undefined(v) => {
                format!("the replay ended in undefined behaviour: {}", violated(v))
            }
            ReplayFailure::Finished => "the replay ended without a violation".to_string(),
            ReplayFailure::Assumed(place) => format!(
                "the replay broke the assumption at {}",
                program.show_place(*place)
            ),
            ReplayFailure::Inputs { what, place } => {
                format!(
                    "the replay stopped at {}: {what}",
                    program.show_place(*place)
                )
            }
            ReplayFailure::Doubt(InputSource::External(function)) => {
                format!("it depends on what `{function}`, which has no body, may have written")
            }
            ReplayFailure::Doubt(InputSource::Approximated(function)) => {
                format!("it depends on the result of `{function}`, which is not modelled exactly")
            }
            ReplayFailure::Doubt(InputSource::Layout) => {
                "it depends on where objects lie, which C leaves open".to_string()
            }
            ReplayFailure::Doubt(_) => {
                "it depends on a value that is not known exactly".to_string()
            }
            ReplayFailure::Unsupported { what, place } => {
                format!("{what}, at {}", program.show_place(*place))
            }
            ReplayFailure::Steps => "the replay is too long".to_string(),
            ReplayFailure::Memory(place) => format!(
                "the replay needs too much memory at {}",
                program.show_place(*place)
            ),
            ReplayFailure::Leap { iteration, .. } => {
                format!("iteration {iteration}, which the replay skipped, cannot happen")
            }
        }
    }
}

/// Answers from a list of inputs.
pub(crate) struct Answers<'a> {
    pool: &'a TermPool,
    promotion: &'a Promotion,
    inputs: &'a Inputs,
    next: usize,
    said: Rc<RefCell<Said>>,
    /// Why there was no answer.
    mismatch: Option<String>,
    /// Iterations that the run skips.
    leaps: Option<Leaps<'a>>,
}

impl<'a> Answers<'a> {
    pub fn new(
        pool: &'a TermPool,
        promotion: &'a Promotion,
        inputs: &'a Inputs,
        said: Rc<RefCell<Said>>,
        leaps: Option<Leaps<'a>>,
    ) -> Answers<'a> {
        Answers {
            pool,
            promotion,
            inputs,
            next: 0,
            said,
            mismatch: None,
            leaps,
        }
    }

    /// The next input, if `fits` accepts it.
    fn take<T>(
        &mut self,
        question: impl FnOnce() -> String,
        fits: impl FnOnce(&InputEvent) -> Option<T>,
    ) -> Option<T> {
        let event = self.inputs.events.get(self.next);
        let answer = event.and_then(fits);
        match (&answer, event) {
            (Some(_), _) => self.next += 1,
            (None, Some(event)) => {
                self.mismatch = Some(format!(
                    "it asks for {}, the input is {event:?}",
                    question()
                ));
            }
            (None, None) => {
                self.mismatch = Some(format!(
                    "it asks for {}, the inputs are used up",
                    question()
                ));
            }
        }
        answer
    }

    fn take_value(&mut self, var: VarId, width: Option<u32>) -> Option<BitVec> {
        let question = || match width {
            Some(width) => format!("{width} bits for {var}"),
            None => format!("a value of {var}"),
        };
        self.take(question, |event| match event {
            InputEvent::Value { var: v, value }
                if *v == var && width.is_none_or(|w| w == value.width()) =>
            {
                Some(value.clone())
            }
            _ => None,
        })
    }

    /// The first contents of an object whose parts are variables of the promoted program.
    fn promoted(&mut self, parts: &[PromotedPart]) -> Option<Contents> {
        let mut contents = Contents::default();
        for part in parts {
            let value = self.take_value(part.input(), None)?;
            let bytes = value.to_le_bytes();
            let offsets = part.offset..part.offset + part.size;
            contents.bytes.extend(offsets.zip(bytes));
        }
        Some(contents)
    }
}

impl Oracle for Answers<'_> {
    fn value(&mut self, var: VarId, width: u32, _: &InputSource) -> Option<BitVec> {
        self.take_value(var, Some(width))
    }

    fn object(&mut self, var: VarId, _: &ObjectInfo, size: u64) -> Option<ObjectInput> {
        let input = match self.promotion.parts.get(&var) {
            Some(parts) => ObjectInput {
                address: None,
                contents: self.promoted(parts)?,
            },
            None => {
                let question = || format!("an object of {size} bytes for {var}");
                self.take(question, |event| match event {
                    InputEvent::Object {
                        var: v,
                        address,
                        contents,
                    } if *v == var => Some(ObjectInput {
                        address: Some(*address),
                        contents: contents.clone(),
                    }),
                    _ => None,
                })?
            }
        };
        self.said.borrow_mut().object = Some(input.contents.clone());
        Some(input)
    }

    fn bytes(&mut self, length: u64, source: &InputSource) -> Option<Contents> {
        let question = || format!("{length} bytes");
        let contents = self.take(question, |event| match event {
            InputEvent::Bytes(contents) => Some(contents.clone()),
            _ => None,
        })?;
        self.said.borrow_mut().bytes = (length > 0).then(|| source.clone());
        Some(contents)
    }

    fn changes(&mut self, function: &str) -> Option<Vec<(u64, Contents)>> {
        let question = || format!("what `{function}` changes");
        self.take(question, |event| match event {
            InputEvent::Changes(changes) => Some(changes.clone()),
            _ => None,
        })
    }

    fn highest_address(&self) -> u64 {
        let addresses = self.inputs.events.iter().filter_map(|event| match event {
            InputEvent::Object { address, .. } => Some(*address),
            _ => None,
        });
        addresses.max().unwrap_or(0)
    }

    fn bases(&mut self) -> Option<BTreeMap<u64, u64>> {
        Some(self.inputs.bases.clone())
    }

    fn leap(&mut self, position: &Position<'_, '_>) -> Vec<Leap> {
        let entered = self.leaps.as_mut().and_then(|l| l.entered(position));
        let Some((index, var)) = entered else {
            return Vec::new();
        };
        // Without an answer the inputs do not fit, and the next question reports that.
        let count = self.take_value(var, None).filter(|n| !n.is_zero());
        match (&mut self.leaps, count) {
            (Some(leaps), Some(count)) => leaps.take(self.pool, position, index, count),
            _ => Vec::new(),
        }
    }

    fn external(&mut self, index: usize) -> Option<Contents> {
        let found = self.inputs.externals.iter().find(|(i, _)| *i == index);
        let Some((_, contents)) = found else {
            self.mismatch = Some(format!("the contents of static object {index} are missing"));
            return None;
        };
        let mut said = self.said.borrow_mut();
        said.externals.push((index, contents.clone()));
        Some(contents.clone())
    }
}
