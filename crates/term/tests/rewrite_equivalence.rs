//! Every term that the pool makes equals what was asked for: exhaustively over small widths.
//!
//! The oracle knows nothing of the pool: `native` computes each operator on machine words. A table holds each term's
//! value under all assignments of the symbols; as arguments come before their terms, it grows with the pool.

use rustc_hash::FxHashMap;
use term::{Op, Sort, Term, TermPool};

/// Truth tables over all assignments of `x, y: BitVec(width)` and `p, q: Bool`.
struct Checker {
    pool: TermPool,
    width: u32,
    tables: Vec<Vec<u8>>,
    /// The results of an operator on all values of arguments of these widths, the first argument's bits on top.
    results: FxHashMap<(Op, u32, u32), Vec<u8>>,
    made: u64,
}

fn mask(width: u32) -> u64 {
    (1 << width) - 1
}

fn signed(width: u32, v: u64) -> i64 {
    if v >> (width - 1) & 1 == 1 {
        v as i64 - (1 << width)
    } else {
        v as i64
    }
}

/// `op` on values; `widths` are those of the arguments.
fn native(op: Op, widths: &[u32], args: &[u64]) -> u64 {
    let w = widths.first().copied().unwrap_or(1);
    let m = mask(w);
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    let (sa, sb) = (signed(w, a), signed(w, b));
    let (min, max) = (-(1i64 << (w - 1)), (1i64 << (w - 1)) - 1);
    let fits = |v: i64| (min..=max).contains(&v);
    match op {
        Op::Not => a ^ 1,
        Op::And | Op::BvAnd => a & b,
        Op::Or | Op::BvOr => a | b,
        Op::Eq => (a == b) as u64,
        Op::BvNot => !a & m,
        Op::BvNeg => a.wrapping_neg() & m,
        Op::BvXor => a ^ b,
        Op::BvAdd => a.wrapping_add(b) & m,
        Op::BvSub => a.wrapping_sub(b) & m,
        Op::BvMul => a.wrapping_mul(b) & m,
        Op::BvUdiv => a.checked_div(b).unwrap_or(m),
        Op::BvUrem => a.checked_rem(b).unwrap_or(a),
        Op::BvSdiv => (sa.checked_div(sb).unwrap_or(if sa < 0 { 1 } else { -1 })) as u64 & m,
        Op::BvSrem => sa.checked_rem(sb).unwrap_or(sa) as u64 & m,
        Op::BvShl => {
            if b >= w as u64 {
                0
            } else {
                (a << b) & m
            }
        }
        Op::BvLshr => {
            if b >= w as u64 {
                0
            } else {
                a >> b
            }
        }
        Op::BvAshr => (sa >> b.min(w as u64 - 1)) as u64 & m,
        Op::Concat => (a << widths[1]) | b,
        Op::Extract(high, low) => (a >> low) & mask(high - low + 1),
        Op::ZeroExtend(_) => a,
        Op::SignExtend(n) => sa as u64 & mask(w + n),
        Op::BvUlt => (a < b) as u64,
        Op::BvUle => (a <= b) as u64,
        Op::BvSlt => (sa < sb) as u64,
        Op::BvSle => (sa <= sb) as u64,
        Op::BvUaddo => (a + b > m) as u64,
        Op::BvSaddo => !fits(sa + sb) as u64,
        Op::BvSsubo => !fits(sa - sb) as u64,
        Op::BvUmulo => (a * b > m) as u64,
        Op::BvSmulo => !fits(sa * sb) as u64,
        other => panic!("{other:?} is not tested here"),
    }
}

fn width_of(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width,
        other => panic!("no {other} here"),
    }
}

impl Checker {
    fn new(width: u32) -> (Checker, Vec<Term>, Vec<Term>) {
        let mut pool = TermPool::new();
        let mut vectors = vec![
            pool.symbol("x", Sort::BitVec(width)),
            pool.symbol("y", Sort::BitVec(width)),
        ];
        let conditions = vec![
            pool.symbol("p", Sort::Bool),
            pool.symbol("q", Sort::Bool),
            pool.tt(),
        ];
        vectors.extend((0..1 << width).map(|k| pool.bv_u64(width, k)));
        let checker = Checker {
            pool,
            width,
            tables: Vec::new(),
            results: FxHashMap::default(),
            made: 0,
        };
        (checker, vectors, conditions)
    }

    fn assignments(&self) -> usize {
        1 << (2 * self.width + 2)
    }

    fn symbol(&self, name: &str, assignment: usize) -> u64 {
        let a = assignment as u64;
        match name {
            "p" => a & 1,
            "q" => (a >> 1) & 1,
            "x" => (a >> 2) & mask(self.width),
            _ => a >> (2 + self.width),
        }
    }

