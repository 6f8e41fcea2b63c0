//! The join of two heaps of the same shape, and of two elements of a segment.
//!
//! Both are walked at once, from the variables on. Where they hold the same constant, the result holds it; where they hold different
//! values, a symbol, the same one for the same pair, so that equalities stay. Of the facts, those stay that hold on both
//! sides, and bounds are made where there are none. Where the graphs differ there is no join.
//!
//! A region that meets a segment is made a segment of one element first.

use super::bounds::Bounds;
use super::fold;
use evidence::{Background, Cell, Executor, Field, Heap, Kind, Node, Object, Region, Segment, Val};
use program::Program;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use term::{Term, TermPool};

/// A joined heap.
pub(super) struct Joined {
    pub heap: Heap,
    /// How many pairs of different constants are a symbol now.
    pub lost: usize,
}

/// Whose heap is walked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    Both,
    /// What is found on one side alone is copied.
    OnlyA,
    OnlyB,
    /// Both are the same heap: what is outside of the elements is itself.
    Same,
}

/// The heap, or an element, on both sides.
#[derive(Default)]
struct Scope {
    a: BTreeMap<Node, Object>,
    b: BTreeMap<Node, Object>,
    /// Facts of each side that hold here and not outside.
    facts_a: Vec<Term>,
    facts_b: Vec<Term>,
    /// What leads into the objects from outside of them.
    held_a: BTreeSet<Node>,
    held_b: BTreeSet<Node>,
    terms: BTreeMap<(Term, Term), Term>,
    nodes: Vec<(Node, Node, Node)>,
    out: BTreeMap<Node, Object>,
    work: Vec<(Node, Node, Node)>,
    /// Pairs of segments, which wait until everything else is done.
    segments: Vec<(Segment, Segment, Node, Node)>,
}

/// One join.
pub(super) struct Join<'s, 'a> {
    executor: &'s mut Executor<'a>,
    program: &'s Program,
    bounds: &'s mut Bounds,
    sides: Sides,
    scopes: Vec<Scope>,
    next: u32,
    lost: usize,
    /// Numbers that variables hold, where both sides are one heap.
    outer: Vec<Term>,
}

/// A fact that is the one or the other has at most as many terms.
const MOST_TERMS: usize = 60;

/// Numbers whose order is looked at.
const MOST_ORDERED: usize = 8;

impl<'s, 'a> Join<'s, 'a> {
    pub fn new(
        executor: &'s mut Executor<'a>,
        program: &'s Program,
        bounds: &'s mut Bounds,
    ) -> Join<'s, 'a> {
        Join {
            executor,
            program,
            bounds,
            sides: Sides::Both,
            scopes: Vec::new(),
            next: 0,
            lost: 0,
            outer: Vec::new(),
        }
    }

    /// The join of two heaps.
    pub fn heaps(mut self, a: &Heap, b: &Heap) -> Option<Joined> {
        self.next = a
            .nodes_end()
            .max(b.nodes_end())
            .max(self.program.statics.len() as u32);
        self.scopes.push(Scope {
            a: a.objects.clone(),
            b: b.objects.clone(),
            facts_a: a.facts.clone(),
            facts_b: b.facts.clone(),
            held_a: fold::held(a),
            held_b: fold::held(b),
            ..Scope::default()
        });
        let mut frames = a.frames.clone();
        for (frame, other) in frames.iter_mut().zip(&b.frames) {
            if frame.spot != other.spot || frame.result != other.result {
                return None;
            }
            let mut vars = BTreeMap::new();
            for (var, value) in &frame.vars {
                if let Some(with) = other.vars.get(var) {
                    vars.insert(*var, self.value(*value, *with)?);
                }
            }
            frame.vars = vars;
        }
        let statics = Node(self.program.statics.len() as u32);
        let fixed: Vec<Node> = a.objects.range(..statics).map(|(n, _)| *n).collect();
        for node in fixed {
            if b.objects.contains_key(&node) {
                let scope = self.scopes.last_mut().expect("it was just pushed");
                scope.nodes.push((node, node, node));
                scope.work.push((node, node, node));
            }
        }
        self.work()?;
        self.is_complete().then_some(())?;
        let facts = self.facts();
        let scope = self.scopes.pop().expect("it was just pushed");
        let heap = Heap {
            frames,
            objects: scope.out,
            facts,
            leaky: a.leaky || b.leaky,
        };
        let lost = self.lost;
        let mut heap = heap;
        self.reduce(&mut heap);
        Some(Joined { heap, lost })
    }

