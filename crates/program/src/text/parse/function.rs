//! Functions: variables, blocks and instructions.

use super::{Parser, Result};
use crate::ids::{FunctionId, VarId};
use crate::program::{
    Block, Extent, Function, Inst, InstKind, ObjectInfo, ObjectKind, Program, Relation, Terminator,
    Var,
};
use crate::text::lex::{Lexer, ParseError, Token};
use crate::text::term::parse_term;
use term::{Sort, Term};

impl Parser<'_> {
    pub(super) fn function(&mut self, program: &mut Program) -> Result<Function> {
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
        let pointer = self.lexer.accept_word("pointer")?;
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
            pointer,
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

    /// What may follow `x :=`. A variable called `load` is read as `|load|`.
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
        } else if lexer.accept_word("loadpointer")? {
            InstKind::LoadPointer {
                var,
                pointer: self.term()?,
                site: self.site_id()?,
            }
        } else if lexer.accept_word("convert")? {
            let value = self.term()?;
            InstKind::Convert { var, value }
        } else if lexer.accept_word("number")? {
            let pointer = self.term()?;
            InstKind::ToNumber { var, pointer }
        } else if lexer.accept_word("pointer")? {
            InstKind::ToPointer {
                var,
                number: self.term()?,
                site: self.site_id()?,
            }
        } else if lexer.accept_word("alloc")? {
            InstKind::Alloc {
                var,
                size: self.term()?,
                site: self.site_id()?,
                object: self.object()?,
            }
        } else if let Some(extent) = extent(lexer)? {
            InstKind::ObjectSize {
                var,
                pointer: self.term()?,
                extent,
            }
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
        } else if self.lexer.accept_word("library")? {
            ObjectKind::Library
        } else {
            self.lexer.expect_word("heap")?;
            ObjectKind::Heap
        };
        self.lexer.expect_word("align")?;
        let align = self.lexer.number()?;
        let zeroed = self.lexer.accept_word("zeroed")?;
        let resizes = self.lexer.accept_word("resizes")?;
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
            resizes,
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
            "storepointer" => InstKind::StorePointer {
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
            "external" => InstKind::External {
                doubted: self.lexer.accept_word("doubted")?,
                function: self.lexer.text()?,
                args: self.terms()?,
            },
            "assume" => InstKind::Assume {
                condition: self.condition()?,
            },
            "check" => InstKind::Check {
                site: self.site_id()?,
                condition: self.condition()?,
                operands: self.terms()?,
            },
            "comparable" => self.relate(Relation::Comparable)?,
            "sameobject" => self.relate(Relation::SameObject)?,
            "aligned" => self.relate(Relation::Aligned)?,
            "written" => InstKind::Written {
                pointer: self.term()?,
                length: self.lexer.number()?,
                site: self.site_id()?,
            },
            "leaks" => InstKind::Leaks {
                lost: self.site_id()?,
                left: self.site_id()?,
            },
            _ => return Ok(None),
        }))
    }

    fn relate(&mut self, relation: Relation) -> Result<InstKind> {
        Ok(InstKind::Relate {
            a: self.term()?,
            b: self.term()?,
            relation,
            site: self.site_id()?,
        })
    }
}

/// What is asked of an object, if one of these words comes next.
fn extent(lexer: &mut Lexer<'_>) -> Result<Option<Extent>> {
    for extent in Extent::ALL {
        if lexer.accept_word(extent.name())? {
            return Ok(Some(extent));
        }
    }
    Ok(None)
}
