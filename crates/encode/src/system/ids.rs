//! Typed indices into a transition system.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);

        impl $name {
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 entries in a table"))
            }

            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )* };
}

ids! {
    /// A location of [`super::TransitionSystem::locations`], and its block.
    LocationId,
    /// A variable of [`super::TransitionSystem::variables`].
    StateVarId,
}

/// An edge: the location that it leaves, and its number among the edges of that location's block. It stays the same as
/// long as no edge of that block is removed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EdgeId {
    pub from: LocationId,
    number: u32,
}

impl EdgeId {
    pub fn new(from: LocationId, number: usize) -> EdgeId {
        let number = u32::try_from(number).expect("fewer than 2^32 edges in a block");
        EdgeId { from, number }
    }

    /// The edge's number in its block.
    pub fn index(self) -> usize {
        self.number as usize
    }
}