    /// The elements that two segments of one heap have together.
    pub fn cells_of_one(mut self, heap: &Heap, xs: &[Cell], ys: &[Cell], most: usize) -> Vec<Cell> {
        self.sides = Sides::Same;
        self.next = heap.nodes_end();
        self.scopes.push(Scope {
            facts_a: heap.facts.clone(),
            facts_b: heap.facts.clone(),
            ..Scope::default()
        });
        let mut numbers: BTreeSet<Term> = BTreeSet::new();
        for value in heap.frames.iter().flat_map(|f| f.vars.values()) {
            if let Val::Term(term) = value
                && self.executor.pool.as_symbol(*term).is_some()
            {
                numbers.insert(*term);
            }
        }
        self.outer = numbers.into_iter().collect();
        self.compact(xs.iter().chain(ys).cloned().collect(), most)
    }

    /// Joins elements of the segments of the result, where there are many kinds.
    fn reduce(&mut self, heap: &mut Heap) {
        self.next = self.next.max(heap.nodes_end());
        self.scopes.push(Scope {
            facts_a: heap.facts.clone(),
            facts_b: heap.facts.clone(),
            ..Scope::default()
        });
        for object in heap.objects.values_mut() {
            if let Object::Segment(segment) = object
                && segment.cells.len() > 1
            {
                segment.cells = self.compact(std::mem::take(&mut segment.cells), fold::KINDS);
            }
        }
        self.scopes.pop();
    }

    /// Joins those of the cells, all of one heap, that differ by values alone.
    fn compact(&mut self, cells: Vec<Cell>, most: usize) -> Vec<Cell> {
        let before = std::mem::replace(&mut self.sides, Sides::Same);
        let mut result: Vec<Cell> = Vec::new();
        for cell in cells {
            let mut place = None;
            for (index, known) in result.iter().enumerate() {
                let lost = self.lost;
                let joined = self.cell(&known.clone(), &cell);
                let is_near = self.lost == lost;
                self.lost = lost;
                if let Some(joined) = joined
                    && (is_near || result.len() >= most)
                {
                    place = Some((index, joined));
                    break;
                }
            }
            match place {
                Some((index, joined)) => result[index] = joined,
                None => result.push(cell),
            }
        }
        self.sides = before;
        result
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("a join has a scope")
    }

    fn fresh_node(&mut self) -> Node {
        self.next += 1;
        Node(self.next - 1)
    }

    fn value(&mut self, x: Val, y: Val) -> Option<Val> {
        match (x, y) {
            (Val::Term(x), Val::Term(y)) => Some(Val::Term(self.term(x, y)?)),
            (Val::Ptr(n, i), Val::Ptr(m, j)) if i == j => Some(Val::Ptr(self.node(n, m)?, i)),
            _ => None,
        }
    }

    fn term(&mut self, x: Term, y: Term) -> Option<Term> {
        let pool = &mut *self.executor.pool;
        if pool.sort(x) != pool.sort(y) {
            return None;
        }
        if x == y && pool.is_value(x) {
            return Some(x);
        }
        let sides = self.sides;
        let fits = |(a, b): &(Term, Term)| match sides {
            Sides::Both | Sides::Same => (*a, *b) == (x, y),
            Sides::OnlyA => *a == x,
            Sides::OnlyB => *b == x,
        };
        for scope in self.scopes.iter().rev() {
            if let Some((_, name)) = scope.terms.iter().find(|(pair, _)| fits(pair)) {
                return Some(*name);
            }
        }
        if self.sides == Sides::Same && x == y {
            // A symbol from outside of both elements.
            return Some(x);
        }
        self.lost += usize::from(pool.is_value(x) && pool.is_value(y));
        let sort = pool.sort(x);
        let name = pool.fresh("u", sort);
        self.scope().terms.insert((x, y), name);
        Some(name)
    }

