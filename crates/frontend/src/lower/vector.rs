//! Vectors: one bit-vector, lane 0 lowest; every operation lane by lane.

use super::{FunctionLowerer, simple};
use crate::IR_MARK;
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use program::Property;
use term::{BitVec, Term, TermPool};

/// The lanes of a vector.
pub fn lanes(pool: &mut TermPool, vector: Term, width: u32) -> Vec<Term> {
    (0..pool.width(vector))
        .step_by(width as usize)
        .map(|low| pool.extract(vector, low + width - 1, low))
        .collect()
}

/// The vector of these lanes; `None` if there are no lanes.
pub fn join(pool: &mut TermPool, lanes: Vec<Term>) -> Option<Term> {
    lanes.into_iter().reduce(|low, lane| pool.concat(lane, low))
}

/// The lanes that an insertion and those that follow it set, as long as nothing else uses the vector in between.
fn lanes_set_from(inst: Value<'_>) -> Vec<u64> {
    let mut set = Vec::new();
    let mut current = inst;
    loop {
        set.extend(current.operand(2).int_value().and_then(|v| v.to_u64()));
        current = match current.users().as_slice() {
            [next]
                if next.kind() == ValueKind::Instruction
                    && next.opcode() == Opcode::LLVMInsertElement
                    && next.operand(0) == current =>
            {
                *next
            }
            _ => return set,
        };
    }
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// The width of the lanes of a vector's type.
    pub fn lane_width(&self, value: Value<'m>) -> Option<u32> {
        match value.ty().kind() {
            TypeKind::Vector(_) => self.width(value.ty().element()?),
            _ => None,
        }
    }

    fn lanes_of(&mut self, value: Value<'m>) -> Option<Vec<Term>> {
        let width = self.lane_width(value)?;
        let term = self.value(value);
        Some(lanes(&mut self.lowerer.pool, term, width))
    }

    fn define_lanes(&mut self, inst: Value<'m>, result: Option<Vec<Term>>) {
        match result.and_then(|lanes| join(&mut self.lowerer.pool, lanes)) {
            Some(value) => {
                self.values.insert(inst, value);
            }
            None => self.unsupported_value(inst, "a vector operation"),
        }
    }

    pub fn vector_binary(&mut self, inst: Value<'m>) {
        let op = inst.opcode();
        let (a, b) = (
            self.lanes_of(inst.operand(0)),
            self.lanes_of(inst.operand(1)),
        );
        let result = a.zip(b).and_then(|(a, b)| {
            let mut lanes = Vec::new();
            for (a, b) in a.into_iter().zip(b) {
                self.check_operands(inst, a, b);
                self.check_lane_overflow(inst, a, b);
                lanes.push(simple::binary(&mut self.lowerer.pool, op, a, b)?);
            }
            Some(lanes)
        });
        self.define_lanes(inst, result);
    }

    pub fn vector_compare(&mut self, inst: Value<'m>) {
        let of_integers = matches!(
            inst.operand(0).ty().element().map(|t| t.kind()),
            Some(TypeKind::Int(_))
        );
        let (a, b) = (
            self.lanes_of(inst.operand(0)),
            self.lanes_of(inst.operand(1)),
        );
        let pool = &mut self.lowerer.pool;
        let result = a.zip(b).filter(|_| of_integers).map(|(a, b)| {
            let mut compare = |(a, b)| {
                let holds = simple::compare(pool, inst.predicate(), a, b);
                pool.bool_to_bv(holds)
            };
            a.into_iter().zip(b).map(&mut compare).collect()
        });
        self.define_lanes(inst, result);
    }

    pub fn vector_cast(&mut self, inst: Value<'m>) {
        let is_wide = self.lowerer.is_wide() || self.lowerer.is_flat();
        let of_integers = |v: Value<'m>| match v.ty().element().map(|t| t.kind()) {
            Some(TypeKind::Int(_)) => true,
            Some(TypeKind::Pointer) => !is_wide,
            _ => false,
        };
        let plain = of_integers(inst) && of_integers(inst.operand(0));
        let width = self.lane_width(inst);
        let from = self.lanes_of(inst.operand(0));
        let op = inst.opcode();
        let pool = &mut self.lowerer.pool;
        let result = from.zip(width).filter(|_| plain).and_then(|(from, width)| {
            let cast = |a| simple::cast(pool, op, a, width);
            from.into_iter().map(cast).collect()
        });
        self.define_lanes(inst, result);
    }

    /// A choice lane by lane.
    pub fn vector_select(&mut self, inst: Value<'m>) {
        let conditions = self.lanes_of(inst.operand(0));
        let (then, otherwise) = (
            self.lanes_of(inst.operand(1)),
            self.lanes_of(inst.operand(2)),
        );
        let pool = &mut self.lowerer.pool;
        let result = conditions
            .zip(then.zip(otherwise))
            .map(|(conditions, (then, otherwise))| {
                let mut choose = |(condition, (then, otherwise))| {
                    let condition = pool.bv_to_bool(condition);
                    pool.ite(condition, then, otherwise)
                };
                let pairs = then.into_iter().zip(otherwise);
                conditions.into_iter().zip(pairs).map(&mut choose).collect()
            });
        self.define_lanes(inst, result);
    }

    /// The amount by which a lane is to be shifted down; `None` if the index is not an integer.
    fn lane_distance(&mut self, vector: Value<'m>, index: Value<'m>) -> Option<(Term, Term, u32)> {
        let width = self.lane_width(vector)?;
        let TypeKind::Vector(count) = vector.ty().kind() else {
            return None;
        };
        let whole = self.width(vector.ty())?;
        let index = self.value(index);
        let pool = &mut self.lowerer.pool;
        // One more bit of room than any index needs: a large one must not wrap into the vector.
        let room = whole.max(pool.width(index)) + 32;
        let index = pool.zero_extend(index, room - pool.width(index));
        let limit = pool.bv_u64(room, u64::from(count));
        let inside = pool.ult(index, limit);
        let step = pool.bv_u64(room, u64::from(width));
        let distance = pool.bvmul(index, step);
        let distance = pool.extract(distance, whole - 1, 0);
        Some((distance, inside, width))
    }

    /// A subscript names one of the lanes. In modules that another compiler made, another lane is merely an unknown value.
    fn check_subscript(&mut self, inside: Term, index: Term) {
        if self.function.is_some_and(|f| f.has_mark(IR_MARK)) {
            return;
        }
        let what = "access outside of a vector";
        self.check(Property::ValidDeref, true, what, inside, vec![index]);
    }

    /// The vector into which a lane is inserted, if it is a constant some of whose lanes are not set yet: clang builds a
    /// literal lane by lane. A lane that the following instructions do not set is the result of an operation that C
    /// leaves undefined.
    fn unset_lanes(&mut self, inst: Value<'m>) -> Option<Term> {
        let vector = inst.operand(0);
        let is_open = |v: Value<'m>| matches!(v.kind(), ValueKind::Undef | ValueKind::Poison);
        if is_open(vector) {
            let width = self.width(vector.ty())?;
            return Some(self.undefined(width));
        }
        if vector.kind() != ValueKind::ConstantAggregate {
            return None;
        }
        let elements: Vec<Value<'m>> = (0..).map_while(|i| vector.element(i)).collect();
        if !elements.iter().any(|e| is_open(*e)) {
            return None;
        }
        let width = self.width(vector.ty().element()?)?;
        let set = lanes_set_from(inst);
        let mut lanes = Vec::new();
        for (lane, element) in elements.into_iter().enumerate() {
            if is_open(element) && set.contains(&(lane as u64)) {
                lanes.push(self.undefined(width));
            } else {
                lanes.push(self.value(element));
            }
        }
        join(&mut self.lowerer.pool, lanes)
    }

    pub fn extract_element(&mut self, inst: Value<'m>) {
        let vector = inst.operand(0);
        let Some((distance, inside, width)) = self.lane_distance(vector, inst.operand(1)) else {
            self.unsupported_value(inst, "a vector operation");
            return;
        };
        let index = self.value(inst.operand(1));
        self.check_subscript(inside, index);
        let term = self.value(vector);
        let unknown = self.undefined(width);
        let pool = &mut self.lowerer.pool;
        let shifted = pool.bvlshr(term, distance);
        let lane = pool.extract(shifted, width - 1, 0);
        let value = pool.ite(inside, lane, unknown);
        self.values.insert(inst, value);
    }

    pub fn insert_element(&mut self, inst: Value<'m>) {
        let vector = inst.operand(0);
        let unset = self.unset_lanes(inst);
        let Some((distance, inside, width)) = self.lane_distance(vector, inst.operand(2)) else {
            self.unsupported_value(inst, "a vector operation");
            return;
        };
        let index = self.value(inst.operand(2));
        self.check_subscript(inside, index);
        let term = match unset {
            Some(term) => term,
            None => self.value(vector),
        };
        let part = self.value(inst.operand(1));
        let whole = self.lowerer.pool.width(term);
        let unknown = self.undefined(whole);
        let pool = &mut self.lowerer.pool;
        let part = pool.zero_extend(part, whole - width);
        let part = pool.bvshl(part, distance);
        let ones = pool.bv(BitVec::all_ones(width));
        let hole = pool.zero_extend(ones, whole - width);
        let hole = pool.bvshl(hole, distance);
        let kept = pool.bvnot(hole);
        let kept = pool.bvand(term, kept);
        let filled = pool.bvor(kept, part);
        let value = pool.ite(inside, filled, unknown);
        self.values.insert(inst, value);
    }

    /// The lanes of a vector to choose from; the second one is often missing.
    fn shuffled_lanes(&mut self, vector: Value<'m>) -> Option<Vec<Term>> {
        let TypeKind::Vector(count) = vector.ty().kind() else {
            return None;
        };
        if !matches!(vector.kind(), ValueKind::Undef | ValueKind::Poison) {
            return self.lanes_of(vector);
        }
        let width = self.lane_width(vector)?;
        Some((0..count).map(|_| self.undefined(width)).collect())
    }

    pub fn shuffle(&mut self, inst: Value<'m>) {
        let (a, b) = (
            self.shuffled_lanes(inst.operand(0)),
            self.shuffled_lanes(inst.operand(1)),
        );
        let width = self.lane_width(inst);
        let result = a.zip(b).zip(width).map(|((a, b), width)| {
            let mut lanes = Vec::new();
            for lane in inst.shuffle_mask() {
                lanes.push(match lane {
                    Some(i) if (i as usize) < a.len() => a[i as usize],
                    Some(i) => b[i as usize - a.len()],
                    None => self.undefined(width),
                });
            }
            lanes
        });
        self.define_lanes(inst, result);
    }

    /// An intrinsic function of integers, for each lane: those of the arguments that are vectors, with the others as they
    /// are.
    pub fn vector_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Term> {
        let operation = name.strip_prefix("llvm.")?.rsplit_once('.')?.0;
        let args = inst.args();
        if let Some(fold) = operation.strip_prefix("vector.reduce.") {
            return self.reduce(fold, *args.first()?);
        }
        let first = *args.first()?;
        let of_integers = |v: &Value<'m>| {
            let kind = v.ty().element().map_or(v.ty().kind(), |t| t.kind());
            matches!(kind, TypeKind::Int(_))
        };
        if !args.iter().all(of_integers) {
            return None;
        }
        let count = self.lanes_of(first)?.len();
        let mut columns = Vec::new();
        for arg in &args {
            columns.push(match self.lanes_of(*arg) {
                Some(lanes) => lanes,
                None => vec![self.value(*arg); count],
            });
        }
        let mut result = Vec::new();
        for lane in 0..count {
            let terms: Vec<Term> = columns.iter().map(|c| c[lane]).collect();
            result.push(self.integer_operation(operation, &terms)?);
        }
        // Two results for each lane are two vectors.
        if operation.ends_with(".with.overflow") {
            let width = self.lane_width(first)?;
            let pool = &mut self.lowerer.pool;
            let values: Vec<Term> = result
                .iter()
                .map(|r| pool.extract(*r, width - 1, 0))
                .collect();
            let flags: Vec<Term> = result
                .iter()
                .map(|r| pool.extract(*r, width, width))
                .collect();
            let (values, flags) = (join(pool, values)?, join(pool, flags)?);
            return Some(pool.concat(flags, values));
        }
        join(&mut self.lowerer.pool, result)
    }

    fn reduce(&mut self, fold: &str, vector: Value<'m>) -> Option<Term> {
        let integers = matches!(
            vector.ty().element().map(|t| t.kind()),
            Some(TypeKind::Int(_))
        );
        let mut lanes = self.lanes_of(vector).filter(|_| integers)?.into_iter();
        let mut result = lanes.next()?;
        for lane in lanes {
            let plain = match fold {
                "add" => Opcode::LLVMAdd,
                "mul" => Opcode::LLVMMul,
                "and" => Opcode::LLVMAnd,
                "or" => Opcode::LLVMOr,
                "xor" => Opcode::LLVMXor,
                _ => {
                    result = self.integer_operation(fold, &[result, lane])?;
                    continue;
                }
            };
            result = simple::binary(&mut self.lowerer.pool, plain, result, lane)?;
        }
        Some(result)
    }
}
