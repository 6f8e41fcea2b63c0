//! Quantifiers.
//!
//! What a quantifier becomes depends on what its value is used for ([`Stance`]):
//!
//! - That all `i` satisfy `P` is *asserted*: one unknown `i` must satisfy it. That some `i` does is *assumed*: one unknown `i`
//!   does. Both are exact, whatever the range is.
//! - Otherwise the other answer needs a walk over the range of `i`, which the quantifier must then name: `lo <= i && i < hi ==> P`,
//!   or `lo <= i && i < hi && P` for `__CPROVER_exists`. Where an assumption is all that counts, the walk is all. Elsewhere the value is
//!   guessed; the guess that can be shown by one `i` is, the other one by the walk. Runs in which the guess is wrong do not
//!   count, so the value is exact: no counterexample rests on a part of the range.
//!
//! Bounds are compared in a type of 128 bits, in which all of them have their own value. C compares a negative number with an unsigned
//! one as something else; where that could add to the range, the walk is not supported.

use super::{Node, Result, Stance, Translator};

/// The range of a quantified variable.
struct Range {
    low: String,
    high: String,
    /// What must hold for the bounds to mean in C what they mean as numbers.
    plain: String,
}

impl Translator<'_> {
    /// C in place of `word { inner }`.
    pub(super) fn quantifier(
        &mut self,
        token: usize,
        inner: &[Node],
        word: &str,
        stance: Stance,
    ) -> Result<String> {
        let is_forall = word == "__CPROVER_forall";
        let what = "a quantifier is `{ T i; P }`";
        let Some(semicolon) = inner.iter().position(|n| self.is(Some(n), ";")) else {
            return Err(self.mistake(token, what));
        };
        let (declaration, rest) = (&inner[..semicolon], &inner[semicolon + 1..]);
        let body = match rest.last() {
            Some(last) if self.is(Some(last), ";") => &rest[..rest.len() - 1],
            _ => rest,
        };
        let name = declaration.last();
        let Some(own) = self
            .word(name)
            .filter(|_| declaration.len() >= 2 && !body.is_empty())
        else {
            return Err(self.mistake(token, what));
        };
        if body.iter().any(|n| self.is(Some(n), ";")) {
            let what = "a quantifier with several variables is not supported: nest quantifiers";
            return Err(self.mistake(token, what));
        }
        let ty = self.moved(|this| this.plain(&declaration[..declaration.len() - 1]))?;
        let inner_stance = match (is_forall, stance) {
            (true, Stance::Asserted) | (false, Stance::Assumed) => stance,
            _ => Stance::Unknown,
        };
        let number = self.fresh();
        // A variable of our own: whatever a contract says about writes is not about it.
        let name = format!("__aver_q{number}_{own}");
        let outer = self.substituted.insert(own.to_string(), name.clone());
        let truth = self.moved(|this| this.with_stance(inner_stance, |this| this.sequence(body)));
        let range = self.range(body, own, &ty, is_forall);
        match outer {
            Some(outer) => self.substituted.insert(own.to_string(), outer),
            None => self.substituted.remove(own),
        };
        let (truth, range) = (truth?, range?);
        let pick = format!("{ty} {name} = ({ty})nondet_quantified();");
        if inner_stance != Stance::Unknown {
            return Ok(format!(" ({{ {pick} (_Bool)({truth}); }})"));
        }
        // `holds` is what all of the range must satisfy.
        let (holds, shown) = match is_forall {
            true => (format!("({truth})"), format!("!({truth})")),
            false => (format!("!({truth})"), format!("({truth})")),
        };
        let value = format!("__aver_r{number}");
        let all = match range {
            Some(Range { low, high, plain }) => {
                let k = format!("__aver_k{number}");
                let mixed = "a quantifier over negative numbers that C compares as unsigned ones";
                format!(
                    "if (!({plain})) __aver_unsupported(\"{mixed}\"); \
                     for (__int128 {k} = {low}; {k} < {high}; {k}++) {{ {ty} {name} = ({ty}){k}; __CPROVER_assume({holds}); }}"
                )
            }
            None => {
                "__aver_unsupported(\"a quantifier whose variable has no bounds\");".to_string()
            }
        };
        if is_forall && stance == Stance::Assumed {
            return Ok(format!(" ({{ {all} (_Bool)1; }})"));
        }
        let if_all = match is_forall {
            true => value.clone(),
            false => format!("!{value}"),
        };
        Ok(format!(
            " ({{ _Bool {value} = nondet_truth(); if ({if_all}) {{ {all} }} else {{ {pick} __CPROVER_assume({shown}); }} {value}; }})"
        ))
    }

    /// The range that the body names for the variable, if it does.
    fn range(
        &mut self,
        body: &[Node],
        name: &str,
        ty: &str,
        is_forall: bool,
    ) -> Result<Option<Range>> {
        let mut body = body;
        while let [Node::Group { .. }] = body {
            match self.group(body.first(), "(") {
                Some(inner) => body = inner,
                None => break,
            }
        }
        let guard = match is_forall {
            true => match body.iter().position(|n| self.is(Some(n), "==>")) {
                Some(arrow) => &body[..arrow],
                None => return Ok(None),
            },
            false => body,
        };
        let mut conjuncts = Vec::new();
        self.conjuncts(guard, &mut conjuncts);
        let (mut lows, mut highs, mut plain) = (Vec::new(), Vec::new(), Vec::new());
        let mut natural = false;
        for conjunct in conjuncts {
            let Some((bound, is_low, adds)) = self.bound(conjunct, name) else {
                continue;
            };
            let text =
                self.moved(|this| this.with_stance(Stance::Unknown, |this| this.sequence(bound)))?;
            let digits: String = text
                .trim()
                .chars()
                .filter(|c| *c != '(' && *c != ')')
                .collect();
            let literal = digits.bytes().all(|b| b.is_ascii_digit());
            let list = if is_low { &mut lows } else { &mut highs };
            list.push(format!("((__int128)({text}) + {adds})"));
            natural |= literal && is_low;
            // A negative bound is something else in an unsigned type.
            plain.push(format!("!((({ty})-1 > ({ty})0) && ({text}) < 0)"));
            if !literal {
                plain.push(format!(
                    "((({ty})-1 > ({ty})0) || __aver_natural || (__typeof__(+({text})))-1 < 0)"
                ));
            }
        }
        let unsigned_low = format!("(({ty})-1 > ({ty})0)");
        if lows.is_empty() {
            lows.push("(__int128)0".to_string());
            plain.push(unsigned_low);
        }
        let natural = if natural { "1" } else { "0" };
        let plain: Vec<String> = plain
            .into_iter()
            .map(|p| p.replace("__aver_natural", natural))
            .collect();
        let (Some(low), Some(high)) = (lows.first(), highs.first()) else {
            return Ok(None);
        };
        // The body says the other bounds again.
        Ok(Some(Range {
            low: low.clone(),
            high: high.clone(),
            plain: plain.join(" && "),
        }))
    }

    /// The parts of a conjunction.
    fn conjuncts<'n>(&self, nodes: &'n [Node], all: &mut Vec<&'n [Node]>) {
        let is_or = nodes.iter().any(|n| {
            self.is(Some(n), "||")
                || self.is(Some(n), "?")
                || self.is(Some(n), "==>")
                || self.is(Some(n), ",")
        });
        if is_or {
            return;
        }
        for part in nodes.split(|n| self.is(Some(n), "&&")) {
            match part {
                [group] if self.group(Some(group), "(").is_some() => {
                    let inner = self.group(Some(group), "(").unwrap_or_default();
                    self.conjuncts(inner, all);
                }
                _ => all.push(part),
            }
        }
    }

    /// `E <= i`, `i < E` or similar: the bound, whether it is a lower one, and what to add to it for the first number in, or
    /// the first one beyond, the range.
    fn bound<'n>(&self, nodes: &'n [Node], name: &str) -> Option<(&'n [Node], bool, u32)> {
        const OPERATORS: [&str; 4] = ["<=", "<", ">=", ">"];
        let operators: Vec<usize> = (0..nodes.len())
            .filter(|at| OPERATORS.iter().any(|op| self.is(nodes.get(*at), op)))
            .collect();
        let [at] = operators[..] else {
            return None;
        };
        let others = ["==", "!=", "&", "|", "^"];
        if nodes
            .iter()
            .any(|n| others.iter().any(|op| self.is(Some(n), op)))
        {
            return None;
        }
        let operator = OPERATORS
            .into_iter()
            .find(|op| self.is(nodes.get(at), op))?;
        let (left, right) = (&nodes[..at], &nodes[at + 1..]);
        let is_variable = |side: &[Node]| side.len() == 1 && self.is(side.first(), name);
        let mentions = |side: &[Node]| {
            let (first, last) = (side.first().map(Node::first), side.last().map(Node::last));
            let mut tokens = first.unwrap_or(1)..=last.unwrap_or(0);
            tokens.any(|token| self.token(token) == name)
        };
        if is_variable(left) && !right.is_empty() && !mentions(right) {
            Some(match operator {
                "<" => (right, false, 0),
                "<=" => (right, false, 1),
                ">" => (right, true, 1),
                _ => (right, true, 0),
            })
        } else if is_variable(right) && !left.is_empty() && !mentions(left) {
            Some(match operator {
                "<" => (left, true, 1),
                "<=" => (left, true, 0),
                ">" => (left, false, 0),
                _ => (left, false, 1),
            })
        } else {
            None
        }
    }
}
