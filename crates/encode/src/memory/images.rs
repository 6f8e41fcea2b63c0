//! Wide pointers and their images, where the pointer is a choice among constants.
//!
//! A pointer that was read from a linked structure is an `ite` over many addresses. What memory holds of it has to be such a
//! choice again, among the images of these addresses, and the other way round: then `resolve` reads off the term where
//! it leads, as if nothing had been converted. So conversions go into the branches of an `ite`, each shared subterm once.

use program::PointerLayout;
use rustc_hash::FxHashMap;
use term::{Op, Term, TermPool};

/// Remembers what terms were converted to.
#[derive(Default)]
pub struct Images {
    encoded: FxHashMap<Term, Term>,
    decoded: FxHashMap<Term, Term>,
    /// What the leaves of these were decoded from.
    sources: FxHashMap<Term, Term>,
    far: FxHashMap<Term, Term>,
}

impl Images {
    /// The image of a pointer, and the condition under which it has none.
    pub fn encode(
        &mut self,
        pool: &mut TermPool,
        layout: PointerLayout,
        pointer: Term,
    ) -> (Term, Term) {
        let image = leaf_by_leaf(pool, &mut self.encoded, pointer, &mut |pool, leaf| {
            layout.encode_term(pool, leaf)
        });
        let far = leaf_by_leaf(pool, &mut self.far, pointer, &mut |pool, leaf| {
            layout.far_term(pool, leaf)
        });
        (image, far)
    }

    /// The pointer of an image.
    pub fn decode(&mut self, pool: &mut TermPool, layout: PointerLayout, image: Term) -> Term {
        if layout.image.is_none() {
            return image;
        }
        let sources = &mut self.sources;
        leaf_by_leaf(pool, &mut self.decoded, image, &mut |pool, leaf| {
            let pointer = layout.decode_term(pool, leaf);
            sources.insert(pointer, leaf);
            pointer
        })
    }

    /// The image that a term was decoded from.
    pub fn source(&self, pointer: Term) -> Option<Term> {
        self.sources.get(&pointer).copied()
    }
}

/// Applies a function to what an `ite` chooses from.
fn leaf_by_leaf(
    pool: &mut TermPool,
    known: &mut FxHashMap<Term, Term>,
    term: Term,
    apply: &mut dyn FnMut(&mut TermPool, Term) -> Term,
) -> Term {
    let mut stack = vec![term];
    while let Some(&top) = stack.last() {
        if known.contains_key(&top) {
            stack.pop();
            continue;
        }
        let result = if pool.op(top) == Op::Ite {
            let arms = [pool.arg(top, 1), pool.arg(top, 2)];
            let before = stack.len();
            stack.extend(arms.iter().filter(|arm| !known.contains_key(arm)));
            if stack.len() > before {
                continue;
            }
            let condition = pool.arg(top, 0);
            pool.ite(condition, known[&arms[0]], known[&arms[1]])
        } else {
            apply(pool, top)
        };
        known.insert(top, result);
        stack.pop();
    }
    known[&term]
}
