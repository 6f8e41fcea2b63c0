//! Contracts in calls and writes: which function takes a call, and whether a write is in the frame.
//!
//! `models/contract.c` keeps one byte that must not be written, and one object that must not be freed, while a contract is checked.
//! Each instruction that writes or frees is preceded by a check that it is about another byte, or object. Not checked are writes to
//! a function's own local variables, by their names: they were made after the frame opened. A function that has loops with
//! contracts is the exception, since such a loop's frame opens when they are there already.

use super::FunctionLowerer;
use crate::error::Error;
use crate::llvm::{Module, Opcode, Value};
use program::{InstKind, Property};
use rustc_hash::FxHashMap;
use term::{Op, Term};

/// Which functions' contracts are used, by their names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ContractOptions {
    /// Calls check the function against its contract.
    pub enforce: Vec<String>,
    /// Calls are replaced by the contract.
    pub replace: Vec<String>,
    /// Loops are replaced by their contracts.
    pub loops: bool,
}

impl ContractOptions {
    pub fn is_empty(&self) -> bool {
        self.enforce.is_empty() && self.replace.is_empty() && !self.loops
    }
}

/// What takes the place of functions.
#[derive(Default)]
pub(crate) struct Contracts<'m> {
    /// The functions that stand for others.
    pub stands: FxHashMap<Value<'m>, Value<'m>>,
    /// The byte that must not be written, and the object that must not be freed.
    pub witnesses: Option<(Value<'m>, Value<'m>)>,
}

const LOOP_MARK: &str = "__aver_loop_contract";