    fn node(&mut self, n: Node, m: Node) -> Option<Node> {
        for scope in self.scopes.iter().rev() {
            for (a, b, name) in &scope.nodes {
                let found = match self.sides {
                    Sides::Both | Sides::Same => (*a == n, *b == m),
                    Sides::OnlyA => (*a == n, *a == n),
                    Sides::OnlyB => (*b == n, *b == n),
                };
                match found {
                    (true, true) => return Some(*name),
                    (false, false) => {}
                    _ => return None,
                }
            }
        }
        let scope = self.scope();
        if !scope.a.contains_key(&n) || !scope.b.contains_key(&m) {
            return (self.sides == Sides::Same && n == m).then_some(n);
        }
        let name = self.fresh_node();
        let scope = self.scope();
        scope.nodes.push((n, m, name));
        scope.work.push((n, m, name));
        Some(name)
    }

    /// Joins all objects that were met in the innermost scope.
    fn work(&mut self) -> Option<()> {
        loop {
            while let Some((n, m, name)) = self.scope().work.pop() {
                let scope = self.scope();
                let (x, y) = (scope.a.get(&n)?.clone(), scope.b.get(&m)?.clone());
                self.objects((n, x), (m, y), name)?;
            }
            let Some((x, y, first, last)) = self.scope().segments.pop() else {
                return Some(());
            };
            self.segment(&x, &y, first, last)?;
        }
    }

    fn objects(
        &mut self,
        (n, x): (Node, Object),
        (m, y): (Node, Object),
        name: Node,
    ) -> Option<()> {
        match (x, y) {
            (Object::Region(x), Object::Region(y)) => {
                let region = self.region(&x, &y)?;
                self.scope().out.insert(name, Object::Region(region));
            }
            (Object::Segment(x), Object::Segment(y)) => {
                let last = self.node(x.last, y.last)?;
                self.scope().segments.push((*x, *y, name, last));
            }
            (Object::Last(n), Object::Last(m)) => {
                self.node(n, m)?;
            }
            (Object::Region(_), Object::Segment(y)) => {
                let pool = &*self.executor.pool;
                let scope = self.scopes.last_mut().expect("a join has a scope");
                fold::as_segment(pool, &mut scope.a, &scope.held_a, n, &y, &mut self.next)?;
                self.scope().work.push((n, m, name));
            }
            (Object::Segment(x), Object::Region(_)) => {
                let pool = &*self.executor.pool;
                let scope = self.scopes.last_mut().expect("a join has a scope");
                fold::as_segment(pool, &mut scope.b, &scope.held_b, m, &x, &mut self.next)?;
                self.scope().work.push((n, m, name));
            }
            _ => return None,
        }
        Some(())
    }

    fn region(&mut self, x: &Region, y: &Region) -> Option<Region> {
        if (x.kind, x.alive) != (y.kind, y.alive) {
            return None;
        }
        if !x.alive {
            return Some(x.clone());
        }
        if x.align != y.align {
            return None;
        }
        let size = self.term(x.size, y.size)?;
        let background = match x.background == y.background {
            true => x.background,
            false => Background::Unknown,
        };
        let mut fields = BTreeMap::new();
        let offsets: BTreeSet<u64> = x.fields.keys().chain(y.fields.keys()).copied().collect();
        for offset in offsets {
            let (f, g) = (x.fields.get(&offset), y.fields.get(&offset));
            let length = f.or(g).map(|f| f.length)?;
            let (f, g) = (self.field(x, offset, length), self.field(y, offset, length));
            match (f, g) {
                (Some(f), Some(g)) => {
                    let value = self.value(f, g)?;
                    fields.insert(offset, Field { length, value });
                }
                (one, other) if background == Background::Unknown => {
                    let is_known = |value: &Val| match value {
                        Val::Term(term) => self.executor.pool.is_value(*term),
                        Val::Ptr(..) => true,
                    };
                    self.lost += usize::from(one.or(other).is_some_and(|v| is_known(&v)));
                }
                _ => return None,
            }
        }
        if x.background != y.background && (x.background, y.background) != (background, background)
        {
            // What only the one background says is lost.
            self.lost += 1;
        }
        Some(Region {
            size,
            background,
            fields,
            ..x.clone()
        })
    }

