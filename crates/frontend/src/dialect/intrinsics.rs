//! CBMC's and KLEE's functions that C can express, or that need a declaration.
//!
//! A *template* is C in place of a call, where a prototype cannot say the types ([`TEMPLATES`]). A *declaration* makes clang
//! know a function that lowering knows by its name ([`DECLARATIONS`]). Only what a file uses, and does not declare itself, is
//! declared.

/// Name, number of arguments, and C, in which `$1` is an argument. The first line whose number fits counts.
pub const TEMPLATES: &[(&str, usize, &str)] = &[
    ("__CPROVER_r_ok", 1, "__CPROVER_r_ok(($1), sizeof(*($1)))"),
    ("__CPROVER_w_ok", 1, "__CPROVER_w_ok(($1), sizeof(*($1)))"),
    ("__CPROVER_rw_ok", 1, "__CPROVER_rw_ok(($1), sizeof(*($1)))"),
    (
        "__CPROVER_overflow_plus",
        2,
        "({ __typeof__(($1) + ($2)) __aver_a = ($1), __aver_b = ($2), __aver_c; (_Bool)__builtin_add_overflow(__aver_a, __aver_b, &__aver_c); })",
    ),
    (
        "__CPROVER_overflow_minus",
        2,
        "({ __typeof__(($1) - ($2)) __aver_a = ($1), __aver_b = ($2), __aver_c; (_Bool)__builtin_sub_overflow(__aver_a, __aver_b, &__aver_c); })",
    ),
    (
        "__CPROVER_overflow_mult",
        2,
        "({ __typeof__(($1) * ($2)) __aver_a = ($1), __aver_b = ($2), __aver_c; (_Bool)__builtin_mul_overflow(__aver_a, __aver_b, &__aver_c); })",
    ),
    (
        "__CPROVER_overflow_unary_minus",
        1,
        "({ __typeof__(+($1)) __aver_a = ($1), __aver_c; (_Bool)__builtin_sub_overflow((__typeof__(+($1)))0, __aver_a, &__aver_c); })",
    ),
    (
        "__CPROVER_overflow_shl",
        2,
        "({ __typeof__(+($1)) __aver_a = ($1), __aver_c; __auto_type __aver_b = +($2); \
         (_Bool)(__aver_a != 0 && (__aver_b < 0 || __aver_b >= 8 * (int)sizeof(__aver_a) \
         || __builtin_mul_overflow(__aver_a, 1ull << __aver_b, &__aver_c))); })",
    ),
    (
        "__CPROVER_is_fresh",
        2,
        "__aver_is_fresh((void **)(void *)&($1), ($2))",
    ),
    (
        "__CPROVER_pointer_in_range_dfcc",
        3,
        "__aver_pointer_in_range((const void *)($1), (void **)(void *)&($2), (const void *)($3))",
    ),
    (
        "__CPROVER_pointer_equals",
        2,
        "__aver_pointer_equals((void **)(void *)&($1), (const void *)($2))",
    ),
    (
        "__CPROVER_obeys_contract",
        2,
        "__aver_obeys_contract((void **)(void *)&($1), (void *)__aver_replace_$2, (void *)$2)",
    ),
    ("__CPROVER_isnanf", 1, "((_Bool)__builtin_isnan($1))"),
    ("__CPROVER_isnand", 1, "((_Bool)__builtin_isnan($1))"),
    ("__CPROVER_isnanld", 1, "((_Bool)__builtin_isnan($1))"),
    ("__CPROVER_isfinitef", 1, "((_Bool)__builtin_isfinite($1))"),
    ("__CPROVER_isfinited", 1, "((_Bool)__builtin_isfinite($1))"),
    ("__CPROVER_isfiniteld", 1, "((_Bool)__builtin_isfinite($1))"),
    ("__CPROVER_isinff", 1, "((_Bool)__builtin_isinf($1))"),
    ("__CPROVER_isinfd", 1, "((_Bool)__builtin_isinf($1))"),
    ("__CPROVER_isinfld", 1, "((_Bool)__builtin_isinf($1))"),
    ("__CPROVER_isnormalf", 1, "((_Bool)__builtin_isnormal($1))"),
    ("__CPROVER_isnormald", 1, "((_Bool)__builtin_isnormal($1))"),
    ("__CPROVER_isnormalld", 1, "((_Bool)__builtin_isnormal($1))"),
    ("__CPROVER_signf", 1, "((_Bool)__builtin_signbit($1))"),
    ("__CPROVER_signd", 1, "((_Bool)__builtin_signbit($1))"),
    ("__CPROVER_signld", 1, "((_Bool)__builtin_signbit($1))"),
    ("__CPROVER_inf", 0, "__builtin_inf()"),
    ("__CPROVER_inff", 0, "__builtin_inff()"),
    ("__CPROVER_infl", 0, "__builtin_infl()"),
    ("__CPROVER_isgreaterf", 2, "__builtin_isgreater($1, $2)"),
    ("__CPROVER_isgreaterd", 2, "__builtin_isgreater($1, $2)"),
    (
        "__CPROVER_isgreaterequalf",
        2,
        "__builtin_isgreaterequal($1, $2)",
    ),
    (
        "__CPROVER_isgreaterequald",
        2,
        "__builtin_isgreaterequal($1, $2)",
    ),
    ("__CPROVER_islessf", 2, "__builtin_isless($1, $2)"),
    ("__CPROVER_islessd", 2, "__builtin_isless($1, $2)"),
    ("__CPROVER_islessequalf", 2, "__builtin_islessequal($1, $2)"),
    ("__CPROVER_islessequald", 2, "__builtin_islessequal($1, $2)"),
    (
        "__CPROVER_islessgreaterf",
        2,
        "__builtin_islessgreater($1, $2)",
    ),
    (
        "__CPROVER_islessgreaterd",
        2,
        "__builtin_islessgreater($1, $2)",
    ),
    ("__CPROVER_isunorderedf", 2, "__builtin_isunordered($1, $2)"),
    ("__CPROVER_isunorderedd", 2, "__builtin_isunordered($1, $2)"),
    ("__CPROVER_fabs", 1, "__builtin_fabs($1)"),
    ("__CPROVER_fabsf", 1, "__builtin_fabsf($1)"),
    ("__CPROVER_fabsl", 1, "__builtin_fabsl($1)"),
];

