//! Models of C library functions: small C files of our own, compiled and linked only when a program calls a function
//! that they define and that it does not define itself.
//!
//! What a model cannot say in C (allocation, unknown values, `printf`) is part of lowering instead.

use crate::clang::Clang;
use crate::error::Error;
use crate::llvm::{Context, Module};

struct Model {
    file: &'static str,
    text: &'static str,
    /// What it defines.
    functions: &'static [&'static str],
}

const MODELS: [Model; 3] = [
    Model {
        file: "aver/string.c",
        text: include_str!("../models/string.c"),
        functions: &[
            "strlen",
            "strnlen",
            "strcpy",
            "stpcpy",
            "strncpy",
            "strcmp",
            "strncmp",
            "strcoll",
            "strcat",
            "strncat",
            "strchr",
            "strrchr",
            "strstr",
            "strspn",
            "strcspn",
            "strpbrk",
            "memcmp",
            "bcmp",
            "memchr",
            "strdup",
            "strndup",
            "strcasecmp",
            "strncasecmp",
        ],
    },
    Model {
        file: "aver/ctype.c",
        text: include_str!("../models/ctype.c"),
        functions: &[
            "isdigit",
            "isalpha",
            "isalnum",
            "isupper",
            "islower",
            "isspace",
            "isblank",
            "iscntrl",
            "isprint",
            "isgraph",
            "ispunct",
            "isxdigit",
            "isascii",
            "__ctype_b_loc",
            "toupper",
            "tolower",
        ],
    },
    Model {
        file: "aver/stdlib.c",
        text: include_str!("../models/stdlib.c"),
        functions: &["atoi", "atol", "atoll", "ffs", "ffsl", "ffsll"],
    },
];

/// Links the models of all functions that are declared, used and not defined.
pub fn link_missing<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    clang: &Clang<'_>,
) -> Result<(), Error> {
    let missing: Vec<String> = module
        .functions()
        .into_iter()
        .filter(|f| f.is_declaration() && !f.users().is_empty())
        .map(|f| f.name())
        .collect();
    for model in &MODELS {
        if !model
            .functions
            .iter()
            .any(|f| missing.iter().any(|m| m == f))
        {
            continue;
        }
        // Macros keep the functions of the program's own definitions out of the model, so that nothing is defined twice.
        let mut text = String::new();
        for function in model.functions {
            let defined = module
                .function(function)
                .is_some_and(|f| !f.is_declaration());
            if defined {
                text.push_str(&format!("#define {function} aver_unused_{function}\n"));
            }
        }
        text.push_str(&format!("#line 1 \"{}\"\n{}", model.file, model.text));
        let output = clang.compile_model(model.file, &text)?;
        let parsed = context.parse_bitcode(&output.bitcode);
        let linked = parsed.and_then(|other| context.link(module, other));
        linked.map_err(|message| Error::Link {
            path: model.file.into(),
            message,
        })?;
    }
    Ok(())
}
