//! What the syntax tree knows and LLVM does not: the signedness of vectors, complex numbers and atomic objects, which sums
//! are `++` and `--`, and constants that clang evaluates without a check ([`constants`]).
//!
//! clang has no sanitizer for arithmetic on vectors and on complex integers, and LLVM's integers have no sign. So where a module
//! has such instructions, clang's library reads the source once more, with the same arguments, and lists the operators with
//! their signedness and the lines that they span ([`operators`]). An instruction belongs to an operator of its kind whose
//! lines include its own; lines of macros are those of the expansion, as in debug information.
//!
//! Why this is sound: every operator in the source is listed, so the one that an instruction comes from is among the
//! candidates. Where all candidates agree, its signedness is theirs; where they do not, or where there is none (a
//! template, code that a compiler made up), the signedness is not known.
//!
//! Why the library, and not `-ast-dump=json`: the dump leaves out what is as in the line before, so that lines after
//! `#line` cannot be determined, and gives types as text. The library is part of clang's own package.

pub mod constants;
mod library;
mod operators;

use crate::llvm::{Module, Opcode, SourceLocation, TypeKind, Value, ValueKind};
use crate::lower::is_narrow_step;
use crate::{IR_MARK, clang::Clang, clang::Sanitizers, compile::Repairs};
pub use library::Domain;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// What an operator does; `++` and `--` add, and a unary minus subtracts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    ShiftLeft,
    Other,
}

/// An operator of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Operator {
    domain: Domain,
    operation: Operation,
    /// `None` for types that are not covered.
    signed: Option<bool>,
    first: u32,
    last: u32,
}

/// The operators of all source files.
#[derive(Default)]
pub struct Operators {
    files: FxHashMap<PathBuf, Vec<Operator>>,
}

impl Operators {
    /// Reads the sources if the module has instructions whose operators must be known.
    pub fn of(
        module: &Module<'_>,
        clang: &Clang<'_>,
        sanitizers: Sanitizers,
        sources: &[&Path],
    ) -> Operators {
        let mut operators = Operators::default();
        if sources.is_empty() || !needs_operators(module) {
            return operators;
        }
        let _span = tracing::info_span!("frontend.syntax").entered();
        for source in sources {
            let arguments = clang.arguments(source, sanitizers, &Repairs::default());
            let path = source.to_string_lossy().into_owned();
            for (file, operator) in operators::operators(arguments, path) {
                let file = canonical(Path::new(&file));
                operators.files.entry(file).or_default().push(operator);
            }
        }
        operators
    }

    /// Whether the operator that an instruction at that place comes from is signed, if that is known.
    pub fn is_signed(
        &self,
        location: &SourceLocation,
        domain: Domain,
        operation: Option<Operation>,
    ) -> Option<bool> {
        let candidates = self
            .at(location)
            .into_iter()
            .filter(|o| o.domain == domain && operation.is_none_or(|wanted| o.operation == wanted));
        let mut result = None;
        for candidate in candidates {
            let signed = candidate.signed?;
            if *result.get_or_insert(signed) != signed {
                return None;
            }
        }
        result
    }
}

impl Operators {
    fn at(&self, location: &SourceLocation) -> Vec<&Operator> {
        let file = canonical(&Path::new(&location.directory).join(&location.file));
        let all = self.files.get(&file).into_iter().flatten();
        all.filter(|o| (o.first..=o.last).contains(&location.line))
            .collect()
    }

    /// Whether adding one at that place is a `++` or `--`, if that is known. `exact` says that it is one of a `_BitInt`
    /// narrower than `int`; otherwise it is computed in an unsigned type.
    pub fn is_step(&self, location: &SourceLocation, exact: bool) -> Option<bool> {
        let here = self.at(location);
        let has = |domain: Domain| {
            here.iter().any(|o| {
                o.domain == domain
                    && (exact || o.signed != Some(true) || domain == Domain::Step { exact })
            })
        };
        match (has(Domain::Step { exact }), has(Domain::Sum { exact })) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    }
}

/// The same path for the same file, however the path is written.
fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// Whether some instruction's meaning in C depends on a signedness that LLVM does not know.
fn needs_operators(module: &Module<'_>) -> bool {
    module
        .functions()
        .into_iter()
        .filter(|f| !f.has_mark(IR_MARK))
        .flat_map(|f| f.blocks())
        .flat_map(|b| b.insts())
        .any(|inst| {
            operation_of(inst).is_some() && (is_vector(inst) || is_complex_part(inst))
                || is_atomic_extension(inst)
                || is_narrow_step(inst)
        })
}

/// Whether the instruction computes lanes of integers.
pub fn is_vector(inst: Value<'_>) -> bool {
    matches!(inst.ty().kind(), TypeKind::Vector(_))
        && matches!(
            inst.ty().element().map(|t| t.kind()),
            Some(TypeKind::Int(_))
        )
}

/// What an operator would have to do to become this instruction.
pub fn operation_of(inst: Value<'_>) -> Option<Operation> {
    match inst.opcode() {
        Opcode::LLVMAdd => Some(Operation::Add),
        Opcode::LLVMSub => Some(Operation::Sub),
        Opcode::LLVMMul => Some(Operation::Mul),
        Opcode::LLVMShl => Some(Operation::ShiftLeft),
        _ => None,
    }
}

/// Whether the instruction gives the real or imaginary part of a sum, difference or product. clang names them, and no
/// name of C has a dot in it; `++` changes what was loaded as a real part.
pub fn is_complex_part(inst: Value<'_>) -> bool {
    if !matches!(inst.ty().kind(), TypeKind::Int(_)) {
        return false;
    }
    let name = inst.name();
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    match stem {
        "add.r" | "add.i" | "sub.r" | "sub.i" | "neg.r" | "neg.i" | "mul.r" | "mul.i" => true,
        "inc" | "dec" => {
            let from = inst.operand(0).name();
            from.trim_end_matches(|c: char| c.is_ascii_digit())
                .ends_with(".real")
        }
        _ => false,
    }
}

/// Whether the instruction widens an atomic integer in order to compute with it. clang 19 treats all of them as unsigned.
pub fn is_atomic_extension(inst: Value<'_>) -> bool {
    if inst.opcode() != Opcode::LLVMZExt || inst.is_nosanitize() {
        return false;
    }
    let phi = inst.operand(0);
    phi.kind() == ValueKind::Instruction
        && phi.opcode() == Opcode::LLVMPHI
        && phi.users().into_iter().any(|user| {
            user.kind() == ValueKind::Instruction
                && user.opcode() == Opcode::LLVMAtomicCmpXchg
                && user.operand(1) == phi
        })
}
