//! Termination: does every run end?
//!
//! Two lanes look for the answer side by side. One unrolls ([`unroll`]): a program whose runs all end within the unrolling
//! terminates, and a run that comes back to a state in which it was before does not ([`lasso`]). The other one works on the
//! transition system: it looks for numbers that fall along every cycle ([`rank`]), and lets abstract interpretation and kIkI
//! prove what such an argument takes for granted, that no run meets undefined behaviour.
//!
//! Why the answers are sound: a ranking argument is a claim until [`evidence::Ranking`] has proved it with a fresh solver, and
//! counts only when all checks that it takes for granted are proved; a lasso is one only if the interpreter has seen a state
//! twice, in a run without undefined behaviour.

mod feature;
mod lasso;
mod learner;
mod rank;
mod recur;
mod relations;
mod suggest;
mod support;
#[cfg(test)]
mod tests;
mod unroll;

pub(crate) use rank::Rank;
pub(crate) use recur::Recur;
pub(crate) use suggest::suggest;
pub(crate) use unroll::Unroll;
