//! Contracts of functions.
//!
//! A declaration `R f(T a) requires… assigns… ensures…` is followed by two functions that clang types, with `f`'s own parameters:
//!
//! - `__aver_enforce_f` assumes the preconditions, remembers the values before, opens the frame, calls `f`, closes the frame, and
//!   asserts the postconditions. It takes the place of `f` where the contract is enforced.
//! - `__aver_replace_f` asserts the preconditions, remembers the values before, writes unknown values to what the contract assigns,
//!   and assumes the postconditions. It takes the place of `f` where the contract stands for it.
//!
//! Which calls go where is decided in lowering ([`crate::lower`]); what the predicates mean in which phase, and frames, are in
//! `models/contract.c`.
//!
//! **Frames.** A body may write what its contract assigns, and what it made itself. So when the frame opens, one byte of one
//! object that is alive then and is not assigned is chosen, any one; every later write, whoever does it, is checked not to touch
//! that byte. The choice is an unknown input, so all bytes are considered, and objects that are made later are not among them. In the
//! same way one object that the contract does not free is chosen, and every release is checked not to be of that one.
//!
//! The order in `__aver_replace_f` is CBMC's: all addresses of what is assigned are computed before the first is overwritten, and the
//! values before are taken before that.

use super::{Kind, Node, Result, Stance, Translator};

/// A clause's name, as the messages have it.
const CLAUSES: [&str; 5] = [
    "__CPROVER_requires",
    "__CPROVER_ensures",
    "__CPROVER_assigns",
    "__CPROVER_frees",
    "__CPROVER_decreases",
];

/// A parameter.
pub(super) struct Parameter {
    pub name: String,
    /// Its declaration, with a name.
    pub text: String,
    pub is_float: bool,
}

