//! Calls: of the program's own functions, of known and unknown ones without a body, and through pointers.

use super::FunctionLowerer;
use super::capture::may_keep;
use crate::UndefinedFunctions;
use crate::llvm::{Opcode, Type, TypeKind, Value, ValueKind};
use program::{InputSource, InstKind, Property, Terminator};
use term::Term;

/// What an alias stands for.
pub fn resolve_alias(value: Value<'_>) -> Value<'_> {
    let mut value = value;
    // Aliases do not form cycles in a module that LLVM accepts; the bound is for a module that it should have rejected.
    for _ in 0..16 {
        match value.aliasee() {
            Some(target) => value = target,
            None => break,
        }
    }
    value
}

/// Whether a call takes an integer, and the function gives a wider one.
fn is_narrower(function: Value<'_>, call: Value<'_>) -> bool {
    let is_int = |ty: Type<'_>| matches!(ty.kind(), TypeKind::Int(_));
    is_int(function.value_type().result()) && is_int(call.ty())
}

/// Whether the body is one of our models of the C library.
fn is_model(function: Value<'_>) -> bool {
    let location = function.location();
    location.is_some_and(|l| l.file.starts_with("aver/"))
}

impl<'m> FunctionLowerer<'_, 'm> {
    pub fn call(&mut self, inst: Value<'m>) {
        let called = resolve_alias(inst.called());
        match called.kind() {
            ValueKind::Function => self.call_function(inst, called),
            ValueKind::InlineAsm if called.is_idle_asm() => self.idle_asm(inst, called),
            ValueKind::InlineAsm => self.unsupported_value(inst, "inline assembly"),
            ValueKind::IndirectFunction => self.call_indirect_function(inst, called),
            _ => {
                let address = self.value(called);
                self.call_pointer(inst, address);
            }
        }
    }

    fn call_function(&mut self, inst: Value<'m>, function: Value<'m>) {
        let function = self.standing_for(function);
        let name = function.name();
        if name.starts_with("llvm.") {
            self.intrinsic(inst, &name);
            return;
        }
        if let Some(handler) = name.strip_prefix("__ubsan_handle_") {
            self.handler(inst, handler);
            return;
        }
        if self.lowerer.error_functions.contains(&name) {
            let no = self.lowerer.pool.ff();
            let what = format!("`{name}` is called");
            self.check(Property::UnreachCall, false, what, no, Vec::new());
            if function.is_declaration() {
                self.halt();
                return;
            }
        }
        let dropped = self.lowerer.dropped.contains(&name);
        if !function.is_declaration() && !dropped {
            self.call_defined(inst, function);
        } else if dropped {
            self.call_external(inst, function, &name);
        } else if self.builtin(inst, &name) {
        } else if function.is_weak_undefined() {
            let no = self.lowerer.pool.ff();
            let what = format!("call of `{name}`, which is weak and not defined");
            self.check(Property::ValidDeref, true, what, no, Vec::new());
            self.end(Terminator::Halt);
        } else {
            self.call_external(inst, function, &name);
        }
    }

    /// Gives a call its result, if it has one.
    pub fn define(&mut self, inst: Value<'m>, value: Term) {
        if let Some(width) = self.width(inst.ty()) {
            let value = self.lowerer.pool.resize_unsigned(value, width);
            self.values.insert(inst, value);
        }
    }

    // ---- functions with a body ----

    fn call_defined(&mut self, inst: Value<'m>, function: Value<'m>) {
        let params = function.value_type().params();
        let given = inst.args();
        if !self.args_fit(function, &given) {
            let name = function.name();
            let what = format!("a call of `{name}` with arguments that do not fit its definition");
            self.unsupported_value(inst, what);
            return;
        }
        for (index, &value) in given.iter().enumerate() {
            if self.may_outlive_its_block(value, inst) && may_keep(inst, function, index) {
                self.unsupported("a pointer to a compound literal of an inner block");
            }
        }
        let mut args = Vec::new();
        let mut copies = Vec::new();
        for (index, &value) in given.iter().take(params.len()).enumerate() {
            let term = self.value(value);
            match inst.byval(index as u32) {
                Some(ty) => {
                    let align = inst.argument_align(index as u32);
                    let copy = self.copy_argument(term, ty, align);
                    copies.push(copy);
                    args.push(copy);
                }
                None => args.push(term),
            }
        }
        // In a call through a pointer, the function is one of many candidates, and most calls never reach it.
        let direct = resolve_alias(inst.called()) == function;
        args.extend(self.missing_arguments(function, given.len(), direct));
        if function.value_type().is_variadic() {
            match self.pass_variable_arguments(Some(inst), params.len()) {
                Ok((area, objects)) => {
                    args.extend(area);
                    copies.extend(objects);
                }
                Err(what) => {
                    self.unsupported_value(inst, what);
                    return;
                }
            }
        }
        let callee = self.lowerer.function_id(function);
        let result = self.width(function.value_type().result());
        let wanted = self.width(inst.ty());
        let made = result.map(|width| self.new_var(&inst.name(), width));
        self.emit(InstKind::Call {
            var: made.map(|(var, _)| var),
            function: callee,
            args,
        });
        for pointer in copies {
            self.emit(InstKind::EndLife { pointer });
        }
        match (made, wanted) {
            (Some((_, symbol)), Some(width)) if self.lowerer.pool.width(symbol) == width => {
                self.values.insert(inst, symbol);
            }
            (Some((_, symbol)), Some(width))
                if self.lowerer.pool.width(symbol) > width
                    && (is_model(function) || is_narrower(function, inst)) =>
            {
                // Declared with a narrower integer, such as `int strlen`: the caller uses the low bits of the register.
                if !is_model(function) {
                    self.lowerer.note(format!(
                        "`{}` is called as if its result were narrower than it is: the low bits are used",
                        function.name()
                    ));
                }
                self.define(inst, symbol);
            }
            (_, Some(_)) => {
                // Declared with one result type and defined with another: there is no value.
                self.unsupported_value(
                    inst,
                    "the result of a function that was declared otherwise",
                );
            }
            (_, None) => {}
        }
    }

    /// Whether the arguments of a call are those of the parameters, by width. Further ones are ignored; missing ones are
    /// unknown values, like the contents of a register, unless the caller would have to allocate something for them.
    fn args_fit(&self, function: Value<'m>, args: &[Value<'m>]) -> bool {
        let ty = function.value_type();
        let params = ty.params();
        let mut both = params.iter().zip(args);
        let by_value = |index: usize| function.param_pointee(index as u32, "byval").is_some();
        let fillable = !ty.is_variadic() && !(args.len()..params.len()).any(by_value);
        both.all(|(p, a)| self.width(*p) == self.width(a.ty()))
            && (args.len() >= params.len() || fillable)
    }

    /// Unknown values for the parameters, starting at `first`.
    fn missing_arguments(&mut self, function: Value<'m>, first: usize, direct: bool) -> Vec<Term> {
        let params = function.value_type().params();
        if first >= params.len() {
            return Vec::new();
        }
        if direct {
            self.lowerer.note(format!(
                "a call of `{}` has fewer arguments than the function has parameters: the others are unknown values",
                function.name()
            ));
        }
        let widths: Vec<u32> = params[first..]
            .iter()
            .map(|ty| self.width(*ty).unwrap_or(1))
            .collect();
        widths.into_iter().map(|w| self.undefined(w)).collect()
    }

    /// The callee's own copy of a struct that is passed by value.
    fn copy_argument(&mut self, from: Term, ty: Type<'m>, align: u64) -> Term {
        let size = self.lowerer.module.alloc_size(ty);
        let align = self.lowerer.module.align(ty).max(align);
        let to = self.stack_object("argument", size, align);
        let width = self.lowerer.pointer_width();
        let length = self.lowerer.pool.bv_u64(width, size);
        let site = self.read_site(size);
        self.emit(InstKind::Copy {
            to,
            from,
            length,
            site,
            overlap: None,
        });
        to
    }

    // ---- functions without a body ----

    fn call_external(&mut self, inst: Value<'m>, function: Value<'m>, name: &str) {
        if is_library(function, name) && !self.lowerer.dropped.iter().any(|d| d == name) {
            self.unsupported_value(inst, format_args!("the library function `{name}`"));
            return;
        }
        let harmless = function.writes_nothing() || is_input(function, name);
        if !harmless && self.lowerer.undefined_functions != UndefinedFunctions::UnknownResult {
            self.check_unknown_writes(name);
        }
        match self.lowerer.undefined_functions {
            UndefinedFunctions::UnknownResult => self.lowerer.assuming(format!(
                "`{name}`, which has no body, returns and changes nothing"
            )),
            UndefinedFunctions::Abort => {
                let what = format!("the run ends where `{name}`, which has no body, is called");
                self.lowerer.assuming(what);
                self.halt();
                return;
            }
            UndefinedFunctions::Doubted | UndefinedFunctions::Havoc if harmless => {
                self.lowerer.assuming(format!(
                    "`{name}`, which has no body, returns and changes nothing"
                ))
            }
            policy @ (UndefinedFunctions::Doubted | UndefinedFunctions::Havoc) => {
                self.lowerer.assuming(format!(
                    "`{name}`, which has no body, returns, frees nothing and calls nothing of this program"
                ));
                let args = self.known_to_callee(inst);
                let function = name.to_string();
                let doubted = policy == UndefinedFunctions::Doubted;
                self.emit(InstKind::External {
                    function,
                    args,
                    doubted,
                });
            }
        }
        // A large result is written where the caller wants it: it is a result, not a side effect.
        for (arg, number) in inst.args().into_iter().zip(0..) {
            if let Some(ty) = inst.sret(number) {
                let (to, width) = (self.value(arg), self.lowerer.pointer_width());
                let size = self.lowerer.module.alloc_size(ty);
                let length = self.lowerer.pool.bv_u64(width, size);
                self.unknown_bytes(to, length, InputSource::External(name.to_string()));
            }
        }
        let source = InputSource::External(name.to_string());
        if let Some(value) = self.havoc_of(&inst.name(), inst.ty(), source) {
            self.assume_float(inst.ty(), value);
            self.values.insert(inst, value);
        }
        if function.is_noreturn() || inst.call_is_noreturn() || followed_by_unreachable(inst) {
            self.halt();
        }
    }

    /// The arguments of a call that may lead to objects.
    fn known_to_callee(&mut self, call: Value<'m>) -> Vec<Term> {
        let width = self.lowerer.word_width();
        let mut args = Vec::new();
        for arg in call.args() {
            // A number may be an address that was turned into one.
            if self.width(arg.ty()).is_some_and(|w| w >= width) {
                args.push(self.value(arg));
            }
        }
        args
    }

    // ---- calls through pointers ----

    /// What an indirect function stands for is decided once, at the start; a resolver that changes nothing and depends on
    /// nothing that changes can equally well be called now.
    fn call_indirect_function(&mut self, inst: Value<'m>, called: Value<'m>) {
        let width = self.lowerer.pointer_width();
        let resolver = called.resolver().map(resolve_alias);
        let Some(resolver) = resolver.filter(|r| !r.is_declaration() && r.params().is_empty())
        else {
            let what = format!("the indirect function `{}`", called.name());
            self.unsupported_value(inst, what);
            return;
        };
        let function = self.lowerer.function_id(resolver);
        let (var, address) = self.new_var("resolved", width);
        self.emit(InstKind::Call {
            var: Some(var),
            function,
            args: Vec::new(),
        });
        self.call_pointer(inst, address);
    }

    /// Assembly without instructions, or with fences only, changes nothing. An output that is tied to an input has its value;
    /// any other is whatever was in its register.
    fn idle_asm(&mut self, inst: Value<'m>, asm: Value<'m>) {
        let constraints = asm.asm_constraints();
        let outputs = constraints.iter().filter(|c| c.starts_with('='));
        let direct = outputs.filter(|c| !c.starts_with("=*")).count();
        if direct == 0 {
            return;
        }
        let args = inst.args();
        let mut inputs = constraints
            .iter()
            .filter(|c| !c.starts_with(['=', '~', '!']));
        // Indirect outputs take their address from the first arguments.
        let indirect = constraints.iter().filter(|c| c.starts_with("=*")).count();
        let mut tied: Vec<Option<Term>> = vec![None; direct + indirect];
        for arg in args.iter().skip(indirect) {
            let Some(output) = inputs.next().and_then(|c| c.parse::<usize>().ok()) else {
                continue;
            };
            let value = self.value(*arg);
            if let Some(slot) = tied.get_mut(output) {
                *slot = Some(value);
            }
        }
        let fields = match inst.ty().fields() {
            fields if fields.is_empty() => vec![inst.ty()],
            fields => fields,
        };
        let mut result: Option<Term> = None;
        let is_direct = |index: &usize| !constraints[*index].starts_with("=*");
        let outputs: Vec<usize> = (0..direct + indirect).filter(is_direct).collect();
        for (output, ty) in outputs.into_iter().zip(fields) {
            let Some(width) = self.width(ty) else {
                self.unsupported_value(inst, "inline assembly");
                return;
            };
            let fitting = tied[output].filter(|t| self.lowerer.pool.width(*t) == width);
            let part = fitting.unwrap_or_else(|| self.undefined(width));
            result = Some(match result {
                None => part,
                Some(low) => self.lowerer.pool.concat(part, low),
            });
        }
        if let Some(value) = result {
            self.values.insert(inst, value);
        }
    }

    fn call_pointer(&mut self, inst: Value<'m>, address: Term) {
        let result = self
            .width(inst.ty())
            .map(|width| self.new_var(&inst.name(), width));
        let join = self.new_block();
        let mut misfit = self.lowerer.pool.ff();
        for function in self.lowerer.taken.clone() {
            let target = self.lowerer.static_address(function);
            let here = self.lowerer.pool.eq(address, target);
            if self.lowerer.pool.is_false(here) {
                continue;
            }
            if !self.fits(inst, function) {
                misfit = self.lowerer.pool.or(misfit, here);
                continue;
            }
            let (then, otherwise) = (self.new_block(), self.new_block());
            self.branch(here, then, otherwise);
            self.switch_to(then);
            self.call_function(inst, function);
            if let (Some((var, _)), Some(&value)) = (result, self.values.get(&inst)) {
                self.assign(var, value);
            }
            self.values.remove(&inst);
            self.end(Terminator::Goto(join));
            self.switch_to(otherwise);
        }
        let fits = self.lowerer.pool.not(misfit);
        let what = "a call through a pointer to a function of another type is not supported";
        self.check(Property::Unsupported, true, what, fits, vec![address]);
        if let Some(unknown) = self.lowerer.known_unknown_function() {
            let known = self.lowerer.pool.ne(address, unknown);
            let what = "a call of an unknown function that an argument points to is not supported";
            self.check(Property::Unsupported, true, what, known, vec![address]);
        }
        let no = self.lowerer.pool.ff();
        let what = "call of an invalid function pointer";
        self.check(Property::ValidDeref, true, what, no, vec![address]);
        self.end(Terminator::Halt);
        self.switch_to(join);
        if let Some((_, symbol)) = result {
            self.values.insert(inst, symbol);
        }
    }

    /// Whether a function can be called as `inst` calls it.
    fn fits(&self, inst: Value<'m>, function: Value<'m>) -> bool {
        let ty = function.value_type();
        let result_fits = inst.ty().is_void() || self.width(ty.result()) == self.width(inst.ty());
        ty == inst.called_type() || (result_fits && self.args_fit(function, &inst.args()))
    }
}

