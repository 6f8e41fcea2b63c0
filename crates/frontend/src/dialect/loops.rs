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
//! Without an assigns clause the variables that the loop's text assigns by their names are taken, and the objects of the pointers through
//! which it assigns; if it writes anything else, that write fails.

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
        // The contract of a `do` comes after the word.
        let begin = match is_do {
            true => at + 1,
            false => at + 2,
        };
        let (clauses, after) = self.clauses(nodes, begin)?;
        if clauses.is_empty() {
            return Ok(None);
        }
        let (head, body) = match is_do {
            true => {
                let end = self.statement_end(nodes, after);
                if !self.is(nodes.get(end), "while") {
                    return Ok(None);
                }
                (end, (after, end))
            }
            false => (at, (after, self.statement_end(nodes, after))),
        };
        let Some(inner) = self.group(nodes.get(head + 1), "(") else {
            return Ok(None);
        };
        let end = match is_do {
            // The semicolon is the end.
            true => (head + 3).min(nodes.len()),
            false => body.1,
        };
        if let Some((token, _)) = clauses.requires.first().or(clauses.ensures.first()) {
            return Err(self.mistake(
                *token,
                "a loop has invariants, and no pre- or postconditions",
            ));
        }
        let gap = self.skeleton(clauses.first().unwrap_or_default(), nodes[after - 1].last());
        let mut out = String::new();
        if !self.choices.loop_contracts {
            out.push_str(&self.plain_loop(&nodes[at..begin])?);
            out.push_str(&gap);
            out.push_str(&self.sequence(&nodes[body.0..body.1])?);
            out.push_str(&self.plain_loop(&nodes[body.1..end])?);
            return Ok(Some((out, end)));
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
        // What the first part of a `for` assigns happens before.
        let whole: Vec<Node> = [condition, rest, &nodes[body.0..body.1]].concat();
        let (front, step) =
            self.moved(|this| this.head(number, &clauses, &whole, nodes[at].first()))?;
        let gap_before = match self.moved {
            true => " ".to_string(),
            false => self.gap(nodes[at].first()).to_string(),
        };
        let blank = condition.iter().all(|n| self.is_line(n));
        if is_do {
            let resume = self.back(nodes[body.0].first());
            let body = self.sequence(&nodes[body.0..body.1])?;
            let condition = self.with_stance(Stance::Unknown, |this| this.sequence(condition))?;
            out.push_str(&format!(
                "{gap_before}{{ {front} do {{ {step}; {resume}{body} }} while ({condition}); }}"
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
            let (names, pointers) = self.assigned(whole);
            for name in &names {
                targets.push(super::contracts::Target {
                    condition: "1".to_string(),
                    pointer: format!("&({name})"),
                    size: format!("sizeof({name})"),
                });
            }
            for name in pointers.iter().filter(|n| !names.contains(*n)) {
                targets.push(super::contracts::Target {
                    condition: format!("__CPROVER_LIVE_OBJECT({name})"),
                    pointer: format!("__aver_object_start({name})"),
                    size: format!("__CPROVER_OBJECT_SIZE({name})"),
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

    /// The variables that a text assigns by their names and does not declare, and those through which it assigns.
    fn assigned(&self, nodes: &[Node]) -> (BTreeSet<String>, BTreeSet<String>) {
        let mut found = Assigned::default();
        self.collect_assigned(nodes, &mut found);
        found.names.retain(|n| !found.declared.contains(n));
        found.pointers.retain(|n| !found.declared.contains(n));
        (found.names, found.pointers)
    }

    fn collect_assigned(&self, nodes: &[Node], found: &mut Assigned) {
        const ASSIGNMENTS: [&str; 13] = [
            "=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "<<=", ">>=", "++", "--",
        ];
        let assigns = |node: Option<&Node>| ASSIGNMENTS.iter().any(|op| self.is(node, op));
        let steps = |node: Option<&Node>| ["++", "--"].iter().any(|op| self.is(node, op));
        for (at, node) in nodes.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|b| nodes.get(b));
            if let Node::Group { inner, .. } = node {
                self.collect_assigned(inner, found);
                // `(*p) = …`, `++(*p)`
                if let [star, name] = &inner[..]
                    && self.is(Some(star), "*")
                    && (assigns(nodes.get(at + 1)) || steps(before))
                {
                    found
                        .pointers
                        .extend(self.word(Some(name)).map(str::to_string));
                }
                continue;
            }
            let Some(word) = self.word(Some(node)) else {
                continue;
            };
            let is_type = |w: &str| !matches!(w, "else" | "do" | "return" | "case" | "goto");
            let stars = nodes[..at]
                .iter()
                .rev()
                .take_while(|n| self.is(Some(n), "*"))
                .count();
            let ty = (at - stars).checked_sub(1).and_then(|b| nodes.get(b));
            if self.word(ty).is_some_and(is_type) {
                // `T x`, `T *x`
                found.declared.insert(word.to_string());
                continue;
            }
            if [".", "->"].iter().any(|op| self.is(before, op)) {
                continue;
            }
            // The members and elements after it.
            let mut end = at + 1;
            let mut through = false;
            loop {
                if self.group(nodes.get(end), "[").is_some() {
                    through = true;
                    end += 1;
                } else if self.is(nodes.get(end), ".") {
                    end += 2;
                } else if self.is(nodes.get(end), "->") {
                    through = true;
                    end += 2;
                } else {
                    break;
                }
            }
            let after = nodes.get(end);
            let star = self.is(before, "*");
            let stepped = steps(after);
            if !(assigns(after) || steps(before)) {
                continue;
            }
            // `*p++ = …` changes both.
            if through || star {
                found.pointers.insert(word.to_string());
            }
            if !through && (!star || stepped) {
                found.names.insert(word.to_string());
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

/// What a text assigns.
#[derive(Default)]
struct Assigned {
    names: BTreeSet<String>,
    pointers: BTreeSet<String>,
    declared: BTreeSet<String>,
}
