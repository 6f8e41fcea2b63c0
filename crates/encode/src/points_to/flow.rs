//! The constraints of a program's instructions.

use super::{Analysis, Origin, SetId};
use program::cfg::Cfg;
use program::{BlockId, FunctionId, InstKind, Program, Terminator, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use term::{Op, Term, TermPool};

/// The sets of pointer operands, by instruction and place.
type Operands = FxHashMap<(u32, u8), SetId>;

/// Where variables get their values: what remains of a function when its constraints are solved.
pub(super) struct Definitions {
    functions: Vec<FunctionDefinitions>,
    /// All definitions of a variable.
    of: FxHashMap<VarId, Vec<SetId>>,
}

struct FunctionDefinitions {
    cfg: Cfg,
    /// The last definition of a variable in a block.
    last: Vec<FxHashMap<VarId, SetId>>,
    params: FxHashMap<VarId, SetId>,
}

impl Definitions {
    pub(super) fn all(&self, var: VarId) -> Vec<SetId> {
        self.of.get(&var).cloned().unwrap_or_default()
    }

    /// The definitions of a variable that reach the start of a block.
    pub(super) fn reaching(&self, function: FunctionId, block: BlockId, var: VarId) -> Vec<SetId> {
        let function = &self.functions[function.index()];
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![block];
        while let Some(block) = work.pop() {
            if block == BlockId(0) {
                found.extend(function.params.get(&var));
            }
            for before in function.cfg.predecessors(block) {
                match function.last[before.index()].get(&var) {
                    Some(node) => found.push(*node),
                    None if seen.insert(*before) => work.push(*before),
                    None => {}
                }
            }
        }
        found
    }
}

/// Adds all functions; returns the sets of the operands that instructions follow, and where variables get their values.
pub(super) fn add_program(
    analysis: &mut Analysis,
    pool: &TermPool,
    program: &Program,
    allocations: &FxHashMap<VarId, Origin>,
) -> (Operands, Definitions) {
    let interfaces = program
        .functions
        .iter()
        .map(|f| Interface {
            params: f.params.iter().map(|_| analysis.node()).collect(),
            result: analysis.node(),
        })
        .collect();
    let mut operands = Operands::default();
    let mut number = 0;
    let shared = Shared {
        pool,
        program,
        allocations,
        interfaces,
    };
    for (index, object) in program.statics.iter().enumerate() {
        if object.visible {
            analysis.add(analysis.outside, Origin(index as u32));
        }
    }
    let mut functions = Vec::new();
    let mut of: FxHashMap<VarId, Vec<SetId>> = FxHashMap::default();
    for (index, body) in program.functions.iter().enumerate() {
        let id = FunctionId::new(index);
        let mut flow = Flow::new(&shared, analysis, &mut operands, id);
        number = flow.run(number);
        for (var, node) in flow.defined {
            of.entry(var).or_default().push(node);
        }
        let params = shared.interfaces[index].params.iter().copied();
        let params: FxHashMap<VarId, SetId> = body.params.iter().copied().zip(params).collect();
        for (var, node) in &params {
            of.entry(*var).or_default().push(*node);
        }
        functions.push(FunctionDefinitions {
            params,
            cfg: flow.cfg,
            last: flow.last,
        });
    }
    (operands, Definitions { functions, of })
}

/// What the functions of a program share.
struct Shared<'a> {
    pool: &'a TermPool,
    program: &'a Program,
    allocations: &'a FxHashMap<VarId, Origin>,
    interfaces: Vec<Interface>,
}

/// What flows into a function and out of it.
struct Interface {
    params: Vec<SetId>,
    result: SetId,
}

/// One function.
struct Flow<'a> {
    shared: &'a Shared<'a>,
    analysis: &'a mut Analysis,
    operands: &'a mut Operands,
    function: FunctionId,
    cfg: Cfg,
    /// The last definition of a variable in a block.
    last: Vec<FxHashMap<VarId, SetId>>,
    /// What a variable may be when a block begins; made when it is asked for.
    at_start: FxHashMap<(BlockId, VarId), SetId>,
    /// Of the block that is being added: what a variable is now.
    now: FxHashMap<VarId, SetId>,
    /// All definitions so far.
    defined: Vec<(VarId, SetId)>,
}

