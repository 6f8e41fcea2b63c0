//! A limit on the depth of the stack, as a part of the program.
//!
//! C has no such limit, and neither have the programs that the front end makes. Where the user wants one, each function gets one
//! more parameter, the number of functions that are active with it, and begins with a check of that number. So whoever runs the
//! program, symbolically or not, sees the same crash, and a depth that is constant costs nothing.
//!
//! What counts are functions with a body, models of the C library among them; the one that sets everything up does not.

use crate::ids::{FunctionId, SiteId, VarId};
use crate::program::{Inst, InstKind, Program, Site, Var};
use crate::property::Property;
use term::{Sort, TermPool};

/// The width of a depth.
const WIDTH: u32 = 32;

/// Adds checks that at most so many functions are active at once.
pub fn limit(pool: &mut TermPool, program: &mut Program, frames: u32) {
    let most = pool.bv_u64(WIDTH, frames.into());
    let one = pool.bv_u64(WIDTH, 1);
    let entry = program.entry;
    let what = match frames {
        1 => "the stack overflows: more than 1 function is active".to_string(),
        _ => format!("the stack overflows: more than {frames} functions are active"),
    };
    for (index, function) in program.functions.iter_mut().enumerate() {
        let is_entry = index == entry.index();
        let mut depth = pool.zero(WIDTH);
        if !is_entry && !function.blocks.is_empty() {
            depth = pool.fresh("depth", Sort::BitVec(WIDTH));
            let var = VarId::new(program.vars.len());
            program.vars.push(Var {
                name: "depth of the stack".to_string(),
                symbol: depth,
                width: WIDTH,
                pointer: false,
                function: FunctionId::new(index),
                source: None,
            });
            let symbol = pool.as_symbol(depth).expect("it was just made");
            program.var_of_symbol.insert(symbol, var);
            function.vars.insert(function.params.len(), var);
            function.params.push(var);
            let site = SiteId::new(program.sites.len());
            program.sites.push(Site {
                property: Property::NoStackOverflow,
                place: function.place,
                function: function.name.clone(),
                ends_run: true,
                what: what.clone(),
            });
            let kind = InstKind::Check {
                site,
                condition: pool.ule(depth, most),
                operands: Vec::new(),
            };
            let place = function.place;
            function.blocks[0].insts.insert(0, Inst { kind, place });
        }
        let next = pool.bvadd(depth, one);
        for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            if let InstKind::Call { args, .. } = &mut inst.kind {
                args.push(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::limit;
    use crate::interp::{self, Ending, RandomOracle};
    use crate::{Goals, Property, text, validate};

    const DOWN: &str = "program LP64 pointers 64 offset 40
file \"t.c\"
entry start

fn start() @1:0
b0:
  call down #x00000002 @1:1
  return @1:2
fn down(n) @2:0
  var n: 32
b0:
  branch (= n #x00000000) b2 b1 @2:1
b1:
  call down (bvsub n #x00000001) @2:2
  goto b2 @2:3
b2:
  return @2:4
";

    /// How a run ends that needs three functions, the one that starts it not counted.
    fn ending(frames: u32) -> Ending {
        let (mut pool, mut program) = text::parse(DOWN).unwrap_or_else(|e| panic!("{e}"));
        limit(&mut pool, &mut program, frames);
        validate::assert_valid(&pool, &program);
        let goals = Goals::new(&program, &[Property::NoStackOverflow]);
        let mut oracle = RandomOracle::new(0);
        interp::run(&pool, &program, &goals, &mut oracle, &mut (), 1_000)
    }

    #[test]
    fn one_call_too_many() {
        assert_eq!(ending(3), Ending::Finished);
        let Ending::Violated(violation) = ending(2) else {
            panic!("{:?}", ending(2));
        };
        assert_eq!(violation.place.line, 2);
    }
}
