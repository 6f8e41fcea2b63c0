//! What an engine is doing, for those who wait for it.

use std::fmt;

/// One line of progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The engine's name.
    pub engine: &'static str,
    /// How far it is, where it counts: `("bound", 8)`, `("k", 2)`.
    pub depth: Option<(&'static str, u32)>,
    pub doing: String,
    /// What keeps induction from working alongside.
    pub without: Option<String>,
}

impl Progress {
    /// The part that names the phase: `bmc, bound = 14`.
    pub fn phase(&self) -> String {
        let mut phase = self.engine.to_string();
        if let Some((what, depth)) = self.depth {
            phase += &format!(", {what} = {depth}");
        }
        if let Some(what) = &self.without {
            phase += &format!(", without induction because of {what}");
        }
        phase
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.phase(), self.doing)
    }
}
