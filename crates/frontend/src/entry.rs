//! Where a run begins: the function `__aver_start`, which calls constructors, `main`, and destructors.
//!
//! The arguments of `main` are a small model: `argc` is between 1 and [`MAX_ARGS`], each of `argv[0]` to `argv[argc - 1]`
//! is an unknown string of at most [`MAX_ARG_BYTES`]` - 1` characters, and the rest of `argv` is null. The environment
//! (a third parameter) is empty. If the program reads `argc` alone, it is any number from 1 on. A note says so if the program
//! uses them.
//!
//! With `--function F` the arguments of `F` are unknown ([`crate::arguments`]).

use crate::error::Error;
use crate::llvm::{Module, Value, ValueKind};
use crate::lower::{FunctionLowerer, Lowerer};
use crate::{Options, arguments};
use program::{InputSource, InstKind, Terminator};
use term::{BitVec, Term};

const MAX_ARGS: u64 = 4;
const MAX_ARG_BYTES: u64 = 16;

/// Runs what is registered for the end of a run, if something is.
pub const AT_EXIT: &str = "__aver_run_handlers";

/// The function that the user wants to start with.
pub fn find<'m>(options: &Options, module: &'m Module<'_>) -> Result<Value<'m>, Error> {
    let existing = || -> Vec<String> {
        let mut names: Vec<String> = module
            .functions()
            .into_iter()
            .filter(|f| !f.is_declaration())
            .filter(|f| !f.location().is_some_and(|l| l.file.starts_with("aver/")))
            .map(|f| f.name())
            .collect();
        names.sort();
        names
    };
    let name = options.entry.as_deref().unwrap_or("main");
    match module.function(name) {
        Some(function) if !function.is_declaration() => Ok(function),
        _ if options.entry.is_none() => Err(Error::NoMain {
            existing: existing(),
        }),
        _ => Err(Error::UnknownFunction {
            name: name.to_string(),
            existing: existing(),
        }),
    }
}

/// Makes `__aver_start`.
pub fn lower<'m>(lowerer: &mut Lowerer<'m>, start: Value<'m>) -> Result<(), Error> {
    let place = lowerer.place_of(start);
    let id = lowerer.new_function("__aver_start", place);
    lowerer.program.entry = id;
    let module = lowerer.module;
    let mut this = FunctionLowerer::new(lowerer, id, place);
    for function in listed(module, "llvm.global_ctors", false) {
        call(&mut this, function, Vec::new());
    }
    let is_main = start.name() == "main";
    let args = if is_main {
        main_args(&mut this, start)
    } else {
        arguments::unknown(&mut this, start)?
    };
    let status = call(&mut this, start, args);
    match module.function(AT_EXIT).filter(|f| !f.is_declaration()) {
        Some(handlers) => {
            let pool = &mut this.lowerer.pool;
            let status = match status {
                Some(status) if is_main => pool.resize_signed(status, 32),
                _ => pool.zero(32),
            };
            call(&mut this, handlers, vec![status]);
        }
        None => call_destructors(&mut this),
    }
    this.check_leaks();
    this.end(Terminator::Return(None));
    this.finish();
    Ok(())
}

/// Calls the destructors of the program, the last first.
pub fn call_destructors(this: &mut FunctionLowerer<'_, '_>) {
    let module = this.lowerer.module;
    for function in listed(module, "llvm.global_dtors", true) {
        call(this, function, Vec::new());
    }
}

/// The result, if there is one.
fn call<'m>(
    this: &mut FunctionLowerer<'_, 'm>,
    function: Value<'m>,
    mut args: Vec<Term>,
) -> Option<Term> {
    if function.value_type().is_variadic()
        && let Ok((area, _)) = this.pass_variable_arguments(None, args.len())
    {
        args.extend(area);
    }
    let id = this.lowerer.function_id(function);
    let width = this.width(function.value_type().result());
    let made = width.map(|width| this.new_var("result", width));
    this.emit(InstKind::Call {
        var: made.map(|(var, _)| var),
        function: id,
        args,
    });
    made.map(|(_, symbol)| symbol)
}