    /// What a region has at an offset: a field, or zeros where none overlaps.
    fn field(&mut self, region: &Region, offset: u64, length: u64) -> Option<Val> {
        if let Some(field) = region.fields.get(&offset) {
            return (field.length == length).then_some(field.value);
        }
        let mut near = region.fields.range(..offset + length);
        let overlaps = near.any(|(o, f)| o + f.length > offset);
        let is_zero = region.background == Background::Zero && !overlaps;
        is_zero.then(|| Val::Term(self.executor.pool.zero(length as u32 * 8)))
    }

    fn segment(&mut self, x: &Segment, y: &Segment, first: Node, last: Node) -> Option<()> {
        if (x.next, x.prev, x.pointer_bytes) != (y.next, y.prev, y.pointer_bytes) {
            return None;
        }
        let after = self.value(x.after, y.after)?;
        let before = match x.prev {
            Some(_) => self.value(x.before, y.before)?,
            None => x.before,
        };
        // What these lead to comes first.
        while let Some((n, m, name)) = self.scope().work.pop() {
            let scope = self.scope();
            let (x, y) = (scope.a.get(&n)?.clone(), scope.b.get(&m)?.clone());
            self.objects((n, x), (m, y), name)?;
        }
        let cells = self.cells(&x.cells, &y.cells)?;
        let segment = Segment {
            first,
            last,
            next: x.next,
            prev: x.prev,
            pointer_bytes: x.pointer_bytes,
            cells,
            after,
            before,
        };
        let out = &mut self.scope().out;
        out.insert(last, Object::Last(first));
        out.insert(first, Object::Segment(Box::new(segment)));
        Some(())
    }

    /// What the elements of two segments look like together.
    fn cells(&mut self, xs: &[Cell], ys: &[Cell]) -> Option<Vec<Cell>> {
        if self.sides != Sides::Both {
            let cells = xs.iter().zip(ys).map(|(x, y)| self.cell(x, y));
            return cells.collect();
        }
        let mut rest: Vec<&Cell> = ys.iter().collect();
        let mut cells = Vec::new();
        for x in xs {
            let lost = self.lost;
            let mut partner = None;
            for (index, y) in rest.iter().enumerate() {
                if let Some(cell) = self.cell(x, y) {
                    partner = Some((index, cell));
                    break;
                }
            }
            match partner {
                Some((index, cell)) => {
                    rest.remove(index);
                    cells.push(cell);
                }
                None => {
                    self.lost = lost;
                    self.sides = Sides::OnlyA;
                    let cell = self.cell(x, x);
                    self.sides = Sides::Both;
                    cells.push(cell?);
                }
            }
        }
        for y in rest {
            self.sides = Sides::OnlyB;
            let cell = self.cell(y, y);
            self.sides = Sides::Both;
            cells.push(cell?);
        }
        Some(cells)
    }

