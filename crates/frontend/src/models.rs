//! Models of C library functions: our own small C files, compiled when Aver is built, and linked when a program uses a
//! function or variable that they define and that it does not define itself.
//!
//! A model's definitions are weak, so a program's own always win. A declaration whose type differs from the model's is
//! another function that merely has the same name, and stays without a body. What a model cannot express in C (allocation,
//! unknown values) it expresses by calls of `__aver_…`, which lowering knows ([`crate::lower`]).

use crate::error::Error;
use crate::llvm::{Context, Module, Type, TypeKind, Value};
use crate::lower::is_trivial_output;
use program::DataModel;

struct Model {
    /// The name of its places.
    file: &'static str,
    /// Its functions and variables that others see.
    defines: &'static [&'static str],
    ilp32: &'static [u8],
    lp64: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// Functions that do more than end the run only if something is registered to run at the end.
const EXIT_MODEL: &str = "aver/exit.c";

/// Links the models of everything that is declared, used and not defined.
pub fn link_missing<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    data_model: DataModel,
    checks_accesses: bool,
) -> Result<(), Error> {
    let mut left: Vec<&Model> = MODELS.iter().collect();
    // A model may use another.
    loop {
        let mut progress = false;
        for model in std::mem::take(&mut left) {
            let at_exit = model.file != EXIT_MODEL || runs_at_exit(module);
            let found = match at_exit && is_named(module, model) {
                true => Some(model.read(context, data_model)?),
                false => None,
            };
            match found.filter(|other| is_needed(module, other, checks_accesses)) {
                Some(other) => {
                    set_misfits_aside(module, &other);
                    context.link(module, other).map_err(model.link_error())?;
                    progress = true;
                }
                None => left.push(model),
            }
        }
        if !progress {
            return Ok(());
        }
    }
}

impl Model {
    fn read<'c>(&self, context: &'c Context, data_model: DataModel) -> Result<Module<'c>, Error> {
        let bitcode = match data_model {
            DataModel::Ilp32 => self.ilp32,
            DataModel::Lp64 => self.lp64,
        };
        let parsed = context.parse_bitcode(bitcode);
        parsed.map_err(self.link_error())
    }

    fn link_error(&self) -> impl FnOnce(String) -> Error {
        let path = self.file.into();
        move |message| Error::Link { path, message }
    }
}

/// Whether the program lacks something with a name that the model defines. Reading a model takes longer than asking that.
fn is_named(module: &Module<'_>, model: &Model) -> bool {
    model.defines.iter().any(|name| {
        let found = module.function(name).or_else(|| module.global(name));
        found.is_some_and(is_missing)
    })
}

/// Whether there is something to do at the end of a run.
fn runs_at_exit(module: &Module<'_>) -> bool {
    let registers = ["atexit", "on_exit", "at_quick_exit", "__cxa_atexit"];
    let used = |name: &&str| module.function(name).is_some_and(|f| is_missing(f));
    module.global("llvm.global_dtors").is_some() || registers.iter().any(used)
}

fn is_missing(global: Value<'_>) -> bool {
    global.is_declaration() && !global.users().is_empty()
}

/// Whether the program lacks something that the model has.
fn is_needed(module: &Module<'_>, model: &Module<'_>, checks_accesses: bool) -> bool {
    let lacks_function = |f: &Value<'_>| {
        module.function(&f.name()).is_some_and(|declared| {
            is_missing(declared)
                && fits(declared, *f)
                && !is_trivial_output(module, declared, checks_accesses)
        })
    };
    let lacks_global = |g: &Value<'_>| module.global(&g.name()).is_some_and(is_missing);
    let mut functions = model
        .functions()
        .into_iter()
        .filter(|f| !f.is_declaration());
    let mut globals = model.globals().into_iter().filter(|g| !g.is_declaration());
    functions.any(|f| lacks_function(&f)) || globals.any(|g| lacks_global(&g))
}

/// Whether a declaration is that of the model's function. One without parameters (`int f();`) says nothing, and one with
/// a narrower integer as its result, or none, is right about the rest.
fn fits(declared: Value<'_>, model: Value<'_>) -> bool {
    let (ours, theirs) = (model.value_type(), declared.value_type());
    let unspecified = theirs.is_variadic() && theirs.params().is_empty();
    let params = |ty: Type<'_>| ty.params().iter().map(Type::to_string).collect::<Vec<_>>();
    let same_params = ours.is_variadic() == theirs.is_variadic() && params(ours) == params(theirs);
    let result_fits = match (ours.result().kind(), theirs.result().kind()) {
        (TypeKind::Int(ours), TypeKind::Int(theirs)) => theirs <= ours,
        (_, TypeKind::Void) => true,
        _ => ours.result().to_string() == theirs.result().to_string(),
    };
    unspecified || (same_params && result_fits)
}

/// Renames the model's functions whose declarations in the program are of another type.
fn set_misfits_aside(module: &Module<'_>, model: &Module<'_>) {
    for function in model.functions() {
        if function.is_declaration() {
            continue;
        }
        let name = function.name();
        let misfit = |d: Value<'_>| d.is_declaration() && !fits(d, function);
        if module.function(&name).is_some_and(misfit) {
            function.rename(&format!("{name}.of.the.library"));
        }
    }
}
