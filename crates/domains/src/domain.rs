//! What a domain is: a shape of invariants, and nothing about how the best invariant of that shape is found.
//!
//! Three things are separate, as they are in 2LS:
//! - a *domain* generates a [`Template`] for a transition system: rows with parameters, and candidates;
//! - an [`Invariant`](crate::Invariant) is the abstract value of a template: a parameter for each row, and which candidates
//!   are left. It starts at the bottom, and each of its operations goes up in its order;
//! - a *strategy* raises that value until it is inductive. It belongs to an engine, since it needs an oracle, such as a
//!   solver, and it knows no particular domain.
//!
//! A domain whose facts have no shape in advance also has [`Collector`]s: abstract values that grow with each state which
//! the strategy finds outside them, and say at the end which candidates the template gets in addition.

use crate::{Candidate, DOMAINS, Sum, Template, Types};
use encode::system::{LocationId, TransitionSystem};
use std::fmt;
use term::{BitVec, Term, TermPool};

/// See the module documentation. Two domains are equal if they have the same name.
pub trait Domain: Send + Sync {
    /// As on the command line.
    fn name(&self) -> &'static str;

    /// What the command line says about it.
    fn help(&self) -> &'static str;

    /// What its invariants say, for the table in `docs/induction.md`.
    fn shape(&self) -> &'static str;

    /// Adds to the system what the template needs, before anything else is made of the system.
    fn prepare(&self, _pool: &mut TermPool, _system: &mut TransitionSystem) {}

    /// The rows and candidates for a system; `None` if the domain has nothing to say about it.
    fn template(&self, pool: &mut TermPool, source: Source<'_>) -> Option<Template>;

    /// What finds further candidates by collecting states. They are tried in this order, each with the template, until
    /// there is a proof. If there are none, the template is tried as it is.
    fn collectors(&self) -> &'static [NewCollector] {
        &[]
    }

    /// A domain whose result this one starts from, if that has been tried just before.
    ///
    /// Invariant: it has no collectors, and its rows and candidates are the first ones of this domain's.
    fn starts_from(&self) -> Option<DomainRef> {
        None
    }

    /// Whether its template becomes a part of every other one, if the user does not choose domains.
    fn strengthens_others(&self) -> bool {
        false
    }

    /// Whether the disjunction of its invariants, one for each loop path, is an invariant.
    fn splits_paths(&self) -> bool {
        true
    }
}

/// One of [`DOMAINS`].
pub type DomainRef = &'static dyn Domain;

impl PartialEq for dyn Domain {
    fn eq(&self, other: &dyn Domain) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for dyn Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What rows and candidates are generated from.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub system: &'a TransitionSystem,
    pub types: Types<'a>,
    /// Sums that the user wants bounds of. Domains with bounds have rows for them where all their variables are part of the
    /// state.
    pub sums: &'a [Sum],
}

/// Makes a collector that has not seen any state.
pub type NewCollector = fn(&mut TermPool, Source<'_>) -> Box<dyn Collector>;

/// An abstract value that is the least one for the states it was given.
pub trait Collector {
    /// The terms whose values it wants to know of a state at a location.
    fn numbers(&self, location: LocationId) -> Vec<Term>;

    /// Adds a state: the values of these terms, in the same order.
    fn add(&mut self, location: LocationId, state: &[BitVec]);

    /// What holds in all states so far.
    fn candidates(&self, pool: &mut TermPool) -> Vec<Candidate>;
}

/// The template of a domain, after those of the domains that strengthen it.
pub fn strengthened(
    pool: &mut TermPool,
    source: Source<'_>,
    domain: DomainRef,
) -> Option<Template> {
    let mut product = Template::default();
    for other in DOMAINS.iter().filter(|other| **other != domain) {
        if other.strengthens_others()
            && let Some(template) = other.template(pool, source)
        {
            product.extend(template);
        }
    }
    product.extend(domain.template(pool, source)?);
    Some(product)
}
