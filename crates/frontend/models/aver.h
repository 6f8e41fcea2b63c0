#line 2 "aver/aver.h"
// What the models of the C library share. Lowering knows the functions `__aver_…`; nothing else may call them.

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
#define NULL ((void *)0)
#define EOF (-1)
#define INT_MAX __INT_MAX__
#define SIZE_MAX __SIZE_MAX__

// A definition of the program's own wins.
#define MODEL __attribute__((weak))

// Any value: an input of the run. The function may really return each of them.
int __aver_unknown_int(void);
long __aver_unknown_long(void);
unsigned char __aver_unknown_byte(void);
size_t __aver_unknown_size(void);
_Bool __aver_unknown_bool(void);
void __aver_unknown_bytes(void *to, size_t length);

// Any value each time, but not for ever one that a program waits to change: the time, random numbers. A run whose course they
// decide is no endless run.
int __aver_passing_int(void);
long __aver_passing_long(void);
_Bool __aver_passing_bool(void);
void __aver_passing_bytes(void *to, size_t length);

// Any value, although not every value is possible: a run that depends on it proves nothing.
int __aver_some_int(void);
long long __aver_some_wide(void);
size_t __aver_some_size(void);
float __aver_some_float(void);
double __aver_some_double(void);
long double __aver_some_long_double(void);
void __aver_some_bytes(void *to, size_t length);

void __aver_assume(_Bool condition);
// All of these bytes can be read.
void __aver_readable(const void *from, size_t length);
// Regions that the standard forbids to overlap do not.
void __aver_apart(const void *a, size_t a_length, const void *b, size_t b_length);
// The library's own memory: a program that does not close a stream leaks no memory of its own.
void *__aver_stream(size_t size);
// Any number of the sign of `difference`.
int __aver_sign(int difference);
// Zero for zero, otherwise any nonzero number.
int __aver_truth(int truth);
// Whether invalid accesses are asked about: otherwise what is only printed need not be read.
_Bool __aver_checks_accesses(void);
// Reaching this is not supported.
void __aver_unsupported(const char *what);
// Tells the user what is assumed.
void __aver_note(const char *text);
_Noreturn void __aver_halt(void);

extern int *__errno_location(void);
#define errno (*__errno_location())
#define EINVAL 22
#define ERANGE 34

// Some error number.
static inline void fail(void) {
  int error = __aver_unknown_int();
  __aver_assume(error > 0 && error < 134);
  errno = error;
}

// 0, or -1 and an error.
static inline int status(void) {
  if (__aver_unknown_bool()) {
    fail();
    return -1;
  }
  return 0;
}

// A string is readable up to its end. Costs nothing if invalid accesses are not asked about.
static inline void read_string(const char *s) {
  if (__aver_checks_accesses())
    while (*s != 0)
      s++;
}

static inline void read_bytes(const void *from, size_t length) {
  if (__aver_checks_accesses())
    __aver_readable(from, length);
}

// Costs nothing if invalid accesses are not asked about.
static inline void apart(const void *a, size_t a_length, const void *b, size_t b_length) {
  if (__aver_checks_accesses())
    __aver_apart(a, a_length, b, b_length);
}

static inline size_t length_of(const char *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

static inline _Bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Loops that describe each byte separately stop here; longer texts are approximated.
#define EXACT_TEXT 32