    fn cell(&mut self, x: &Cell, y: &Cell) -> Option<Cell> {
        let this = self.fresh_node();
        let mut scope = Scope {
            a: x.objects.clone(),
            b: y.objects.clone(),
            facts_a: x.facts.clone(),
            facts_b: y.facts.clone(),
            held_a: fold::held_by(&x.root),
            held_b: fold::held_by(&y.root),
            ..Scope::default()
        };
        scope.nodes.push((x.this, y.this, this));
        // Symbols of the elements' own are never those outside.
        for symbol in x.symbols.iter().filter(|s| y.symbols.contains(s)) {
            if self.sides == Sides::Same {
                let sort = self.executor.pool.sort(*symbol);
                let name = self.executor.pool.fresh("u", sort);
                scope.terms.insert((*symbol, *symbol), name);
            }
        }
        self.scopes.push(scope);
        let lost = self.lost;
        let cell = self.cell_inside(x, y, this);
        if cell.is_none() {
            self.lost = lost;
        }
        self.scopes.pop();
        cell
    }

    fn cell_inside(&mut self, x: &Cell, y: &Cell, this: Node) -> Option<Cell> {
        let root = self.region(&x.root, &y.root)?;
        self.work()?;
        self.is_complete().then_some(())?;
        let facts = self.facts();
        let scope = self.scope();
        Some(Cell {
            this,
            root,
            objects: std::mem::take(&mut scope.out),
            facts,
            symbols: scope.terms.values().copied().collect(),
        })
    }

    /// Whether no live object of either side was left out.
    fn is_complete(&mut self) -> bool {
        let sides = self.sides;
        let scope = self.scope();
        let all = |objects: &BTreeMap<Node, Object>, met: &dyn Fn(Node) -> bool| {
            objects.iter().all(|(node, object)| match object {
                Object::Region(region) => {
                    !(region.alive && matches!(region.kind, Kind::Heap)) || met(*node)
                }
                Object::Segment(_) => met(*node),
                Object::Last(_) => true,
            })
        };
        all(&scope.a, &|node| {
            scope.nodes.iter().any(|(n, _, _)| *n == node)
        }) && (matches!(sides, Sides::OnlyA | Sides::OnlyB)
            || all(&scope.b, &|node| {
                scope.nodes.iter().any(|(_, m, _)| *m == node)
            }))
    }

    fn all_facts(&self, of: impl Fn(&Scope) -> &Vec<Term>) -> Vec<Term> {
        self.scopes
            .iter()
            .flat_map(|s| of(s).iter().copied())
            .collect()
    }

    /// What is known of the symbols of the innermost scope.
    fn facts(&mut self) -> Vec<Term> {
        let (mut facts_a, mut facts_b) = (
            self.all_facts(|s| &s.facts_a),
            self.all_facts(|s| &s.facts_b),
        );
        match self.sides {
            Sides::Both | Sides::Same => {}
            Sides::OnlyA => facts_b = facts_a.clone(),
            Sides::OnlyB => facts_a = facts_b.clone(),
        }
        let terms: Vec<((Term, Term), Term)> = self
            .scope()
            .terms
            .iter()
            .map(|(pair, name)| (*pair, *name))
            .collect();
        let mut facts = Vec::new();
        let pairs: Vec<((Term, Term), Term)> = self
            .scopes
            .iter()
            .flat_map(|s| s.terms.iter().map(|(pair, name)| (*pair, *name)))
            .collect();
        // Facts of either side that hold on the other side, too, and those that do not.
        let mut rest = [Vec::new(), Vec::new()];
        for (side, rest) in rest.iter_mut().enumerate() {
            let of_pair =
                |pair: &(Term, Term), side: usize| if side == 0 { pair.0 } else { pair.1 };
            let mut names: FxHashMap<Term, (Term, Term)> = FxHashMap::default();
            for (pair, name) in &pairs {
                names.insert(of_pair(pair, side), (of_pair(pair, 1 - side), *name));
            }
            let own: BTreeSet<Term> = terms.iter().map(|(p, _)| of_pair(p, side)).collect();
            let (here, there) = match side {
                0 => (&facts_a, &facts_b),
                _ => (&facts_b, &facts_a),
            };
            for fact in here {
                let pool = &mut *self.executor.pool;
                let symbols = pool.symbols_of(&[*fact]);
                let symbols: Vec<Term> = symbols.iter().map(|s| pool.symbol_term(*s)).collect();
                let is_same = self.sides == Sides::Same;
                let known = symbols.iter().all(|s| is_same || names.contains_key(s));
                if !known || !symbols.iter().any(|s| own.contains(s)) {
                    continue;
                }
                let other = rename(pool, *fact, &|s| names.get(&s).map(|(other, _)| *other));
                let joined = rename(pool, *fact, &|s| names.get(&s).map(|(_, name)| *name));
                match self
                    .executor
                    .decider
                    .implied(self.executor.pool, there, other)
                {
                    true => facts.push(joined),
                    false => rest.push(joined),
                }
            }
        }
        facts.sort_unstable();
        facts.dedup();
        self.either(&terms, &rest, &mut facts);
        self.order(&terms, &pairs, (&facts_a, &facts_b), &mut facts);
        for ((x, y), name) in terms {
            let news = self
                .bounds
                .facts(self.executor, name, &[(&facts_a, x), (&facts_b, y)]);
            for new in news {
                if !self
                    .executor
                    .decider
                    .implied(self.executor.pool, &facts, new)
                {
                    facts.push(new);
                }
            }
        }
        facts
    }

