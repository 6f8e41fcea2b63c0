//! The text form of a transition system.

use super::{Block, TransitionSystem};
use program::Program;
use std::fmt::Write;
use term::{Term, TermPool};

impl TransitionSystem {
    /// Locations with their variables, and every way between them.
    pub fn print(&self, pool: &TermPool, program: &Program) -> String {
        let mut out = String::new();
        for (location, block) in self.locations.iter().zip(&self.blocks) {
            let _ = writeln!(out, "location {}", location.name);
            for id in &location.variables {
                let variable = self.variable(*id);
                let sort = pool.sort(variable.symbol);
                let _ = write!(out, "  state {}: {sort}", variable.name);
                if let Some(source) = &variable.source {
                    let _ = write!(out, " = C `{}`", source.name);
                }
                out.push('\n');
            }
            self.print_block(&mut out, pool, program, block);
            out.push('\n');
        }
        out
    }

    fn print_block(&self, out: &mut String, pool: &TermPool, program: &Program, block: &Block) {
        let show = |term: Term| pool.display(term).to_string();
        for input in &block.inputs {
            let _ = writeln!(out, "  input {}: {}", show(*input), pool.sort(*input));
        }
        for check in &block.checks {
            let site = program.site(check.site);
            let place = program.show_place(site.place);
            let _ = writeln!(out, "  error {} at {place}: {}", site.property, site.what);
            let _ = writeln!(out, "    if {}", show(check.condition));
        }
        for edge in &block.edges {
            let target = self.location(edge.to);
            let _ = writeln!(out, "  goto {}", target.name);
            let _ = writeln!(out, "    if {}", show(edge.guard));
            for (id, value) in target.variables.iter().zip(&edge.values) {
                let variable = self.variable(*id);
                if *value != variable.symbol {
                    let _ = writeln!(out, "    {} := {}", variable.name, show(*value));
                }
            }
        }
        for end in &block.ends {
            let _ = writeln!(out, "  end\n    if {}", show(*end));
        }
        for stop in &block.stops {
            let _ = writeln!(out, "  assumption fails\n    if {}", show(*stop));
        }
        for gap in &block.gaps {
            let place = program.show_place(gap.place);
            let _ = writeln!(
                out,
                "  gap {} at {place}\n    if {}",
                gap.what,
                show(gap.guard)
            );
        }
    }
}
