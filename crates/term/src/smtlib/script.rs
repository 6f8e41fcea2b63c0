//! Scripts: sequences of commands.
//!
//! [`ScriptReader`] understands one command after the other, so that a solver can answer in between; what names mean is
//! its state. [`parse_script`] reads a whole text.

use super::forms::{Form, FormReader};
use super::lexer::{Lexer, Position, Token};
use super::name::unescape;
use super::parse::{ParseError, ParseErrorKind, Parser, unexpected};
use super::scope::{Attribute, Macro, Names};
use crate::op::FunctionId;
use crate::pool::{Term, TermPool};
use crate::sort::Sort;
use rustc_hash::FxHashSet;

/// A command. Definitions are expanded where they are used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    SetLogic(String),
    /// A keyword with its colon, and what follows it as it is written.
    SetOption(String, String),
    SetInfo(String, String),
    GetOption(String),
    GetInfo(String),
    /// A symbol exists from here on.
    Declare(Written),
    /// A function with arguments exists from here on, by the name that is written.
    DeclareFunction(String, FunctionId),
    /// A function or a sort was defined.
    Define,
    Assert(Term, Option<String>),
    CheckSat,
    CheckSatAssuming(Vec<Written>),
    Push(u32),
    Pop(u32),
    GetModel,
    GetValue(Vec<Written>),
    GetUnsatCore,
    GetUnsatAssumptions,
    GetAssertions,
    Echo(String),
    Reset,
    ResetAssertions,
    Exit,
}

/// A term with the text that it was read from; names are without bars.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    pub text: String,
    pub term: Term,
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
            Command::Assert(term, _) => Some(*term),
            _ => None,
        };
        self.commands.iter().filter_map(assertion).collect()
    }
}

/// Reads a script. Symbols get the pool's symbol of their name.
pub fn parse_script(pool: &mut TermPool, text: &str) -> Result<Script, ParseError> {
    let mut reader = ScriptReader::new(pool);
    let mut forms = FormReader::new(text.as_bytes());
    let mut script = Script::default();
    while let Some(form) = forms.next_form().expect("memory can be read") {
        script.commands.push(reader.read(pool, &form)?);
    }
    Ok(script)
}

/// Reads commands one after the other; the meaning of names depends on earlier commands.
pub struct ScriptReader {
    names: Names<'static>,
    /// Symbols that the script declared, also those that are out of scope now.
    declared: FxHashSet<Term>,
    /// The size of the pool at the start: symbols that existed then are the caller's, and a script may refer to them.
    known: usize,
}

impl ScriptReader {
    pub fn new(pool: &TermPool) -> ScriptReader {
        ScriptReader {
            names: Names::default(),
            declared: FxHashSet::default(),
            known: pool.len(),
        }
    }

    /// Reads a command. One that is wrong changes nothing.
    pub fn read(&mut self, pool: &mut TermPool, form: &Form) -> Result<Command, ParseError> {
        let mut lexer = Lexer::starting_at(&form.text, form.position);
        self.names.attributes.clear();
        self.names.in_clause = false;
        let command = self.command(pool, &mut lexer);
        match &command {
            Ok(_) => self.names.keep(),
            Err(_) => self.names.undo(),
        }
        command
    }

    /// The attributes of terms in the last command, but for `:named`.
    pub fn attributes(&self) -> &[Attribute] {
        &self.names.attributes
    }

    /// What a name means, as it is written in a script, if it has no parameters.
    pub fn meaning(&mut self, written: &str) -> Option<Term> {
        let quoted = written.strip_prefix('|').and_then(|w| w.strip_suffix('|'));
        self.names.lookup(&unescape(quoted.unwrap_or(written)))
    }

    /// Lets assertions begin with `forall`. What is bound are symbols then.
    pub fn allow_clauses(&mut self) {
        self.names.clauses = true;
    }

    /// Whether declarations and definitions outlive `pop` and `reset-assertions`.
    pub fn set_global_declarations(&mut self, global: bool) {
        self.names.global = global;
    }

    fn command(
        &mut self,
        pool: &mut TermPool,
        lexer: &mut Lexer<'_>,
    ) -> Result<Command, ParseError> {
        match lexer.next()? {
            (Token::Open, _) => {}
            (token, position) => return Err(unexpected(token, position, "a command")),
        }
        let (token, position) = lexer.next()?;
        let Token::Symbol(name) = token else {
            return Err(unexpected(token, position, "the name of a command"));
        };
        let mut parser = Parser {
            pool,
            lexer,
            names: &mut self.names,
        };
        let command = match name {
            "declare-const" | "declare-fun" => {
                let known = (&mut self.declared, self.known);
                parser.declare(name == "declare-fun", known)?
            }
            "define-fun" | "define-const" => {
                let (raw, meaning, position) = parser.define(name == "define-fun")?;
                parser.end()?;
                parser.define_name(raw, meaning, position)?;
                return Ok(Command::Define);
            }
            "declare-sort" => {
                parser.declare_sort()?;
                Command::Define
            }
            "define-sort" => {
                parser.define_sort()?;
                Command::Define
            }
            _ => parser.command(name, position)?,
        };
        parser.end()?;
        self.change_scopes(&command, position)?;
        Ok(command)
    }