    fn compute(&mut self, op: Op, args: &[Term]) -> Vec<u8> {
        let table = |i: usize| &self.tables[args[i].index()];
        if op == Op::Ite {
            let arms = table(1).iter().zip(table(2));
            let choose = |(c, (a, b)): (&u8, (&u8, &u8))| if *c == 1 { *a } else { *b };
            return table(0).iter().zip(arms).map(choose).collect();
        }
        let width = |i: usize| args.get(i).map_or(0, |a| width_of(self.pool.sort(*a)));
        let (w, v) = (width(0), width(1));
        let results = self.results.entry((op, w, v)).or_insert_with(|| {
            let pairs = (0..1u64 << (w + v)).map(|i| (i >> v, i & mask(v)));
            pairs
                .map(|(a, b)| u8::try_from(native(op, &[w, v], &[a, b])).expect("at most 8 bits"))
                .collect()
        });
        match args {
            [a] => self.tables[a.index()]
                .iter()
                .map(|a| results[*a as usize])
                .collect(),
            [a, b] => {
                let pairs = self.tables[a.index()].iter().zip(&self.tables[b.index()]);
                pairs
                    .map(|(a, b)| results[(*a as usize) << v | *b as usize])
                    .collect()
            }
            _ => panic!("{op:?} of {} arguments", args.len()),
        }
    }

    /// Tables of all terms that are new.
    fn extend(&mut self) {
        while self.tables.len() < self.pool.len() {
            let term = self.pool.nth(self.tables.len());
            let table = match self.pool.op(term) {
                Op::True => vec![1; self.assignments()],
                Op::False => vec![0; self.assignments()],
                Op::BvConst(_) => vec![self.pool.as_u64(term).unwrap() as u8; self.assignments()],
                Op::Symbol(symbol) => {
                    let name = self.pool.symbol_name(symbol);
                    (0..self.assignments())
                        .map(|i| self.symbol(name, i) as u8)
                        .collect()
                }
                op => {
                    let args = self.pool.args(term).to_vec();
                    self.compute(op, &args)
                }
            };
            self.tables.push(table);
        }
    }

    fn mk(&mut self, op: Op, args: &[Term]) -> Term {
        self.extend();
        let term = self.pool.mk(op, args);
        self.extend();
        self.made += 1;
        let want = self.compute(op, args);
        if self.tables[term.index()] != want {
            let args: Vec<String> = args.iter().map(|a| self.text(*a)).collect();
            panic!(
                "width {}: {op:?} of {args:?} became {}",
                self.width,
                self.text(term)
            );
        }
        term
    }

    fn text(&self, term: Term) -> String {
        match self.pool.op(term) {
            Op::BvConst(_) => format!("{}", self.pool.as_const(term).unwrap()),
            Op::Symbol(s) => self.pool.symbol_name(s).to_string(),
            op => {
                let args: Vec<String> =
                    self.pool.args(term).iter().map(|a| self.text(*a)).collect();
                format!("({op:?} {})", args.join(" "))
            }
        }
    }
}

const TO_VECTOR: [Op; 13] = [
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
    Op::BvAdd,
    Op::BvSub,
    Op::BvMul,
    Op::BvUdiv,
    Op::BvUrem,
    Op::BvSdiv,
    Op::BvSrem,
    Op::BvShl,
    Op::BvLshr,
    Op::BvAshr,
];
const TO_BOOL: [Op; 10] = [
    Op::Eq,
    Op::BvUlt,
    Op::BvUle,
    Op::BvSlt,
    Op::BvSle,
    Op::BvUaddo,
    Op::BvSaddo,
    Op::BvSsubo,
    Op::BvUmulo,
    Op::BvSmulo,
];

