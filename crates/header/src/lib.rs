//! Headers of test programs: what to run, and which answer to expect.
//!
//! A header line is `/* aver: property=no-overflow expect=FALSE at=7 args="--unwind 5" */`; in LLVM's text it is a comment
//! there, `; /* aver: … */`. docs/tests.md describes the keys. The tests of the repository and `aver bench` read headers
//! by this parser, and so agree on them.
//!
//! Absences: nothing here knows what Aver does with a case.

use thiserror::Error;

/// A header line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("in the header line `aver:{line}`: {what}")]
pub struct Mistake {
    pub line: String,
    pub what: String,
}

/// One run of Aver: one `aver:` line of a header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// As for `--property`: several are separated by commas.
    pub properties: String,
    pub expect: Expect,
    /// `ILP32` or `LP64`, if the header says so.
    pub data_model: Option<String>,
    pub args: Vec<String>,
    /// Further files of the program, relative to the folder of the first.
    pub files: Vec<String>,
    /// A part of what the report says besides.
    pub says: Option<String>,
    /// Why this case is known to fail. It is run all the same, and must still fail.
    pub known_failure: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expect {
    True,
    /// The property that fails, and the line of the violation; 0 if its place is not known.
    False {
        property: String,
        at: u32,
    },
    /// A part of the reason.
    Unknown {
        reason: String,
    },
    /// The input is rejected with exit code 1; a part of the message.
    Rejected {
        reason: String,
    },
}

/// The lines of the header, without their mark.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim();
        let line = line.strip_prefix("; ").unwrap_or(line);
        line.strip_prefix("/* aver:")
    })
}

/// How many cases a program has.
pub fn count(text: &str) -> usize {
    lines(text).count()
}

/// All cases of a program, in order.
pub fn parse(text: &str) -> Result<Vec<Case>, Mistake> {
    let mistake = |line: &str, what: String| Mistake {
        line: line.to_string(),
        what,
    };
    lines(text)
        .map(|line| {
            let fields = line.strip_suffix("*/");
            let fields = fields.ok_or_else(|| mistake(line, "it does not end in `*/`".into()))?;
            parse_case(fields).map_err(|what| mistake(fields, what))
        })
        .collect()
}

fn parse_case(line: &str) -> Result<Case, String> {
    let mut fields = parse_fields(line)?;
    let mut take = |key: &str| {
        let at = fields.iter().position(|(k, _)| k == key)?;
        Some(fields.remove(at).1)
    };
    let properties = take("property").ok_or("`property=` is missing")?;
    let words = |text: Option<String>| -> Vec<String> {
        let text = text.unwrap_or_default();
        text.split_whitespace().map(str::to_string).collect()
    };
    let expect = take("expect").ok_or("`expect=` is missing")?;
    let expect = match expect.split_once(':').unwrap_or((&expect, "")) {
        ("TRUE", "") => Expect::True,
        ("FALSE", property) => Expect::False {
            property: match property {
                "" if properties.contains(',') => {
                    return Err(
                        "several properties: say which one fails, `expect=FALSE:no-overflow`"
                            .into(),
                    );
                }
                "" => properties.clone(),
                property => property.to_string(),
            },
            at: take("at")
                .ok_or("`at=` is missing")?
                .parse()
                .map_err(|_| "`at=` takes a line number")?,
        },
        ("UNKNOWN", "") => Expect::Unknown {
            reason: take("reason").ok_or("`reason=` is missing")?,
        },
        ("REJECTED", "") => Expect::Rejected {
            reason: take("reason").ok_or("`reason=` is missing")?,
        },
        _ => {
            return Err(format!(
                "`expect={expect}` should be TRUE, FALSE, UNKNOWN or REJECTED"
            ));
        }
    };
    let data_model = take("data-model");
    if let Some(model) = data_model
        .as_deref()
        .filter(|m| !["ILP32", "LP64"].contains(m))
    {
        return Err(format!("`data-model={model}` should be ILP32 or LP64"));
    }
    let case = Case {
        properties,
        expect,
        data_model,
        args: words(take("args")),
        files: words(take("files")),
        says: take("says"),
        known_failure: take("known-failure"),
    };
    match fields.first() {
        Some((key, _)) => Err(format!("`{key}=` is unknown here")),
        None => Ok(case),
    }
}

/// `key=value key="value with spaces"`.
fn parse_fields(line: &str) -> Result<Vec<(String, String)>, String> {
    let mut fields = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (key, after) = rest
            .split_once('=')
            .ok_or_else(|| format!("`{rest}` is not of the form key=value"))?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or("a quote is not closed")?,
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        fields.push((key.to_string(), value.to_string()));
        rest = after.trim_start();
    }
    Ok(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_may_have_several_cases() {
        let text = "/* aver: property=assert expect=TRUE */\n\
            /* aver: property=no-overflow expect=FALSE at=7 data-model=ILP32 */\n\
            int main(void) { return 0; }\n";
        let cases = parse(text).unwrap();
        assert_eq!((cases.len(), count(text)), (2, 2));
        assert_eq!(cases[0].expect, Expect::True);
        assert_eq!(
            cases[1].expect,
            Expect::False {
                property: "no-overflow".to_string(),
                at: 7
            }
        );
        assert_eq!(cases[1].data_model.as_deref(), Some("ILP32"));
    }

    #[test]
    fn values_with_spaces_are_quoted() {
        let text = "/* aver: property=assert expect=UNKNOWN reason=\"inline assembly\" args=\"--unwind 5\" files=\"b.c c.c\" */";
        let case = &parse(text).unwrap()[0];
        let expected = Expect::Unknown {
            reason: "inline assembly".to_string(),
        };
        assert_eq!(case.expect, expected);
        assert_eq!(case.args, ["--unwind", "5"]);
        assert_eq!(case.files, ["b.c", "c.c"]);
        let text = "/* aver: property=termination expect=TRUE says=\"x falls\" */";
        let case = &parse(text).unwrap()[0];
        assert_eq!(case.says.as_deref(), Some("x falls"));
    }

    #[test]
    fn several_properties_need_the_one_that_fails() {
        let line = |expect: &str| format!("/* aver: property=a,b expect={expect} at=1 */");
        assert!(parse(&line("FALSE")).is_err());
        assert!(parse(&line("FALSE:b")).is_ok());
    }

    #[test]
    fn mistakes_are_reported() {
        for line in [
            "/* aver: expect=TRUE */",
            "/* aver: property=assert */",
            "/* aver: property=assert expect=FALSE */",
            "/* aver: property=assert expect=UNKNOWN */",
            "/* aver: property=assert expect=TRUE at=3 */",
            "/* aver: property=assert expect=PERHAPS */",
            "/* aver: property=assert expect=TRUE args=\"x */",
            "/* aver: property=assert expect=TRUE",
            "/* aver: property=assert expect=TRUE data-model=LP32 */",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}
