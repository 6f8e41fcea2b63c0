//! `__aver_…`: what the models of the C library ([`crate::models`]) need and C cannot express.

use super::FunctionLowerer;
use super::heap::NewObject;
use crate::llvm::Value;
use program::{InputSource, InstKind, ObjectKind, Property, Terminator};
use term::Term;

impl<'m> FunctionLowerer<'_, 'm> {
    /// `false` if the function is not one of these.
    pub fn model_function(&mut self, inst: Value<'m>, name: &str) -> bool {
        let Some(name) = name.strip_prefix("__aver_") else {
            return false;
        };
        let args = inst.args();
        match (name, args.as_slice()) {
            ("unknown_bytes", [to, length]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                let source = InputSource::External(self.name.clone());
                self.unknown_bytes(to, length, source);
            }
            ("some_bytes", [to, length]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                let source = InputSource::Approximated(self.name.clone());
                self.unknown_bytes(to, length, source);
            }
            ("passing_bytes", [to, length]) => {
                let (to, length) = (self.value(*to), self.value(*length));
                let source = InputSource::Passing(self.name.clone());
                self.unknown_bytes(to, length, source);
            }
            ("readable", [from, length]) => {
                let (from, length) = (self.value(*from), self.value(*length));
                self.check_readable(from, length);
            }
            ("assume", [condition]) => {
                let condition = self.value(*condition);
                let condition = self.non_zero(condition);
                self.emit(InstKind::Assume { condition });
            }
            ("sign", [difference]) => {
                let difference = self.value(*difference);
                let value = self.any_of_sign(difference);
                self.define(inst, value);
            }
            ("truth", [truth]) => {
                let truth = self.value(*truth);
                let value = self.any_of_truth(truth);
                self.define(inst, value);
            }
            ("checks_accesses", []) => {
                let answer = u64::from(self.lowerer.checks_accesses);
                let value = self.lowerer.pool.bv_u64(1, answer);
                self.define(inst, value);
            }
            ("unsupported", [what]) => {
                let text = self.lowerer.string_constant(*what);
                self.unsupported(text.unwrap_or_else(|| "a library function".to_string()));
            }
            ("note", [text]) => {
                if let Some(text) = self.lowerer.string_constant(*text) {
                    self.lowerer.note(text);
                }
            }
            ("apart", [a, a_length, b, b_length]) => {
                let (a, b) = (self.value(*a), self.value(*b));
                let lengths = [self.value(*a_length), self.value(*b_length)];
                self.check_apart(a, b, lengths);
            }
            ("stream", [size]) => {
                let size = self.value(*size);
                let stream = self.new_object(
                    NewObject {
                        kind: ObjectKind::Library,
                        ..NewObject::heap("stream")
                    },
                    size,
                    16,
                );
                self.define(inst, stream);
            }
            ("halt", []) => self.halt(),
            ("destructors", []) => crate::entry::call_destructors(self),
            (_, []) if name.starts_with("unknown_") => {
                let source = InputSource::External(self.name.clone());
                self.define_unknown(inst, source);
            }
            (_, []) if name.starts_with("some_") => {
                let source = InputSource::Approximated(self.name.clone());
                self.define_unknown(inst, source);
            }
            (_, []) if name.starts_with("passing_") => {
                let source = InputSource::Passing(self.name.clone());
                self.define_unknown(inst, source);
            }
            _ => return false,
        }
        true
    }

    fn define_unknown(&mut self, inst: Value<'m>, source: InputSource) {
        if let Some(width) = self.width(inst.ty()) {
            let value = self.havoc(&inst.name(), width, source);
            self.assume_float(inst.ty(), value);
            self.values.insert(inst, value);
        }
    }

    /// The first and the last byte can be read and are in the same object: then all bytes between them can be read, too.
    fn check_readable(&mut self, from: Term, length: Term) {
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.resize_unsigned(length, width);
        let some = self.non_zero(length);
        let (read, join) = (self.new_block(), self.new_block());
        self.branch(some, read, join);
        self.switch_to(read);
        let layout = self.lowerer.program.pointers;
        let pool = &mut self.lowerer.pool;
        let most = pool.bv_u64(width, layout.max_object_size());
        let fits = pool.ule(length, most);
        let minus_one = pool.bv_i64(width, -1);
        let last = pool.bvadd(length, minus_one);
        let last = pool.bvadd(from, last);
        let first_object = pool.extract(from, width - 1, layout.offset_bits);
        let last_object = pool.extract(last, width - 1, layout.offset_bits);
        let same = pool.eq(first_object, last_object);
        let inside = pool.and(fits, same);
        let what = match self.lowerer.pool.as_u64(length) {
            Some(count) => format!("invalid read of {}", super::memory::bytes_text(count)),
            None => "invalid read".to_string(),
        };
        self.check(
            Property::ValidDeref,
            true,
            &what,
            inside,
            vec![from, length],
        );
        let site = self.site(Property::ValidDeref, true, what);
        self.load_bits("first", from, 0, 8, site);
        self.load_bits("last", last, 0, 8, site);
        self.end(Terminator::Goto(join));
        self.switch_to(join);
    }

    /// Neither of two ranges begins in the other one. Distances between different objects are larger than any length.
    fn check_apart(&mut self, a: Term, b: Term, [a_length, b_length]: [Term; 2]) {
        let width = self.lowerer.pointer_width();
        let pool = &mut self.lowerer.pool;
        let a_length = pool.resize_unsigned(a_length, width);
        let b_length = pool.resize_unsigned(b_length, width);
        let (to_b, to_a) = (pool.bvsub(b, a), pool.bvsub(a, b));
        let (behind_a, behind_b) = (pool.ule(a_length, to_b), pool.ule(b_length, to_a));
        let apart = pool.and(behind_a, behind_b);
        let what = "regions that must not overlap do";
        self.check(Property::ValidDeref, true, what, apart, vec![a, b]);
    }

    /// An unknown number below, equal to or above zero, as the argument is.
    fn any_of_sign(&mut self, difference: Term) -> Term {
        let width = self.lowerer.pool.width(difference);
        let source = InputSource::External(self.name.clone());
        let any = self.havoc("any", width, source);
        let pool = &mut self.lowerer.pool;
        let rest = pool.extract(any, width - 2, 0);
        let (bit, no_bit) = (pool.bv_u64(1, 1), pool.zero(1));
        let negative = pool.concat(bit, rest);
        let positive = pool.concat(no_bit, rest);
        let (zero, one) = (pool.zero(width), pool.bv_u64(width, 1));
        let nothing = pool.eq(positive, zero);
        let positive = pool.ite(nothing, one, positive);
        let below = pool.slt(difference, zero);
        let sign = pool.ite(below, negative, positive);
        let equal = pool.eq(difference, zero);
        pool.ite(equal, zero, sign)
    }

    /// Zero, or an unknown number that is not.
    pub fn any_of_truth(&mut self, truth: Term) -> Term {
        let width = self.lowerer.pool.width(truth);
        let source = InputSource::External(self.name.clone());
        let any = self.havoc("any", width, source);
        let pool = &mut self.lowerer.pool;
        let (zero, one) = (pool.zero(width), pool.bv_u64(width, 1));
        let nothing = pool.eq(any, zero);
        let some = pool.ite(nothing, one, any);
        let no = pool.eq(truth, zero);
        pool.ite(no, zero, some)
    }
}
