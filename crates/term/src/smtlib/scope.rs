//! What names mean while a text is read.
//!
//! Declared symbols, definitions and named terms live in one table: a declared symbol is a definition without parameters
//! whose body is the symbol. Scopes are undone from a list of what each of them hid.

use crate::op::FunctionId;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use rustc_hash::FxHashMap;

/// A function that the text defined: its parameters are symbols of their own.
pub(super) struct Macro {
    pub parameters: Vec<Term>,
    pub body: Term,
}

/// Gives the terms of free symbols.
type Resolve<'a> = &'a mut dyn FnMut(&str) -> Option<Term>;

/// What names mean.
#[derive(Default)]
pub(super) struct Names<'a> {
    /// Bound by `let` or as parameters: the innermost is last.
    bound: FxHashMap<String, Vec<Term>>,
    macros: FxHashMap<String, Macro>,
    sorts: FxHashMap<String, Sort>,
    /// For each open scope, what it defined and what that hid.
    scopes: Vec<Vec<Hidden>>,
    /// The same for the command that is being read.
    pending: Vec<Hidden>,
    resolve: Option<Resolve<'a>>,
    /// The name of the last term that was read, if it is `(! term :named name)`.
    pub label: Option<String>,
    /// Whether definitions outlive their scope.
    pub global: bool,
    /// The other attributes of terms in the command that is being read.
    pub attributes: Vec<Attribute>,
    /// Whether an assertion may begin with `forall`: what it binds are symbols then, for the reader of clauses.
    pub clauses: bool,
    /// Whether the term that is being read is such an assertion.
    pub in_clause: bool,
}

/// `(! term :keyword value)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attribute {
    pub term: Term,
    /// With its colon.
    pub keyword: String,
    /// As it is written.
    pub value: String,
}

enum Hidden {
    Macro(String, Option<Macro>),
    Sort(String, Option<Sort>),
}

impl<'a> Names<'a> {
    pub(super) fn resolving(resolve: Resolve<'a>) -> Names<'a> {
        Names {
            resolve: Some(resolve),
            ..Names::default()
        }
    }

    pub(super) fn bind(&mut self, name: &str, term: Term) {
        self.bound.entry(name.to_string()).or_default().push(term);
    }

    pub(super) fn unbind(&mut self, name: &str) {
        if let Some(terms) = self.bound.get_mut(name) {
            terms.pop();
            if terms.is_empty() {
                self.bound.remove(name);
            }
        }
    }

    pub(super) fn lookup(&mut self, name: &str) -> Option<Term> {
        if let Some(term) = self.bound.get(name).and_then(|terms| terms.last()) {
            return Some(*term);
        }
        if let Some(defined) = self.macros.get(name).filter(|m| m.parameters.is_empty()) {
            return Some(defined.body);
        }
        self.resolve.as_mut().and_then(|resolve| resolve(name))
    }

    /// The pool's function of that name, where free symbols are resolved.
    pub(super) fn resolves_functions(&self, pool: &TermPool, name: &str) -> Option<FunctionId> {
        self.resolve.as_ref()?;
        pool.find_function(name)
    }

    pub(super) fn meaning(&self, name: &str) -> Option<&Macro> {
        self.macros.get(name)
    }

    pub(super) fn define(&mut self, name: String, meaning: Macro) {
        let hidden = self.macros.insert(name.clone(), meaning);
        self.pending.push(Hidden::Macro(name, hidden));
    }

    pub(super) fn sort(&self, name: &str) -> Option<Sort> {
        self.sorts.get(name).copied()
    }

    pub(super) fn define_sort(&mut self, name: String, sort: Sort) {
        let hidden = self.sorts.insert(name.clone(), sort);
        self.pending.push(Hidden::Sort(name, hidden));
    }

    /// What was defined since the last call becomes part of the innermost scope.
    pub(super) fn keep(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        if let Some(scope) = self.scopes.last_mut().filter(|_| !self.global) {
            scope.extend(pending);
        }
    }

    /// Forgets what was defined since the last call of [`Names::keep`], and what is bound.
    pub(super) fn undo(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        self.uncover(pending);
        self.bound.clear();
    }

    /// How many scopes are open.
    pub(super) fn depth(&self) -> usize {
        self.scopes.len()
    }

    pub(super) fn open_scope(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Forgets what the innermost scope defined.
    pub(super) fn close_scope(&mut self) {
        let scope = self.scopes.pop().unwrap_or_default();
        self.uncover(scope);
    }

    fn uncover(&mut self, scope: Vec<Hidden>) {
        for hidden in scope.into_iter().rev() {
            match hidden {
                Hidden::Macro(name, Some(before)) => drop(self.macros.insert(name, before)),
                Hidden::Macro(name, None) => drop(self.macros.remove(&name)),
                Hidden::Sort(name, Some(before)) => drop(self.sorts.insert(name, before)),
                Hidden::Sort(name, None) => drop(self.sorts.remove(&name)),
            }
        }
    }
}
