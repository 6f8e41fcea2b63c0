//! Printing a program.

use super::lex::{quote_symbol, quote_text};
use super::term::TermPrinter;
use crate::ctype::{CType, Field};
use crate::ids::{FileId, FunctionId, SiteId, VarId};
use crate::program::{
    Function, InputSource, Inst, InstKind, ObjectInfo, ObjectKind, Place, PointerChoice, Program,
    Relation, Site, SourceVar, StaticKind, StaticObject, Terminator,
};
use std::fmt::Write;
use term::{Term, TermPool};

/// The whole program as text.
pub fn print(pool: &TermPool, program: &Program) -> String {
    let seed = match program.pointers.seed {
        0 => String::new(),
        seed => format!(" seed {seed}"),
    };
    let image = program.pointers.image.map_or(String::new(), |image| {
        format!(" image {} offset {}", image.width, image.offset_bits)
    });
    let flat = match program.pointers.flat {
        true => " flat",
        false => "",
    };
    let mut out = format!(
        "program {} pointers {} offset {}{image}{flat}{seed}\n",
        program.data_model.name(),
        program.pointers.width,
        program.pointers.offset_bits
    );
    for file in &program.files {
        line(&mut out, format_args!("file {}", quote_text(&file.path)));
    }
    for note in &program.notes {
        line(&mut out, format_args!("note {}", quote_text(note)));
    }
    for assumption in &program.assumptions {
        line(
            &mut out,
            format_args!("assuming {}", quote_text(assumption)),
        );
    }
    for (i, ty) in program.types.iter().enumerate() {
        line(&mut out, format_args!("type t{i} {}", ctype(ty)));
    }
    for (name, ty) in &program.results {
        let name = quote_text(name);
        line(&mut out, format_args!("result {name} t{}", ty.index()));
    }
    for object in &program.statics {
        line(&mut out, format_args!("{}", static_object(program, object)));
    }
    for (i, s) in program.sites.iter().enumerate() {
        line(&mut out, format_args!("site s{i} {}", site(s)));
    }
    let entry = &program.function(program.entry).name;
    line(&mut out, format_args!("entry {}", quote_symbol(entry)));
    for id in 0..program.functions.len() {
        out.push('\n');
        out += &print_function(pool, program, FunctionId::new(id));
    }
    out
}

/// One function as text.
pub fn print_function(pool: &TermPool, program: &Program, id: FunctionId) -> String {
    let function = program.function(id);
    let name = |symbol| match program.var_of_symbol.get(&symbol) {
        Some(var) => program.var(*var).name.clone(),
        None => pool.symbol_name(symbol).to_string(),
    };
    let mut printer = FunctionPrinter {
        program,
        terms: TermPrinter::new(pool, &name),
        file: function.place.file,
        out: String::new(),
    };
    printer.function(function);
    printer.out
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("writing to a string");
}

/// ` @12:5`, ` @1:12:5` if the file is not the one to be expected, or nothing.
fn at(place: Place, file: FileId) -> String {
    if place == Place::NOWHERE {
        String::new()
    } else if place.file == file {
        format!(" @{}:{}", place.line, place.column)
    } else {
        format!(" @{}:{}:{}", place.file.0, place.line, place.column)
    }
}

fn source_var(source: &SourceVar, file: FileId) -> String {
    let place = at(source.place, file);
    format!("{} {}{place}", quote_text(&source.name), source.ty)
}

fn signedness(signed: bool) -> &'static str {
    if signed { "signed" } else { "unsigned" }
}

fn ctype(ty: &CType) -> String {
    match ty {
        CType::Void => "void".to_string(),
        CType::Int { name, bits, signed } => {
            format!("int {} {bits} {}", quote_text(name), signedness(*signed))
        }
        CType::Bool { bits } => format!("bool {bits}"),
        CType::Float { name, bits } => format!("float {} {bits}", quote_text(name)),
        CType::Enum {
            name,
            bits,
            signed,
            values,
        } => {
            let mut text = format!("enum {} {bits} {}", quote_text(name), signedness(*signed));
            for (name, value) in values {
                text += &format!(" ({} {value})", quote_text(name));
            }
            text
        }
        CType::Pointer { to, bits } => format!("pointer {to} {bits}"),
        CType::Array { element, count } => format!("array {element} {count}"),
        CType::Struct { name, bits, fields } => composite("struct", name, *bits, fields),
        CType::Union { name, bits, fields } => composite("union", name, *bits, fields),
        CType::Function => "function".to_string(),
        CType::Opaque { name, bits } => format!("opaque {} {bits}", quote_text(name)),
    }
}

fn composite(what: &str, name: &str, bits: u64, fields: &[Field]) -> String {
    let mut text = format!("{what} {} {bits}", quote_text(name));
    for f in fields {
        let name = quote_text(&f.name);
        text += &format!(" ({name} {} {} {})", f.offset_bits, f.bits, f.ty);
    }
    text
}

