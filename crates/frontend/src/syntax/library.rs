//! Clang's library: the functions that are needed of it, loaded when they are, and the walk over a syntax tree.

use super::{Domain, Operation, Operator};
use crate::clang::{Clang, Sanitizers};
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::Path;

/// The name by which the system finds the library of clang 19.
const NAME: &CStr = c"libclang-19.so.1";

/// Trees are as deep as expressions are nested.
const STACK_BYTES: usize = 1 << 29;

#[repr(C)]
#[derive(Clone, Copy)]
struct Cursor {
    kind: c_int,
    extra: c_int,
    data: [*const c_void; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Type {
    kind: c_int,
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

const BREAK: c_int = 0;
const RECURSE: c_int = 2;

// Numbers of `CXDiagnosticSeverity`, `CXCursorKind`, `CXTypeKind`, `CXBinaryOperatorKind` and `CXUnaryOperatorKind`, which never change.
const ERROR: c_int = 3;
const UNARY: c_int = 112;
const BINARY: c_int = 114;
const COMPOUND: c_int = 115;
const COMPLEX: c_int = 100;
const ENUM: c_int = 106;
const VECTOR: c_int = 113;
const EXT_VECTOR: c_int = 176;
const ATOMIC: c_int = 177;

macro_rules! library {
    ($($name:ident: fn($($arg:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of the library.
        #[derive(Clone, Copy)]
        #[expect(non_snake_case, reason = "the names are the library's")]
        struct Library {
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
    clang_getCanonicalType: fn(Type) -> Type;
    clang_getElementType: fn(Type) -> Type;
    clang_getTypeDeclaration: fn(Type) -> Cursor;
    clang_getEnumDeclIntegerType: fn(Cursor) -> Type;
    clang_Type_getValueType: fn(Type) -> Type;
    clang_getCursorBinaryOperatorKind: fn(Cursor) -> c_int;
    clang_getCursorUnaryOperatorKind: fn(Cursor) -> c_int;
    clang_getCursorExtent: fn(Cursor) -> Range;
    clang_getRangeStart: fn(Range) -> Location;
    clang_getRangeEnd: fn(Range) -> Location;
    clang_getPresumedLocation: fn(Location, *mut Text, *mut c_uint, *mut c_uint);
    clang_getCString: fn(Text) -> *const c_char;
    clang_disposeString: fn(Text);
}

impl Library {
    /// # Safety
    /// The unit is one that the library gave.
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
}

/// What a walk has found so far.
struct Walk {
    library: Library,
    found: Vec<(String, Operator)>,
}

/// The operators of a source file and of what it includes, with the file of each; none if the library or the file cannot
/// be read.
pub fn operators(
    clang: &Clang<'_>,
    sanitizers: Sanitizers,
    source: &Path,
) -> Vec<(String, Operator)> {
    let arguments = clang.arguments(source, sanitizers);
    let path = source.to_string_lossy().into_owned();
    let reading = std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || read(&arguments, &path));
    reading
        .ok()
        .and_then(|thread| thread.join().ok())
        .flatten()
        .unwrap_or_default()
}

fn read(arguments: &[String], path: &str) -> Option<Vec<(String, Operator)>> {
    let library = Library::load()?;
    let texts: Vec<CString> = arguments
        .iter()
        .map(|a| CString::new(a.as_str()).ok())
        .collect::<Option<_>>()?;
    let pointers: Vec<*const c_char> = texts.iter().map(|t| t.as_ptr()).collect();
    let path = CString::new(path).ok()?;
    let mut walk = Walk {
        library,
        found: Vec::new(),
    };
    // SAFETY: the functions are those of the library; all texts live until the end of this block, and the walk is not
    // touched while the library calls back.
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
                let root = (library.clang_getTranslationUnitCursor)(unit);
                let data = (&raw mut walk).cast();
                (library.clang_visitChildren)(root, visit, data);
            }
            (library.clang_disposeTranslationUnit)(unit);
        }
        (library.clang_disposeIndex)(index);
    }
    Some(walk.found)
}

extern "C" fn visit(cursor: Cursor, _: Cursor, data: *mut c_void) -> c_int {
    // SAFETY: the pointer is that of `read`, which waits.
    let walk = unsafe { &mut *data.cast::<Walk>() };
    if matches!(cursor.kind, UNARY | BINARY | COMPOUND) {
        walk.operator(cursor);
    }
    RECURSE
}

extern "C" fn first_child(cursor: Cursor, _: Cursor, data: *mut c_void) -> c_int {
    // SAFETY: the pointer is that of `Walk::left_side`, which waits.
    unsafe { *data.cast::<Option<Cursor>>() = Some(cursor) };
    BREAK
}

impl Walk {
    fn operator(&mut self, cursor: Cursor) {
        let Some((operation, changes)) = self.operation(cursor) else {
            return;
        };
        // What is changed has the type of the left side, which an assignment's own type does not show.
        let typed = match changes {
            true => self.left_side(cursor).unwrap_or(cursor),
            false => cursor,
        };
        let Some((domain, element)) = self.domain(typed) else {
            return;
        };
        if is_float(element) {
            return;
        }
        let Some((file, first, last)) = self.lines(cursor) else {
            return;
        };
        let signed = signedness(element);
        self.found.push((
            file,
            Operator {
                domain,
                operation,
                signed,
                first,
                last,
            },
        ));
    }

    /// What the operator does, and whether it changes its operand.
    fn operation(&self, cursor: Cursor) -> Option<(Operation, bool)> {
        // SAFETY: the cursor is one that the library gave, and is asked for what it is.
        unsafe {
            if cursor.kind == UNARY {
                return match (self.library.clang_getCursorUnaryOperatorKind)(cursor) {
                    1..=4 => Some((Operation::Add, true)),
                    8 => Some((Operation::Sub, false)),
                    _ => None,
                };
            }
            let kind = (self.library.clang_getCursorBinaryOperatorKind)(cursor);
            let operation = match kind {
                3 | 23 => Operation::Mul,
                6 | 26 => Operation::Add,
                7 | 27 => Operation::Sub,
                8 | 28 => Operation::ShiftLeft,
                4 | 5 | 9 | 24 | 25 | 29..=32 => Operation::Other,
                _ => return None,
            };
            Some((operation, kind >= 23))
        }
    }

    fn left_side(&self, cursor: Cursor) -> Option<Cursor> {
        let mut child: Option<Cursor> = None;
        // SAFETY: the library calls back with this pointer before it returns.
        unsafe {
            (self.library.clang_visitChildren)(cursor, first_child, (&raw mut child).cast());
        }
        child
    }

    /// The kind of type that makes the operator one of ours, and the kind of its elements.
    fn domain(&self, cursor: Cursor) -> Option<(Domain, c_int)> {
        // SAFETY: types of the library's own cursors.
        unsafe {
            let ty = (self.library.clang_getCursorType)(cursor);
            let ty = (self.library.clang_getCanonicalType)(ty);
            let (domain, element) = match ty.kind {
                VECTOR | EXT_VECTOR => {
                    let element = (self.library.clang_getElementType)(ty);
                    (Domain::Vector, element)
                }
                COMPLEX => {
                    let element = (self.library.clang_getElementType)(ty);
                    (Domain::Complex, element)
                }
                ATOMIC => {
                    let value = (self.library.clang_Type_getValueType)(ty);
                    (Domain::Atomic, value)
                }
                _ => return None,
            };
            let mut element = (self.library.clang_getCanonicalType)(element);
            if element.kind == ENUM {
                let declaration = (self.library.clang_getTypeDeclaration)(element);
                let integer = (self.library.clang_getEnumDeclIntegerType)(declaration);
                element = (self.library.clang_getCanonicalType)(integer);
            }
            Some((domain, element.kind))
        }
    }

    /// The file and the lines of a cursor.
    fn lines(&self, cursor: Cursor) -> Option<(String, u32, u32)> {
        // SAFETY: places of the library's own cursors.
        unsafe {
            let range = (self.library.clang_getCursorExtent)(cursor);
            let (file, first) = self.place((self.library.clang_getRangeStart)(range))?;
            let (_, last) = self.place((self.library.clang_getRangeEnd)(range))?;
            Some((file, first.min(last), last.max(first)))
        }
    }

    /// # Safety
    /// The location is one that the library gave.
    unsafe fn place(&self, location: Location) -> Option<(String, u32)> {
        let mut file = Text {
            data: std::ptr::null(),
            flags: 0,
        };
        let (mut line, mut column) = (0, 0);
        // SAFETY: the pointers are to locals; the text is copied before it is freed.
        unsafe {
            (self.library.clang_getPresumedLocation)(location, &mut file, &mut line, &mut column);
            let text = (self.library.clang_getCString)(file);
            let name =
                (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy().into_owned());
            (self.library.clang_disposeString)(file);
            Some((name?, line))
        }
    }
}

fn is_float(kind: c_int) -> bool {
    matches!(kind, 21..=23 | 30..=32 | 39 | 40)
}

/// The signedness of an integer type.
fn signedness(kind: c_int) -> Option<bool> {
    match kind {
        3..=12 => Some(false),
        13..=20 => Some(true),
        _ => None,
    }
}
