//! Functions of which nothing is known but that equal arguments give equal results (`__CPROVER_uninterpreted_f`), and the
//! checked forms of library functions that a program defines itself.
//!
//! An uninterpreted function gets a body that remembers its calls. It remembers [`CALLS`] different ones; a run that makes more is
//! not supported.

use super::{Node, Result, Translator};

/// The functions that clang does not let a program define, and the names under which it calls them.
pub const CHECKED_BUILTINS: &[(&str, &str)] = &[
    ("__builtin___memcpy_chk", "__memcpy_chk"),
    ("__builtin___memmove_chk", "__memmove_chk"),
    ("__builtin___memset_chk", "__memset_chk"),
    ("__builtin___mempcpy_chk", "__mempcpy_chk"),
    ("__builtin___strcpy_chk", "__strcpy_chk"),
    ("__builtin___strncpy_chk", "__strncpy_chk"),
    ("__builtin___strcat_chk", "__strcat_chk"),
    ("__builtin___strncat_chk", "__strncat_chk"),
    ("__builtin___stpcpy_chk", "__stpcpy_chk"),
    ("__builtin___sprintf_chk", "__sprintf_chk"),
    ("__builtin___snprintf_chk", "__snprintf_chk"),
];

/// How many calls with different arguments are told apart.
const CALLS: u32 = 32;

impl Translator<'_> {
    /// The functions that clang does not let a program define and this one does.
    pub(super) fn collect_builtins(&mut self, nodes: &[Node]) {
        for window in nodes.windows(3) {
            let Some(word) = self.word(window.first()) else {
                continue;
            };
            let defined = self.group(window.get(1), "(").is_some()
                && self.group(window.get(2), "{").is_some();
            if defined && CHECKED_BUILTINS.iter().any(|(name, _)| *name == word) {
                self.declared.insert(word.to_string());
            }
        }
    }

    /// The body of an uninterpreted function, after its declaration `nodes`, if they are one.
    pub(super) fn uninterpreted(&mut self, nodes: &[Node]) -> Result<Option<String>> {
        let [.., name, params] = nodes else {
            return Ok(None);
        };
        let (Some(word), Some(list)) = (self.word(Some(name)), self.group(Some(params), "("))
        else {
            return Ok(None);
        };
        if !word.starts_with("__CPROVER_uninterpreted_") || nodes.len() < 3 {
            return Ok(None);
        }
        if !self.contracted.insert(word.to_string()) {
            return Ok(None);
        }
        let number = name.first();
        let specifiers = &nodes[..nodes.len() - 2];
        let (_, result) = self.specifiers(specifiers)?;
        if result.trim() == "void" {
            return Ok(None);
        }
        let params = self.parameters(list)?;
        let list: Vec<&str> = params.iter().map(|p| p.text.as_str()).collect();
        let list = if list.is_empty() {
            "void".to_string()
        } else {
            list.join(", ")
        };
        let mut fields = String::new();
        let mut equal = vec!["1".to_string()];
        let mut keep = String::new();
        for param in &params {
            let name = &param.name;
            fields.push_str(&format!(
                " static __typeof__((void)0, {name}) __aver_{name}[{CALLS}];"
            ));
            let slot = format!("__aver_{name}[__aver_i]");
            equal.push(match param.is_float {
                // Equal numbers may have different signs, and a NaN equals nothing.
                true => format!("!__builtin_memcmp(&{slot}, &{name}, sizeof({name}))"),
                false => format!("{slot} == {name}"),
            });
            keep.push_str(&format!(" {slot} = {name};"));
        }
        let equal = equal.join(" && ");
        Ok(Some(format!(
            "{}__attribute__((weak)) {result} {word}({list}) {{{fields} static unsigned __aver_n; static {result} __aver_result[{CALLS}]; unsigned __aver_i; \
             for (__aver_i = 0; __aver_i < __aver_n; __aver_i++) if ({equal}) return __aver_result[__aver_i]; \
             if (__aver_i == {CALLS}) __aver_unsupported(\"an uninterpreted function that is called with more than {CALLS} different arguments\"); \
             {keep} __CPROVER_havoc_slice(&__aver_result[__aver_i], sizeof({result})); __aver_n++; return __aver_result[__aver_i]; }}",
            self.marker(number)
        )))
    }
}