fn static_object(program: &Program, object: &StaticObject) -> String {
    let mut text = format!(
        "static {} size {} align {} ",
        quote_text(&object.name),
        object.size,
        object.align
    );
    text += &match &object.kind {
        StaticKind::Variable { init, constant } => {
            let what = if *constant { "constant" } else { "variable" };
            let hex: String = init.iter().map(|b| format!("{b:02x}")).collect();
            format!("{what} \"{hex}\"")
        }
        StaticKind::External => "external".to_string(),
        StaticKind::Function(id) => {
            format!("function {}", quote_symbol(&program.function(*id).name))
        }
        StaticKind::ExternalFunction => "external-function".to_string(),
    };
    for (offset, pointer) in &object.pointers {
        let _ = write!(text, " pointer {offset} {pointer}");
    }
    if object.visible {
        text += " visible";
    }
    if let Some(source) = &object.source {
        text += &format!(" = {}", source_var(source, FileId(0)));
    }
    text
}

fn site(site: &Site) -> String {
    let ends = if site.ends_run { " ends" } else { "" };
    let place = at(site.place, FileId(0));
    let (what, function) = (quote_text(&site.what), quote_text(&site.function));
    format!("{}{ends} {what} in {function}{place}", site.property)
}

fn input_source(source: &InputSource) -> String {
    match source {
        InputSource::Nondet(name) => format!("nondet {}", quote_text(name)),
        InputSource::External(name) => format!("external {}", quote_text(name)),
        InputSource::Approximated(name) => format!("approximated {}", quote_text(name)),
        InputSource::Passing(name) => format!("passing {}", quote_text(name)),
        InputSource::Uninitialised(name) => format!("uninitialised {}", quote_text(name)),
        InputSource::Argument(name) => format!("argument {}", quote_text(name)),
        InputSource::Volatile(name) => format!("volatile {}", quote_text(name)),
        InputSource::Layout => "layout".to_string(),
        InputSource::Pointer { name, choice } => {
            let choice = match choice {
                PointerChoice::Null => "null".to_string(),
                PointerChoice::Elements(count) => format!("elements {}", quote_text(count)),
                PointerChoice::Place => "place".to_string(),
            };
            format!("pointer {} {choice}", quote_text(name))
        }
        InputSource::Undefined => "undefined".to_string(),
        InputSource::Unspecified => "unspecified".to_string(),
    }
}

struct FunctionPrinter<'a> {
    program: &'a Program,
    terms: TermPrinter<'a>,
    /// The file that places are in unless they say otherwise.
    file: FileId,
    out: String,
}