/// With `-fsanitize=unreachable` clang replaces the `noreturn` of a call by a handler with the call's own place, in a
/// block that is reached by a branch on a constant.
fn followed_by_unreachable(inst: Value<'_>) -> bool {
    let insts = inst.block().insts();
    let Some(&next) = insts.iter().skip_while(|i| **i != inst).nth(1) else {
        return false;
    };
    let mut heads = vec![next];
    if next.opcode() == Opcode::LLVMBr && next.condition().is_some_and(|c| c.is_constant()) {
        let blocks = next.successors();
        heads.extend(
            blocks
                .into_iter()
                .filter_map(|b| b.insts().first().copied()),
        );
    }
    heads.into_iter().any(|head| {
        super::ubsan::is_unreachable_handler(head) && head.location() == inst.location()
    })
}

/// Whether a function is declared in a header of the system: it has a meaning that we do not know, so "any value" would
/// be wrong. Old programs do not declare what they call; for them the functions on floats are known by name.
pub fn is_library(function: Value<'_>, name: &str) -> bool {
    const SYSTEM: [&str; 4] = ["/usr/include/", "/usr/lib/", "/usr/local/include/", "/opt/"];
    let in_header = function
        .location()
        .is_some_and(|l| SYSTEM.iter().any(|s| l.file.starts_with(s)));
    let of_cplusplus = ["_ZS", "_ZNS", "_ZNKS"];
    in_header
        || of_cplusplus.iter().any(|r| name.starts_with(r))
        || is_reserved(function, name)
        || crate::clang::is_float_function(name)
}

