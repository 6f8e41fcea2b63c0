//! Properties: what can be asked of a program.

use std::fmt;
use std::str::FromStr;

/// A class of checks that a user can ask for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Property {
    /// The error function is never called.
    UnreachCall,
    /// No assertion fails.
    Assert,
    /// No signed operation leaves the range of its type.
    NoOverflow,
    /// No unsigned operation wraps around.
    NoUnsignedOverflow,
    /// No division or remainder by zero.
    NoDivByZero,
    /// No shift by a negative amount or by the width or more, no left shift of or into the sign bit.
    NoShiftError,
    /// No float is converted to an integer type that its integer part does not fit.
    NoFloatCastOverflow,
    /// No operation on numbers gives NaN.
    NoNan,
    /// No index leaves the array whose type says its length.
    ArrayBounds,
    /// The length of an array of variable length is positive.
    VlaBound,
    /// Code that must not be reached (`__builtin_unreachable`, the end of a non-void function whose value is used).
    UnreachableCode,
    /// Every access is to a live object and inside it.
    ValidDeref,
    /// Only the start of a live heap object is freed.
    ValidFree,
    /// Memory that nothing points to any more has been freed.
    ValidMemtrack,
    /// All memory has been freed when the program ends.
    ValidMemcleanup,
    /// No byte is read that was never written.
    NoUninitialised,
    /// No address is computed that is neither in the object it started from nor just beyond its end.
    NoPointerOverflow,
    /// Pointers are ordered and subtracted only if they point into the same object.
    NoUnrelatedPointers,
    /// Every access is at a multiple of what its type needs.
    NoMisalignedAccess,
    /// No run has more functions active at once than the user allows. There is no such check unless they give a limit.
    NoStackOverflow,
    /// No conversion between integers changes a value.
    NoLossyConversion,
    /// No operation on finite floats gives an infinity.
    NoFloatOverflow,
    /// Questions about objects (`__CPROVER_r_ok`) are asked of null, or of pointers into live objects.
    ValidQuery,
    /// Nothing is written or freed that the contract of a function or loop does not name.
    Assigns,
    /// Every run ends. This is not a class of checks: it is asked of the whole program.
    Termination,
    /// Not a user's property: a construct that Aver does not support is not reached. Always checked.
    Unsupported,
}

impl Property {
    pub const ALL: [Property; 26] = [
        Property::UnreachCall,
        Property::Assert,
        Property::NoOverflow,
        Property::NoUnsignedOverflow,
        Property::NoDivByZero,
        Property::NoShiftError,
        Property::NoFloatCastOverflow,
        Property::NoNan,
        Property::ArrayBounds,
        Property::VlaBound,
        Property::UnreachableCode,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemcleanup,
        Property::NoUninitialised,
        Property::NoPointerOverflow,
        Property::NoUnrelatedPointers,
        Property::NoMisalignedAccess,
        Property::NoStackOverflow,
        Property::NoLossyConversion,
        Property::NoFloatOverflow,
        Property::ValidQuery,
        Property::Assigns,
        Property::Termination,
        Property::Unsupported,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::Assert => "assert",
            Property::NoOverflow => "no-overflow",
            Property::NoUnsignedOverflow => "no-unsigned-overflow",
            Property::NoDivByZero => "no-div-by-zero",
            Property::NoShiftError => "no-shift-error",
            Property::NoFloatCastOverflow => "no-float-cast-overflow",
            Property::NoNan => "no-nan",
            Property::ArrayBounds => "array-bounds",
            Property::VlaBound => "vla-bound",
            Property::UnreachableCode => "unreachable-code",
            Property::ValidDeref => "valid-deref",
            Property::ValidFree => "valid-free",
            Property::ValidMemtrack => "valid-memtrack",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::NoUninitialised => "no-uninitialised",
            Property::NoPointerOverflow => "no-pointer-overflow",
            Property::NoUnrelatedPointers => "no-unrelated-pointers",
            Property::NoMisalignedAccess => "no-misaligned-access",
            Property::NoStackOverflow => "no-stack-overflow",
            Property::NoLossyConversion => "no-lossy-conversion",
            Property::NoFloatOverflow => "no-float-overflow",
            Property::ValidQuery => "valid-query",
            Property::Assigns => "assigns",
            Property::Termination => "termination",
            Property::Unsupported => "unsupported",
        }
    }

    /// Whether it is about memory that is not freed.
    pub fn is_leak(self) -> bool {
        matches!(self, Property::ValidMemtrack | Property::ValidMemcleanup)
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no property of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no property is called `{0}`")]
pub struct UnknownProperty(pub String);

impl FromStr for Property {
    type Err = UnknownProperty;

    fn from_str(name: &str) -> Result<Property, UnknownProperty> {
        Property::ALL
            .into_iter()
            .find(|p| p.name() == name)
            .ok_or_else(|| UnknownProperty(name.to_string()))
    }
}