/// All terms made by one operator from `left` and `right`; vectors of the checker's width, and Booleans.
fn layer(
    checker: &mut Checker,
    left: &[Term],
    right: &[Term],
    conditions: &[Term],
    keep: &mut impl FnMut() -> bool,
) -> (Vec<Term>, Vec<Term>) {
    let width = checker.width;
    let (mut vectors, mut booleans) = (Vec::new(), Vec::new());
    for a in left {
        let mut unary = vec![
            Op::BvNot,
            Op::BvNeg,
            Op::ZeroExtend(1),
            Op::ZeroExtend(3),
            Op::SignExtend(2),
        ];
        for low in 0..width {
            unary.extend((low..width).map(|high| Op::Extract(high, low)));
        }
        for op in unary {
            let term = checker.mk(op, &[*a]);
            if checker.pool.width(term) == width {
                vectors.push(term);
            } else {
                // Back to the width, from all positions.
                let wide = checker.pool.width(term);
                for low in 0..=wide.saturating_sub(width) {
                    if wide >= width {
                        vectors.push(checker.mk(Op::Extract(low + width - 1, low), &[term]));
                    }
                }
                if wide < width {
                    vectors.push(checker.mk(Op::ZeroExtend(width - wide), &[term]));
                    vectors.push(checker.mk(Op::SignExtend(width - wide), &[term]));
                }
            }
        }
        for b in right {
            for (a, b) in [(*a, *b), (*b, *a)] {
                if !keep() {
                    continue;
                }
                for op in TO_VECTOR {
                    vectors.push(checker.mk(op, &[a, b]));
                }
                for op in TO_BOOL {
                    booleans.push(checker.mk(op, &[a, b]));
                }
                for c in conditions {
                    vectors.push(checker.mk(Op::Ite, &[*c, a, b]));
                }
                let both = checker.mk(Op::Concat, &[a, b]);
                for low in 0..=width {
                    vectors.push(checker.mk(Op::Extract(low + width - 1, low), &[both]));
                }
            }
        }
    }
    (distinct(vectors), distinct(booleans))
}

fn distinct(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort();
    terms.dedup();
    terms
}

/// All Boolean operators over the terms.
fn boolean_layer(
    checker: &mut Checker,
    left: &[Term],
    right: &[Term],
    keep: &mut impl FnMut() -> bool,
) -> Vec<Term> {
    let mut made = Vec::new();
    for a in left {
        made.push(checker.mk(Op::Not, &[*a]));
        for b in right {
            if !keep() {
                continue;
            }
            for op in [Op::And, Op::Or, Op::Eq] {
                made.push(checker.mk(op, &[*a, *b]));
                made.push(checker.mk(op, &[*b, *a]));
            }
            let p = right[0];
            made.push(checker.mk(Op::Ite, &[*a, *b, p]));
            made.push(checker.mk(Op::Ite, &[p, *a, *b]));
            made.push(checker.mk(Op::Ite, &[*b, *a, p]));
        }
    }
    distinct(made)
}

/// A fixed pseudo-random sequence that is true `share` times of `of`.
fn sample(share: u64, of: u64) -> impl FnMut() -> bool {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % of < share
    }
}

fn pick(terms: &[Term], count: usize) -> Vec<Term> {
    let step = terms.len().div_ceil(count).max(1);
    terms.iter().step_by(step).copied().collect()
}

/// Depth 2 with a leaf on one side, for all leaves; both sides of depth 1, and depth 3, sampled.
fn check(width: u32, one_sided: usize, two_sided: usize) {
    let (mut checker, leaves, conditions) = Checker::new(width);
    let all = &mut || true;
    let (vectors, booleans) = layer(&mut checker, &leaves, &leaves, &conditions, all);
    let first = pick(&vectors, one_sided);
    let (second, comparisons) = layer(&mut checker, &first, &leaves, &conditions, all);
    let some = pick(&first, two_sided);
    let (third, more) = layer(
        &mut checker,
        &some,
        &some,
        &booleans[..4.min(booleans.len())],
        all,
    );
    let deep = pick(&second, two_sided);
    layer(
        &mut checker,
        &deep,
        &pick(&third, 20),
        &pick(&comparisons, 3),
        &mut sample(1, 3),
    );
    // Booleans: literals, then two and three layers of connectives.
    let mut literals = conditions.clone();
    literals.extend(pick(&booleans, 40));
    let one = boolean_layer(&mut checker, &literals, &literals, all);
    let two = boolean_layer(
        &mut checker,
        &pick(&one, 400),
        &pick(&one, 100),
        &mut sample(1, 3),
    );
    boolean_layer(&mut checker, &pick(&two, 200), &pick(&one, 60), all);
    boolean_layer(
        &mut checker,
        &pick(&more, 100),
        &pick(&comparisons, 100),
        all,
    );
    assert!(checker.made > 10_000, "{} terms", checker.made);
}

/// A debug build takes a sample; `cargo test --release` is thorough.
fn effort(sample: usize, thorough: usize) -> usize {
    if cfg!(debug_assertions) {
        sample
    } else {
        thorough
    }
}

#[test]
fn width_1() {
    check(1, usize::MAX, 200);
}

#[test]
fn width_2() {
    check(2, usize::MAX, effort(40, 600));
}

#[test]
fn width_3() {
    check(3, effort(60, 6000), effort(16, 200));
}

#[test]
fn width_4() {
    check(4, effort(12, 1000), effort(6, 100));
}