/// Name and declaration. Types are spelt so that nothing needs to be included.
pub const DECLARATIONS: &[(&str, &str)] = &[
    ("__CPROVER_bool", "typedef _Bool __CPROVER_bool;"),
    (
        "__CPROVER_size_t",
        "typedef __SIZE_TYPE__ __CPROVER_size_t;",
    ),
    (
        "__CPROVER_ssize_t",
        "typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;",
    ),
    (
        "__CPROVER_max_malloc_size",
        "static const __SIZE_TYPE__ __CPROVER_max_malloc_size __attribute__((unused)) = __PTRDIFF_MAX__ >> 8;",
    ),
    ("__CPROVER_assume", "void __CPROVER_assume(_Bool);"),
    (
        "__CPROVER_assert",
        "void __CPROVER_assert(_Bool, const char *);",
    ),
    (
        "__CPROVER_precondition",
        "void __CPROVER_precondition(_Bool, const char *);",
    ),
    (
        "__CPROVER_postcondition",
        "void __CPROVER_postcondition(_Bool, const char *);",
    ),
    ("__CPROVER_cover", "void __CPROVER_cover(_Bool);"),
    (
        "__CPROVER_havoc_object",
        "void __CPROVER_havoc_object(void *);",
    ),
    (
        "__CPROVER_havoc_slice",
        "void __CPROVER_havoc_slice(void *, __SIZE_TYPE__);",
    ),
    (
        "__CPROVER_same_object",
        "_Bool __CPROVER_same_object(const void *, const void *);",
    ),
    (
        "__CPROVER_r_ok",
        "_Bool __CPROVER_r_ok(const void *, __SIZE_TYPE__);",
    ),
    (
        "__CPROVER_w_ok",
        "_Bool __CPROVER_w_ok(const void *, __SIZE_TYPE__);",
    ),
    (
        "__CPROVER_rw_ok",
        "_Bool __CPROVER_rw_ok(const void *, __SIZE_TYPE__);",
    ),
    (
        "__CPROVER_LIVE_OBJECT",
        "_Bool __CPROVER_LIVE_OBJECT(const void *);",
    ),
    (
        "__CPROVER_POINTER_OBJECT",
        "__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *);",
    ),
    (
        "__CPROVER_POINTER_OFFSET",
        "__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *);",
    ),
    (
        "__CPROVER_OBJECT_SIZE",
        "__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);",
    ),
    (
        "__CPROVER_DYNAMIC_OBJECT",
        "_Bool __CPROVER_DYNAMIC_OBJECT(const void *);",
    ),
    (
        "__CPROVER_pointer_in_range",
        "_Bool __CPROVER_pointer_in_range(const void *, const void *, const void *);",
    ),
    (
        "__CPROVER_allocate",
        "void *__CPROVER_allocate(__SIZE_TYPE__, _Bool);",
    ),
    ("__CPROVER_deallocate", "void __CPROVER_deallocate(void *);"),
    (
        "__CPROVER_printf",
        "void __CPROVER_printf(const char *, ...);",
    ),
    (
        "__CPROVER_input",
        "void __CPROVER_input(const char *, ...);",
    ),
    (
        "__CPROVER_output",
        "void __CPROVER_output(const char *, ...);",
    ),
    (
        "__CPROVER_fence",
        "void __CPROVER_fence(const char *, ...);",
    ),
    (
        "__CPROVER_atomic_begin",
        "void __CPROVER_atomic_begin(void);",
    ),
    ("__CPROVER_atomic_end", "void __CPROVER_atomic_end(void);"),
    ("__CPROVER_abs", "int __CPROVER_abs(int);"),
    ("__CPROVER_labs", "long __CPROVER_labs(long);"),
    ("__CPROVER_llabs", "long long __CPROVER_llabs(long long);"),
    (
        "__aver_may_be_fresh",
        "_Bool __aver_may_be_fresh(void **, __SIZE_TYPE__);",
    ),
    ("__aver_contract_loose", "void __aver_contract_loose(int);"),
    (
        "__aver_is_fresh",
        "_Bool __aver_is_fresh(void **, __SIZE_TYPE__);",
    ),
    (
        "__aver_pointer_in_range",
        "_Bool __aver_pointer_in_range(const void *, void **, const void *);",
    ),
    (
        "__aver_pointer_equals",
        "_Bool __aver_pointer_equals(void **, const void *);",
    ),
    (
        "__aver_obeys_contract",
        "_Bool __aver_obeys_contract(void **, void *, void *);",
    ),
    (
        "nondet_quantified",
        "unsigned long long nondet_quantified(void);",
    ),
    ("nondet_truth", "_Bool nondet_truth(void);"),
    (
        "__aver_unsupported",
        "void __aver_unsupported(const char *);",
    ),
    ("__aver_contract_phase", "void __aver_contract_phase(int);"),
    (
        "__aver_contract_enter",
        "void __aver_contract_enter(int *);",
    ),
    (
        "__aver_contract_leave",
        "void __aver_contract_leave(int *);",
    ),
    (
        "__aver_frame_saved",
        "struct __aver_frame_saved { const void *writes, *frees; };",
    ),
    (
        "__aver_frame_save",
        "void __aver_frame_save(struct __aver_frame_saved *);",
    ),
    (
        "__aver_frame_restore",
        "void __aver_frame_restore(struct __aver_frame_saved *);",
    ),
    ("__aver_frame_open", "void __aver_frame_open(void);"),
    (
        "__aver_frame_open_inner",
        "_Bool __aver_frame_open_inner(void);",
    ),
    ("__aver_frame_close", "void __aver_frame_close(void);"),
    (
        "__aver_frame_writes",
        "void __aver_frame_writes(const void *, __SIZE_TYPE__);",
    ),
    (
        "__aver_frame_frees",
        "void __aver_frame_frees(const void *);",
    ),
    (
        "__aver_object_start",
        "void *__aver_object_start(const void *);",
    ),
    (
        "__aver_object_rest",
        "__SIZE_TYPE__ __aver_object_rest(const void *);",
    ),
    ("__aver_recursive", "_Bool __aver_recursive(const int *);"),
    ("__aver_may_free", "void __aver_may_free(void *);"),
    ("__aver_loop_contract", "void __aver_loop_contract(void);"),
];

/// What has no meaning here, with what to say.
pub const UNKNOWN_TYPES: &[(&str, &str)] = &[
    ("__CPROVER_integer", "unbounded integers"),
    ("__CPROVER_rational", "rational numbers"),
    ("__CPROVER_real", "real numbers"),
    ("__CPROVER_constant_infinity_uint", "arrays without end"),
    ("__CPROVER_floatbv", "floats of any format"),
    ("__CPROVER_fixedbv", "fixed-point numbers"),
    (
        "__CPROVER_rounding_mode",
        "a rounding mode that is set by a variable (see fesetround)",
    ),
];
