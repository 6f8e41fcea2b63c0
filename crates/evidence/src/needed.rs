//! Which of the choices about arguments a violation needs.
//!
//! A model also makes pointers null and arrays short where the violation does not depend on it. So a violation that was
//! replayed is replayed again with one such choice made the other way. If it still happens, the choice does not
//! matter, and the new run is the better counterexample. The interpreter executes every run, so each is as trustworthy as any
//! other; inputs that the model does not provide are zero.

use crate::record::{Recorder, Said};
use crate::replay::Answers;
use crate::trace::{Condition, Trace};
use encode::inputs::Inputs;
use encode::promote::Promotion;
use program::interp::{self, Contents, Ending, ObjectInput, Oracle};
use program::{Goals, InputSource, InstKind, ObjectInfo, PointerChoice, Program, SiteId, VarId};
use std::cell::RefCell;
use std::rc::Rc;
use term::{BitVec, TermPool};

/// The limit of instructions for such a run.
const MAX_STEPS: u64 = 1_000_000;

/// A choice that is made the other way.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Other {
    NotNull(String),
    Elements(String, u64),
}

/// The run of a trace, again.
struct Rerun<'a> {
    pool: &'a TermPool,
    program: &'a Program,
    promotion: &'a Promotion,
    goals: &'a Goals,
    inputs: &'a Inputs,
    site: SiteId,
}

impl Rerun<'_> {
    /// The trace, and the lengths of arrays, if the violation happens with other choices, too.
    fn with(&self, others: &[Other]) -> Option<(Trace, Vec<(String, u64)>)> {
        let said = Rc::new(RefCell::new(Said::default()));
        let mut oracle = Otherwise {
            answers: Answers::new(self.pool, self.promotion, self.inputs, said.clone(), None),
            others,
        };
        let mut recorder = Recorder::new(self.program, said);
        let ending = interp::run(
            self.pool,
            self.program,
            self.goals,
            &mut oracle,
            &mut recorder,
            MAX_STEPS,
        );
        match ending {
            Ending::Violated(violation)
                if violation.site == self.site && violation.doubt.is_none() =>
            {
                let lengths = recorder.lengths();
                Some((recorder.finish(&violation), lengths))
            }
            _ => None,
        }
    }
}

/// The trace with the conditions that it needs; or one that needs fewer, or has shorter arrays.
pub(crate) fn with_needed_conditions(
    pool: &TermPool,
    program: &Program,
    promotion: &Promotion,
    goals: &Goals,
    inputs: &Inputs,
    mut trace: Trace,
) -> Trace {
    let chooses = |kind: &InstKind| {
        matches!(
            kind,
            InstKind::Havoc {
                source: InputSource::Pointer { .. },
                ..
            }
        )
    };
    if !program.insts().any(chooses) {
        return trace;
    }
    let rerun = Rerun {
        pool,
        program,
        promotion,
        goals,
        inputs,
        site: trace.violation.site,
    };
    let mut others = Vec::new();
    let mut needed = Vec::new();
    let next = |trace: &Trace, needed: &[Condition]| {
        let mut conditions = trace.violation.conditions.iter();
        conditions.find(|c| !needed.contains(*c)).cloned()
    };
    while let Some(condition) = next(&trace, &needed) {
        let other = match &condition {
            Condition::Null(name) => Some(Other::NotNull(name.clone())),
            // That the number of elements is given elsewhere is all that the user needs to know.
            Condition::Short { count: Some(_), .. } | Condition::Cut => None,
            Condition::Short { owner, most, .. } => Some(Other::Elements(owner.clone(), *most)),
        };
        let tried: Vec<Other> = others.iter().cloned().chain(other.clone()).collect();
        let better = other.and_then(|_| rerun.with(&tried));
        match (better, &condition) {
            (Some((better, _)), Condition::Null(_))
                if !better.violation.conditions.contains(&condition) =>
            {
                trace = better;
                others = tried;
            }
            // However long the array is, the run leaves it.
            (Some(_), Condition::Short { .. }) => {
                trace.violation.conditions.retain(|c| *c != condition);
            }
            _ => needed.push(condition),
        }
    }
    shorten(&rerun, others, trace)
}

/// Makes arrays as short as possible, for the reader.
fn shorten(rerun: &Rerun<'_>, mut others: Vec<Other>, mut trace: Trace) -> Trace {
    let Some((_, lengths)) = rerun.with(&others) else {
        return trace;
    };
    for (name, length) in lengths {
        for shorter in [1, 2, 3, 4, 8, 16] {
            if shorter >= length {
                break;
            }
            let mut tried = others.clone();
            tried.push(Other::Elements(name.clone(), shorter));
            if let Some((better, _)) = rerun.with(&tried)
                && better.violation.conditions == trace.violation.conditions
            {
                trace = better;
                others = tried;
                break;
            }
        }
    }
    trace
}

/// The answers of a model, except for some choices.
struct Otherwise<'a> {
    answers: Answers<'a>,
    others: &'a [Other],
}

impl Oracle for Otherwise<'_> {
    fn value(&mut self, var: VarId, width: u32, source: &InputSource) -> Option<BitVec> {
        let answer = self.answers.value(var, width, source);
        if let InputSource::Pointer { name, choice } = source {
            let other = self.others.iter().find_map(|other| match (other, choice) {
                (Other::NotNull(n), PointerChoice::Null) if n == name => Some(0),
                (Other::Elements(n, count), PointerChoice::Elements(_)) if n == name => {
                    Some(*count)
                }
                _ => None,
            });
            if let Some(value) = other {
                return Some(BitVec::new(width, value));
            }
        }
        Some(answer.unwrap_or_else(|| BitVec::zero(width)))
    }

    fn object(&mut self, var: VarId, info: &ObjectInfo, size: u64) -> Option<ObjectInput> {
        let answer = self.answers.object(var, info, size);
        Some(answer.unwrap_or_else(|| ObjectInput {
            address: None,
            contents: Contents::default(),
        }))
    }

    fn bytes(&mut self, length: u64, source: &InputSource) -> Option<Contents> {
        let answer = self.answers.bytes(length, source);
        Some(answer.unwrap_or_default())
    }

    fn changes(&mut self, function: &str) -> Option<Vec<(u64, Contents)>> {
        let answer = self.answers.changes(function);
        Some(answer.unwrap_or_default())
    }

    fn highest_address(&self) -> u64 {
        self.answers.highest_address()
    }

    fn external(&mut self, index: usize) -> Option<Contents> {
        self.answers.external(index)
    }
}
