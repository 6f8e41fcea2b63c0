//! Reading a program.

use super::lex::{Lexer, ParseError, Token};
use crate::ctype::{CType, Field};
use crate::ids::{BlockId, FileId, FunctionId, SiteId, TypeId, VarId};
use crate::layout::{DataModel, Image, PointerLayout};
use crate::program::{
    InputSource, Place, PointerChoice, Program, Site, SourceFile, SourceVar, StaticKind,
    StaticObject,
};
use crate::property::Property;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::{Term, TermPool};

mod function;

type Result<T> = std::result::Result<T, ParseError>;

/// The program that a text describes. [`crate::validate`] checks whether it is well-formed beyond its syntax.
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
    /// The variables of the current function, and their terms.
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
        let image = match self.lexer.accept_word("image")? {
            true => Some(self.image(width, offset_bits)?),
            false => None,
        };
        let flat = self.lexer.accept_word("flat")?;
        let seed = match self.lexer.accept_word("seed")? {
            true => self.lexer.number()?,
            false => 0,
        };
        self.end_of_line()?;
        Ok(Program {
            data_model,
            pointers: PointerLayout {
                width,
                offset_bits,
                image,
                flat,
                seed,
            },
            functions: Vec::new(),
            statics: Vec::new(),
            vars: Vec::new(),
            var_of_symbol: FxHashMap::default(),
            sites: Vec::new(),
            types: Vec::new(),
            files: Vec::new(),
            entry: FunctionId(0),
            notes: Vec::new(),
            results: BTreeMap::new(),
            assumptions: Vec::new(),
        })
    }

    fn image(&mut self, width: u32, offset_bits: u32) -> Result<Image> {
        let at = self.lexer.position();
        let image = Image {
            width: self.lexer.number()?,
            offset_bits: {
                self.lexer.expect_word("offset")?;
                self.lexer.number()?
            },
        };
        let has_object = (1..image.width).contains(&image.offset_bits);
        let fits = has_object
            && image.offset_bits < offset_bits
            && image.width - image.offset_bits < width - offset_bits;
        match fits && image.width.is_multiple_of(8) {
            true => Ok(image),
            false => Err(ParseError::at(at, "an image is a part of a pointer")),
        }
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
            "result" => {
                let name = self.lexer.text()?;
                let ty = self.type_id()?;
                program.results.insert(name, ty);
            }
            "assuming" => program.assumptions.push(self.lexer.text()?),
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
        let mut pointers = Vec::new();
        while self.lexer.accept_word("pointer")? {
            pointers.push((self.lexer.number()?, self.lexer.number()?));
        }
        let visible = self.lexer.accept_word("visible")?;
        let source = match self.lexer.accept_word("=")? {
            true => Some(self.source_var()?),
            false => None,
        };
        Ok(StaticObject {
            name,
            size,
            align,
            kind,
            pointers,
            visible,
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
            "approximated" => InputSource::Approximated(self.lexer.text()?),
            "passing" => InputSource::Passing(self.lexer.text()?),
            "uninitialised" => InputSource::Uninitialised(self.lexer.text()?),
            "argument" => InputSource::Argument(self.lexer.text()?),
            "volatile" => InputSource::Volatile(self.lexer.text()?),
            "layout" => InputSource::Layout,
            "pointer" => InputSource::Pointer {
                name: self.lexer.text()?,
                choice: self.pointer_choice()?,
            },
            "undefined" => InputSource::Undefined,
            "unspecified" => InputSource::Unspecified,
            other => return Err(ParseError::at(at, format!("no source `{other}`"))),
        })
    }

    fn pointer_choice(&mut self) -> Result<PointerChoice> {
        let at = self.lexer.position();
        Ok(match self.lexer.name()?.as_str() {
            "null" => PointerChoice::Null,
            "elements" => PointerChoice::Elements(self.lexer.text()?),
            "place" => PointerChoice::Place,
            other => return Err(ParseError::at(at, format!("no choice `{other}`"))),
        })
    }
}