    /// The facts of the one side or those of the other one, as long as that is not much.
    fn either(
        &mut self,
        terms: &[((Term, Term), Term)],
        rest: &[Vec<Term>; 2],
        facts: &mut Vec<Term>,
    ) {
        let pool = &mut *self.executor.pool;
        let plain = |t: Term, pool: &TermPool| pool.as_symbol(t).is_some();
        let all_plain = terms
            .iter()
            .all(|((x, y), _)| plain(*x, pool) && plain(*y, pool));
        if !all_plain || rest.iter().any(Vec::is_empty) {
            return;
        }
        let [a, b] = rest;
        let a = pool.and_all(a.iter().copied());
        let b = pool.and_all(b.iter().copied());
        let either = pool.or(a, b);
        if size(pool, either) <= MOST_TERMS {
            facts.push(either);
        }
    }

    /// The order of the numbers of this scope, and of these and others.
    fn order(
        &mut self,
        terms: &[((Term, Term), Term)],
        pairs: &[((Term, Term), Term)],
        (facts_a, facts_b): (&[Term], &[Term]),
        facts: &mut Vec<Term>,
    ) {
        let mut others: Vec<((Term, Term), Term)> = pairs.to_vec();
        if self.sides == Sides::Same {
            others.extend(self.outer.iter().map(|t| ((*t, *t), *t)));
        }
        others.truncate(MOST_ORDERED);
        for ((x, y), name) in terms.iter().take(MOST_ORDERED) {
            for ((v, w), other) in &others {
                let pool = &mut *self.executor.pool;
                if other == name
                    || pool.width(*other) != pool.width(*name)
                    || pool.width(*name) < 16
                {
                    continue;
                }
                for flip in [false, true] {
                    let pool = &mut *self.executor.pool;
                    let mut less =
                        |a: Term, b: Term| if flip { pool.sle(b, a) } else { pool.sle(a, b) };
                    let (on_a, on_b, joined) = (less(*x, *v), less(*y, *w), less(*name, *other));
                    let executor = &mut *self.executor;
                    let holds = executor.decider.implied(executor.pool, facts_a, on_a)
                        && executor.decider.implied(executor.pool, facts_b, on_b);
                    if holds && !executor.decider.implied(executor.pool, facts, joined) {
                        facts.push(joined);
                    }
                }
            }
        }
    }
}

fn rename(pool: &mut TermPool, term: Term, to: &dyn Fn(Term) -> Option<Term>) -> Term {
    let mut value = |pool: &mut TermPool, symbol| to(pool.symbol_term(symbol));
    pool.substitute(term, &mut value, &mut FxHashMap::default())
}

/// How many different terms there are in a term.
fn size(pool: &TermPool, term: Term) -> usize {
    let mut seen: BTreeSet<Term> = BTreeSet::new();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if seen.insert(term) {
            work.extend(pool.args(term));
        }
    }
    seen.len()
}
