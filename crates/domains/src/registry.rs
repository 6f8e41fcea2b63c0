//! The domains, in the order in which they are tried. The command line, its help and the table in `docs/induction.md` follow
//! this list.

use crate::affine::AffineEquations;
use crate::domain::Domain;
use crate::elements::Elements;
use crate::equalities::Equalities;
use crate::havoc::Havoc;
use crate::heaps::Heaps;
use crate::intervals::Intervals;
use crate::octagons::Octagons;
use crate::zones::Zones;

pub static DOMAINS: &[&dyn Domain] = &[
    &Havoc,
    &Equalities,
    &Intervals,
    &Heaps,
    &AffineEquations,
    &Zones,
    &Elements,
    &Octagons,
];
