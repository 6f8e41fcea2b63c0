//! The engines, and the configurations of them that `--engine` names.
//!
//! A configuration is data: lanes that run side by side, and in each lane engines that take turns. A new engine is a folder
//! beside this file and a line here; the command line, its help and the scheduler read this list.

use crate::Engine;
use crate::accelerate::Accelerate;
use crate::ai::AbstractInterpretation;
use crate::bmc::Bmc;
use crate::dimspec::Dimspec;
use crate::ic3::Ic3;
use crate::ic3ia::Ic3ia;
use crate::kiki::{Domains, Kiki};
use crate::schedule::{Lane, Schedule, Start, Turn};
use crate::settings::{Settings, Switch, named};
use crate::shapes::ShapeAnalysis;
use crate::termination::{Rank, Recur, Unroll};
use crate::values::Values;
use clap::builder::{PossibleValue, TypedValueParser};
use domains::{Havoc, Intervals};
use std::fmt;
use std::time::Duration;

/// A way to run engines, by name.
#[derive(Clone, Copy)]
pub struct Configuration {
    /// As in `--engine`.
    pub name: &'static str,
    alias: Option<&'static str>,
    /// For the help.
    pub help: &'static str,
    plan: fn(&Settings) -> Schedule,
}

/// All configurations, the default first.
pub const CONFIGURATIONS: [Configuration; 11] = [
    Configuration {
        name: "auto",
        alias: None,
        help: "Bounded model checking, and the engines that prove alongside where unrolling does not end soon",
        plan: auto,
    },
    Configuration {
        name: "bmc",
        alias: None,
        help: "Bounded model checking alone",
        plan: |settings| one(Turn::Always(Box::new(Bmc(settings.bmc.clone())))),
    },
    Configuration {
        name: "abstract-interpretation",
        alias: Some("ai"),
        help: "Abstract interpretation without a solver; what it finds is proved by one",
        plan: |settings| {
            let ai = AbstractInterpretation(settings.proving.cuts);
            one(Turn::EachScope(vec![Box::new(ai)]))
        },
    },
    Configuration {
        name: "k-induction",
        alias: None,
        help: "k-induction: the checks alone are the invariant",
        plan: |settings| induction(settings, Domains::only(&[&Havoc]), false),
    },
    Configuration {
        name: "kiki",
        alias: None,
        help: "k-induction with invariants from templates",
        plan: |settings| {
            let domains = match settings.kiki.domain.is_empty() {
                true => Domains::all(),
                false => Domains::only(&settings.kiki.domain),
            };
            induction(settings, domains, false)
        },
    },
    Configuration {
        name: "bkind",
        alias: None,
        help: "k-induction with bounds as invariants, from both ends: states from which a violation follows are looked for \
               in runs from the entry",
        plan: |settings| {
            let domains = Domains::only(&[&Havoc, &Intervals]);
            induction(settings, domains, true)
        },
    },
    Configuration {
        name: "values",
        alias: None,
        help: "Explicit-value analysis: lists the values of the variables that matter, for state machines",
        plan: values,
    },
    Configuration {
        name: "shapes",
        alias: None,
        help: "Symbolic heaps: lists and other structures of any size",
        plan: |settings| {
            then_bmc(
                settings,
                Turn::EachScope(vec![Box::new(ShapeAnalysis { is_alone: true })]),
            )
        },
    },
    Configuration {
        name: "ic3",
        alias: Some("pdr"),
        help: "IC3 on the bits of the program's state, for loops that are mostly control",
        plan: ic3,
    },
    Configuration {
        name: "ic3ia",
        alias: None,
        help: "IC3 over words with predicate abstraction, for control that depends on comparisons and on large arrays",
        plan: ic3ia,
    },
    Configuration {
        name: "dimspec",
        alias: None,
        help: "Incremental SAT on the same bits: finds violations of programs that are mostly control",
        plan: dimspec,
    },
];

/// Unrolling to this bound works alone: most programs are decided by then.
const ALONE: u32 = 2;

/// Whether all runs end, unrolling decides in its first round if it can do so soon: what is constant is unrolled there.
const ONE_ROUND: u32 = 1;
/// If that takes longer, it is not soon.
const SOON: Duration = Duration::from_secs(1);

/// IC3 begins as late as this, or when induction has ended.
const FAIR: Duration = Duration::from_secs(5);

/// The first turns of IC3 on bits and over words are as long: most of what either solves it solves soon.
const TURN: Duration = Duration::from_secs(10);

/// Unrolling finds violations and proves what ends soon; induction proves what does not, and IC3 what is mostly control, on bits
/// and over words in turns. They
/// tell each other what they find. A violation that acceleration has found ends the run, since unrolling would not get there.
fn auto(settings: &Settings) -> Schedule {
    let bmc = Bmc(settings.bmc.clone());
    // A bound is a question about unrolling.
    if settings.bmc.is_bounded() {
        return one(Turn::Always(Box::new(bmc)));
    }
    let (guest, over_words) = (bits(settings, true), words(settings, true));
    Schedule {
        lanes: vec![
            Lane {
                start: Start::AtOnce,
                turns: vec![Turn::Always(Box::new(bmc))],
                ends_at_violation: false,
                about_termination: false,
            },
            Lane {
                start: Start::Beyond(ALONE),
                turns: vec![provers(settings, Domains::all(), false)],
                ends_at_violation: true,
                about_termination: false,
            },
            Lane {
                start: Start::Late(FAIR),
                turns: vec![Turn::EachScope(vec![
                    Box::new(Ic3 {
                        turn: Some(TURN),
                        ..guest.clone()
                    }),
                    Box::new(Ic3ia {
                        turn: Some(TURN),
                        ..over_words.clone()
                    }),
                    Box::new(guest),
                    Box::new(over_words),
                ])],
                ends_at_violation: true,
                about_termination: false,
            },
            Lane {
                start: Start::Beyond(ALONE),
                turns: vec![Turn::EachScope(vec![Box::new(ShapeAnalysis {
                    is_alone: false,
                })])],
                ends_at_violation: true,
                about_termination: false,
            },
        ],
    }
}

