//! Expressions and statements: what of the dialect can stand anywhere in a function.
//!
//! `a ==> b` binds less than `||` and more than `?:`, and groups to the right, as in CBMC's grammar; `<==>` binds less still. So
//! the operands reach to the next comma, semicolon, `?`, `:`, assignment or bracket.

use super::{Kind, Node, Result, Stance, Translator, intrinsics};

/// What ends an operand of `==>`.
const ENDS: [&str; 17] = [
    ",", ";", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "<<=", ">>=",
    "return", "case",
];

impl Translator<'_> {
    /// The text of some nodes, translated.
    pub(super) fn sequence(&mut self, nodes: &[Node]) -> Result<String> {
        let arrow = |this: &Self, n: &Node| this.is(Some(n), "==>") || this.is(Some(n), "<==>");
        if !nodes.iter().any(|n| arrow(self, n)) {
            return self.plain(nodes);
        }
        let mut out = String::new();
        let mut from = 0;
        // Beside others, an operand may be a condition or be left out.
        let alone = (0..nodes.len()).all(|at| !self.ends_operand(nodes, at));
        let stance = match alone {
            true => self.stance,
            false => Stance::Unknown,
        };
        for at in 0..=nodes.len() {
            let ends = at == nodes.len() || self.ends_operand(nodes, at);
            if !ends {
                continue;
            }
            let part = &nodes[from..at];
            out.push_str(&self.with_stance(stance, |this| this.implication(part))?);
            if let Some(end) = nodes.get(at) {
                out.push_str(&self.plain(std::slice::from_ref(end))?);
            }
            from = at + 1;
        }
        Ok(out)
    }

    fn ends_operand(&self, nodes: &[Node], at: usize) -> bool {
        match &nodes[at] {
            Node::Leaf(token) => {
                self.tokens[*token].kind == Kind::Line || ENDS.contains(&self.token(*token))
            }
            Node::Group { open, .. } => {
                let before = at.checked_sub(1).and_then(|b| self.word(nodes.get(b)));
                self.token(*open) == "{" && !before.is_some_and(is_quantifier)
            }
        }
    }

    /// An operand, which may have arrows in it.
    fn implication(&mut self, nodes: &[Node]) -> Result<String> {
        if let Some(at) = nodes.iter().position(|n| self.is(Some(n), "<==>")) {
            let (left, right) = self.with_stance(Stance::Unknown, |this| {
                Ok((
                    this.implication(&nodes[..at])?,
                    this.implication(&nodes[at + 1..])?,
                ))
            })?;
            let gap = self.skeleton(nodes[at].first(), nodes[at].last());
            return Ok(format!("(!({left}){gap} == !({right}))"));
        }
        let Some(at) = nodes.iter().position(|n| self.is(Some(n), "==>")) else {
            return self.plain(nodes);
        };
        let left = self.with_stance(Stance::Unknown, |this| this.plain(&nodes[..at]))?;
        let right = self.implication(&nodes[at + 1..])?;
        let gap = self.skeleton(nodes[at].first(), nodes[at].last());
        Ok(format!("(!({left}){gap} || ({right}))"))
    }

    /// Nodes without arrows between them.
    pub(super) fn plain(&mut self, nodes: &[Node]) -> Result<String> {
        let mut out = String::new();
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            let next = nodes.get(at + 1);
            let firm = self.firm_at(nodes, at, at + 2);
            // What a predicate calls in turn may be made up for.
            if word_is_call(self, node, next) {
                self.loose = true;
            }
            if let Some(word) = self.word(Some(node)) {
                if is_quantifier(word)
                    && let Some(inner) = self.group(next, "{")
                {
                    let stance = self.stance_at(nodes, at, at + 2);
                    out.push_str(&self.quantifier(node.first(), inner, word, stance)?);
                    out.push_str(&self.skeleton(node.first(), nodes[at + 1].last()));
                    at += 2;
                    continue;
                }
                if let Some(inner) = self.group(next, "(") {
                    if let Some(text) = self.known_call(node.first(), word, inner, firm)? {
                        out.push_str(&text);
                        out.push_str(&self.skeleton(node.first(), nodes[at + 1].last()));
                        at += 2;
                        continue;
                    }
                    if let Some(stance) = demanding(word) {
                        self.leaf(&mut out, node.first());
                        out.push_str(&self.demand(&nodes[at + 1], stance)?);
                        at += 2;
                        continue;
                    }
                }
                if word == "__CPROVER_bitvector" && self.group(next, "[").is_some() {
                    if !self.moved {
                        out.push_str(self.gap(node.first()));
                    }
                    let width = self.group(next, "[").unwrap_or_default();
                    let width = self.moved(|this| this.plain(width))?;
                    out.push_str(&format!(" _BitInt({width})"));
                    at += 2;
                    continue;
                }
                if let Some((_, what)) = intrinsics::UNKNOWN_TYPES.iter().find(|(n, _)| *n == word)
                    && !self.declared.contains(word)
                {
                    return Err(
                        self.mistake(node.first(), format!("`{word}`: {what} are not supported"))
                    );
                }
                if matches!(word, "while" | "for" | "do")
                    && let Some((text, end)) = self.contracted_loop(nodes, at)?
                {
                    out.push_str(&text);
                    at = end;
                    continue;
                }
                if let Some(name) = self.other_name(word) {
                    if !self.moved {
                        out.push_str(self.gap(node.first()));
                    }
                    out.push(' ');
                    out.push_str(name);
                    at += 1;
                    continue;
                }
            }
            match node {
                Node::Leaf(token) => self.leaf(&mut out, *token),
                Node::Group { open, close, inner } => {
                    let stance = match self.token(*open) {
                        "(" => self.stance_at(nodes, at, at + 1),
                        _ => Stance::Unknown,
                    };
                    let firm = match self.token(*open) {
                        "(" => self.firm_at(nodes, at, at + 1),
                        _ => false,
                    };
                    let outer = std::mem::replace(&mut self.firm, firm);
                    self.leaf(&mut out, *open);
                    out.push_str(&self.with_stance(stance, |this| this.sequence(inner))?);
                    self.firm = outer;
                    self.leaf(&mut out, *close);
                }
            }
            at += 1;
        }
        Ok(out)
    }

    /// What the nodes from `from` to `to` are used for: as the whole is, if they are joined to it by `&&`, `||` and `==>` only.
    fn stance_at(&self, nodes: &[Node], from: usize, to: usize) -> Stance {
        let joins = |node: Option<&Node>| {
            node.is_none_or(|n| ["&&", "||"].iter().any(|op| self.is(Some(n), op)))
        };
        let before = from.checked_sub(1).and_then(|b| nodes.get(b));
        match joins(before) && joins(nodes.get(to)) {
            true => self.stance,
            false => Stance::Unknown,
        }
    }

    /// Whether nothing else can make up for these nodes being false: they come last of alternatives, and all of them is what is
    /// assumed, or what a function returns.
    fn firm_at(&self, nodes: &[Node], from: usize, to: usize) -> bool {
        let before = from.checked_sub(1).and_then(|b| nodes.get(b));
        let after = nodes.get(to).filter(|n| !self.is(Some(n), ";"));
        let returned = self.is(before, "return");
        let joins_before = before
            .is_none_or(|n| ["&&", "&", "||"].iter().any(|op| self.is(Some(n), op)) || returned);
        let joins_after = after.is_none_or(|n| ["&&", "&"].iter().any(|op| self.is(Some(n), op)));
        // In a statement, what begins it tells.
        let begin = nodes[..from].iter().rposition(|n| self.is(Some(n), ";"));
        let statement = &nodes[begin.map_or(0, |b| b + 1)..from];
        let first = statement.iter().find(|n| !self.is_line(n));
        let is_return = returned || self.is(first, "return");
        let plain = statement.iter().all(|n| {
            !["?", ":", "=", "==", "!="]
                .iter()
                .any(|op| self.is(Some(n), op))
                || self.is_line(n)
        });
        let rest = nodes.get(to..).unwrap_or_default();
        let rest = rest.iter().take_while(|n| !self.is(Some(n), ";"));
        let alternative = rest.clone().any(|n| {
            ["||", "?", "==", "!="]
                .iter()
                .any(|op| self.is(Some(n), op))
        });
        joins_before
            && joins_after
            && !alternative
            && (self.firm || is_return)
            && (plain || is_return)
    }

    /// The arguments of a function whose first one must hold.
    fn demand(&mut self, node: &Node, stance: Stance) -> Result<String> {
        let Node::Group { open, close, inner } = node else {
            return self.plain(std::slice::from_ref(node));
        };
        let comma = inner.iter().position(|n| self.is(Some(n), ","));
        let (first, rest) = inner.split_at(comma.unwrap_or(inner.len()));
        let mut out = String::new();
        self.leaf(&mut out, *open);
        out.push_str(&self.with_stance(stance, |this| this.sequence(first))?);
        out.push_str(&self.with_stance(Stance::Unknown, |this| this.sequence(rest))?);
        self.leaf(&mut out, *close);
        Ok(out)
    }

    /// C in place of a call.
    fn known_call(
        &mut self,
        token: usize,
        word: &str,
        inner: &[Node],
        firm: bool,
    ) -> Result<Option<String>> {
        if matches!(word, "__CPROVER_old" | "__CPROVER_loop_entry") {
            let Some(mut olds) = self.olds.take() else {
                let what =
                    format!("`{word}` outside of a contract that may speak of values before");
                return Err(self.mistake(token, what));
            };
            let value = self.moved(|this| this.sequence(inner))?;
            let known = olds.iter().position(|old| *old == value);
            let number = known.unwrap_or_else(|| {
                olds.push(value);
                olds.len() - 1
            });
            self.olds = Some(olds);
            return Ok(Some(format!(" __aver_old_{number}")));
        }
        if self.declared.contains(word) {
            return Ok(None);
        }
        let arguments = self.arguments(inner);
        let mut templates = intrinsics::TEMPLATES.iter().filter(|(n, ..)| *n == word);
        let Some((_, _, template)) = templates.clone().find(|(_, n, _)| *n == arguments.len())
        else {
            // `__CPROVER_r_ok(p, n)` is a function.
            let is_declared = intrinsics::DECLARATIONS.iter().any(|(n, _)| *n == word);
            return match templates.next() {
                Some((_, count, _)) if !is_declared => Err(self.mistake(
                    token,
                    format!("`{word}` takes {count} arguments, not {}", arguments.len()),
                )),
                _ => Ok(None),
            };
        };
        let mut text = format!(" {template}");
        if !firm {
            // It may be false.
            text = text.replace("__aver_is_fresh(", "__aver_may_be_fresh(");
        }
        let arguments: Vec<String> = self.moved(|this| {
            this.with_stance(Stance::Unknown, |this| {
                arguments
                    .into_iter()
                    .map(|a| Ok(this.sequence(a)?.trim().to_string()))
                    .collect::<Result<_>>()
            })
        })?;
        // Names that are made up must not be those of an argument that is such a call itself.
        let number = self.fresh();
        for name in ["__aver_a", "__aver_b", "__aver_c"] {
            text = text.replace(name, &format!("{name}{number}"));
        }
        for (index, argument) in arguments.iter().enumerate() {
            text = text.replace(&format!("${}", index + 1), argument);
        }
        Ok(Some(text))
    }

    /// Another name for a function that clang does not let a program define.
    fn other_name(&self, word: &str) -> Option<&'static str> {
        if !self.declared.contains(word) {
            return None;
        }
        super::uninterpreted::CHECKED_BUILTINS
            .iter()
            .find(|(name, _)| *name == word)
            .map(|(_, other)| *other)
    }
}

fn word_is_call(this: &Translator<'_>, node: &Node, next: Option<&Node>) -> bool {
    let word = this.word(Some(node));
    word.is_some_and(|w| !w.starts_with("__CPROVER_") && !matches!(w, "return" | "sizeof"))
        && this.group(next, "(").is_some()
}

pub(super) fn is_quantifier(word: &str) -> bool {
    matches!(word, "__CPROVER_forall" | "__CPROVER_exists")
}

/// What is done with the first argument of a function.
fn demanding(word: &str) -> Option<Stance> {
    match word {
        "__CPROVER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition"
        | "__VERIFIER_assert" => Some(Stance::Asserted),
        "__CPROVER_assume" | "__VERIFIER_assume" => Some(Stance::Assumed),
        _ => None,
    }
}
