//! What variables depend on.

use crate::lit::Var;

/// By variable, if it is a gate, what it is computed from.
#[derive(Clone, Default, Debug)]
pub struct Cones {
    /// Where each variable's inputs begin, and where the last ones end.
    begins: Vec<u32>,
    inputs: Vec<Var>,
}

impl Cones {
    /// From the inputs of each variable. The others have none.
    pub fn new<'i>(inputs: impl Iterator<Item = &'i [Var]>) -> Cones {
        let mut cones = Cones {
            begins: vec![0],
            inputs: Vec::new(),
        };
        for of_one in inputs {
            cones.inputs.extend(of_one);
            cones.begins.push(cones.inputs.len() as u32);
        }
        cones
    }

    pub fn inputs(&self, var: Var) -> &[Var] {
        let number = var.0 as usize;
        match self.begins.get(number..number + 2) {
            Some([from, to]) => &self.inputs[*from as usize..*to as usize],
            _ => &[],
        }
    }

    /// Whether nothing computes a variable.
    pub(super) fn is_leaf(&self, var: Var) -> bool {
        self.inputs(var).is_empty()
    }
}