/// Induction first. What fails, and what transition systems do not cover, is left to bounded model checking.
fn induction(settings: &Settings, domains: Domains, bidirectional: bool) -> Schedule {
    then_bmc(settings, provers(settings, domains, bidirectional))
}

/// Bounded model checking after others, if these have met something.
fn then_bmc(settings: &Settings, turn: Turn) -> Schedule {
    let bmc = Bmc(settings.bmc.clone());
    Schedule {
        lanes: vec![Lane {
            start: Start::AtOnce,
            turns: vec![turn, Turn::AfterObstacle(Box::new(bmc))],
            ends_at_violation: true,
            about_termination: false,
        }],
    }
}

/// Values first, and then as with induction.
fn values(settings: &Settings) -> Schedule {
    let values = Values {
        settings: settings.values.clone(),
        cuts: settings.proving.cuts,
    };
    then_bmc(settings, Turn::EachScope(vec![Box::new(values)]))
}

/// IC3 first, and then as with induction.
fn ic3(settings: &Settings) -> Schedule {
    then_bmc(
        settings,
        Turn::EachScope(vec![Box::new(bits(settings, false))]),
    )
}

fn bits(settings: &Settings, is_guest: bool) -> Ic3 {
    Ic3 {
        settings: settings.circuit.clone(),
        cuts: settings.proving.cuts,
        facts: settings.proving.facts == Switch::On,
        is_guest,
        turn: None,
    }
}

/// IC3 over words first, and then as with induction.
fn ic3ia(settings: &Settings) -> Schedule {
    then_bmc(
        settings,
        Turn::EachScope(vec![Box::new(words(settings, false))]),
    )
}

fn words(settings: &Settings, is_guest: bool) -> Ic3ia {
    Ic3ia {
        cuts: settings.proving.cuts,
        facts: settings.proving.facts == Switch::On,
        is_guest,
        turn: None,
    }
}

/// Incremental SAT first, and then as with induction.
fn dimspec(settings: &Settings) -> Schedule {
    let dimspec = Dimspec {
        settings: settings.dimspec.clone(),
        circuit: settings.circuit.clone(),
        cuts: settings.proving.cuts,
        facts: settings.proving.facts == Switch::On,
    };
    then_bmc(settings, Turn::EachScope(vec![Box::new(dimspec)]))
}

/// The engines that work on transition systems.
fn provers(settings: &Settings, domains: Domains, bidirectional: bool) -> Turn {
    let cuts = settings.proving.cuts;
    let facts = settings.proving.facts == Switch::On;
    let kiki = Kiki {
        settings: settings.kiki.clone(),
        domains,
        cuts,
        facts,
        bidirectional,
    };
    Turn::EachScope(match facts {
        true => vec![
            Box::new(AbstractInterpretation(cuts)),
            Box::new(Accelerate(cuts)),
            Box::new(kiki),
        ],
        false => vec![Box::new(kiki)],
    })
}

/// The lanes that ask if every run ends: one unrolls, the other one looks for a ranking argument and proves what that takes for
/// granted.
pub(crate) fn termination(settings: &Settings) -> Vec<Lane> {
    let unrolling = Lane {
        start: Start::AtOnce,
        turns: vec![Turn::Always(Box::new(Unroll(settings.bmc.clone())))],
        ends_at_violation: false,
        about_termination: true,
    };
    // A bound is a question about unrolling.
    if settings.bmc.is_bounded() || settings.proving.engine.name == "bmc" {
        return vec![unrolling];
    }
    let cuts = settings.proving.cuts;
    let rank = || Turn::Always(Box::new(Rank { cuts }) as Box<dyn Engine>);
    let kiki = Kiki {
        settings: settings.kiki.clone(),
        domains: Domains::all(),
        cuts,
        facts: settings.proving.facts == Switch::On,
        bidirectional: false,
    };
    let proving = Lane {
        start: Start::BeyondOrLate(ONE_ROUND, SOON),
        turns: vec![
            Turn::Always(Box::new(Recur { cuts })),
            rank(),
            Turn::Always(Box::new(AbstractInterpretation(cuts))),
            Turn::Always(Box::new(kiki)),
            rank(),
        ],
        ends_at_violation: false,
        about_termination: true,
    };
    vec![unrolling, proving]
}

fn one(turn: Turn) -> Schedule {
    Schedule {
        lanes: vec![Lane {
            start: Start::AtOnce,
            turns: vec![turn],
            ends_at_violation: false,
            about_termination: false,
        }],
    }
}

impl Configuration {
    pub(crate) fn schedule(&self, settings: &Settings) -> Schedule {
        (self.plan)(settings)
    }

    /// Reads a name on the command line.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Configuration> {
        let value = |c: Configuration| {
            let value = PossibleValue::new(c.name).help(c.help);
            (value.aliases(c.alias), c)
        };
        named(CONFIGURATIONS.map(value).to_vec())
    }
}

impl Default for Configuration {
    fn default() -> Configuration {
        CONFIGURATIONS[0]
    }
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
