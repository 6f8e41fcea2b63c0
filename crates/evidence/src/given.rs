//! The arguments of the entry function in a trace: what each pointer is, in the user's words, and on which of them a
//! violation depends.
//!
//! The front end makes an array for each pointer among the arguments, and chooses for each whether it is null and where it
//! points. A trace shows none of these choices, but what they amount to when the function is entered: `p = null`,
//! `p -> array of 3 int {1, 2, 3}`, `b = a + 1`.

use crate::objects::Objects;
use crate::trace::{Condition, Input};
use program::interp::Violation;
use program::{CType, InputSource, Place, PointerChoice, Program, SourceVar, TypeId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::BitVec;

/// What was chosen.
#[derive(Default)]
pub(crate) struct Given {
    /// In the order of their choice.
    pointers: Vec<Pointer>,
    /// Structs that are passed by value: their names and addresses.
    values: Vec<(String, u64)>,
    /// By object number: the array of the pointer of this name.
    arrays: FxHashMap<u64, String>,
    /// Pointers for which it was chosen whether they are null.
    nullable: Vec<String>,
    /// Pointers whose number of elements was chosen, and the parameters that may be intended as that number.
    counted: BTreeMap<String, (String, u64)>,
    /// Numbers among the arguments.
    numbers: FxHashMap<String, u64>,
}

struct Pointer {
    name: String,
    /// The type of what it points to.
    to: Option<TypeId>,
    address: u64,
}

impl Given {
    /// Records an unknown value that the entry function takes; whether it is the choice of a pointer.
    pub fn input(&mut self, source: &InputSource, value: &BitVec) -> bool {
        match source {
            InputSource::Pointer { name, choice } => {
                match choice {
                    PointerChoice::Null => self.nullable.push(name.clone()),
                    PointerChoice::Elements(count) => {
                        let elements = value.to_u64().unwrap_or(u64::MAX);
                        self.counted.insert(name.clone(), (count.clone(), elements));
                    }
                    PointerChoice::Place => {}
                }
                true
            }
            InputSource::Argument(name) => {
                let value = value.to_u64().unwrap_or(u64::MAX);
                self.numbers.insert(name.clone(), value);
                false
            }
            _ => false,
        }
    }

    /// Records the value of a pointer.
    pub fn pointer(&mut self, program: &Program, source: &SourceVar, value: &BitVec) {
        let CType::Pointer { to, .. } = *program.ty(source.ty) else {
            return;
        };
        let known = !matches!(program.ty(to), CType::Void | CType::Opaque { .. });
        self.pointers.push(Pointer {
            name: source.name.clone(),
            to: known.then_some(to),
            address: value.to_u64().unwrap_or(0),
        });
    }

    /// Records an object that the entry function makes for an argument.
    pub fn object(&mut self, program: &Program, name: &str, address: u64) {
        match name.strip_suffix("[]") {
            Some(pointer) => {
                let number = program.pointers.object(address);
                self.arrays.insert(number, pointer.to_string());
            }
            None => self.values.push((name.to_string(), address)),
        }
    }

    /// The numbers of elements that were chosen.
    pub fn lengths(&self) -> Vec<(String, u64)> {
        let lengths = self.counted.iter();
        lengths.map(|(name, (_, n))| (name.clone(), *n)).collect()
    }

    /// Whether there is something to show.
    pub fn is_empty(&self) -> bool {
        self.pointers.is_empty() && self.values.is_empty()
    }

    /// The pointers that can be reached, those that point to a new object, and to which.
    fn reached(&self, objects: &Objects) -> Vec<(&Pointer, bool)> {
        let layout = objects.program.pointers;
        let mut known: Vec<u64> = Vec::new();
        let mut reached = Vec::new();
        for pointer in &self.pointers {
            let host = self.host(&pointer.name);
            if host.is_some_and(|number| !known.contains(&number)) {
                continue;
            }
            let number = layout.object(pointer.address);
            let new = pointer.address != 0
                && self.arrays.contains_key(&number)
                && !known.contains(&number);
            if new {
                known.push(number);
            }
            reached.push((pointer, new));
        }
        reached
    }

    /// The array that contains a pointer: that of the pointer whose name is a prefix of its name.
    fn host(&self, name: &str) -> Option<u64> {
        let inside = |owner: &str| {
            name.strip_prefix(owner)
                .is_some_and(|rest| rest.starts_with("->") || rest.starts_with('['))
        };
        let hosts = self.arrays.iter().filter(|(_, owner)| inside(owner));
        hosts
            .max_by_key(|(_, owner)| owner.len())
            .map(|(number, _)| *number)
    }

    /// The arguments as inputs of the trace. Arrays are named after the first pointer to them.
    pub fn inputs(&self, objects: &mut Objects) -> Vec<Input> {
        let layout = objects.program.pointers;
        let mut first: FxHashMap<u64, (String, u64)> = FxHashMap::default();
        for (pointer, new) in self.reached(objects) {
            if new {
                let number = layout.object(pointer.address);
                objects.rename(pointer.address, &pointer.name);
                first.insert(number, (pointer.name.clone(), pointer.address));
            }
        }
        let mut inputs = Vec::new();
        let input = |name: &str, text: String| Input {
            source: InputSource::Argument(name.to_string()),
            name: Some(name.to_string()),
            text,
            value: None,
            function: String::new(),
            place: Place::NOWHERE,
        };
        for (name, address) in &self.values {
            if let Some((_, text)) = objects.whole(*address) {
                inputs.push(input(name, text));
            }
        }
        for (pointer, new) in self.reached(objects) {
            let inner = self.host(&pointer.name).is_some() || pointer.name.contains('.');
            let text = match pointer.address {
                0 => "null".to_string(),
                address if new => format!("-> {}", objects.show_array(address)),
                address => {
                    let target = first.get(&layout.object(address));
                    let near = target.and_then(|(name, start)| {
                        let size = objects.program.type_bits(pointer.to?) / 8;
                        let (_, _, element) = objects.extent(address)?;
                        match size {
                            1 if element != 1 => {
                                let name = format!("(char *){name}");
                                relative(&name, *start, address, 1)
                            }
                            size if size == element => relative(name, *start, address, size),
                            _ => None,
                        }
                    });
                    near.unwrap_or_else(|| objects.show_pointer(address, pointer.to))
                }
            };
            // The object that holds an inner pointer shows what it points to, if that is known by another name.
            if new || !inner {
                inputs.push(input(&pointer.name, text));
            }
        }
        inputs
    }

    /// What the violation may depend on: see [`crate::replay()`], which finds out.
    pub fn conditions(&self, objects: &Objects, violation: &Violation) -> Vec<Condition> {
        let mut conditions = Vec::new();
        let reached = self.reached(objects);
        let nulls = reached.iter().filter(|(p, _)| p.address == 0);
        for (pointer, _) in nulls.clone() {
            if self.nullable.contains(&pointer.name) {
                conditions.push(Condition::Null(pointer.name.clone()));
            }
        }
        let access = violation.operands.first().and_then(BitVec::to_u64);
        let layout = objects.program.pointers;
        if let Some(address) = access {
            let is_null = layout.object(address) == 0;
            let forced = |p: &&(&Pointer, bool)| !self.nullable.contains(&p.0.name);
            if is_null && conditions.is_empty() && nulls.clone().any(|p| forced(&p)) {
                conditions.push(Condition::Cut);
            }
        }
        conditions.extend(self.short(objects, violation, &reached));
        conditions
    }

    /// An access beyond the end of an array whose length was chosen.
    fn short(
        &self,
        objects: &Objects,
        violation: &Violation,
        reached: &[(&Pointer, bool)],
    ) -> Option<Condition> {
        let program = objects.program;
        let property = program.site(violation.site).property;
        let width = program.pointers.width;
        let is_access = property == program::Property::ValidDeref;
        let [address, rest @ ..] = violation.operands.as_slice() else {
            return None;
        };
        if !is_access || address.width() != width {
            return None;
        }
        let length = rest.last().and_then(BitVec::to_u64).unwrap_or(1);
        let address = address.to_u64()?;
        let number = program.pointers.object(address);
        let owner = self.arrays.get(&number)?;
        let (count, _) = self.counted.get(owner)?;
        let (base, size, element) = objects.extent(address)?;
        let end = address.checked_sub(base)?.checked_add(length)?;
        if end <= size {
            return None;
        }
        // The user knows the array by the first pointer to it.
        let known = reached
            .iter()
            .find(|(p, new)| *new && program.pointers.object(p.address) == number);
        let name = known.map_or(owner, |(p, _)| &p.name);
        let start = known.map_or(base, |(p, _)| p.address);
        let element = element.max(1);
        let needed = (base + end).saturating_sub(start).div_ceil(element);
        let exists = (base + size).saturating_sub(start) / element;
        let number = self.numbers.get(count).filter(|n| exists < **n);
        Some(Condition::Short {
            pointer: name.clone(),
            owner: owner.clone(),
            elements: needed,
            most: program.pointers.max_object_size() / element,
            count: number.map(|_| count.clone()),
        })
    }
}

/// `name + 2`, if the distance is a multiple of the elements' size.
fn relative(name: &str, start: u64, address: u64, size: u64) -> Option<String> {
    let distance = address.abs_diff(start);
    if size == 0 || !distance.is_multiple_of(size) {
        return None;
    }
    Some(match (distance / size, address >= start) {
        (0, _) => name.to_string(),
        (steps, true) => format!("{name} + {steps}"),
        (steps, false) => format!("{name} - {steps}"),
    })
}
