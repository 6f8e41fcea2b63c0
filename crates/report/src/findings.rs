//! What a run of Aver found, and the one answer that follows from it.

use evidence::{Certificate, Conditional, Lasso, Reason, Trace, Verdict};
use program::{Program, Property, SiteId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Everything that a report is about.
pub struct Findings<'a> {
    pub program: &'a Program,
    /// The properties that were asked for, in the order of the table.
    pub properties: &'a [Property],
    /// The answer for each check that was asked for.
    pub sites: &'a [(SiteId, Verdict<Trace>)],
    /// Whether every run ends, if that was asked.
    pub termination: Option<&'a Verdict<Lasso>>,
    /// If some do not: conditions under which every run does, each of which is enough.
    pub ends_if: &'a [Conditional],
    /// Why a property without any check is not proved.
    pub rest: Option<&'a Reason>,
    /// What makes an answer weaker than it looks.
    pub warnings: &'a [String],
}

/// The three answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Answer {
    True,
    False,
    Unknown,
}

impl Answer {
    pub fn exit_code(self) -> u8 {
        match self {
            Answer::True => 0,
            Answer::False => 10,
            Answer::Unknown => 20,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Answer::True => "TRUE",
            Answer::False => "FALSE",
            Answer::Unknown => "UNKNOWN",
        })
    }
}

/// The answer for one property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyRow {
    pub property: Property,
    pub answer: Answer,
    /// How many checks of the property there are.
    pub checks: usize,
    /// Why, in a few words.
    pub why: String,
}

/// The answer for everything that was asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Conclusion {
    pub answer: Answer,
    /// What follows the answer in the last line: ` (valid-deref) at list.c:41`.
    pub rest: String,
}

impl Conclusion {
    /// UNKNOWN for a reason.
    pub fn unknown(why: &str) -> Conclusion {
        Conclusion {
            answer: Answer::Unknown,
            rest: format!(" ({})", one_line(why)),
        }
    }
}

/// The last line, without its end.
impl fmt::Display for Conclusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VERDICT: {}{}", self.answer, self.rest)
    }
}

