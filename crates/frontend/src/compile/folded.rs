//! Constants that clang evaluates, although a check of them would fail.
//!
//! `if (1 << 31)` leaves no trace in clang's output ([`crate::syntax::constants`] says where that happens). So the file
//! is compiled again from its preprocessed text, in which no macro is left, with something before each such operation
//! that clang does not evaluate: `1 << 31` becomes `(({__asm__("");}),1 << 31)`. Its value and type, and whether and when it
//! is evaluated, stay what they are; everything that contains it is then computed by the program, with the checks of any other
//! operation. An operation on floats would be folded by LLVM, too, so its left side is read from a variable.
//!
//! Lines keep their numbers, since what is inserted has no line of its own. Where the changed text is not accepted, as where C
//! demands a constant, or where clang's library cannot read the file, what depends on it is not answered.

use super::{Compiled, Compiler, absolute, compiled};
use crate::clang::is_c;
use crate::compile::Repairs;
use crate::error::Error;
use crate::syntax::constants::{self, Keep};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use tempfile::TempDir;

impl Compiler<'_> {
    /// Whether clang may evaluate constants of a file whose checks would fail.
    pub fn may_fold(&self, path: &Path) -> bool {
        if !self.sanitizers.may_concern_constants() {
            return false;
        }
        let _span = tracing::info_span!("frontend.constants").entered();
        let arguments = (self.clang).arguments(path, self.sanitizers, &Repairs::default());
        let path = path.to_string_lossy().into_owned();
        let found = constants::violating(arguments, path, None, self.sanitizers);
        found.is_none_or(|found| !found.is_empty())
    }

    /// Compiles again so that all constants that need a check get one; `None` if there is no such constant.
    pub fn check_constants(&self, file: &Compiled) -> Result<Option<Compiled>, Error> {
        if !file.may_fold {
            return Ok(None);
        }
        let input = absolute(&file.path);
        let text = match file.repairs.text(&input, true) {
            Some(text) if file.repairs.translated => text,
            _ => self.clang.preprocess(&file.path, &file.repairs)?,
        };
        let again = match self.constants_in(file, &text) {
            Some(places) if places.is_empty() => return Ok(None),
            Some(places) => {
                let changed = keep(&text, places);
                let repairs = Repairs {
                    texts: BTreeMap::from([(absolute(&file.path), changed)]),
                    preprocessed: true,
                    translated: false,
                    ..file.repairs.clone()
                };
                self.attempt(&file.path, &repairs)?.ok()
            }
            None => None,
        };
        // Messages are about the text that the user wrote.
        let same = |bitcode: Vec<u8>, unread: bool| Compiled {
            bitcode,
            messages: file.messages.clone(),
            lines: file.lines.clone(),
            unread,
            ..compiled(&file.path, Default::default(), file.repairs.clone())
        };
        Ok(Some(match again {
            Some(output) => same(output.bitcode, false),
            None => same(file.bitcode.clone(), true),
        }))
    }

    fn constants_in(&self, file: &Compiled, text: &[u8]) -> Option<Vec<(Range<usize>, Keep)>> {
        let folder = TempDir::with_prefix("aver-").ok()?;
        let name = match is_c(&file.path) {
            true => "text.i",
            false => "text.ii",
        };
        let path = folder.path().join(name);
        std::fs::write(&path, text).ok()?;
        let plain = Repairs {
            texts: BTreeMap::new(),
            declared: BTreeMap::new(),
            ..file.repairs.clone()
        };
        let arguments = self.clang.arguments(&path, self.sanitizers, &plain);
        let path = path.to_string_lossy().into_owned();
        constants::violating(arguments, path, Some(text.to_vec()), self.sanitizers)
    }
}

/// The text, changed at these places; of two places one contains the other, or they do not overlap.
fn keep(text: &[u8], mut places: Vec<(Range<usize>, Keep)>) -> Vec<u8> {
    // Outer ones first.
    places.sort_by_key(|(place, keep)| (place.start, usize::MAX - place.end, *keep));
    places.dedup();
    let mut inserted: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (place, keep) in &places {
        inserted.entry(place.start).or_default().extend(match keep {
            Keep::Before => &b"(({__asm__(\"\");}),"[..],
            Keep::Variable => &b"({__asm__(\"\");__auto_type __aver_constant=("[..],
            Keep::Cast(_) => &b"({__typeof__("[..],
        });
        if let Keep::Cast(operand) = keep {
            // The type is written twice, by its own text.
            let own = b"0)__aver_cast=(".iter();
            let here = inserted.entry(*operand).or_default();
            here.splice(0..0, own.copied());
        }
    }
    for (place, keep) in places.iter().rev() {
        let end: &[u8] = match keep {
            Keep::Before => b")",
            Keep::Variable => b");__aver_constant;})",
            Keep::Cast(_) => b");__aver_cast;})",
        };
        // An operation that ends here ends before the next one begins.
        let here = inserted.entry(place.end).or_default();
        let closed = closed_at(here);
        here.splice(closed..closed, end.iter().copied());
    }
    let mut changed = Vec::with_capacity(text.len());
    let mut done = 0;
    for (at, what) in inserted {
        let at = at.min(text.len());
        changed.extend_from_slice(&text[done..at]);
        changed.extend(what);
        done = at;
    }
    changed.extend_from_slice(&text[done..]);
    changed
}

/// How much of what is inserted at one place closes something.
fn closed_at(inserted: &[u8]) -> usize {
    let opens = inserted.iter().position(|b| *b == b'(');
    opens.unwrap_or(inserted.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_and_adjacent() {
        let text = b"a<<b+c";
        let before = |range| (range, Keep::Before);
        let changed = keep(
            text,
            vec![before(0..4), before(0..1), before(3..4), before(4..6)],
        );
        let mark = "(({__asm__(\"\");}),";
        assert_eq!(
            String::from_utf8_lossy(&changed),
            format!("{mark}{mark}a)<<{mark}b)){mark}+c)")
        );
    }

    #[test]
    fn values_of_variables() {
        let changed = keep(b"0.0/0.0", vec![(0..3, Keep::Variable)]);
        assert_eq!(
            changed,
            b"({__asm__(\"\");__auto_type __aver_constant=(0.0);__aver_constant;})/0.0"
        );
    }
}
