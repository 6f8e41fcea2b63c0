//! Words to avoid in comments, documentation and messages.
//!
//! They are English, but in most places a literal translation of what another language says. A rule is a pattern, what it
//! must not be to count, and what to write instead. Patterns are narrow: a word that has a right use is only reported in
//! the phrases in which it is wrong.

use super::code;
use regex::Regex;
use std::sync::LazyLock;

/// Files and folders that the rule applies to.
const CHECKED: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "contrib/",
    "crates/",
    "docs/",
    "xtask/",
];

/// What below these is still to be cleaned.
const NOT_YET: &[&str] = &[];

/// The list itself names the words.
const THIS_FILE: &str = "xtask/src/tidy/words.rs";

/// Pattern, exceptions, and what to write instead. Patterns match whole words, in any case, also across line breaks.
const RULES: &[(&str, &str, &str)] = &[
    (
        r"(\w+ )?(is|are) none",
        r"^(there (is|are) none)$|(?-i:None)$",
        "is not a …, has no …, there is none",
    ),
    (r"anew", "", "again"),
    (r"nobody", "", "no user, not known, or say who does not"),
    (
        r"(for|of|that) people",
        "",
        "for users, for readers, human-readable",
    ),
    (r"of ours", "", "our, our own"),
    (r"and the like|(its|their) like", "", "and similar …"),
    (r"cannot do with", "", "cannot handle, cannot use"),
    (r"it is for \w+ to", "", "say who does it"),
    (r"so manieth", "", "every n-th"),
    (
        r"behind (it|them|this|that|these|those|(the|its|their|an?|each|every) (\w+ )?(access|array|assertion|block|branch|call|check|command|end|first|function|instruction|last|loop|object|one|statement|store|variable))",
        "",
        "after (in time or in a text), beyond (in memory), below, of",
    ),
    (r"just behind", "", "just beyond, right after"),
    (
        r"(what|where|which|it|rule|format) stands? \w+",
        r" for$",
        "is, is written, follows",
    ),
    (
        r"stands? (there|outermost|behind|only|between bars|in bars|in quotes)",
        "",
        "is, is written",
    ),
];

/// The rules, compiled, with the pattern of their exceptions.
static COMPILED: LazyLock<Vec<(Regex, Option<Regex>, &str)>> = LazyLock::new(|| {
    let compile = |p: &str| Regex::new(&format!("(?i){p}")).expect("a pattern of RULES");
    let rule = |(pattern, except, instead): &(&str, &str, &'static str)| {
        let except = (!except.is_empty()).then(|| compile(except));
        (compile(&format!(r"\b({pattern})\b")), except, *instead)
    };
    RULES.iter().map(rule).collect()
});

/// Whether a file, by its path from the root, is to be checked.
pub fn applies_to(name: &str) -> bool {
    let is_in = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    name != THIS_FILE && is_in(CHECKED) && !is_in(NOT_YET)
}

/// The words to avoid in the comments and strings of a Rust file, or in the whole of another one: line and complaint.
pub fn found(name: &str, text: &str) -> Vec<(usize, String)> {
    let prose = match name.ends_with(".rs") {
        true => comments_and_strings(text),
        false => text.to_string(),
    };
    let (joined, starts) = joined(&prose);
    let mut found = Vec::new();
    for (pattern, except, instead) in COMPILED.iter() {
        for m in pattern.find_iter(&joined) {
            if except.as_ref().is_some_and(|e| e.is_match(m.as_str())) {
                continue;
            }
            let line = starts.partition_point(|start| *start <= m.start());
            found.push((line, format!("avoid \"{}\"; say: {instead}", m.as_str())));
        }
    }
    found.sort();
    found
}

/// The reverse of [`code::without_comments_and_strings`]: what that blanks is kept, and code is blanked.
fn comments_and_strings(text: &str) -> String {
    let code = code::without_comments_and_strings(text);
    let pairs = text.chars().zip(code.chars());
    pairs
        .map(|(t, c)| if t == c && !t.is_whitespace() { ' ' } else { t })
        .collect()
}

/// The lines as one text, without indentation and the marks of comments, so that a phrase may go over a line's end; and
/// where each line starts. An empty line ends a phrase.
fn joined(text: &str) -> (String, Vec<usize>) {
    let (mut result, mut starts) = (String::new(), Vec::new());
    for line in text.lines() {
        starts.push(result.len());
        let line = line.trim().trim_start_matches(['/', '!', '*', '#']).trim();
        result.push_str(line);
        result.push(if line.is_empty() { '\n' } else { ' ' });
    }
    (result, starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(name: &str, text: &str) -> Vec<usize> {
        found(name, text)
            .into_iter()
            .map(|(line, _)| line)
            .collect()
    }

    #[test]
    fn words_are_found_in_comments_and_strings() {
        assert_eq!(lines("a.rs", "//! Docs.\nlet x = 1; // Made anew.\n"), [2]);
        assert_eq!(lines("a.rs", "f(\"a rigid variable is none\");\n"), [1]);
        assert_eq!(lines("a.md", "# Title\n\nA text for people.\n"), [3]);
        assert_eq!(lines("a.rs", "/// What runs behind the\n/// loop.\n"), [1]);
        assert_eq!(lines("a.rs", "// Names stand in bars.\n"), [1]);
    }

    #[test]
    fn each_rule_has_its_phrase() {
        for phrase in [
            "a symbol is none",
            "starts anew",
            "nobody knows",
            "text for people",
            "an operator of ours",
            "spaces and the like",
            "`clz` and its like",
            "cannot do with it",
            "it is for callers to close it",
            "each so manieth case",
            "behind the last element",
            "behind it",
            "just behind",
            "the format stands in the docs",
            "names stand in bars",
        ] {
            assert!(!found("a.md", phrase).is_empty(), "{phrase}");
        }
    }

    #[test]
    fn right_uses_are_not() {
        for phrase in [
            "`None` if there is none",
            "the solver behind [`Solver`]",
            "a letter that stands for a digit",
            "what stands for the index",
            "such a file",
            "if status is None:",
            "a none such",
            "one is\n\nnone of them",
        ] {
            assert_eq!(found("a.md", phrase), [], "{phrase}");
        }
        // Names are code.
        assert_eq!(found("a.rs", "//! Docs.\nlet anew = behind(it);\n"), []);
    }

    #[test]
    fn only_listed_files_are_checked() {
        assert!(applies_to("crates/term/src/lib.rs"));
        assert!(applies_to("docs/tests.md"));
        assert!(!applies_to(THIS_FILE));
        assert!(!applies_to("target/x.rs"));
    }
}