/// The verdict is one line, whatever a reason contains.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Findings<'_> {
    fn of(&self, property: Property) -> impl Iterator<Item = &(SiteId, Verdict<Trace>)> {
        self.sites
            .iter()
            .filter(move |(site, _)| self.program.site(*site).property == property)
    }

    /// The checks without an answer, of properties that have others with one.
    pub(crate) fn open_among_others(&self) -> Vec<SiteId> {
        let mut all = Vec::new();
        for property in self.properties {
            let open = self
                .of(*property)
                .filter_map(|(site, verdict)| match verdict {
                    Verdict::Unknown(_) => Some(*site),
                    _ => None,
                });
            let open: Vec<SiteId> = open.collect();
            if open.len() < self.of(*property).count() {
                all.extend(open);
            }
        }
        all
    }

    /// One row per property.
    pub fn rows(&self) -> Vec<PropertyRow> {
        self.properties.iter().map(|p| self.row(*p)).collect()
    }

    fn row(&self, property: Property) -> PropertyRow {
        let checks = self.of(property).count();
        let row = |answer, why| PropertyRow {
            property,
            answer,
            checks,
            why,
        };
        if property == Property::Termination {
            let (answer, why) = self.row_of_termination();
            return row(answer, why);
        }
        let failing: Vec<&Trace> = self
            .of(property)
            .filter_map(|(_, v)| match v {
                Verdict::False(trace) => Some(trace),
                _ => None,
            })
            .collect();
        if let Some(first) = failing.first() {
            let place = self.program.show_place(first.violation().place);
            let why = match failing.len() {
                1 => match first.native() {
                    Some(native) => format!("fails at {place}, trace replayed, {}", native.name()),
                    None => format!("fails at {place}, trace replayed"),
                },
                n => format!("{n} fail, the first at {place}, traces replayed"),
            };
            return row(Answer::False, why);
        }
        let open: Vec<String> = self
            .of(property)
            .filter_map(|(_, v)| match v {
                Verdict::Unknown(reason) => Some(one_line(&reason.text(self.program))),
                _ => None,
            })
            .collect();
        if let Some(first) = open.first() {
            let why = match (open.len(), checks - open.len()) {
                (1, 0) => first.clone(),
                (open, 0) => format!("{open} open: {first}"),
                (open, proved) => format!("{open} open, {proved} proved: {first}"),
            };
            return row(Answer::Unknown, why);
        }
        match self.rest.filter(|_| checks == 0) {
            Some(reason) => row(Answer::Unknown, one_line(&reason.text(self.program))),
            None => row(Answer::True, self.why_true(property)),
        }
    }

    fn row_of_termination(&self) -> (Answer, String) {
        match self.termination {
            Some(Verdict::True(certificate)) => (Answer::True, certificate.to_string()),
            Some(Verdict::False(lasso)) => {
                let place = self.program.show_place(lasso.place());
                let why = match lasso.recurrent() {
                    None if lasso.is_recursion() => {
                        format!("the function at {place} calls itself without end, run replayed")
                    }
                    None => format!("the loop at {place} is never left, run replayed"),
                    Some(_) => format!(
                        "the loop at {place} is never left, recurrent set checked, run replayed"
                    ),
                };
                (Answer::False, why)
            }
            Some(Verdict::Unknown(reason)) => {
                (Answer::Unknown, one_line(&reason.text(self.program)))
            }
            None => (Answer::Unknown, "it was not asked".to_string()),
        }
    }

    /// What the answers that are TRUE take for granted.
    pub fn assumptions(&self) -> Vec<&str> {
        let certificates = self.sites.iter().filter_map(|(_, verdict)| match verdict {
            Verdict::True(certificate) => Some(certificate.assumptions()),
            _ => None,
        });
        let own = self.program.assumptions.iter();
        let all = own.chain(certificates.flatten()).map(String::as_str);
        let mut found = Vec::new();
        for assumption in all {
            if !found.contains(&assumption) {
                found.push(assumption);
            }
        }
        found
    }

    fn why_true(&self, property: Property) -> String {
        let certificates: Vec<&Certificate> = self
            .of(property)
            .filter_map(|(_, v)| match v {
                Verdict::True(c) => Some(c),
                _ => None,
            })
            .collect();
        match certificates.first() {
            None => "the program has no such check".to_string(),
            Some(certificate) => certificate.to_string(),
        }
    }

    /// FALSE if anything is, else UNKNOWN if anything is, else TRUE.
    pub fn conclude(&self) -> Conclusion {
        let rows = self.rows();
        let failing = self.sites.iter().find_map(|(_, v)| match v {
            Verdict::False(trace) => Some(trace.violation()),
            _ => None,
        });
        if let Some(v) = failing {
            let at = match self.program.show_place(v.place).as_str() {
                "?" => String::new(),
                place => format!(" at {place}"),
            };
            return Conclusion {
                answer: Answer::False,
                rest: format!(" ({}){at}", v.property),
            };
        }
        if let Some(Verdict::False(lasso)) = self.termination {
            let at = match self.program.show_place(lasso.place()).as_str() {
                "?" => String::new(),
                place => format!(" at {place}"),
            };
            return Conclusion {
                answer: Answer::False,
                rest: format!(" ({}){at}", Property::Termination),
            };
        }
        let of_termination = match self.termination {
            Some(Verdict::Unknown(reason)) => Some(reason),
            _ => None,
        };
        let reasons = || {
            let of_sites = self.sites.iter().filter_map(|(_, v)| match v {
                Verdict::Unknown(reason) => Some(reason),
                _ => None,
            });
            of_sites.chain(of_termination)
        };
        // The user must learn of a bug in Aver first.
        let internal = reasons().find(|r| matches!(r, Reason::Internal(_)));
        if let Some(reason) = internal.or_else(|| reasons().next()) {
            return Conclusion::unknown(&reason.text(self.program));
        }
        let unknown = rows.iter().find(|r| r.answer == Answer::Unknown);
        if let (Some(reason), true) = (self.rest, unknown.is_some_and(|r| r.checks == 0)) {
            return Conclusion::unknown(&reason.text(self.program));
        }
        if let Some(row) = unknown {
            return Conclusion::unknown(&format!("{}: {}", row.property, row.why));
        }
        Conclusion {
            answer: Answer::True,
            rest: String::new(),
        }
    }

    /// Whether TRUE says nothing, because there was nothing to check.
    pub fn is_vacuous(&self) -> bool {
        self.sites.is_empty() && self.termination.is_none()
    }
}

/// A name for each check site: `function.property.number`, numbered in the order of the program.
pub fn site_ids(program: &Program) -> Vec<String> {
    let mut counts: BTreeMap<(&str, Property), u32> = BTreeMap::new();
    program
        .sites
        .iter()
        .map(|site| {
            let count = counts.entry((&site.function, site.property)).or_default();
            *count += 1;
            format!("{}.{}.{count}", site.function, site.property)
        })
        .collect()
}
