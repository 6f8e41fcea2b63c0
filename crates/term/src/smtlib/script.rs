//! Scripts: sequences of commands.

use super::lexer::{Lexer, Position, Token};
use super::name::unescape;
use super::parse::{Macro, Names, ParseError, ParseErrorKind, Parser, unexpected};
use crate::pool::{Term, TermPool};
use crate::sort::Sort;

/// A command that asks or tells a solver something. Definitions are expanded where they are used; options and infos are
/// left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    SetLogic(String),
    /// A symbol exists from here on.
    Declare(Term),
    Assert(Term),
    CheckSat,
    CheckSatAssuming(Vec<Term>),
    Push(u32),
    Pop(u32),
    GetModel,
    GetValue(Vec<Term>),
    Exit,
}

/// What [`parse_script`] read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    pub commands: Vec<Command>,
}

impl Script {
    /// All assertions, regardless of `push` and `pop`.
    pub fn assertions(&self) -> Vec<Term> {
        let assertion = |command: &Command| match command {
            Command::Assert(term) => Some(*term),
            _ => None,
        };
        self.commands.iter().filter_map(assertion).collect()
    }

    /// All declared symbols.
    pub fn declarations(&self) -> Vec<Term> {
        let declaration = |command: &Command| match command {
            Command::Declare(term) => Some(*term),
            _ => None,
        };
        self.commands.iter().filter_map(declaration).collect()
    }
}

/// Reads a script of QF_ABV. Symbols get the pool's symbol of their name.
pub fn parse_script(pool: &mut TermPool, text: &str) -> Result<Script, ParseError> {
    let mut lexer = Lexer::new(text);
    let mut script = Script::default();
    // Declared symbols live among the macros without parameters, so nothing else resolves.
    let nothing = &mut |_: &str| None;
    let mut names = Names::resolving(nothing);
    loop {
        match lexer.next()? {
            (Token::End, _) => return Ok(script),
            (Token::Open, _) => {}
            (token, position) => return Err(unexpected(token, position, "a command")),
        }
        let mut parser = Parser {
            pool,
            lexer: &mut lexer,
            names: &mut names,
        };
        if let Some(command) = parser.command()? {
            script.commands.push(command);
        }
    }
}

impl<'a> Parser<'_, 'a, '_> {
    /// A command whose parenthesis is open; closes it.
    fn command(&mut self) -> Result<Option<Command>, ParseError> {
        let (token, position) = self.lexer.next()?;
        let Token::Symbol(name) = token else {
            return Err(unexpected(token, position, "the name of a command"));
        };
        let command = match name {
            "set-logic" => Some(Command::SetLogic(self.symbol("a logic")?.to_string())),
            "set-info"
            | "set-option"
            | "echo"
            | "get-info"
            | "get-option"
            | "get-assertions"
            | "get-unsat-core"
            | "get-proof"
            | "get-unsat-assumptions"
            | "get-assignment" => {
                self.skip()?;
                return Ok(None);
            }
            "declare-const" | "declare-fun" => Some(self.declare(name == "declare-fun")?),
            "define-fun" | "define-const" => {
                self.define(name == "define-fun")?;
                None
            }
            "define-sort" => {
                self.define_sort()?;
                None
            }
            "assert" => Some(Command::Assert(self.boolean()?)),
            "check-sat" => Some(Command::CheckSat),
            "check-sat-assuming" => Some(Command::CheckSatAssuming(self.terms()?)),
            "push" => Some(Command::Push(self.count()?)),
            "pop" => Some(Command::Pop(self.count()?)),
            "get-model" => Some(Command::GetModel),
            "get-value" => Some(Command::GetValue(self.terms()?)),
            "exit" => Some(Command::Exit),
            other => {
                return Err(ParseError {
                    position,
                    kind: ParseErrorKind::Unsupported(format!("the command `{other}`")),
                });
            }
        };
        self.expect(Token::Close, "`)` at the end of a command")?;
        Ok(command)
    }