    fn change_scopes(&mut self, command: &Command, position: Position) -> Result<(), ParseError> {
        match command {
            Command::Push(n) => (0..*n).for_each(|_| self.names.open_scope()),
            Command::Pop(n) if *n as usize > self.names.depth() => {
                let kind = ParseErrorKind::PopTooFar(self.names.depth());
                return Err(ParseError { position, kind });
            }
            Command::Pop(n) => (0..*n).for_each(|_| self.names.close_scope()),
            Command::ResetAssertions if self.names.global => {
                while self.names.depth() > 0 {
                    self.names.close_scope();
                }
            }
            Command::ResetAssertions | Command::Reset => {
                let clauses = self.names.clauses;
                self.names = Names::default();
                self.names.clauses = clauses;
            }
            _ => {}
        }
        Ok(())
    }
}

impl<'a> Parser<'_, 'a, '_> {
    /// A command that defines nothing, after its name.
    fn command(&mut self, name: &str, position: Position) -> Result<Command, ParseError> {
        Ok(match name {
            "set-logic" => Command::SetLogic(self.symbol("a logic")?.to_string()),
            "set-option" => {
                let (keyword, value) = self.attribute()?;
                Command::SetOption(keyword, value)
            }
            "set-info" => {
                let (keyword, value) = self.attribute()?;
                Command::SetInfo(keyword, value)
            }
            "get-option" => Command::GetOption(self.keyword()?.to_string()),
            "get-info" => Command::GetInfo(self.keyword()?.to_string()),
            "assert" => {
                self.names.in_clause = self.names.clauses;
                let term = self.boolean("assert")?.term;
                Command::Assert(term, self.names.label.take())
            }
            "check-sat" => Command::CheckSat,
            "check-sat-assuming" => Command::CheckSatAssuming(self.list(|parser| {
                let what = "check-sat-assuming";
                parser.boolean(what)
            })?),
            "push" => Command::Push(self.count()?),
            "pop" => Command::Pop(self.count()?),
            "get-model" => Command::GetModel,
            "get-value" => Command::GetValue(self.list(Parser::written)?),
            "get-unsat-core" => Command::GetUnsatCore,
            "get-unsat-assumptions" => Command::GetUnsatAssumptions,
            "get-assertions" => Command::GetAssertions,
            "echo" => match self.lexer.next()? {
                (Token::String(text), _) => Command::Echo(text.to_string()),
                (token, position) => return Err(unexpected(token, position, "a string")),
            },
            "reset" => Command::Reset,
            "reset-assertions" => Command::ResetAssertions,
            "exit" => Command::Exit,
            other => {
                let kind = ParseErrorKind::UnsupportedCommand(other.to_string());
                return Err(ParseError { position, kind });
            }
        })
    }

    /// The end of a command, which nothing may follow.
    fn end(&mut self) -> Result<(), ParseError> {
        self.expect(Token::Close, "`)` at the end of a command")?;
        match self.lexer.next()? {
            (Token::End, _) => Ok(()),
            (token, position) => Err(unexpected(token, position, "the end of the command")),
        }
    }

    fn declare(
        &mut self,
        function: bool,
        (declared, known): (&mut FxHashSet<Term>, usize),
    ) -> Result<Command, ParseError> {
        let (_, position) = self.lexer.peek()?;
        let raw = self.symbol("a name to declare")?;
        if function {
            let domain = self.list(Parser::sort)?;
            if !domain.is_empty() {
                return self.declare_function(raw, &domain, position);
            }
        }
        let sort = self.sort()?;
        let name = unescape(raw);
        // A symbol of another sort was declared in a scope that is closed now. One that the script did not declare, and
        // that was not there before it, is another caller's fresh symbol that happens to have this name.
        let is_meant = |term: &Term, pool: &TermPool| {
            pool.sort(*term) == sort && (declared.contains(term) || term.index() < known)
        };
        let same = self.pool.find_symbol(&name);
        let term = match same.filter(|term| is_meant(term, self.pool)) {
            Some(term) => term,
            None if same.is_some() => self.pool.fresh(&name, sort),
            None => self.pool.symbol(&name, sort),
        };
        let parameters = Vec::new();
        let meaning = Macro {
            parameters,
            body: term,
        };
        self.define_name(raw, meaning, position)?;
        declared.insert(term);
        let text = raw.to_string();
        Ok(Command::Declare(Written { text, term }))
    }

    /// A function with arguments means its application to parameters.
    fn declare_function(
        &mut self,
        raw: &str,
        domain: &[Sort],
        position: Position,
    ) -> Result<Command, ParseError> {
        let range = self.sort()?;
        let name = unescape(raw);
        let taken = self.pool.find_function(&name);
        let ranks_alike =
            |pool: &TermPool, function| pool.function_sorts(function) == (domain, range);
        let function = match taken {
            Some(known) if !ranks_alike(self.pool, known) => {
                // Declared otherwise in a scope that is closed now.
                self.pool.fresh_function(&name, domain, range)
            }
            _ => self.pool.function(&name, domain, range),
        };
        let parameters: Vec<Term> = domain
            .iter()
            .map(|sort| self.pool.fresh(&format!("{raw}.argument"), *sort))
            .collect();
        let body = self.pool.apply(function, &parameters);
        let meaning = Macro { parameters, body };
        self.define_name(raw, meaning, position)?;
        Ok(Command::DeclareFunction(raw.to_string(), function))
    }

