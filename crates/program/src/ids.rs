//! Typed indices into the tables of a program.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident $prefix:literal),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("fewer than 2^32 entries in a table"))
            }

            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )* };
}

ids! {
    /// A function of [`crate::Program::functions`].
    FunctionId "f",
    /// A block of [`crate::Function::blocks`].
    BlockId "b",
    /// A variable of [`crate::Program::vars`].
    VarId "v",
    /// A check site of [`crate::Program::sites`].
    SiteId "s",
    /// A C type of [`crate::Program::types`].
    TypeId "t",
    /// A source file of [`crate::Program::files`].
    FileId "file",
}
