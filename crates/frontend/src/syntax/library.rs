//! Clang's library: the functions that we need, loaded on demand, and queries on a syntax tree.

use std::ffi::{CStr, CString, c_char, c_double, c_int, c_longlong, c_uint, c_ulonglong, c_void};

/// The name by which the system finds the library of clang 19.
const NAME: &CStr = c"libclang-19.so.1";

/// Trees are as deep as expressions are nested.
const STACK_BYTES: usize = 1 << 29;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Cursor {
    pub kind: c_int,
    extra: c_int,
    data: [*const c_void; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Type {
    pub kind: c_int,
    data: [*mut c_void; 2],
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Location {
    pointers: [*const c_void; 2],
    number: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Range {
    pointers: [*const c_void; 2],
    begin: c_uint,
    end: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Text {
    data: *const c_void,
    flags: c_uint,
}

type Visitor = extern "C" fn(Cursor, Cursor, *mut c_void) -> c_int;

/// Go on with the next sibling.
const CONTINUE: c_int = 1;

// Numbers of `CXDiagnosticSeverity`, `CXEvalResultKind` and `CXTypeKind`, which never change.
const ERROR: c_int = 3;
const EVALUATED_INT: c_int = 1;
const EVALUATED_FLOAT: c_int = 2;
const UNEXPOSED_TYPE: c_int = 1;
const COMPLEX: c_int = 100;
const ENUM: c_int = 106;
pub const CONSTANT_ARRAY: c_int = 112;
const VECTOR: c_int = 113;
pub const INCOMPLETE_ARRAY: c_int = 114;
const EXT_VECTOR: c_int = 176;
const ATOMIC: c_int = 177;

macro_rules! library {
    ($($name:ident: fn($($arg:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of the library.
        #[derive(Clone, Copy)]
        #[expect(non_snake_case, reason = "the names are the library's")]
        pub struct Library {
            $($name: unsafe extern "C" fn($($arg),*) $(-> $result)?,)*
        }

        impl Library {
            /// `None` if the library is not installed.
            fn load() -> Option<Library> {
                // SAFETY: the library has no code that runs when it is loaded but that of LLVM, which is loaded already; the
                // functions have these types in its version 19.
                unsafe {
                    let handle = libc::dlopen(NAME.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL);
                    if handle.is_null() {
                        return None;
                    }
                    Some(Library {
                        $($name: {
                            let name = concat!(stringify!($name), "\0");
                            let symbol = libc::dlsym(handle, name.as_ptr().cast());
                            if symbol.is_null() {
                                return None;
                            }
                            std::mem::transmute::<
                                *mut c_void,
                                unsafe extern "C" fn($($arg),*) $(-> $result)?,
                            >(symbol)
                        },)*
                    })
                }
            }
        }
    };
}

library! {
    clang_createIndex: fn(c_int, c_int) -> *mut c_void;
    clang_disposeIndex: fn(*mut c_void);
    clang_parseTranslationUnit2FullArgv: fn(
        *mut c_void, *const c_char, *const *const c_char, c_int, *mut c_void, c_uint, c_uint, *mut *mut c_void
    ) -> c_int;
    clang_disposeTranslationUnit: fn(*mut c_void);
    clang_getNumDiagnostics: fn(*mut c_void) -> c_uint;
    clang_getDiagnostic: fn(*mut c_void, c_uint) -> *mut c_void;
    clang_getDiagnosticSeverity: fn(*mut c_void) -> c_int;
    clang_disposeDiagnostic: fn(*mut c_void);
    clang_getTranslationUnitCursor: fn(*mut c_void) -> Cursor;
    clang_visitChildren: fn(Cursor, Visitor, *mut c_void) -> c_uint;
    clang_getCursorType: fn(Cursor) -> Type;
    clang_getCursorSpelling: fn(Cursor) -> Text;
    clang_getCanonicalType: fn(Type) -> Type;
    clang_getTypeSpelling: fn(Type) -> Text;
    clang_getArraySize: fn(Type) -> c_longlong;
    clang_getElementType: fn(Type) -> Type;
    clang_getTypeDeclaration: fn(Type) -> Cursor;
    clang_getEnumDeclIntegerType: fn(Cursor) -> Type;
    clang_Type_getValueType: fn(Type) -> Type;
    clang_Type_getSizeOf: fn(Type) -> c_longlong;
    clang_getCursorBinaryOperatorKind: fn(Cursor) -> c_int;
    clang_getCursorUnaryOperatorKind: fn(Cursor) -> c_int;
    clang_Cursor_getStorageClass: fn(Cursor) -> c_int;
    clang_Cursor_getVarDeclInitializer: fn(Cursor) -> Cursor;
    clang_Cursor_isNull: fn(Cursor) -> c_int;
    clang_Cursor_Evaluate: fn(Cursor) -> *mut c_void;
    clang_EvalResult_getKind: fn(*mut c_void) -> c_int;
    clang_EvalResult_isUnsignedInt: fn(*mut c_void) -> c_uint;
    clang_EvalResult_getAsUnsigned: fn(*mut c_void) -> c_ulonglong;
    clang_EvalResult_getAsLongLong: fn(*mut c_void) -> c_longlong;
    clang_EvalResult_getAsDouble: fn(*mut c_void) -> c_double;
    clang_EvalResult_dispose: fn(*mut c_void);
    clang_getCursorExtent: fn(Cursor) -> Range;
    clang_getRangeStart: fn(Range) -> Location;
    clang_getRangeEnd: fn(Range) -> Location;
    clang_getPresumedLocation: fn(Location, *mut Text, *mut c_uint, *mut c_uint);
    clang_getFileLocation: fn(Location, *mut *mut c_void, *mut c_uint, *mut c_uint, *mut c_uint);
    clang_getCString: fn(Text) -> *const c_char;
    clang_disposeString: fn(Text);
}

/// Reads a file as clang does with these arguments, `argv[0]` first, and walks over its tree. `None` if the library is
/// missing, or if the file cannot be read without errors.
pub fn read<T: Send + 'static>(
    arguments: Vec<String>,
    path: String,
    walk: impl FnOnce(Library, Cursor) -> T + Send + 'static,
) -> Option<T> {
    let reading = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || read_here(&arguments, &path, walk));
    reading.ok()?.join().ok().flatten()
}

fn read_here<T>(
    arguments: &[String],
    path: &str,
    walk: impl FnOnce(Library, Cursor) -> T,
) -> Option<T> {
    let library = Library::load()?;
    let texts: Vec<CString> = arguments
        .iter()
        .map(|a| CString::new(a.as_str()).ok())
        .collect::<Option<_>>()?;
    let pointers: Vec<*const c_char> = texts.iter().map(|t| t.as_ptr()).collect();
    let path = CString::new(path).ok()?;
    let mut result = None;
    // SAFETY: the functions are those of the library; all texts live until the end of this block.
    unsafe {
        let index = (library.clang_createIndex)(0, 0);
        let mut unit = std::ptr::null_mut();
        let failure = (library.clang_parseTranslationUnit2FullArgv)(
            index,
            path.as_ptr(),
            pointers.as_ptr(),
            pointers.len() as c_int,
            std::ptr::null_mut(),
            0,
            0,
            &mut unit,
        );
        if failure == 0 && !unit.is_null() {
            // Of a file that was changed to make clang accept it, this is not the tree.
            if !library.has_errors(unit) {
                result = Some(walk(
                    library,
                    (library.clang_getTranslationUnitCursor)(unit),
                ));
            }
            (library.clang_disposeTranslationUnit)(unit);
        }
        (library.clang_disposeIndex)(index);
    }
    result
}

extern "C" fn collect(cursor: Cursor, _: Cursor, data: *mut c_void) -> c_int {
    // SAFETY: the pointer is that of `Library::children`, which waits.
    unsafe { (*data.cast::<Vec<Cursor>>()).push(cursor) };
    CONTINUE
}

/// A value that clang computes for an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Evaluated {
    Int(i128),
    Float(f64),
}

/// What an operator is applied to, where LLVM's types do not say. *Exact* are `_BitInt`s narrower than `int`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Domain {
    Vector,
    Complex,
    /// The left side of a compound assignment, `++` or `--`.
    Atomic,
    /// `++` or `--` of an integer.
    Step {
        exact: bool,
    },
    /// Another sum or difference of integers, by the type of its result.
    Sum {
        exact: bool,
    },
}

// SAFETY in these functions: cursors and types are the library's own, and their unit is alive during a walk.
impl Library {
    unsafe fn has_errors(&self, unit: *mut c_void) -> bool {
        // SAFETY: there are that many diagnostics, and each is freed.
        unsafe {
            (0..(self.clang_getNumDiagnostics)(unit)).any(|number| {
                let diagnostic = (self.clang_getDiagnostic)(unit, number);
                let severity = (self.clang_getDiagnosticSeverity)(diagnostic);
                (self.clang_disposeDiagnostic)(diagnostic);
                severity >= ERROR
            })
        }
    }

    pub fn children(&self, cursor: Cursor) -> Vec<Cursor> {
        let mut children: Vec<Cursor> = Vec::new();
        // SAFETY: the library calls back with this pointer before it returns.
        unsafe { (self.clang_visitChildren)(cursor, collect, (&raw mut children).cast()) };
        children
    }

    /// The number of a binary operator or compound assignment.
    pub fn binary(&self, cursor: Cursor) -> c_int {
        // SAFETY: as above.
        unsafe { (self.clang_getCursorBinaryOperatorKind)(cursor) }
    }

    /// The number of a unary operator.
    pub fn unary(&self, cursor: Cursor) -> c_int {
        // SAFETY: as above.
        unsafe { (self.clang_getCursorUnaryOperatorKind)(cursor) }
    }

    /// The type of an expression or variable, without its aliases.
    pub fn type_of(&self, cursor: Cursor) -> Type {
        // SAFETY: as above.
        unsafe { (self.clang_getCanonicalType)((self.clang_getCursorType)(cursor)) }
    }

    /// The vector, complex or atomic type of an expression, and the type of its elements.
    pub fn domain(&self, cursor: Cursor) -> Option<(Domain, Type)> {
        let ty = self.type_of(cursor);
        // SAFETY: as above.
        unsafe {
            let (domain, element) = match ty.kind {
                VECTOR | EXT_VECTOR => (Domain::Vector, (self.clang_getElementType)(ty)),
                COMPLEX => (Domain::Complex, (self.clang_getElementType)(ty)),
                ATOMIC => (Domain::Atomic, (self.clang_Type_getValueType)(ty)),
                _ => return None,
            };
            Some((
                domain,
                self.without_enum((self.clang_getCanonicalType)(element)),
            ))
        }
    }

    fn without_enum(&self, ty: Type) -> Type {
        if ty.kind != ENUM {
            return ty;
        }
        // SAFETY: as above.
        unsafe {
            let declaration = (self.clang_getTypeDeclaration)(ty);
            let integer = (self.clang_getEnumDeclIntegerType)(declaration);
            (self.clang_getCanonicalType)(integer)
        }
    }

    /// Whether an integer type is a `_BitInt` narrower than `int`.
    pub fn is_narrow_exact(&self, ty: Type) -> bool {
        ty.kind == UNEXPOSED_TYPE && self.integer(ty).is_some_and(|(width, _)| width < 32)
    }

    /// Width and signedness of an integer type, `_Bool` and enumerations included.
    pub fn integer(&self, ty: Type) -> Option<(u32, bool)> {
        let ty = self.without_enum(ty);
        if ty.kind == UNEXPOSED_TYPE {
            // SAFETY: as above.
            return exact(&self.text(unsafe { (self.clang_getTypeSpelling)(ty) })?);
        }
        let signed = signedness(ty)?;
        // SAFETY: as above.
        let bytes = unsafe { (self.clang_Type_getSizeOf)(ty) };
        Some((u32::try_from(bytes).ok()?.checked_mul(8)?, signed))
    }

    /// The number of elements of an array type.
    pub fn elements(&self, ty: Type) -> Option<i128> {
        // SAFETY: as above.
        (ty.kind == CONSTANT_ARRAY).then(|| i128::from(unsafe { (self.clang_getArraySize)(ty) }))
    }

    /// The value of an expression of integer or float type, if clang considers it a constant. Of integers wider than 64
    /// bits, it is the low bits.
    pub fn evaluate(&self, cursor: Cursor) -> Option<Evaluated> {
        let ty = self.type_of(cursor);
        if !is_float(ty) && self.integer(ty).is_none() {
            return None;
        }
        // SAFETY: the result is asked for what it is, and freed.
        unsafe {
            let result = (self.clang_Cursor_Evaluate)(cursor);
            if result.is_null() {
                return None;
            }
            let value = match (self.clang_EvalResult_getKind)(result) {
                EVALUATED_INT if (self.clang_EvalResult_isUnsignedInt)(result) != 0 => Some(
                    Evaluated::Int((self.clang_EvalResult_getAsUnsigned)(result).into()),
                ),
                EVALUATED_INT => Some(Evaluated::Int(
                    (self.clang_EvalResult_getAsLongLong)(result).into(),
                )),
                EVALUATED_FLOAT => Some(Evaluated::Float((self.clang_EvalResult_getAsDouble)(
                    result,
                ))),
                _ => None,
            };
            (self.clang_EvalResult_dispose)(result);
            value
        }
    }

    /// The name of what a cursor declares or refers to.
    pub fn name(&self, cursor: Cursor) -> String {
        // SAFETY: as above.
        self.text(unsafe { (self.clang_getCursorSpelling)(cursor) })
            .unwrap_or_default()
    }

    /// Whether a variable lives as long as the program, or is another file's.
    pub fn is_static(&self, variable: Cursor) -> bool {
        // SAFETY: as above; 1 is no storage class, 5 `auto`, 6 `register`.
        !matches!(
            unsafe { (self.clang_Cursor_getStorageClass)(variable) },
            1 | 5 | 6
        )
    }

    pub fn initializer(&self, variable: Cursor) -> Option<Cursor> {
        // SAFETY: as above.
        unsafe {
            let value = (self.clang_Cursor_getVarDeclInitializer)(variable);
            ((self.clang_Cursor_isNull)(value) == 0).then_some(value)
        }
    }

    /// The file and the lines of a cursor, as `#line` says.
    pub fn lines(&self, cursor: Cursor) -> Option<(String, u32, u32)> {
        // SAFETY: as above.
        unsafe {
            let range = (self.clang_getCursorExtent)(cursor);
            let (file, first) = self.presumed((self.clang_getRangeStart)(range))?;
            let (_, last) = self.presumed((self.clang_getRangeEnd)(range))?;
            Some((file, first.min(last), last.max(first)))
        }
    }

    /// Where the text of a cursor begins and ends in its file.
    pub fn offsets(&self, cursor: Cursor) -> (usize, usize) {
        // SAFETY: the pointers are to locals.
        unsafe {
            let offset = |location| {
                let (mut file, mut line, mut column) = (std::ptr::null_mut(), 0, 0);
                let mut offset = 0;
                (self.clang_getFileLocation)(
                    location,
                    &mut file,
                    &mut line,
                    &mut column,
                    &mut offset,
                );
                offset as usize
            };
            let range = (self.clang_getCursorExtent)(cursor);
            let first = offset((self.clang_getRangeStart)(range));
            (first, offset((self.clang_getRangeEnd)(range)))
        }
    }

    unsafe fn presumed(&self, location: Location) -> Option<(String, u32)> {
        let mut file = Text {
            data: std::ptr::null(),
            flags: 0,
        };
        let (mut line, mut column) = (0, 0);
        // SAFETY: the pointers are to locals.
        unsafe {
            (self.clang_getPresumedLocation)(location, &mut file, &mut line, &mut column);
        }
        Some((self.text(file)?, line))
    }

    /// Copies a text, and frees it.
    fn text(&self, text: Text) -> Option<String> {
        // SAFETY: the library's own text, which is copied before it is freed.
        unsafe {
            let bytes = (self.clang_getCString)(text);
            let copy =
                (!bytes.is_null()).then(|| CStr::from_ptr(bytes).to_string_lossy().into_owned());
            (self.clang_disposeString)(text);
            copy
        }
    }
}

pub fn is_float(ty: Type) -> bool {
    matches!(ty.kind, 21..=23 | 30..=32 | 39 | 40)
}

/// The signedness of an integer type.
pub fn signedness(ty: Type) -> Option<bool> {
    match ty.kind {
        3..=12 => Some(false),
        13..=20 => Some(true),
        _ => None,
    }
}

/// Width and signedness of `_BitInt(N)`, which the library identifies only by its name.
fn exact(name: &str) -> Option<(u32, bool)> {
    let (before, rest) = name.split_once("_BitInt(")?;
    let width = rest.strip_suffix(')')?.parse().ok()?;
    let qualifiers = ["const", "volatile", "restrict", "unsigned"];
    let known = before.split_whitespace().all(|w| qualifiers.contains(&w));
    known.then(|| (width, !before.contains("unsigned")))
}