/// Whether a function, judged by its name, only gives an unknown value or prints a message.
fn is_input(function: Value<'_>, name: &str) -> bool {
    const MESSAGES: [&str; 4] = ["printk", "_printk", "syslog", "vsyslog"];
    let ty = function.value_type();
    let gives_only = ty.params().is_empty() && !ty.result().is_void();
    let unknown = name.contains("nondet") || name.starts_with("unknown");
    (gives_only && unknown) || MESSAGES.contains(&name)
}

/// Whether a name is one of those that C reserves for the compiler and its library. Kernels use such names, too: one that
/// the program declares itself is the program's, unless it looks like one of the library's.
fn is_reserved(function: Value<'_>, name: &str) -> bool {
    let Some(rest) = name.strip_prefix("__") else {
        return false;
    };
    if name.starts_with(crate::locals::PREFIX) {
        return false;
    }
    const STARTS: [&str; 22] = [
        "builtin_", "isoc", "ctype", "cxa_", "gxx_", "libc", "sync_", "atomic_", "errno", "sig",
        "xpg_", "str", "mem", "get", "fp", "is", "finite", "overflow", "uflow", "assert", "x", "f",
    ];
    const ENDS: [&str; 12] = [
        "_chk",
        "_internal",
        "_unlocked",
        "_l",
        "ti2",
        "ti3",
        "ti4",
        "di3",
        "df3",
        "sf3",
        "xf3",
        "tf3",
    ];
    function.location().is_none()
        || STARTS.iter().any(|s| rest.starts_with(s))
        || ENDS.iter().any(|e| rest.ends_with(e))
}
