//! Reading a program.

use super::lex::{Lexer, ParseError, Token};
use super::term::parse_term;
use crate::ctype::{CType, Field};
use crate::ids::{BlockId, FileId, FunctionId, SiteId, TypeId, VarId};
use crate::layout::{DataModel, PointerLayout};
use crate::program::{
    Block, Function, InputSource, Inst, InstKind, ObjectInfo, ObjectKind, Place, Program, Site,
    SourceFile, SourceVar, StaticKind, StaticObject, Terminator, Var,
};
use crate::property::Property;
use rustc_hash::FxHashMap;
use term::{Sort, Term, TermPool};

type Result<T> = std::result::Result<T, ParseError>;

/// The program that a text describes. Whether it is well-formed beyond its syntax, [`crate::validate`] says.
pub fn parse(text: &str) -> Result<(TermPool, Program)> {
    let mut parser = Parser {
        lexer: Lexer::new(text),
        pool: TermPool::new(),
        functions: function_names(text)?,
        scope: FxHashMap::default(),
        vars: FxHashMap::default(),
        file: FileId(0),
        entry: None,
    };
    let mut program = parser.header()?;
    while parser.top_level(&mut program)? {}
    program.entry = match parser.entry {
        Some(entry) => entry,
        None => return Err(parser.fail("no `entry`")),
    };
    Ok((parser.pool, program))
}

