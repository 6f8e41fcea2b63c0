//! Contracts of loops.
//!
//! With [`super::Choices::loop_contracts`] a loop with an invariant `I` runs at most twice. The code at its head, which is a
//! part of the loop's condition, or of the body of a `do`,
//!
//! - the first time asserts `I`, writes unknown values to what the loop assigns, and assumes `I`: this is any iteration, or the
//!   end of the loop;
//! - the second time asserts `I` and that the measure has become smaller, and ends the run.
//!
//! This is the rule of Hoare for loops (C. A. R. Hoare, CACM 1969) as code, so `break`, `continue`, `goto` and `return` mean what they
//! mean. The loop has a frame, as a function has ([`super::contracts`]): a write to what is not assigned fails, also one to a local
//! variable of the function, since in functions with such loops all writes are checked. The frame opens where the loop begins and
//! closes however it is left, by a variable with a clean-up function.
//!
//! Without an assigns clause the variables that the loop's text assigns by their names are taken; if it writes anything else, that write
//! fails.

use super::contracts::Clauses;
use super::{Node, Result, Stance, Translator};
use std::collections::BTreeSet;

impl Translator<'_> {
    /// The text of the loop at `at`, if it has a contract, and where it ends.
    pub(super) fn contracted_loop(
        &mut self,
        nodes: &[Node],
        at: usize,
    ) -> Result<Option<(String, usize)>> {
        let is_do = self.is(nodes.get(at), "do");
        let (head, body) = match is_do {
            true => {
                let end = self.statement_end(nodes, at + 1);
                if !self.is(nodes.get(end), "while") {
                    return Ok(None);
                }
                (end, Some((at + 1, end)))
            }
            false => (at, None),
        };
        let Some(inner) = self.group(nodes.get(head + 1), "(") else {
            return Ok(None);
        };
        let (clauses, after) = self.clauses(nodes, head + 2)?;
        if clauses.is_empty() {
            return Ok(None);
        }
        if let Some((token, _)) = clauses.requires.first().or(clauses.ensures.first()) {
            return Err(self.mistake(
                *token,
                "a loop has invariants, and no pre- or postconditions",
            ));
        }
        let (body, end) = match body {
            // The semicolon is the end.
            Some(body) => (body, (after + 1).min(nodes.len())),
            None => {
                let end = self.statement_end(nodes, after);
                ((after, end), end)
            }
        };
        let gap = self.skeleton(clauses.first().unwrap_or_default(), nodes[after - 1].last());
        let mut out = String::new();
        if !self.choices.loop_contracts {
            if is_do {
                out.push_str(&self.plain_loop(&nodes[at..head + 2])?);
                out.push_str(&gap);
                out.push_str(&self.sequence(&nodes[after..end])?);
            } else {
                out.push_str(&self.plain_loop(&nodes[at..head + 2])?);
                out.push_str(&gap);
                out.push_str(&self.sequence(&nodes[body.0..body.1])?);
            }
            return Ok(Some((out, end)));
        }
        if clauses.invariants.is_empty() {
            let token = clauses.first().unwrap_or_default();
            return Err(self.mistake(token, "a loop's contract needs an invariant"));
        }
        let number = self.fresh();
        let is_for = self.is(nodes.get(head), "for");
        let (init, condition, rest) = match is_for {
            true => {
                let mut parts = inner.split(|n| self.is(Some(n), ";"));
                let parts: [Option<&[Node]>; 3] = [parts.next(), parts.next(), parts.next()];
                let [Some(init), Some(condition), Some(rest)] = parts else {
                    return Ok(None);
                };
                (init, condition, rest)
            }
            false => (&[][..], inner, &[][..]),
        };
        let whole = &nodes[at..end];
        let (front, step) =
            self.moved(|this| this.head(number, &clauses, whole, nodes[at].first()))?;
        let gap_before = match self.moved {
            true => " ".to_string(),
            false => self.gap(nodes[at].first()).to_string(),
        };
        let blank = condition.iter().all(|n| self.is_line(n));
        if is_do {
            let body = self.sequence(&nodes[body.0..body.1])?;
            let condition = self.with_stance(Stance::Unknown, |this| this.sequence(condition))?;
            let resume = self.back(nodes[at + 1].first());
            out.push_str(&format!(
                "{gap_before}{{ {front} do {{ {step}; {resume}{body} }} while ({condition}){gap}; }}"
            ));
        } else {
            let init = self.sequence(init)?;
            let condition_text = match blank {
                true => "1".to_string(),
                false => self.with_stance(Stance::Unknown, |this| this.sequence(condition))?,
            };
            let rest = self.sequence(rest)?;
            let resume = self.back(nodes[head + 1].first());
            let body_text = self.sequence(&nodes[body.0..body.1])?;
            out.push_str(&format!(
                "{gap_before}{{ {init}; {front} for (; {step}, {resume}({condition_text}); {rest}){gap}{body_text} }}"
            ));
        }
        Ok(Some((out, end)))
    }

    /// A loop's own words and condition, whose contract is not applied.
    fn plain_loop(&mut self, nodes: &[Node]) -> Result<String> {
        let mut out = String::new();
        for node in nodes {
            match node {
                Node::Leaf(token) => self.leaf(&mut out, *token),
                Node::Group { .. } => out.push_str(&self.sequence(std::slice::from_ref(node))?),
            }
        }
        Ok(out)
    }

    /// Back to the line of a token, after code of our own.
    fn back(&self, token: usize) -> String {
        match self.moved {
            true => String::new(),
            false => self.marker(token),
        }
    }

    /// The declarations before the loop, and the expression at its head.
    fn head(
        &mut self,
        number: u32,
        clauses: &Clauses<'_>,
        whole: &[Node],
        token: usize,
    ) -> Result<(String, String)> {
        let outer = self.olds.replace(Vec::new());
        let mut base = String::new();
        let mut kept = String::new();
        let mut assumed = String::new();
        for (token, clause) in &clauses.invariants {
            let holds = self.with_stance(Stance::Asserted, |this| this.sequence(clause))?;
            let begin = "loop invariant before entry";
            let again = "loop invariant after step";
            base.push_str(&self.at(*token, &format!("__CPROVER_assert({holds}, \"{begin}\");")));
            let holds = self.with_stance(Stance::Asserted, |this| this.sequence(clause))?;
            kept.push_str(&self.at(*token, &format!("__CPROVER_assert({holds}, \"{again}\");")));
            let holds = self.with_stance(Stance::Assumed, |this| this.sequence(clause))?;
            assumed.push_str(&self.at(*token, &format!("__CPROVER_assume({holds});")));
        }
        let olds = std::mem::replace(&mut self.olds, outer).unwrap_or_default();
        let mut targets = Vec::new();
        for (token, clause) in &clauses.assigns {
            targets.extend(self.targets(*token, clause)?);
        }
        if clauses.assigns.is_empty() {
            for name in self.assigned(whole) {
                targets.push(super::contracts::Target {
                    condition: "1".to_string(),
                    pointer: format!("&({name})"),
                    size: format!("sizeof({name})"),
                });
            }
        }
        if let Some((token, _)) = clauses.frees.first() {
            return Err(self.mistake(*token, "a loop's contract that frees is not supported"));
        }
        let mut measures = Vec::new();
        for (_, clause) in &clauses.decreases {
            for part in self.arguments(clause) {
                measures.push(self.sequence(part)?);
            }
        }
        let mut front = format!(
            "_Bool __aver_l{number} = 0; __attribute__((cleanup(__aver_frame_restore))) struct __aver_frame_saved __aver_s{number}; \
             __aver_frame_save(&__aver_s{number}); __aver_loop_contract(); "
        );
        for (n, old) in olds.iter().enumerate() {
            front.push_str(&format!("__typeof__({old}) __aver_old_{n} = {old}; "));
        }
        let mut remember = String::new();
        // Lexicographic order.
        let mut smaller = "0".to_string();
        for (n, measure) in measures.iter().enumerate().rev() {
            front.push_str(&format!("__int128 __aver_m{number}_{n} = 0; "));
            remember.push_str(&format!("__aver_m{number}_{n} = (__int128)({measure}); "));
            let before = format!("__aver_m{number}_{n}");
            smaller = format!(
                "((__int128)({measure}) < {before} || ((__int128)({measure}) == {before} && {smaller}))"
            );
        }
        let ends = match clauses.decreases.first() {
            Some((token, _)) => self.at(
                *token,
                &format!("__CPROVER_assert({smaller}, \"decreases clause of the loop\");"),
            ),
            None => String::new(),
        };
        let mut except = String::new();
        let mut havoc = String::new();
        let mut addresses = String::new();
        for (n, target) in targets.iter().enumerate() {
            let (condition, pointer, size) = (&target.condition, &target.pointer, &target.size);
            addresses.push_str(&format!(
                "_Bool __aver_c{n} = ({condition}); void *__aver_p{n} = 0; __SIZE_TYPE__ __aver_n{n} = 0; \
                 if (__aver_c{n}) {{ __aver_p{n} = (void *)({pointer}); __aver_n{n} = {size}; }} "
            ));
            except.push_str(&format!(
                "if (__aver_c{n}) __aver_frame_writes(__aver_p{n}, __aver_n{n}); "
            ));
            havoc.push_str(&format!(
                "if (__aver_c{n}) __CPROVER_havoc_slice(__aver_p{n}, __aver_n{n}); "
            ));
        }
        let place = self.marker(token);
        // What is overwritten must be in the frame around the loop, so it is written before the loop's own opens.
        let step = format!(
            "({{ if (!__aver_l{number}) {{ __aver_l{number} = 1; {base}{place}{addresses}{havoc} \
             if (__aver_frame_open_inner()) {{ {except} }} {assumed}{remember} }} else {{ {kept}{ends}{place}__CPROVER_assume(0); }} }})"
        );
        Ok((front, step))
    }

    /// The variables that a text assigns by their names, and does not declare.
    fn assigned(&self, nodes: &[Node]) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let mut declared = BTreeSet::new();
        self.collect_assigned(nodes, &mut names, &mut declared);
        names.retain(|n| !declared.contains(n));
        names
    }

    fn collect_assigned(
        &self,
        nodes: &[Node],
        names: &mut BTreeSet<String>,
        declared: &mut BTreeSet<String>,
    ) {
        const ASSIGNMENTS: [&str; 13] = [
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "<<=", ">>=", "++", "--",
        ];
        for (at, node) in nodes.iter().enumerate() {
            if let Node::Group { inner, .. } = node {
                self.collect_assigned(inner, names, declared);
                continue;
            }
            let Some(word) = self.word(Some(node)) else {
                continue;
            };
            let before = at.checked_sub(1).and_then(|b| nodes.get(b));
            let after = nodes.get(at + 1);
            let is_type = |w: &str| !matches!(w, "else" | "do" | "return" | "case" | "goto");
            if self.word(before).is_some_and(is_type) {
                // `T x`
                declared.insert(word.to_string());
                continue;
            }
            let member = [".", "->", "*"].iter().any(|op| self.is(before, op));
            let assigns = ASSIGNMENTS.iter().any(|op| self.is(after, op));
            let steps = ["++", "--"].iter().any(|op| self.is(before, op))
                && !self.is(after, ".")
                && !self.is(after, "->")
                && self.group(after, "[").is_none();
            if (assigns && !member) || steps {
                names.insert(word.to_string());
            }
        }
    }

    /// Where the statement that begins at `at` ends.
    pub(super) fn statement_end(&self, nodes: &[Node], at: usize) -> usize {
        let mut at = at;
        while nodes.get(at).is_some_and(|n| self.is_line(n)) {
            at += 1;
        }
        match self.word(nodes.get(at)) {
            Some("if") => {
                let mut end = self.statement_end(nodes, at + 2);
                let mut next = end;
                while nodes.get(next).is_some_and(|n| self.is_line(n)) {
                    next += 1;
                }
                if self.is(nodes.get(next), "else") {
                    end = self.statement_end(nodes, next + 1);
                }
                return end;
            }
            Some("while" | "for" | "switch") => {
                let mut next = at + 2;
                if let Ok((clauses, end)) = self.clauses(nodes, next)
                    && !clauses.is_empty()
                {
                    next = end;
                }
                return self.statement_end(nodes, next);
            }
            Some("do") => {
                let end = self.statement_end(nodes, at + 1);
                return self.semicolon(nodes, end);
            }
            Some("case") => {
                let colon = (at..nodes.len()).find(|n| self.is(nodes.get(*n), ":"));
                return colon.map_or(nodes.len(), |c| self.statement_end(nodes, c + 1));
            }
            Some(_) if self.is(nodes.get(at + 1), ":") => {
                return self.statement_end(nodes, at + 2);
            }
            _ => {}
        }
        match self.group(nodes.get(at), "{") {
            Some(_) => at + 1,
            None => self.semicolon(nodes, at),
        }
    }

    fn semicolon(&self, nodes: &[Node], from: usize) -> usize {
        (from..nodes.len())
            .find(|at| self.is(nodes.get(*at), ";"))
            .map_or(nodes.len(), |at| at + 1)
    }
}