impl<'a> Flow<'a> {
    fn new(
        shared: &'a Shared<'a>,
        analysis: &'a mut Analysis,
        operands: &'a mut Operands,
        function: FunctionId,
    ) -> Flow<'a> {
        let body = shared.program.function(function);
        // Definitions get their nodes first: a loop reads what comes later.
        let last = body
            .blocks
            .iter()
            .map(|block| {
                let written = block.insts.iter().filter_map(|i| i.kind.writes());
                written.map(|var| (var, analysis.node())).collect()
            })
            .collect();
        let params = shared.interfaces[function.index()].params.iter().copied();
        let at_start = body
            .params
            .iter()
            .zip(params)
            .map(|(var, node)| ((BlockId(0), *var), node))
            .collect();
        Flow {
            shared,
            analysis,
            operands,
            function,
            cfg: Cfg::new(body),
            last,
            at_start,
            now: FxHashMap::default(),
            defined: Vec::new(),
        }
    }

    /// Adds the function, whose first instruction has the given number; returns the number after its last one.
    fn run(&mut self, first: u32) -> u32 {
        let body = self.shared.program.function(self.function);
        let mut number = first;
        for (index, block) in body.blocks.iter().enumerate() {
            let id = BlockId::new(index);
            self.now.clear();
            // Of several definitions in a block, the last one is what leaves it.
            let mut left: FxHashMap<VarId, usize> = FxHashMap::default();
            for var in block.insts.iter().filter_map(|i| i.kind.writes()) {
                *left.entry(var).or_default() += 1;
            }
            for inst in &block.insts {
                let defined = inst.kind.writes().map(|var| {
                    let count = left.get_mut(&var).expect("it was counted");
                    *count -= 1;
                    if *count == 0 {
                        (var, self.last[index][&var])
                    } else {
                        (var, self.analysis.node())
                    }
                });
                self.inst(id, number, &inst.kind, defined.map(|(_, node)| node));
                if let Some((var, node)) = defined {
                    self.now.insert(var, node);
                    self.defined.push((var, node));
                }
                number += 1;
            }
            if let Terminator::Return(Some(value)) = block.end {
                let value = self.value(id, value);
                let result = self.shared.interfaces[self.function.index()].result;
                self.analysis.edge(value, result);
            }
            number += 1;
        }
        number
    }

    fn inst(&mut self, block: BlockId, number: u32, kind: &InstKind, defined: Option<SetId>) {
        let target = || defined.expect("the instruction writes a variable");
        match kind {
            InstKind::Assign { value, .. } | InstKind::Convert { value, .. } => {
                let value = self.value(block, *value);
                self.analysis.edge(value, target());
            }
            InstKind::ToNumber { pointer, .. } => {
                let pointer = self.pointer(block, number, 0, *pointer);
                self.analysis.edge(pointer, self.analysis.numbered);
                self.analysis.edge(pointer, target());
            }
            // Whatever objects have numbers, the program may compute the one of each.
            InstKind::ToPointer { number, .. } => {
                let number = self.value(block, *number);
                self.analysis.edge(number, target());
                self.analysis.edge(self.analysis.numbered, target());
                self.analysis.edge(self.analysis.outside, target());
            }
            InstKind::Load { pointer, .. } | InstKind::LoadPointer { pointer, .. } => {
                let pointer = self.pointer(block, number, 0, *pointer);
                self.analysis.load(pointer, target());
            }
            InstKind::Store { pointer, value, .. }
            | InstKind::StorePointer { pointer, value, .. } => {
                let pointer = self.pointer(block, number, 0, *pointer);
                let value = self.value(block, *value);
                self.analysis.store(pointer, value);
            }
            InstKind::Alloc { var, .. } => {
                self.analysis.add(target(), self.shared.allocations[var]);
            }
            InstKind::Free { pointer, .. } => {
                self.pointer(block, number, 0, *pointer);
            }
            InstKind::Copy { to, from, .. } => {
                let to = self.pointer(block, number, 0, *to);
                let from = self.pointer(block, number, 1, *from);
                let moved = self.analysis.node();
                self.analysis.load(from, moved);
                self.analysis.store(to, moved);
            }
            InstKind::Fill { to, byte, .. } => {
                let to = self.pointer(block, number, 0, *to);
                let byte = self.value(block, *byte);
                self.analysis.store(to, byte);
            }
            InstKind::HavocBytes { to, .. } => {
                self.pointer(block, number, 0, *to);
            }
            InstKind::Call { function, args, .. } => {
                for (index, arg) in args.iter().enumerate() {
                    let arg = self.value(block, *arg);
                    let param = self.shared.interfaces[function.index()].params[index];
                    self.analysis.edge(arg, param);
                }
                if let Some(defined) = defined {
                    let result = self.shared.interfaces[function.index()].result;
                    self.analysis.edge(result, defined);
                }
            }
            // What it writes has no origin. Pointers that it puts somewhere lead to what it knows, and `Executor::external`
            // follows those itself.
            InstKind::External { args, .. } => {
                for (place, arg) in args.iter().enumerate() {
                    let arg = self.pointer(block, number, place as u8, *arg);
                    self.analysis.edge(arg, self.analysis.outside);
                }
            }
            InstKind::Relate { a, b, .. } => {
                self.pointer(block, number, 0, *a);
                self.pointer(block, number, 1, *b);
            }
            InstKind::Written { pointer, .. } => {
                self.pointer(block, number, 0, *pointer);
            }
            // Unknown values, sizes and truth values have no origin.
            InstKind::Havoc { .. }
            | InstKind::Leaks { .. }
            | InstKind::ObjectSize { .. }
            | InstKind::EndLife { .. }
            | InstKind::Assume { .. }
            | InstKind::Check { .. } => {}
        }
    }

    /// The set of a pointer that an instruction follows; `place` counts as in [`InstKind::terms`].
    fn pointer(&mut self, block: BlockId, number: u32, place: u8, term: Term) -> SetId {
        let node = self.value(block, term);
        self.operands.insert((number, place), node);
        node
    }

    /// The set of a term's value: the origins of all that it is computed from.
    fn value(&mut self, block: BlockId, term: Term) -> SetId {
        let pool = self.shared.pool;
        if let Op::Symbol(symbol) = pool.op(term)
            && let Some(var) = self.shared.program.var_of_symbol.get(&symbol)
        {
            return self.variable(block, *var);
        }
        let node = self.analysis.node();
        let mut seen = FxHashSet::default();
        let mut stack = vec![term];
        while let Some(top) = stack.pop() {
            if pool.sort(top).is_bool() || !seen.insert(top) {
                continue;
            }
            match pool.op(top) {
                Op::Symbol(symbol) => {
                    if let Some(var) = self.shared.program.var_of_symbol.get(&symbol) {
                        let from = self.variable(block, *var);
                        self.analysis.edge(from, node);
                    }
                }
                Op::BvConst(_) => {
                    let constant = pool.as_const(top).expect("a constant");
                    self.analysis.add_constant(node, constant);
                }
                _ => stack.extend(pool.args(top)),
            }
        }
        node
    }

    /// What a variable may be now.
    fn variable(&mut self, block: BlockId, var: VarId) -> SetId {
        match self.now.get(&var) {
            Some(node) => *node,
            None => self.start(block, var),
        }
    }

    /// What a variable may be when a block begins: what it is at the end of the blocks before.
    fn start(&mut self, block: BlockId, var: VarId) -> SetId {
        if let Some(node) = self.at_start.get(&(block, var)) {
            return *node;
        }
        let wanted = self.analysis.node();
        self.at_start.insert((block, var), wanted);
        let mut work = vec![(block, wanted)];
        while let Some((block, node)) = work.pop() {
            for before in self.cfg.predecessors(block).to_vec() {
                let from = match self.last[before.index()].get(&var) {
                    Some(last) => *last,
                    None => match self.at_start.get(&(before, var)) {
                        Some(known) => *known,
                        None => {
                            let new = self.analysis.node();
                            self.at_start.insert((before, var), new);
                            work.push((before, new));
                            new
                        }
                    },
                };
                self.analysis.edge(from, node);
            }
        }
        wanted
    }
}