/// The functions, found before anything else is read, since calls refer to those below.
fn function_names(text: &str) -> Result<FxHashMap<String, FunctionId>> {
    let mut lexer = Lexer::new(text);
    let mut names = FxHashMap::default();
    let mut first = true;
    loop {
        let at = lexer.position();
        match lexer.next()? {
            Token::End => return Ok(names),
            Token::Newline => first = true,
            Token::Word(word) if first && word == "fn" => {
                first = false;
                let name = lexer.name()?;
                let id = FunctionId::new(names.len());
                if names.insert(name.clone(), id).is_some() {
                    return Err(ParseError::at(at, format!("two functions `{name}`")));
                }
            }
            _ => first = false,
        }
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    pool: TermPool,
    functions: FxHashMap<String, FunctionId>,
    /// The variables of the current function, and the terms that stand for them.
    vars: FxHashMap<String, VarId>,
    scope: FxHashMap<String, Term>,
    /// The file that places are in unless they say otherwise.
    file: FileId,
    entry: Option<FunctionId>,
}

impl Parser<'_> {
    fn fail(&mut self, what: impl Into<String>) -> ParseError {
        ParseError::at(self.lexer.position(), what)
    }

    fn skip_newlines(&mut self) -> Result<()> {
        while self.lexer.accept(&Token::Newline)? {}
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<()> {
        if *self.lexer.peek()? == Token::End {
            return Ok(());
        }
        self.lexer.expect(&Token::Newline)?;
        self.skip_newlines()
    }

    fn header(&mut self) -> Result<Program> {
        self.skip_newlines()?;
        self.lexer.expect_word("program")?;
        let at = self.lexer.position();
        let data_model = match self.lexer.name()?.as_str() {
            "ILP32" => DataModel::Ilp32,
            "LP64" => DataModel::Lp64,
            other => return Err(ParseError::at(at, format!("no data model `{other}`"))),
        };
        self.lexer.expect_word("pointers")?;
        let at = self.lexer.position();
        let width: u32 = self.lexer.number()?;
        self.lexer.expect_word("offset")?;
        let offset_bits: u32 = self.lexer.number()?;
        if offset_bits == 0 || offset_bits >= width || width > 64 {
            return Err(ParseError::at(at, "a pointer has an object and an offset"));
        }
        self.end_of_line()?;
        Ok(Program {
            data_model,
            pointers: PointerLayout { width, offset_bits },
            functions: Vec::new(),
            statics: Vec::new(),
            vars: Vec::new(),
            var_of_symbol: FxHashMap::default(),
            sites: Vec::new(),
            types: Vec::new(),
            files: Vec::new(),
            entry: FunctionId(0),
            notes: Vec::new(),
        })
    }

    /// One entry; `false` at the end of the text.
    fn top_level(&mut self, program: &mut Program) -> Result<bool> {
        let at = self.lexer.position();
        if *self.lexer.peek()? == Token::End {
            return Ok(false);
        }
        self.file = FileId(0);
        match self.lexer.name()?.as_str() {
            "file" => {
                let path = self.lexer.text()?;
                program.files.push(SourceFile { path });
            }
            "note" => program.notes.push(self.lexer.text()?),
            "type" => {
                self.in_order("t", program.types.len())?;
                let ty = self.ctype()?;
                program.types.push(ty);
            }
            "static" => {
                let object = self.static_object()?;
                program.statics.push(object);
            }
            "site" => {
                self.in_order("s", program.sites.len())?;
                let site = self.site()?;
                program.sites.push(site);
            }
            "entry" => self.entry = Some(self.function_name()?),
            "fn" => {
                let function = self.function(program)?;
                program.functions.push(function);
                return Ok(true);
            }
            other => return Err(ParseError::at(at, format!("no entry `{other}`"))),
        }
        self.end_of_line()?;
        Ok(true)
    }

    fn in_order(&mut self, prefix: &str, next: usize) -> Result<()> {
        let at = self.lexer.position();
        if self.lexer.numbered(prefix)? == next {
            Ok(())
        } else {
            Err(ParseError::at(at, format!("expected `{prefix}{next}`")))
        }
    }

    fn function_name(&mut self) -> Result<FunctionId> {
        let at = self.lexer.position();
        let name = self.lexer.name()?;
        let found = self.functions.get(&name).copied();
        found.ok_or_else(|| ParseError::at(at, format!("no function `{name}`")))
    }

    fn place(&mut self) -> Result<Place> {
        let Token::Place(_) = self.lexer.peek()? else {
            return Ok(Place::NOWHERE);
        };
        let Token::Place(numbers) = self.lexer.next()? else {
            unreachable!("just peeked");
        };
        Ok(match numbers[..] {
            [line, column] => Place {
                file: self.file,
                line,
                column,
            },
            [file, line, column] => Place {
                file: FileId(file),
                line,
                column,
            },
            _ => unreachable!("the lexer gives two or three numbers"),
        })
    }

    fn type_id(&mut self) -> Result<TypeId> {
        Ok(TypeId::new(self.lexer.numbered("t")?))
    }

    fn site_id(&mut self) -> Result<SiteId> {
        Ok(SiteId::new(self.lexer.numbered("s")?))
    }

    fn block_id(&mut self) -> Result<BlockId> {
        Ok(BlockId::new(self.lexer.numbered("b")?))
    }

    fn source_var(&mut self) -> Result<SourceVar> {
        Ok(SourceVar {
            name: self.lexer.text()?,
            ty: self.type_id()?,
            place: self.place()?,
        })
    }

    fn signedness(&mut self) -> Result<bool> {
        if self.lexer.accept_word("signed")? {
            return Ok(true);
        }
        self.lexer.expect_word("unsigned")?;
        Ok(false)
    }

    fn ctype(&mut self) -> Result<CType> {
        let at = self.lexer.position();
        Ok(match self.lexer.name()?.as_str() {
            "void" => CType::Void,
            "int" => CType::Int {
                name: self.lexer.text()?,
                bits: self.lexer.number()?,
                signed: self.signedness()?,
            },
            "bool" => CType::Bool {
                bits: self.lexer.number()?,
            },
            "float" => CType::Float {
                name: self.lexer.text()?,
                bits: self.lexer.number()?,
            },
            "enum" => {
                let name = self.lexer.text()?;
                let bits = self.lexer.number()?;
                let signed = self.signedness()?;
                let mut values = Vec::new();
                while self.lexer.accept(&Token::Open)? {
                    values.push((self.lexer.text()?, self.lexer.number()?));
                    self.lexer.expect(&Token::Close)?;
                }
                CType::Enum {
                    name,
                    bits,
                    signed,
                    values,
                }
            }
            "pointer" => CType::Pointer {
                to: self.type_id()?,
                bits: self.lexer.number()?,
            },
            "array" => CType::Array {
                element: self.type_id()?,
                count: self.lexer.number()?,
            },
            "struct" => {
                let (name, bits, fields) = self.composite()?;
                CType::Struct { name, bits, fields }
            }
            "union" => {
                let (name, bits, fields) = self.composite()?;
                CType::Union { name, bits, fields }
            }
            "function" => CType::Function,
            "opaque" => CType::Opaque {
                name: self.lexer.text()?,
                bits: self.lexer.number()?,
            },
            other => return Err(ParseError::at(at, format!("no kind of type `{other}`"))),
        })
    }

    fn composite(&mut self) -> Result<(String, u64, Vec<Field>)> {
        let name = self.lexer.text()?;
        let bits = self.lexer.number()?;
        let mut fields = Vec::new();
        while self.lexer.accept(&Token::Open)? {
            fields.push(Field {
                name: self.lexer.text()?,
                offset_bits: self.lexer.number()?,
                bits: self.lexer.number()?,
                ty: self.type_id()?,
            });
            self.lexer.expect(&Token::Close)?;
        }
        Ok((name, bits, fields))
    }

    fn static_object(&mut self) -> Result<StaticObject> {
        let name = self.lexer.text()?;
        self.lexer.expect_word("size")?;
        let size = self.lexer.number()?;
        self.lexer.expect_word("align")?;
        let align = self.lexer.number()?;
        let at = self.lexer.position();
        let kind = match self.lexer.name()?.as_str() {
            "variable" => StaticKind::Variable {
                init: self.hex()?,
                constant: false,
            },
            "constant" => StaticKind::Variable {
                init: self.hex()?,
                constant: true,
            },
            "external" => StaticKind::External,
            "function" => StaticKind::Function(self.function_name()?),
            "external-function" => StaticKind::ExternalFunction,
            other => return Err(ParseError::at(at, format!("no static object is `{other}`"))),
        };
        let source = match self.lexer.accept_word("=")? {
            true => Some(self.source_var()?),
            false => None,
        };
        Ok(StaticObject {
            name,
            size,
            align,
            kind,
            source,
        })
    }

    fn hex(&mut self) -> Result<Vec<u8>> {
        let at = self.lexer.position();
        let text = self.lexer.text()?;
        let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
        match digits {
            Some(digits) if digits.len() % 2 == 0 => {
                let byte = |pair: &[u32]| (pair[0] * 16 + pair[1]) as u8;
                Ok(digits.chunks(2).map(byte).collect())
            }
            _ => Err(ParseError::at(at, "bytes are pairs of hexadecimal digits")),
        }
    }

    fn site(&mut self) -> Result<Site> {
        // Property names contain no character that a word cannot have.
        let at = self.lexer.position();
        let property: Property = self
            .lexer
            .name()?
            .parse()
            .map_err(|e| ParseError::at(at, format!("{e}")))?;
        let ends_run = self.lexer.accept_word("ends")?;
        let what = self.lexer.text()?;
        self.lexer.expect_word("in")?;
        let function = self.lexer.text()?;
        Ok(Site {
            property,
            place: self.place()?,
            function,
            ends_run,
            what,
        })
    }

    fn input_source(&mut self) -> Result<InputSource> {
        let at = self.lexer.position();
        Ok(match self.lexer.name()?.as_str() {
            "nondet" => InputSource::Nondet(self.lexer.text()?),
            "external" => InputSource::External(self.lexer.text()?),
            "uninitialised" => InputSource::Uninitialised(self.lexer.text()?),
            "argument" => InputSource::Argument(self.lexer.text()?),
            "undefined" => InputSource::Undefined,
            other => return Err(ParseError::at(at, format!("no source `{other}`"))),
        })
    }

    // ---- functions ----

    fn function(&mut self, program: &mut Program) -> Result<Function> {
        let id = FunctionId::new(program.functions.len());
        let name = self.lexer.name()?;
        self.lexer.expect(&Token::Open)?;
        let mut param_names = Vec::new();
        while !self.lexer.accept(&Token::Close)? {
            if !param_names.is_empty() {
                self.lexer.expect(&Token::Comma)?;
            }
            param_names.push((self.lexer.position(), self.lexer.name()?));
        }
        let result = match self.lexer.accept_word("->")? {
            true => Some(self.lexer.number()?),
            false => None,
        };
        let place = self.place()?;
        self.file = place.file;
        self.end_of_line()?;
        self.vars.clear();
        self.scope.clear();
        let mut vars = Vec::new();
        while self.lexer.accept_word("var")? {
            vars.push(self.var(program, id, &name)?);
        }
        let mut params = Vec::new();
        for (at, name) in param_names {
            match self.vars.get(&name) {
                Some(var) => params.push(*var),
                None => return Err(ParseError::at(at, format!("no `var {name}`"))),
            }
        }
        let mut blocks = Vec::new();
        while matches!(self.lexer.peek()?, Token::Word(w) if w == &format!("b{}", blocks.len())) {
            blocks.push(self.block()?);
        }
        Ok(Function {
            name,
            params,
            result,
            vars,
            blocks,
            place,
        })
    }

    fn var(&mut self, program: &mut Program, function: FunctionId, of: &str) -> Result<VarId> {
        let at = self.lexer.position();
        let name = self.lexer.name()?;
        self.lexer.expect(&Token::Colon)?;
        let width: u32 = self.lexer.number()?;
        let source = match self.lexer.accept_word("=")? {
            true => Some(self.source_var()?),
            false => None,
        };
        self.end_of_line()?;
        let symbol_name = format!("{of}::{name}");
        if width == 0 {
            return Err(ParseError::at(at, "a variable has at least one bit"));
        }
        if self.pool.find_symbol(&symbol_name).is_some() {
            return Err(ParseError::at(at, format!("two variables `{name}`")));
        }
        let symbol = self.pool.symbol(&symbol_name, Sort::BitVec(width));
        let id = VarId::new(program.vars.len());
        let symbol_id = self.pool.as_symbol(symbol).expect("a symbol");
        program.var_of_symbol.insert(symbol_id, id);
        self.vars.insert(name.clone(), id);
        self.scope.insert(name.clone(), symbol);
        program.vars.push(Var {
            name,
            symbol,
            width,
            function,
            source,
        });
        Ok(id)
    }

    fn term(&mut self) -> Result<Term> {
        parse_term(&mut self.lexer, &mut self.pool, &self.scope)
    }

    /// A term of sort `Bool`.
    fn condition(&mut self) -> Result<Term> {
        let at = self.lexer.position();
        let term = self.term()?;
        match self.pool.sort(term) {
            Sort::Bool => Ok(term),
            other => Err(ParseError::at(at, format!("{other} is not a condition"))),
        }
    }

    /// Terms up to the end of the line or the place.
    fn terms(&mut self) -> Result<Vec<Term>> {
        let mut terms = Vec::new();
        while self.more()? {
            terms.push(self.term()?);
        }
        Ok(terms)
    }

    fn more(&mut self) -> Result<bool> {
        let token = self.lexer.peek()?;
        Ok(!matches!(
            token,
            Token::Place(_) | Token::Newline | Token::End
        ))
    }

    fn block(&mut self) -> Result<Block> {
        self.lexer.name()?;
        self.lexer.expect(&Token::Colon)?;
        self.end_of_line()?;
        let mut insts = Vec::new();
        loop {
            let at = self.lexer.position();
            let quoted = matches!(self.lexer.peek()?, Token::Quoted(_));
            let word = self.lexer.name()?;
            // A variable may be called `goto`; what makes it one is the `:=`.
            if !self.lexer.accept(&Token::Assign)? {
                if let Some(end) = self.terminator(&word, quoted)? {
                    let place = self.place()?;
                    self.end_of_line()?;
                    return Ok(Block { insts, end, place });
                }
                let kind = self
                    .effect(&word)?
                    .ok_or_else(|| ParseError::at(at, format!("no instruction `{word}`")))?;
                insts.push(self.inst(kind)?);
                continue;
            }
            let found = self.vars.get(&word).copied();
            let var = found.ok_or_else(|| ParseError::at(at, format!("no variable `{word}`")))?;
            let kind = self.assignment(var)?;
            insts.push(self.inst(kind)?);
        }
    }

    fn inst(&mut self, kind: InstKind) -> Result<Inst> {
        let place = self.place()?;
        self.end_of_line()?;
        Ok(Inst { kind, place })
    }

    fn terminator(&mut self, word: &str, quoted: bool) -> Result<Option<Terminator>> {
        Ok(Some(match word {
            _ if quoted => return Ok(None),
            "goto" => Terminator::Goto(self.block_id()?),
            "branch" => Terminator::Branch {
                condition: self.condition()?,
                then: self.block_id()?,
                otherwise: self.block_id()?,
            },
            "switch" => {
                let value = self.term()?;
                let mut cases = Vec::new();
                while self.lexer.accept(&Token::Open)? {
                    let at = self.lexer.position();
                    let case = self.term()?;
                    let value = self.pool.as_const(case).cloned();
                    let value = value.ok_or_else(|| ParseError::at(at, "a case is a constant"))?;
                    cases.push((value, self.block_id()?));
                    self.lexer.expect(&Token::Close)?;
                }
                Terminator::Switch {
                    value,
                    cases,
                    default: self.block_id()?,
                }
            }
            "return" if self.more()? => Terminator::Return(Some(self.term()?)),
            "return" => Terminator::Return(None),
            "halt" => Terminator::Halt,
            _ => return Ok(None),
        }))
    }

    /// What may stand behind `x :=`. A variable called `load` is read as `|load|`.
    fn assignment(&mut self, var: VarId) -> Result<InstKind> {
        let lexer = &mut self.lexer;
        Ok(if lexer.accept_word("havoc")? {
            let source = self.input_source()?;
            InstKind::Havoc { var, source }
        } else if lexer.accept_word("load")? {
            InstKind::Load {
                var,
                pointer: self.term()?,
                site: self.site_id()?,
            }
        } else if lexer.accept_word("alloc")? {
            InstKind::Alloc {
                var,
                size: self.term()?,
                site: self.site_id()?,
                object: self.object()?,
            }
        } else if lexer.accept_word("objectsize")? {
            let pointer = self.term()?;
            InstKind::ObjectSize { var, pointer }
        } else if lexer.accept_word("call")? {
            self.call(Some(var))?
        } else {
            let value = self.term()?;
            InstKind::Assign { var, value }
        })
    }

    fn call(&mut self, var: Option<VarId>) -> Result<InstKind> {
        Ok(InstKind::Call {
            var,
            function: self.function_name()?,
            args: self.terms()?,
        })
    }

    fn object(&mut self) -> Result<ObjectInfo> {
        let kind = if self.lexer.accept_word("stack")? {
            ObjectKind::Stack
        } else {
            self.lexer.expect_word("heap")?;
            ObjectKind::Heap
        };
        self.lexer.expect_word("align")?;
        let align = self.lexer.number()?;
        let zeroed = self.lexer.accept_word("zeroed")?;
        let mut source = None;
        if self.lexer.accept_word("=")? {
            self.lexer.expect(&Token::Open)?;
            source = Some(self.source_var()?);
            self.lexer.expect(&Token::Close)?;
        }
        Ok(ObjectInfo {
            kind,
            align,
            zeroed,
            source,
        })
    }

    /// Instructions that set no variable.
    fn effect(&mut self, word: &str) -> Result<Option<InstKind>> {
        Ok(Some(match word {
            "store" => InstKind::Store {
                pointer: self.term()?,
                value: self.term()?,
                site: self.site_id()?,
            },
            "free" => InstKind::Free {
                pointer: self.term()?,
                site: self.site_id()?,
            },
            "endlife" => InstKind::EndLife {
                pointer: self.term()?,
            },
            "copy" => InstKind::Copy {
                to: self.term()?,
                from: self.term()?,
                length: self.term()?,
                site: self.site_id()?,
                overlap: match self.lexer.accept_word("overlap")? {
                    true => Some(self.site_id()?),
                    false => None,
                },
            },
            "fill" => InstKind::Fill {
                to: self.term()?,
                byte: self.term()?,
                length: self.term()?,
                site: self.site_id()?,
            },
            "havocbytes" => InstKind::HavocBytes {
                to: self.term()?,
                length: self.term()?,
                site: self.site_id()?,
                source: self.input_source()?,
            },
            "call" => self.call(None)?,
            "assume" => InstKind::Assume {
                condition: self.condition()?,
            },
            "check" => InstKind::Check {
                site: self.site_id()?,
                condition: self.condition()?,
                operands: self.terms()?,
            },
            _ => return Ok(None),
        }))
    }
}
