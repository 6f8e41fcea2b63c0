//! The walk over a syntax tree that lists its operators.

use super::library::{self, Cursor, Domain, Library};
use super::{Operation, Operator};

// Numbers of `CXCursorKind`, which never change.
const UNARY: i32 = 112;
const BINARY: i32 = 114;
const COMPOUND: i32 = 115;

/// The operators of a source file and of what it includes, with the file of each; none if the library or the file cannot
/// be read.
pub fn operators(arguments: Vec<String>, path: String) -> Vec<(String, Operator)> {
    let walk = |library: Library, root: Cursor| {
        let mut walk = OperatorWalk {
            library,
            found: Vec::new(),
        };
        walk.below(root);
        walk.found
    };
    library::read(arguments, path, walk).unwrap_or_default()
}

/// What a walk has found so far.
struct OperatorWalk {
    library: Library,
    found: Vec<(String, Operator)>,
}

impl OperatorWalk {
    fn below(&mut self, cursor: Cursor) {
        for child in self.library.children(cursor) {
            if matches!(child.kind, UNARY | BINARY | COMPOUND) {
                self.operator(child);
            }
            self.below(child);
        }
    }

    fn operator(&mut self, cursor: Cursor) {
        let Some((operation, changes)) = self.operation(cursor) else {
            return;
        };
        // What is changed has the type of the left side, which an assignment's own type does not show.
        let left = || self.library.children(cursor).first().copied();
        let typed = match changes {
            true => left().unwrap_or(cursor),
            false => cursor,
        };
        let (domain, signed) = match self.library.domain(typed) {
            Some((_, element)) if library::is_float(element) => return,
            Some((domain, element)) => (domain, library::signedness(element)),
            None => {
                let ty = self.library.type_of(typed);
                let Some((_, signed)) = self.library.integer(ty) else {
                    return;
                };
                let exact = self.library.is_narrow_exact(ty);
                let domain = match (cursor.kind, operation) {
                    (UNARY, Operation::Add) => Domain::Step { exact },
                    (BINARY | COMPOUND, Operation::Add | Operation::Sub) => Domain::Sum { exact },
                    _ => return,
                };
                (domain, Some(signed))
            }
        };
        let Some((file, first, last)) = self.library.lines(cursor) else {
            return;
        };
        self.found.push((
            file,
            Operator {
                domain,
                operation,
                signed,
                first,
                last,
            },
        ));
    }

    /// What the operator does, and whether it changes its operand.
    fn operation(&self, cursor: Cursor) -> Option<(Operation, bool)> {
        if cursor.kind == UNARY {
            return match self.library.unary(cursor) {
                1..=4 => Some((Operation::Add, true)),
                8 => Some((Operation::Sub, false)),
                _ => None,
            };
        }
        let kind = self.library.binary(cursor);
        let operation = match kind {
            3 | 23 => Operation::Mul,
            6 | 26 => Operation::Add,
            7 | 27 => Operation::Sub,
            8 | 28 => Operation::ShiftLeft,
            4 | 5 | 9 | 24 | 25 | 29..=32 => Operation::Other,
            _ => return None,
        };
        Some((operation, kind >= 23))
    }
}