/// The functions of a list of constructors or destructors, by priority.
fn listed<'m>(module: &'m Module<'m>, name: &str, reverse: bool) -> Vec<Value<'m>> {
    let Some(list) = module.global(name).and_then(|g| g.initializer()) else {
        return Vec::new();
    };
    let mut found: Vec<(u64, Value<'m>)> = Vec::new();
    for index in 0.. {
        let Some(entry) = list.element(index) else {
            break;
        };
        let priority = entry.element(0).and_then(|v| v.int_value()?.to_u64());
        let function = entry.element(1).filter(|v| v.kind() == ValueKind::Function);
        if let (Some(priority), Some(function)) = (priority, function)
            && !function.is_declaration()
            && function.params().is_empty()
        {
            found.push((priority, function));
        }
    }
    found.sort_by_key(|(priority, _)| *priority);
    if reverse {
        found.reverse();
    }
    found.into_iter().map(|(_, function)| function).collect()
}

// ---- main ----

fn main_args<'m>(this: &mut FunctionLowerer<'_, 'm>, main: Value<'m>) -> Vec<Term> {
    let params = main.params();
    let used = params.iter().any(|p| is_used(*p));
    let width = this.lowerer.pointer_width();
    let count_width = params.first().and_then(|p| this.width(p.ty()));
    if !used || count_width.is_none() {
        // Nothing reads them; any value will do.
        let zero = |this: &mut FunctionLowerer<'_, 'm>, p: &Value<'m>| {
            let width = this.width(p.ty()).unwrap_or(1);
            this.lowerer.pool.zero(width)
        };
        return params.iter().map(|p| zero(this, p)).collect();
    }
    // Where only the number is read, no strings are needed.
    let only_count = !params.iter().skip(1).any(|p| is_used(*p));
    this.lowerer.assuming(match only_count {
        true => "the program is started with at least 1 argument, its name".to_string(),
        false => format!(
            "the program is started with 1 to {MAX_ARGS} arguments of at most {} characters",
            MAX_ARG_BYTES - 1
        ),
    });
    let count_width = count_width.unwrap_or(32);
    let argc = this.havoc(
        "argc",
        count_width,
        InputSource::Argument("argc".to_string()),
    );
    let pool = &mut this.lowerer.pool;
    let one = pool.bv_u64(count_width, 1);
    let most = match only_count {
        true => pool.bv(BitVec::int_max(count_width)),
        false => pool.bv_u64(count_width, MAX_ARGS),
    };
    let (above, below) = (pool.ule(one, argc), pool.ule(argc, most));
    let condition = pool.and(above, below);
    this.emit(InstKind::Assume { condition });
    let mut args = vec![argc];
    if only_count {
        args.extend(params.iter().skip(1).map(|p| {
            let width = this.width(p.ty()).unwrap_or(width);
            this.lowerer.pool.zero(width)
        }));
        return args;
    }
    if params.len() > 1 {
        args.push(argv(this, argc));
    }
    for param in params.iter().skip(2) {
        let bytes = u64::from(this.lowerer.word_width() / 8);
        let list = this.stack_object("envp", bytes, 8);
        let null = this.null();
        let site = this.write_site(bytes);
        this.store_pointer(list, 0, null, site);
        let param_width = this.width(param.ty()).unwrap_or(width);
        args.push(this.lowerer.pool.resize_unsigned(list, param_width));
    }
    args
}

fn argv(this: &mut FunctionLowerer<'_, '_>, argc: Term) -> Term {
    let bytes = u64::from(this.lowerer.word_width() / 8);
    let count_width = this.lowerer.pool.width(argc);
    let list = this.stack_object("argv", bytes * (MAX_ARGS + 1), bytes);
    let site = this.write_site(bytes);
    let null = this.null();
    for i in 0..MAX_ARGS {
        let text = this.stack_object("argument", MAX_ARG_BYTES, 1);
        given_contents(this, text, MAX_ARG_BYTES);
        let nul = this.lowerer.pool.zero(8);
        let last = this.write_site(1);
        this.store_bits(text, MAX_ARG_BYTES - 1, nul, last);
        let pool = &mut this.lowerer.pool;
        let index = pool.bv_u64(count_width, i);
        let given = pool.ult(index, argc);
        let entry = pool.ite(given, text, null);
        this.store_pointer(list, i * bytes, entry, site);
    }
    this.store_pointer(list, MAX_ARGS * bytes, null, site);
    list
}

/// The contents of an object come from outside: they are unknown, but initialised.
fn given_contents(this: &mut FunctionLowerer<'_, '_>, object: Term, size: u64) {
    if this.lowerer.checks_written {
        let width = this.lowerer.pointer_width();
        let length = this.lowerer.pool.bv_u64(width, size);
        let source = InputSource::Argument("contents".to_string());
        this.unknown_bytes(object, length, source);
    }
}

/// Whether a parameter is more than stored into its variable.
fn is_used(param: Value<'_>) -> bool {
    use crate::llvm::Opcode;
    param.users().into_iter().any(|user| {
        let stored = user.kind() == ValueKind::Instruction
            && user.opcode() == Opcode::LLVMStore
            && user.operand(0) == param;
        if !stored {
            return true;
        }
        // The variable's own users: the store itself, and calls of debug and lifetime intrinsics.
        user.operand(1).users().into_iter().any(|other| {
            let harmless = other.kind() == ValueKind::Instruction
                && other.opcode() == Opcode::LLVMCall
                && other.called().name().starts_with("llvm.lifetime");
            other != user && !harmless
        })
    })
}