impl FunctionPrinter<'_> {
    fn function(&mut self, function: &Function) {
        let params: Vec<String> = function.params.iter().map(|v| self.var(*v)).collect();
        let result = function.result.map(|w| format!(" -> {w}"));
        // The header's own place is relative to file 0, since it says which file the rest is in.
        let header = format!(
            "fn {}({}){}{}",
            quote_symbol(&function.name),
            params.join(", "),
            result.unwrap_or_default(),
            at(function.place, FileId(0)),
        );
        line(&mut self.out, format_args!("{header}"));
        for id in &function.vars {
            let var = self.program.var(*id);
            let source = match &var.source {
                Some(source) => format!(" = {}", source_var(source, self.file)),
                None => String::new(),
            };
            let pointer = if var.pointer { " pointer" } else { "" };
            let name = quote_symbol(&var.name);
            let text = format!("  var {name}: {}{pointer}{source}", var.width);
            line(&mut self.out, format_args!("{text}"));
        }
        for (i, block) in function.blocks.iter().enumerate() {
            line(&mut self.out, format_args!("b{i}:"));
            for Inst { kind, place } in &block.insts {
                let text = self.inst(kind);
                self.line(text, *place);
            }
            let text = self.terminator(&block.end);
            self.line(text, block.place);
        }
    }

    fn line(&mut self, text: String, place: Place) {
        let place = at(place, self.file);
        line(&mut self.out, format_args!("  {text}{place}"));
    }

    fn var(&self, var: VarId) -> String {
        quote_symbol(&self.program.var(var).name)
    }

    fn term(&mut self, term: Term) -> String {
        self.terms.print(term)
    }

    fn call(&mut self, var: Option<VarId>, function: FunctionId, args: &[Term]) -> String {
        let result = match var {
            Some(var) => format!("{} := ", self.var(var)),
            None => String::new(),
        };
        let callee = quote_symbol(&self.program.function(function).name);
        let mut text = format!("{result}call {callee}");
        for arg in args {
            text.push(' ');
            text += &self.term(*arg);
        }
        text
    }

    fn object(&self, object: &ObjectInfo) -> String {
        let kind = match object.kind {
            ObjectKind::Stack => "stack",
            ObjectKind::Heap => "heap",
            ObjectKind::Library => "library",
        };
        let zeroed = if object.zeroed { " zeroed" } else { "" };
        let resizes = if object.resizes { " resizes" } else { "" };
        let source = match &object.source {
            // In brackets, so that its place is not mistaken for the instruction's.
            Some(source) => format!(" = ({})", source_var(source, self.file)),
            None => String::new(),
        };
        format!("{kind} align {}{zeroed}{resizes}{source}", object.align)
    }

    fn inst(&mut self, kind: &InstKind) -> String {
        match kind {
            InstKind::Assign { var, value } => {
                format!("{} := {}", self.var(*var), self.term(*value))
            }
            InstKind::Havoc { var, source } => {
                format!("{} := havoc {}", self.var(*var), input_source(source))
            }
            InstKind::Load { var, pointer, site } => {
                format!("{} := load {} {site}", self.var(*var), self.term(*pointer))
            }
            InstKind::Store {
                pointer,
                value,
                site,
            } => format!("store {} {} {site}", self.term(*pointer), self.term(*value)),
            InstKind::LoadPointer { var, pointer, site } => {
                let pointer = self.term(*pointer);
                format!("{} := loadpointer {pointer} {site}", self.var(*var))
            }
            InstKind::StorePointer {
                pointer,
                value,
                site,
            } => {
                let (pointer, value) = (self.term(*pointer), self.term(*value));
                format!("storepointer {pointer} {value} {site}")
            }
            InstKind::Convert { var, value } => {
                format!("{} := convert {}", self.var(*var), self.term(*value))
            }
            InstKind::ToNumber { var, pointer } => {
                format!("{} := number {}", self.var(*var), self.term(*pointer))
            }
            InstKind::ToPointer { var, number, site } => {
                let (var, number) = (self.var(*var), self.term(*number));
                format!("{var} := pointer {number} {site}")
            }
            InstKind::Alloc {
                var,
                size,
                site,
                object,
            } => {
                let size = self.term(*size);
                let object = self.object(object);
                format!("{} := alloc {size} {site} {object}", self.var(*var))
            }
            InstKind::Free { pointer, site } => format!("free {} {site}", self.term(*pointer)),
            InstKind::EndLife { pointer } => format!("endlife {}", self.term(*pointer)),
            InstKind::ObjectSize {
                var,
                pointer,
                extent,
            } => {
                let (var, pointer) = (self.var(*var), self.term(*pointer));
                format!("{var} := {} {pointer}", extent.name())
            }
            InstKind::Copy {
                to,
                from,
                length,
                site,
                overlap,
            } => {
                let (to, from) = (self.term(*to), self.term(*from));
                let overlap = overlap.map(|s: SiteId| format!(" overlap {s}"));
                let overlap = overlap.unwrap_or_default();
                format!("copy {to} {from} {} {site}{overlap}", self.term(*length))
            }
            InstKind::Fill {
                to,
                byte,
                length,
                site,
            } => {
                let (to, byte) = (self.term(*to), self.term(*byte));
                format!("fill {to} {byte} {} {site}", self.term(*length))
            }
            InstKind::HavocBytes {
                to,
                length,
                site,
                source,
            } => {
                let (to, length) = (self.term(*to), self.term(*length));
                format!("havocbytes {to} {length} {site} {}", input_source(source))
            }
            InstKind::Call {
                var,
                function,
                args,
            } => self.call(*var, *function, args),
            InstKind::External {
                function,
                args,
                doubted,
            } => {
                let doubted = if *doubted { " doubted" } else { "" };
                let mut text = format!("external{doubted} {}", quote_text(function));
                for arg in args {
                    text.push(' ');
                    text += &self.term(*arg);
                }
                text
            }
            InstKind::Assume { condition } => format!("assume {}", self.term(*condition)),
            InstKind::Check {
                site,
                condition,
                operands,
            } => {
                let mut text = format!("check {site} {}", self.term(*condition));
                for operand in operands {
                    text.push(' ');
                    text += &self.term(*operand);
                }
                text
            }
            InstKind::Relate {
                a,
                b,
                relation,
                site,
            } => {
                let relation = match relation {
                    Relation::Comparable => "comparable",
                    Relation::SameObject => "sameobject",
                    Relation::Aligned => "aligned",
                };
                format!("{relation} {} {} {site}", self.term(*a), self.term(*b))
            }
            InstKind::Written {
                pointer,
                length,
                site,
            } => format!("written {} {length} {site}", self.term(*pointer)),
            InstKind::Leaks { lost, left } => format!("leaks {lost} {left}"),
        }
    }

    fn terminator(&mut self, end: &Terminator) -> String {
        match end {
            Terminator::Goto(b) => format!("goto {b}"),
            Terminator::Branch {
                condition,
                then,
                otherwise,
            } => format!("branch {} {then} {otherwise}", self.term(*condition)),
            Terminator::Switch {
                value,
                cases,
                default,
            } => {
                let mut text = format!("switch {}", self.term(*value));
                for (value, target) in cases {
                    text += &format!(" ({value} {target})");
                }
                format!("{text} {default}")
            }
            Terminator::Return(None) => "return".to_string(),
            Terminator::Return(Some(value)) => format!("return {}", self.term(*value)),
            Terminator::Halt => "halt".to_string(),
        }
    }
}
