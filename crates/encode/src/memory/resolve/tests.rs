//! Targets agree with the value of the pointer, whatever its term looks like.

use super::*;
use term::Sort;
use term::eval::{Assignment, Evaluator};
use term::{SymbolId, Value};

const LAYOUT: PointerLayout = PointerLayout {
    width: 64,
    offset_bits: 40,
    image: None,
    flat: false,
    seed: 0,
};

/// Objects 1 to 5, and a resolver that knows them.
fn resolver() -> Resolver {
    let mut resolver = Resolver::new(LAYOUT);
    for object in 1..=5 {
        resolver.set_start(object, LAYOUT.start(object, 8));
    }
    resolver
}

/// Numbers that are random enough.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }
}

/// Every symbol has the bits of one number, by its own number.
struct Bits(u64);

impl Assignment for Bits {
    fn value(&self, pool: &TermPool, symbol: SymbolId) -> Option<Value> {
        let number = symbol.index() as u32;
        let bit = self.0.rotate_right(number * 7) & 1;
        Some(match pool.sort(pool.symbol_term(symbol)) {
            Sort::Bool => Value::Bool(bit == 1),
            _ => Value::BitVec(BitVec::new(64, self.0.rotate_right(number) & 3)),
        })
    }
}

/// A pointer that is a choice of choices: null, objects, members of objects, and unknown elements.
fn pointer(pool: &mut TermPool, random: &mut Random) -> Term {
    let mut made: Vec<Term> = Vec::new();
    for object in 0..=5u64 {
        let start = if object == 0 {
            0
        } else {
            LAYOUT.start(object, 8)
        };
        made.push(pool.bv_u64(64, start));
    }
    for step in 0..14 + random.below(20) {
        let recent = |random: &mut Random, n: usize| {
            let last = n.min(8) as u64;
            n - 1 - random.below(last) as usize
        };
        let (a, b) = (recent(random, made.len()), recent(random, made.len()));
        let new = match random.below(8) {
            0 => {
                let eight = pool.bv_u64(64, 8);
                pool.bvadd(made[a], eight)
            }
            1 => {
                let i = pool.symbol(&format!("i{}", random.below(3)), Sort::BitVec(64));
                let mask = pool.bv_u64(64, 3);
                let i = pool.bvand(i, mask);
                let four = pool.bv_u64(64, 4);
                let offset = pool.bvmul(i, four);
                pool.bvadd(made[a], offset)
            }
            _ => {
                let c = pool.symbol(&format!("c{}", step % 9), Sort::Bool);
                pool.ite(c, made[a], made[b])
            }
        };
        made.push(new);
    }
    *made.last().expect("something was made")
}

#[test]
fn targets_agree_with_values() {
    for seed in 0..400 {
        let mut pool = TermPool::new();
        let mut random = Random(seed);
        let pointer = pointer(&mut pool, &mut random);
        let mut resolver = resolver();
        let targets = resolver.resolve(&mut pool, pointer, &mut || (1..=5).collect());
        for bits in 0..40u64 {
            let assignment = Bits(bits.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut evaluator = Evaluator::new(&pool, &assignment);
            let address = evaluator.eval(pointer).as_bitvec().clone();
            let (object, offset) = resolver.nearest(&address);
            let mut met: Vec<(u64, BitVec)> = Vec::new();
            for target in &targets {
                if evaluator.eval(target.condition).as_bool() {
                    let offset = evaluator.eval(target.offset).as_bitvec().clone();
                    met.push((target.object, offset));
                }
            }
            let expected: Vec<(u64, BitVec)> = match object {
                0 => Vec::new(),
                _ => vec![(object, BitVec::new(64, offset as u64))],
            };
            assert_eq!(met, expected, "seed {seed}: {}", pool.display(pointer));
        }
    }
}

/// What a list looks like after nodes were moved: each link is a choice among all links before.
#[test]
fn paths_are_not_walked_one_by_one() {
    let mut pool = TermPool::new();
    let mut resolver = resolver();
    let mut links: Vec<Term> = (1..=5)
        .map(|o| pool.bv_u64(64, LAYOUT.start(o, 8)))
        .collect();
    links.push(pool.bv_u64(64, 0));
    for round in 0..60 {
        let moved: Vec<Term> = (0..links.len())
            .map(|i| {
                let c = pool.symbol(&format!("c{round}.{i}"), Sort::Bool);
                let d = pool.symbol(&format!("d{round}.{i}"), Sort::Bool);
                let n = links.len();
                let other = pool.ite(d, links[(i + 1) % n], links[(i + 2) % n]);
                pool.ite(c, links[i], other)
            })
            .collect();
        links = moved;
    }
    let before = pool.len();
    let eight = pool.bv_u64(64, 8);
    let member = pool.bvadd(links[0], eight);
    let targets = resolver.resolve(&mut pool, member, &mut || unreachable!("it is a choice"));
    assert_eq!(targets.len(), 5);
    assert!(
        pool.len() - before < 100,
        "{} new terms",
        pool.len() - before
    );
}

/// A step from null that is shorter than the way to the first object leads to no object.
#[test]
fn null_and_a_small_step_is_nowhere() {
    let mut pool = TermPool::new();
    let mut resolver = resolver();
    let (c, i) = (
        pool.symbol("c", Sort::Bool),
        pool.symbol("i", Sort::BitVec(32)),
    );
    let (null, object) = (pool.bv_u64(64, 0), pool.bv_u64(64, LAYOUT.start(2, 8)));
    let base = pool.ite(c, object, null);
    let wide = pool.sign_extend(i, 32);
    let four = pool.bv_u64(64, 4);
    let offset = pool.bvmul(wide, four);
    let pointer = pool.bvadd(base, offset);
    let targets = resolver.resolve(&mut pool, pointer, &mut || (1..=5).collect());
    let found: Vec<(u64, Term)> = targets.iter().map(|t| (t.object, t.condition)).collect();
    assert_eq!(found, [(2, c)]);
    // One that may be longer leads anywhere.
    let far = pool.symbol("far", Sort::BitVec(64));
    let pointer = pool.bvadd(base, far);
    let targets = resolver.resolve(&mut pool, pointer, &mut || (1..=5).collect());
    assert_eq!(targets.len(), 6);
}
