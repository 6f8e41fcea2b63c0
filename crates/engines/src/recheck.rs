//! A second look at what was proved by induction, on random concrete runs.

use crate::Answers;
use crate::context::Context;
use evidence::{Certificate, Verdict};
use program::SiteId;

/// Under `--paranoid`: no random run may go on for ever if every run was proved to end.
pub(crate) fn termination(context: &Context, answers: &mut Answers) {
    let Some(programs) = context.programs().filter(|_| context.common.paranoid) else {
        return;
    };
    if let Some(Verdict::True(certificate)) = &mut answers.termination {
        let (pool, program) = (&context.pool, &programs.original);
        let checked = evidence::recheck_termination(certificate, pool, program, &context.limits);
        if let Err(reason) = checked {
            answers.termination = Some(Verdict::Unknown(reason));
        }
    }
}

/// Under `--paranoid`: no random run may violate what was proved by induction.
pub(crate) fn invariants(context: &Context, answers: &mut Answers) {
    let Some(programs) = context.programs().filter(|_| context.common.paranoid) else {
        return;
    };
    let mut sites: Vec<SiteId> = Vec::new();
    let mut certificates: Vec<&mut Certificate> = Vec::new();
    for (site, verdict) in &mut answers.sites {
        if let Verdict::True(certificate) = verdict
            && (certificate.invariants().is_some() || certificate.shapes().is_some())
        {
            sites.push(*site);
            certificates.push(certificate);
        }
    }
    if sites.is_empty() {
        return;
    }
    let (pool, goals, limits) = (&context.pool, &context.goals, &context.limits);
    let program = &programs.original;
    let result = evidence::recheck_runs(certificates, pool, program, goals, &sites, limits);
    if let Err(reason) = result {
        for (site, verdict) in &mut answers.sites {
            if sites.contains(site) {
                *verdict = Verdict::Unknown(reason.clone());
            }
        }
    }
}