    fn declare(&mut self, function: bool) -> Result<Command, ParseError> {
        let (_, position) = self.lexer.peek()?;
        let name = unescape(self.symbol("a name to declare")?).into_owned();
        if function {
            self.expect(Token::Open, "`()`")?;
            if let (Token::Close, _) = self.lexer.peek()? {
                self.lexer.next()?;
            } else {
                return Err(ParseError {
                    position,
                    kind: ParseErrorKind::Unsupported("a function to declare".into()),
                });
            }
        }
        let sort = self.sort()?;
        let term = match self.pool.find_symbol(&name) {
            Some(known) if self.pool.sort(known) != sort => {
                let sort = self.pool.sort(known).to_string();
                return Err(ParseError {
                    position,
                    kind: ParseErrorKind::Redeclared { name, sort },
                });
            }
            Some(known) => known,
            None => self.pool.symbol(&name, sort),
        };
        self.names.macros.insert(
            name,
            Macro {
                parameters: Vec::new(),
                body: term,
            },
        );
        Ok(Command::Declare(term))
    }

    fn define(&mut self, function: bool) -> Result<(), ParseError> {
        let name = unescape(self.symbol("a name to define")?).into_owned();
        let mut bound = Vec::new();
        let mut parameters = Vec::new();
        if function {
            self.expect(Token::Open, "`(` before the parameters")?;
            while let (Token::Open, _) = self.lexer.peek()? {
                self.lexer.next()?;
                let parameter = unescape(self.symbol("a parameter")?).into_owned();
                let sort = self.sort()?;
                self.expect(Token::Close, "`)` after a parameter")?;
                let term = self.pool.fresh(&format!("{name}.{parameter}"), sort);
                self.names.bind(&parameter, term);
                bound.push(parameter);
                parameters.push(term);
            }
            self.expect(Token::Close, "`)` after the parameters")?;
        }
        let sort = self.sort()?;
        let (_, position) = self.lexer.peek()?;
        let body = self.term()?;
        self.check_sort(body, sort, &name, position)?;
        for parameter in &bound {
            self.names.unbind(parameter);
        }
        self.names.macros.insert(name, Macro { parameters, body });
        Ok(())
    }

    fn define_sort(&mut self) -> Result<(), ParseError> {
        let name = self.symbol("a name to define")?;
        self.expect(Token::Open, "`()`")?;
        self.expect(Token::Close, "`)`: sorts with parameters are not supported")?;
        let sort = self.sort()?;
        self.names.sorts.insert(name.to_string(), sort);
        Ok(())
    }

    fn boolean(&mut self) -> Result<Term, ParseError> {
        let (_, position) = self.lexer.peek()?;
        let term = self.term()?;
        self.check_sort(term, Sort::Bool, "assert", position)?;
        Ok(term)
    }

    fn check_sort(
        &self,
        term: Term,
        sort: Sort,
        function: &str,
        position: Position,
    ) -> Result<(), ParseError> {
        if self.pool.sort(term) == sort {
            return Ok(());
        }
        let found = self.pool.sort(term).to_string();
        Err(ParseError {
            position,
            kind: ParseErrorKind::WrongSorts {
                function: function.to_string(),
                found,
            },
        })
    }

    fn terms(&mut self) -> Result<Vec<Term>, ParseError> {
        self.expect(Token::Open, "`(` before terms")?;
        let mut terms = Vec::new();
        while !matches!(self.lexer.peek()?, (Token::Close, _)) {
            terms.push(self.term()?);
        }
        self.lexer.next()?;
        Ok(terms)
    }

    /// A number, by default 1.
    fn count(&mut self) -> Result<u32, ParseError> {
        match self.lexer.peek()? {
            (Token::Close, _) => Ok(1),
            (Token::Numeral(digits), position) => {
                self.lexer.next()?;
                digits
                    .parse()
                    .map_err(|_| unexpected(Token::Numeral(digits), position, "a small number"))
            }
            (token, position) => Err(unexpected(token, position, "a number")),
        }
    }

    /// Goes over the rest of a command.
    fn skip(&mut self) -> Result<(), ParseError> {
        let mut depth = 1;
        while depth > 0 {
            match self.lexer.next()? {
                (Token::Open, _) => depth += 1,
                (Token::Close, _) => depth -= 1,
                (Token::End, position) => return Err(unexpected(Token::End, position, "`)`")),
                _ => {}
            }
        }
        Ok(())
    }
}
