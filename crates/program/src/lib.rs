//! Aver's own program representation: what the front end makes and all later stages read.
//!
//! Absences: nothing here knows LLVM, solvers or engines.

pub mod cfg;
pub mod ctype;
pub mod float;
mod ids;
pub mod interp;
pub mod layout;
mod program;
mod property;
pub mod stack;
pub mod text;
pub mod validate;

pub use ctype::CType;
pub use ids::{BlockId, FileId, FunctionId, SiteId, TypeId, VarId};
pub use layout::{DataModel, Image, PAGE, PointerLayout};
pub use program::{
    Block, Extent, Function, Goals, InputSource, Inst, InstKind, ObjectInfo, ObjectKind, Place,
    PointerChoice, Program, Relation, Site, SourceFile, SourceVar, StaticKind, StaticObject,
    Terminator, Var,
};
pub use property::{Property, UnknownProperty};