/// The clauses of a contract, each with its first token.
#[derive(Default)]
pub(super) struct Clauses<'n> {
    pub requires: Vec<(usize, &'n [Node])>,
    pub ensures: Vec<(usize, &'n [Node])>,
    pub assigns: Vec<(usize, &'n [Node])>,
    pub frees: Vec<(usize, &'n [Node])>,
    pub decreases: Vec<(usize, &'n [Node])>,
    pub invariants: Vec<(usize, &'n [Node])>,
}

/// Something that may be written.
pub(super) struct Target {
    pub condition: String,
    pub pointer: String,
    pub size: String,
}

impl Translator<'_> {
    /// The whole file.
    pub(super) fn file(&mut self, nodes: &[Node]) -> Result<String> {
        self.collect_builtins(nodes);
        let mut out = String::new();
        // Where the current declaration begins, and what to write after its end.
        let (mut start, mut after) = (0, String::new());
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            if self.word(Some(node)).is_some_and(|w| CLAUSES.contains(&w)) {
                let (clauses, end) = self.clauses(nodes, at)?;
                let wrappers = self.wrappers(&nodes[start..at], &clauses)?;
                after.push_str(&wrappers);
                out.push_str(&self.skeleton(node.first(), nodes[end - 1].last()));
                at = end;
                continue;
            }
            if self.is(Some(node), ";")
                && let Some(body) = self.uninterpreted(&self.without_lines(&nodes[start..at]))?
            {
                after.push_str(&body);
            }
            let body = self.group(Some(node), "{").is_some();
            // Calls are for functions' bodies: here, each node is for itself, but for a type of two.
            let width = match self.word(Some(node)) {
                Some("__CPROVER_bitvector") => 2,
                _ => 1,
            };
            let end = (at + width).min(nodes.len());
            out.push_str(&self.sequence(&nodes[at..end])?);
            at = end;
            let ends = self.is(Some(node), ";") || (body && !self.is_type_body(nodes, at - 1));
            if ends {
                if !after.is_empty() {
                    out.push_str(&std::mem::take(&mut after));
                    out.push_str(&self.resume(nodes, at));
                }
                start = at;
            }
        }
        out.push_str(&self.text[self.tokens.last().map_or(0, |t| t.end)..]);
        Ok(out)
    }

    /// Whether braces are those of a struct, union or enumeration, or of an initial value.
    fn is_type_body(&self, nodes: &[Node], at: usize) -> bool {
        let mut before = at;
        while before > 0 && self.is_line(&nodes[before - 1]) {
            before -= 1;
        }
        // A function's body follows its parameters or its contract; attributes may come in between.
        let previous = before.checked_sub(1).and_then(|b| nodes.get(b));
        self.group(previous, "(").is_none()
            || before
                .checked_sub(2)
                .and_then(|b| self.word(nodes.get(b)))
                .is_some_and(|w| {
                    matches!(w, "__attribute__" | "__attribute") && self.is_tagged(nodes, before)
                })
    }

    /// Whether `struct`, `union` or `enum` comes shortly before.
    fn is_tagged(&self, nodes: &[Node], before: usize) -> bool {
        let from = before.saturating_sub(5);
        nodes[from..before].iter().any(|n| {
            self.word(Some(n))
                .is_some_and(|w| matches!(w, "struct" | "union" | "enum"))
        })
    }

    /// A marker for what comes next in the file.
    fn resume(&self, nodes: &[Node], at: usize) -> String {
        match nodes.get(at) {
            // The gap before it has line breaks of its own.
            Some(next) => {
                let token = next.first();
                let line = self.tokens[token].line;
                let breaks = super::tokens::newlines(self.gap(token));
                if self.is_line(next) {
                    return "\n".to_string();
                }
                let line = line.saturating_sub(breaks).max(1);
                let file = super::escaped(&self.tokens[token].file);
                format!("\n# {line} \"{file}\"\n")
            }
            None => "\n".to_string(),
        }
    }

    fn without_lines(&self, nodes: &[Node]) -> Vec<Node> {
        nodes.iter().filter(|n| !self.is_line(n)).cloned().collect()
    }

    /// The clauses from there on, and where they end.
    pub(super) fn clauses<'n>(
        &self,
        nodes: &'n [Node],
        from: usize,
    ) -> Result<(Clauses<'n>, usize)> {
        let mut clauses = Clauses::default();
        let mut at = from;
        let mut end = from;
        while let Some(node) = nodes.get(at) {
            if self.is_line(node) {
                at += 1;
                continue;
            }
            let Some(word) = self.word(Some(node)) else {
                break;
            };
            let list = match word {
                "__CPROVER_requires" => &mut clauses.requires,
                "__CPROVER_ensures" => &mut clauses.ensures,
                "__CPROVER_assigns" => &mut clauses.assigns,
                "__CPROVER_frees" => &mut clauses.frees,
                "__CPROVER_decreases" => &mut clauses.decreases,
                "__CPROVER_loop_invariant" => &mut clauses.invariants,
                "__CPROVER_requires_contract" | "__CPROVER_ensures_contract" => {
                    let what = format!("`{word}` is not supported: use `__CPROVER_obeys_contract`");
                    return Err(self.mistake(node.first(), what));
                }
                _ => break,
            };
            let Some(inner) = self.group(nodes.get(at + 1), "(") else {
                return Err(self.mistake(node.first(), format!("`{word}` is followed by `(`")));
            };
            list.push((node.first(), inner));
            at += 2;
            end = at;
        }
        Ok((clauses, end))
    }

    /// The two functions of a contract.
    fn wrappers(&mut self, declaration: &[Node], clauses: &Clauses<'_>) -> Result<String> {
        let nodes = self.without_lines(declaration);
        let here = clauses.first().unwrap_or_default();
        let unclear = "a contract belongs to the declaration of a function, after its parameters";
        // Attributes may come after the parameters.
        let mut end = nodes.len();
        while end >= 2
            && self
                .word(nodes.get(end - 2))
                .is_some_and(|w| matches!(w, "__attribute__" | "__attribute" | "__asm__"))
        {
            end -= 2;
        }
        let [specifiers @ .., name, params] = &nodes[..end] else {
            return Err(self.mistake(here, unclear));
        };
        let (Some(name), Some(params)) = (self.word(Some(name)), self.group(Some(params), "("))
        else {
            return Err(self.mistake(here, unclear));
        };
        if !clauses.invariants.is_empty() || specifiers.is_empty() {
            return Err(self.mistake(here, unclear));
        }
        if !self.contracted.insert(name.to_string()) {
            let what = format!("`{name}` has two contracts in this file");
            return Err(self.mistake(here, what));
        }
        let (is_static, result) = self.specifiers(specifiers)?;
        let params = self.parameters(params)?;
        let list: Vec<&str> = params.iter().map(|p| p.text.as_str()).collect();
        let list = if list.is_empty() {
            "void".to_string()
        } else {
            list.join(", ")
        };
        let names: Vec<&str> = params.iter().map(|p| p.name.as_str()).collect();
        let names = names.join(", ");
        let linkage = match is_static {
            true => "static __attribute__((used))",
            false => "__attribute__((weak))",
        };
        let is_void = result.trim() == "void";
        let (value, give) = match is_void {
            true => (String::new(), String::new()),
            false => (
                format!("{result} __aver_result"),
                "return __aver_result;".to_string(),
            ),
        };
        self.substituted = [(
            "__CPROVER_return_value".to_string(),
            "__aver_result".to_string(),
        )]
        .into();
        self.olds = Some(Vec::new());
        let parts = self.moved(|this| this.parts(name, clauses));
        self.substituted.clear();
        let olds = self.olds.take().unwrap_or_default();
        let Parts {
            assume_before,
            assert_before,
            assume_after,
            assert_after,
            targets,
            frees,
        } = parts?;
        let remember: String = olds
            .iter()
            .enumerate()
            .map(|(n, old)| format!("__typeof__({old}) __aver_old_{n} = {old}; "))
            .collect();
        let call = match is_void {
            true => format!("{name}({names});"),
            false => format!("{value} = {name}({names});"),
        };
        let mut except = String::new();
        let mut addresses = String::new();
        let mut havoc = String::new();
        for (n, target) in targets.iter().enumerate() {
            let Target {
                condition,
                pointer,
                size,
                ..
            } = target;
            except.push_str(&format!(
                "if ({condition}) __aver_frame_writes({pointer}, {size}); "
            ));
            addresses.push_str(&format!(
                "_Bool __aver_c{n} = ({condition}); void *__aver_p{n} = 0; __SIZE_TYPE__ __aver_n{n} = 0; \
                 if (__aver_c{n}) {{ __aver_p{n} = (void *)({pointer}); __aver_n{n} = {size}; }} "
            ));
            havoc.push_str(&format!(
                "if (__aver_c{n}) __CPROVER_havoc_slice(__aver_p{n}, __aver_n{n}); "
            ));
        }
        let mut keep = String::new();
        let mut release = String::new();
        for (n, (condition, pointer)) in frees.iter().enumerate() {
            keep.push_str(&format!("if ({condition}) __aver_frame_frees({pointer}); "));
            addresses.push_str(&format!(
                "void *__aver_f{n} = 0; if ({condition}) __aver_f{n} = (void *)({pointer}); "
            ));
            release.push_str(&format!("__aver_may_free(__aver_f{n}); "));
        }
        let unknown = match is_void {
            true => String::new(),
            false => format!(
                "{value}; __CPROVER_havoc_slice((void *)&__aver_result, sizeof(__aver_result)); "
            ),
        };
        let recur = match is_void {
            true => format!("{{ __aver_replace_{name}({names}); return; }}"),
            false => format!("return __aver_replace_{name}({names});"),
        };
        let place = self.marker(here);
        Ok(format!(
            "{place}extern int __aver_active_{name} __attribute__((weak)); int __aver_active_{name} __attribute__((weak)); \
             {linkage} {result} __aver_replace_{name}({list});\
             {place}{linkage} {result} __aver_enforce_{name}({list}) {{ \
             if (__aver_recursive(&__aver_active_{name})) {recur} \
             __aver_contract_phase(1); {assume_before} __aver_contract_phase(0); {remember} \
             __aver_contract_enter(&__aver_active_{name}); __aver_frame_open(); {except} {keep} \
             {call} \
             __aver_frame_close(); __aver_contract_leave(&__aver_active_{name}); \
             __aver_contract_phase(3); {assert_after} __aver_contract_phase(0); {give} }}\
             {place}{linkage} {result} __aver_replace_{name}({list}) {{ \
             __aver_contract_phase(2); {assert_before} __aver_contract_phase(0); {remember} \
             {addresses} {havoc} {release} {unknown} \
             __aver_contract_phase(4); {assume_after} __aver_contract_phase(0); {give} }}"
        ))
    }

    fn parts(&mut self, name: &str, clauses: &Clauses<'_>) -> Result<Parts> {
        let olds = self.olds.take();
        let mut assume_before = String::new();
        let mut assert_before = String::new();
        for (token, clause) in &clauses.requires {
            let statement = self.assumed(clause)?;
            assume_before.push_str(&self.at(*token, &statement));
            let condition = self.with_stance(Stance::Asserted, |this| this.sequence(clause))?;
            let what = format!("requires clause of {name}");
            assert_before.push_str(&self.at(
                *token,
                &format!("__CPROVER_assert({condition}, \"{what}\");"),
            ));
        }
        self.olds = olds;
        let mut assume_after = String::new();
        let mut assert_after = String::new();
        for (token, clause) in &clauses.ensures {
            let statement = self.assumed(clause)?;
            assume_after.push_str(&self.at(*token, &statement));
            let condition = self.with_stance(Stance::Asserted, |this| this.sequence(clause))?;
            let what = format!("ensures clause of {name}");
            assert_after.push_str(&self.at(
                *token,
                &format!("__CPROVER_assert({condition}, \"{what}\");"),
            ));
        }
        if let Some((token, _)) = clauses.decreases.first() {
            let what = "`__CPROVER_decreases` of a function is not supported: a contract of a recursive function says nothing about its ending";
            return Err(self.mistake(*token, what));
        }
        let olds = self.olds.take();
        let mut targets = Vec::new();
        for (token, clause) in &clauses.assigns {
            targets.extend(self.targets(*token, clause)?);
        }
        let mut frees = Vec::new();
        for (token, clause) in &clauses.frees {
            frees.extend(self.freed(*token, clause)?);
        }
        self.olds = olds;
        Ok(Parts {
            assume_before,
            assert_before,
            assume_after,
            assert_after,
            targets,
            frees,
        })
    }

    /// A clause that is assumed. What makes a new object may be false only where something else could make up for that, or where a
    /// predicate is called.
    fn assumed(&mut self, clause: &[Node]) -> Result<String> {
        let outer = (std::mem::replace(&mut self.firm, true), self.loose);
        self.loose = false;
        let condition = self.with_stance(Stance::Assumed, |this| this.sequence(clause));
        let loose = u8::from(self.loose);
        (self.firm, self.loose) = outer;
        Ok(format!(
            "__aver_contract_loose({loose}); __CPROVER_assume({});",
            condition?
        ))
    }

    /// A statement of a contract, on the line of its clause.
    pub(super) fn at(&self, token: usize, statement: &str) -> String {
        format!("{}{statement} ", self.marker(token))
    }

    /// What a clause lists, each with its condition: `a, b; c : d`.
    fn listed<'n>(&mut self, clause: &'n [Node]) -> Result<Vec<(String, &'n [Node])>> {
        let mut all = Vec::new();
        let is_end = |this: &Self, n: &Node| this.is(Some(n), ";");
        let parts: Vec<&[Node]> = clause.split(|n| is_end(self, n)).collect();
        for part in parts {
            let colon = part.iter().position(|n| self.is(Some(n), ":"));
            let question = part.iter().any(|n| self.is(Some(n), "?"));
            let (condition, list) = match colon.filter(|_| !question) {
                Some(at) => (self.sequence(&part[..at])?, &part[at + 1..]),
                None => ("1".to_string(), part),
            };
            for item in self.arguments(list) {
                all.push((condition.clone(), item));
            }
        }
        Ok(all)
    }

    /// What an assigns clause lists.
    pub(super) fn targets(&mut self, token: usize, clause: &[Node]) -> Result<Vec<Target>> {
        let mut targets = Vec::new();
        for (condition, item) in self.listed(clause)? {
            let item: Vec<Node> = self.without_lines(item);
            let word = self.word(item.first());
            let inner = self.group(item.get(1), "(").filter(|_| item.len() == 2);
            let what = self.sequence(&item)?.trim().to_string();
            let (pointer, size) = match (word, inner) {
                (Some("__CPROVER_object_whole"), Some(inner)) => {
                    let p = self.sequence(inner)?;
                    (
                        format!("__aver_object_start({p})"),
                        format!("__CPROVER_OBJECT_SIZE({p})"),
                    )
                }
                (Some("__CPROVER_object_from"), Some(inner)) => {
                    let p = self.sequence(inner)?;
                    (format!("({p})"), format!("__aver_object_rest({p})"))
                }
                (Some("__CPROVER_object_upto"), Some(inner)) => {
                    let arguments = self.arguments(inner);
                    let [p, n] = arguments[..] else {
                        let what = "`__CPROVER_object_upto` takes a pointer and a size";
                        return Err(self.mistake(token, what));
                    };
                    let (p, n) = (self.sequence(p)?, self.sequence(n)?);
                    (format!("({p})"), format!("({n})"))
                }
                (Some("__CPROVER_typed_target" | "__CPROVER_assignable"), Some(inner)) => {
                    let lvalue = self.sequence(inner)?;
                    (format!("&({lvalue})"), format!("sizeof({lvalue})"))
                }
                (Some(word), Some(_)) if !word.starts_with("__CPROVER_") => {
                    let what = format!(
                        "`{word}(…)` in an assigns clause: functions that list what is assigned are not supported"
                    );
                    return Err(self.mistake(token, what));
                }
                _ => (format!("&({what})"), format!("sizeof({what})")),
            };
            targets.push(Target {
                condition,
                pointer,
                size,
            });
        }
        Ok(targets)
    }

    /// What a frees clause lists.
    fn freed(&mut self, token: usize, clause: &[Node]) -> Result<Vec<(String, String)>> {
        let mut all = Vec::new();
        for (condition, item) in self.listed(clause)? {
            let item: Vec<Node> = self.without_lines(item);
            let word = self.word(item.first());
            let inner = self.group(item.get(1), "(").filter(|_| item.len() == 2);
            let pointer = match (word, inner) {
                (Some("__CPROVER_freeable"), Some(inner)) => self.sequence(inner)?,
                (Some(word), Some(_)) if !word.starts_with("__CPROVER_") => {
                    let what = format!(
                        "`{word}(…)` in a frees clause: functions that list what is freed are not supported"
                    );
                    return Err(self.mistake(token, what));
                }
                _ => self.sequence(&item)?,
            };
            all.push((condition, format!("({pointer})")));
        }
        Ok(all)
    }

    /// Whether a declaration is static, and the rest of its specifiers, which say the type of the result.
    pub(super) fn specifiers(&mut self, nodes: &[Node]) -> Result<(bool, String)> {
        let mut is_static = false;
        let mut kept = Vec::new();
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            match self.word(Some(node)) {
                Some("static") => is_static = true,
                Some(
                    "extern" | "inline" | "__inline" | "__inline__" | "_Noreturn" | "__extension__",
                ) => {}
                Some("__attribute__" | "__attribute") => at += 1,
                _ => kept.push(node.clone()),
            }
            at += 1;
        }
        Ok((is_static, self.moved(|this| this.plain(&kept))?))
    }

    /// The parameters of a list, each with a name.
    pub(super) fn parameters(&mut self, list: &[Node]) -> Result<Vec<Parameter>> {
        let list = self.without_lines(list);
        if let [only] = &list[..]
            && self.is(Some(only), "void")
        {
            return Ok(Vec::new());
        }
        let mut params = Vec::new();
        for (number, nodes) in self.arguments(&list).into_iter().enumerate() {
            if let [only] = nodes
                && self.is(Some(only), "...")
            {
                return Err(self.mistake(
                    only.first(),
                    "a contract of a variadic function is not supported",
                ));
            }
            let text = self.moved(|this| this.plain(nodes))?;
            let is_float = nodes.iter().any(|n| {
                self.word(Some(n))
                    .is_some_and(|w| matches!(w, "float" | "double"))
            }) && !nodes.iter().any(|n| self.is(Some(n), "*"));
            let (name, text) = match self.name_of(nodes) {
                Some(name) => (name.to_string(), text),
                None => {
                    let name = format!("__aver_{number}");
                    let text = format!("{text} {name}");
                    (name, text)
                }
            };
            params.push(Parameter {
                name,
                text,
                is_float,
            });
        }
        Ok(params)
    }

    /// The name that a declaration declares.
    fn name_of(&self, nodes: &[Node]) -> Option<&str> {
        // `T (*f)(…)`
        let pointer = nodes.iter().find_map(|n| {
            let inner = self.group(Some(n), "(")?;
            self.is(inner.first(), "*").then_some(inner)
        });
        if let Some(inner) = pointer {
            return self.name_of_words(inner, 1);
        }
        self.name_of_words(nodes, 2)
    }

    fn name_of_words(&self, nodes: &[Node], least: usize) -> Option<&str> {
        const TYPES: [&str; 14] = [
            "int",
            "char",
            "long",
            "short",
            "unsigned",
            "signed",
            "float",
            "double",
            "_Bool",
            "void",
            "const",
            "volatile",
            "restrict",
            "__restrict",
        ];
        let before = nodes
            .iter()
            .position(|n| matches!(n, Node::Group { open, .. } if self.token(*open) == "["));
        let nodes = &nodes[..before.unwrap_or(nodes.len())];
        let words: Vec<&Node> = nodes.iter().filter(|n| !self.is_line(n)).collect();
        let last = words.last()?;
        let word = self.word(Some(last))?;
        let tagged = words.len() >= 2
            && self
                .word(Some(words[words.len() - 2]))
                .is_some_and(|w| matches!(w, "struct" | "union" | "enum"));
        let enough = words.len() >= least;
        (enough
            && !tagged
            && !TYPES.contains(&word)
            && self.tokens[last.first()].kind == Kind::Word)
            .then_some(word)
    }
}

/// The statements of a contract.
struct Parts {
    assume_before: String,
    assert_before: String,
    assume_after: String,
    assert_after: String,
    targets: Vec<Target>,
    frees: Vec<(String, String)>,
}

impl Clauses<'_> {
    pub fn is_empty(&self) -> bool {
        self.first().is_none()
    }

    /// The first token.
    pub fn first(&self) -> Option<usize> {
        let lists = [
            &self.requires,
            &self.ensures,
            &self.assigns,
            &self.frees,
            &self.decreases,
            &self.invariants,
        ];
        lists.into_iter().flatten().map(|(token, _)| *token).min()
    }
}