    fn define(&mut self, function: bool) -> Result<(&'a str, Macro, Position), ParseError> {
        let (_, name_position) = self.lexer.peek()?;
        let raw = self.symbol("a name to define")?;
        let mut bound = Vec::new();
        let mut parameters = Vec::new();
        if function {
            self.expect(Token::Open, "`(` before the parameters")?;
            while let (Token::Open, _) = self.lexer.peek()? {
                self.lexer.next()?;
                let parameter = unescape(self.symbol("a parameter")?).into_owned();
                let sort = self.sort()?;
                self.expect(Token::Close, "`)` after a parameter")?;
                let term = self.pool.fresh(&format!("{raw}.{parameter}"), sort);
                self.names.bind(&parameter, term);
                bound.push(parameter);
                parameters.push(term);
            }
            self.expect(Token::Close, "`)` after the parameters")?;
        }
        let sort = self.sort()?;
        let (_, position) = self.lexer.peek()?;
        let body = self.term()?;
        self.check_sort(body, sort, raw, position)?;
        for parameter in &bound {
            self.names.unbind(parameter);
        }
        Ok((raw, Macro { parameters, body }, name_position))
    }

    fn define_sort(&mut self) -> Result<(), ParseError> {
        let (_, position) = self.lexer.peek()?;
        let name = self.symbol("a name to define")?;
        self.expect(Token::Open, "`()`")?;
        self.expect(Token::Close, "`)`: sorts with parameters are not supported")?;
        let sort = self.sort()?;
        self.define_sort_name(name, sort, position)
    }

    fn declare_sort(&mut self) -> Result<(), ParseError> {
        let (_, position) = self.lexer.peek()?;
        let name = self.symbol("a name to declare")?;
        if let (Token::Numeral("0"), _) = self.lexer.peek()? {
            self.lexer.next()?;
        } else {
            let kind = ParseErrorKind::Unsupported("a sort with parameters".to_string());
            return Err(ParseError { position, kind });
        }
        self.define_sort_name(name, Sort::declared(&unescape(name)), position)
    }

    fn define_sort_name(
        &mut self,
        name: &str,
        sort: Sort,
        position: Position,
    ) -> Result<(), ParseError> {
        if let Some(known) = self.names.sort(name) {
            let (name, sort) = (name.to_string(), known.to_string());
            let kind = ParseErrorKind::Redeclared { name, sort };
            return Err(ParseError { position, kind });
        }
        self.names.define_sort(name.to_string(), sort);
        Ok(())
    }

    fn written(&mut self) -> Result<Written, ParseError> {
        let mark = self.lexer.mark()?;
        let term = self.term()?;
        let text = self.lexer.since(mark).to_string();
        Ok(Written { text, term })
    }

    fn boolean(&mut self, function: &str) -> Result<Written, ParseError> {
        let (_, position) = self.lexer.peek()?;
        let written = self.written()?;
        self.check_sort(written.term, Sort::Bool, function, position)?;
        Ok(written)
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

    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        self.expect(Token::Open, "`(` before a list")?;
        let mut items = Vec::new();
        while !matches!(self.lexer.peek()?, (Token::Close, _)) {
            items.push(item(self)?);
        }
        self.lexer.next()?;
        Ok(items)
    }

    /// A number, by default 1.
    fn count(&mut self) -> Result<u32, ParseError> {
        match self.lexer.peek()? {
            (Token::Close, _) => Ok(1),
            (Token::Numeral(digits), position) => {
                self.lexer.next()?;
                let small = digits.parse().ok().filter(|n| *n < 1 << 20);
                small.ok_or_else(|| unexpected(Token::Numeral(digits), position, "a small number"))
            }
            (token, position) => Err(unexpected(token, position, "a number")),
        }
    }

    fn keyword(&mut self) -> Result<&'a str, ParseError> {
        match self.lexer.next()? {
            (Token::Keyword(keyword), _) => Ok(keyword),
            (token, position) => Err(unexpected(token, position, "a keyword")),
        }
    }

    /// A keyword and what follows it up to the end of the command.
    fn attribute(&mut self) -> Result<(String, String), ParseError> {
        let keyword = self.keyword()?;
        let mark = self.lexer.mark()?;
        let mut depth = 0;
        loop {
            match self.lexer.peek()? {
                (Token::Close, _) if depth == 0 => break,
                (Token::Close, _) => depth -= 1,
                (Token::Open, _) => depth += 1,
                (Token::End, position) => return Err(unexpected(Token::End, position, "`)`")),
                _ => {}
            }
            self.lexer.next()?;
        }
        Ok((keyword.to_string(), self.lexer.since(mark).to_string()))
    }
}