impl<'m> Contracts<'m> {
    pub fn new(module: &'m Module<'m>, options: &ContractOptions) -> Result<Contracts<'m>, Error> {
        let mut contracts = Contracts::default();
        for (list, prefix) in [
            (&options.replace, "__aver_replace_"),
            (&options.enforce, "__aver_enforce_"),
        ] {
            for name in list {
                let function = module.function(name).ok_or_else(|| Error::Contract {
                    message: format!("there is no function `{name}` whose contract could be used"),
                })?;
                let wrapper = module
                    .function(&format!("{prefix}{name}"))
                    .filter(|f| !f.is_declaration())
                    .ok_or_else(|| Error::Contract {
                        message: format!("`{name}` has no contract: write `__CPROVER_requires(…)`, `__CPROVER_ensures(…)` or `__CPROVER_assigns(…)` after its parameters"),
                    })?;
                if prefix == "__aver_enforce_" && function.is_declaration() {
                    return Err(Error::Contract {
                        message: format!(
                            "`{name}` has no body that could be checked against its contract"
                        ),
                    });
                }
                contracts.stands.insert(function, wrapper);
            }
        }
        let used = !options.is_empty();
        let global = |name| module.global(name).filter(|_| used);
        contracts.witnesses = global("__aver_witness_written").zip(global("__aver_witness_freed"));
        Ok(contracts)
    }
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// The function that a call of `function` goes to.
    pub fn standing_for(&self, function: Value<'m>) -> Value<'m> {
        match self.lowerer.contracts.stands.get(&function) {
            // The contract's own call of the function itself.
            Some(other) if self.function == Some(*other) => function,
            Some(other) => *other,
            None => function,
        }
    }

    /// What a write is checked against; `None` if nothing is checked here.
    pub fn check_write(&mut self, kind: &InstKind) {
        let Some((written, _)) = self.lowerer.contracts.witnesses else {
            return;
        };
        let (to, length) = match kind {
            InstKind::Store { pointer, value, .. } => (
                *pointer,
                Err(u64::from(self.lowerer.pool.width(*value).div_ceil(8))),
            ),
            InstKind::StorePointer { pointer, .. } => {
                (*pointer, Err(u64::from(self.lowerer.word_width() / 8)))
            }
            InstKind::Copy { to, length, .. }
            | InstKind::Fill { to, length, .. }
            | InstKind::HavocBytes { to, length, .. } => (*to, Ok(*length)),
            _ => return,
        };
        let havocs = matches!(kind, InstKind::HavocBytes { .. });
        if (self.is_contracts_own() && !havocs) || self.is_own_local(to) || self.is_given_back {
            return;
        }
        let width = self.lowerer.pointer_width();
        let length = match length {
            Ok(length) => length,
            Err(bytes) => self.lowerer.pool.bv_u64(width, bytes),
        };
        self.check_range(written, to, length);
    }

    /// Checks a write that a contract itself makes.
    pub fn check_target(&mut self, to: Term, length: Term) {
        if let Some((written, _)) = self.lowerer.contracts.witnesses
            && self.is_contracts_own()
            && !self.is_own_local(to)
        {
            self.check_range(written, to, length);
        }
    }

    fn check_range(&mut self, written: Value<'m>, to: Term, length: Term) {
        let byte = self.witness(written);
        let hit = self.is_within(byte, to, length);
        let holds = self.lowerer.pool.not(hit);
        let what = "what is written here is not in the assigns clause of the contract";
        self.check(Property::Assigns, false, what, holds, vec![to]);
    }

    /// Checks that an object that is about to be freed may be.
    pub fn check_release(&mut self, pointer: Term) {
        let Some((_, freed)) = self.lowerer.contracts.witnesses else {
            return;
        };
        let object = self.witness(freed);
        let width = self.lowerer.pointer_width();
        let null = self.lowerer.pool.zero(width);
        let same = self.is_same_object(pointer, object);
        let pool = &mut self.lowerer.pool;
        let some = pool.ne(pointer, null);
        let hit = pool.and(same, some);
        let holds = pool.not(hit);
        let what = "what is freed here is not in the frees clause of the contract";
        self.check(Property::Assigns, false, what, holds, vec![pointer]);
    }

    /// A function without a body may write anything that it reaches.
    pub fn check_unknown_writes(&mut self, name: &str) {
        let Some((written, _)) = self.lowerer.contracts.witnesses else {
            return;
        };
        let byte = self.witness(written);
        let width = self.lowerer.pointer_width();
        let null = self.lowerer.pool.zero(width);
        let free = self.lowerer.pool.eq(byte, null);
        let what = format!(
            "a call of `{name}`, which has no body, in a function whose contract is checked, is not supported"
        );
        self.check(Property::Unsupported, true, what, free, Vec::new());
    }

    fn witness(&mut self, global: Value<'m>) -> Term {
        let address = self.lowerer.static_address(global);
        let site = self.read_site(u64::from(self.lowerer.word_width() / 8));
        self.load_pointer("witness", address, 0, site)
    }

    /// Whether this is code of the contracts themselves.
    pub fn is_contracts_own(&self) -> bool {
        self.name.starts_with("__aver_")
            || self.function.is_some_and(|f| {
                f.location()
                    .is_some_and(|l| l.file.ends_with("aver/contract.c") || l.file == "contract.c")
            })
    }

    /// Whether an address is that of a local variable of this function, which was made after the frame opened.
    fn is_own_local(&self, to: Term) -> bool {
        let mut parts = vec![to];
        let mut found = None;
        while let Some(part) = parts.pop() {
            if self.lowerer.pool.op(part) == Op::BvAdd {
                parts.extend_from_slice(self.lowerer.pool.args(part));
            }
            let local = self.allocas.iter().find(|(_, (_, symbol))| *symbol == part);
            found = found.or(local.map(|(alloca, _)| *alloca));
        }
        found.is_some_and(|alloca| {
            let name = alloca.name();
            // Not a variable of the program: clang's own.
            let temporary =
                !self.declared.contains_key(&alloca) && !name.starts_with(".compoundliteral");
            temporary || name.starts_with("__aver_") || !self.has_loop_contracts()
        })
    }

    fn has_loop_contracts(&self) -> bool {
        self.function.is_some_and(|f| {
            f.blocks()
                .into_iter()
                .flat_map(|b| b.insts())
                .any(|inst| inst.opcode() == Opcode::LLVMCall && inst.called().name() == LOOP_MARK)
        })
    }
}
