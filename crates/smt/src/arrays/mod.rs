//! Arrays (not yet).
use crate::bitblast::Blaster;
use crate::values::Values;
use sat::Edge;
use term::{Term, TermPool, Value};
pub(crate) struct Arrays;
#[derive(Default)]
pub(crate) struct ArrayModel;
#[derive(Clone, Copy)]
pub(crate) struct Mark;
pub(crate) struct Conflict;
impl Arrays {
    pub fn new() -> Arrays { Arrays }
    pub fn mark(&self) -> Mark { Mark }
    pub fn release(&mut self, _: Mark) {}
    pub fn statistics(&self) -> Vec<(String, u64)> { vec![] }
    pub fn witness(&mut self, _: &mut TermPool, _: Term) -> Term { unreachable!() }
    pub fn activate(&mut self, _: &TermPool, _: &Blaster, _: Term) -> Vec<Term> { vec![] }
    pub fn check(&mut self, _: &TermPool, _: &Values) -> Result<ArrayModel, Vec<Conflict>> { Ok(ArrayModel) }
    pub fn lemma(&mut self, _: &TermPool, _: &mut Blaster, _: &Conflict) -> Edge { Edge::TRUE }
}
impl ArrayModel {
    pub fn value(&self, _: &TermPool, _: &Values, _: Term) -> Option<Value> { None }
}
