//! Flags of clang that programs and our models of the C library share. The build script reads this file, too.

/// Flags of every compilation.
pub const FLAGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    // For lifetime markers only; no optimisation runs.
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    // Names and places.
    "-g",
    "-fno-discard-value-names",
    "-fno-strict-aliasing",
    // Only `[]`, `[0]` and `[1]` at the end of a struct stand for "as many as there are": other arrays have bounds.
    "-fstrict-flex-arrays=1",
    "-fno-delete-null-pointer-checks",
    // An empty infinite loop is a loop.
    "-fno-finite-loops",
    "-ffp-contract=off",
    // Otherwise glibc's inline functions bypass our models.
    "-U__OPTIMIZE__",
    "-D__NO_INLINE__",
    // Optional bounds-checking wrappers of glibc do the same.
    "-U_FORTIFY_SOURCE",
    "-fno-color-diagnostics",
    "-fno-stack-protector",
];
