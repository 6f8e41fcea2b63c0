// Models of the scanf family. From a stream comes any number of fitting values; a string is read as C describes it. What
// the digits of a float mean is not modelled.

#include "aver.h"

typedef __builtin_va_list va_list;
#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
#define va_end __builtin_va_end

typedef struct _IO_FILE FILE;
extern FILE *stdin;

struct arguments {
  va_list list;
};

// What is read: a string, or unknown input if there is none.
struct source {
  const char *text;
  size_t at;
};

struct conversion {
  _Bool skips;
  // 0 if none is given.
  size_t width;
  int size;
  _Bool is_long;
  char kind;
  // The members of `%[…]`.
  const char *set, *set_end;
  _Bool complement;
  // What came just before: blanks, all of which are consumed, or a value, which ended before a character that is not its own.
  _Bool after_blanks, after_value;
};

static void store(void *to, int size, long long value) {
  switch (size) {
  case 1: *(signed char *)to = (signed char)value; break;
  case 2: *(short *)to = (short)value; break;
  case 4: *(int *)to = (int)value; break;
  default: *(long long *)to = value;
  }
}

static _Bool in_set(const struct conversion *c, char character) {
  if (c->kind == 's')
    return !is_space((unsigned char)character);
  _Bool found = 0;
  for (const char *s = c->set; s < c->set_end; s++) {
    if (s[1] == '-' && s + 2 < c->set_end) {
      found |= (unsigned char)*s <= (unsigned char)character && (unsigned char)character <= (unsigned char)s[2];
      s += 2;
    } else {
      found |= *s == character;
    }
  }
  return found != c->complement;
}

// ---- unknown input ----

// Into wide characters: only those of ASCII have an image in the C locale.
static void unknown_wide_text(const struct conversion *c, __WCHAR_TYPE__ *target, size_t length) {
  if (length > EXACT_TEXT || c->after_blanks || c->after_value) {
    __aver_some_bytes(target, length * sizeof *target);
  } else {
    for (size_t i = 0; i < length; i++) {
      unsigned char byte = __aver_unknown_byte();
      __aver_assume(byte < 128 && (c->kind == 'c' || (byte != 0 && in_set(c, (char)byte))));
      target[i] = byte;
    }
  }
  if (c->kind != 'c')
    target[length] = 0;
}

static void unknown_text(const struct conversion *c, struct arguments *to) {
  size_t length = __aver_unknown_size();
  __aver_assume(c->width == 0 || length <= c->width);
  if (c->kind == 'c')
    __aver_assume(length == (c->width == 0 ? 1 : c->width));
  else
    __aver_assume(length > 0);
  if (c->skips)
    return;
  char *target = va_arg(to->list, char *);
  if (c->is_long) {
    unknown_wide_text(c, (__WCHAR_TYPE__ *)target, length);
    return;
  }
  if (c->kind != 'c' && length > EXACT_TEXT) {
    __aver_some_bytes(target, c->width == 0 ? length : c->width);
  } else {
    // `%s` skips blanks itself.
    if (c->after_value && c->kind != 's')
      __aver_some_bytes(target, length);
    else
      __aver_unknown_bytes(target, length);
    for (size_t i = 0; c->kind != 'c' && i < length; i++)
      __aver_assume(target[i] != 0 && in_set(c, target[i]));
  }
  if (c->after_blanks)
    __aver_assume(!is_space((unsigned char)target[0]));
  if (c->kind != 'c')
    target[length] = 0;
}

static void unknown_value(const struct conversion *c, struct arguments *to) {
  if (c->kind == 'c' || c->kind == 's' || c->kind == '[') {
    unknown_text(c, to);
    return;
  }
  if (c->skips)
    return;
  void *target = va_arg(to->list, void *);
  int size = c->size;
  switch (c->kind) {
  case 'p': size = sizeof(void *); break;
  case 'e':
  case 'f':
  case 'g':
  case 'a': size = c->is_long ? 8 : size == 16 ? (int)sizeof(long double) : 4; break;
  default: break;
  }
  // Few digits cannot make every number.
  if (c->width != 0 && c->width < 20)
    __aver_some_bytes(target, (size_t)size);
  else
    __aver_unknown_bytes(target, (size_t)size);
}

// ---- strings ----

static int digit_of(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

// Whether there is a number; the matched characters are used up either way.
static _Bool parse(struct source *from, const struct conversion *c, long long *value) {
  const char *s = from->text;
  size_t at = from->at, limit = c->width == 0 ? SIZE_MAX : c->width, start = at;
  int base = c->kind == 'x' || c->kind == 'X' || c->kind == 'p' ? 16 : c->kind == 'o' ? 8 : c->kind == 'i' ? 0 : 10;
  unsigned long long magnitude = 0;
  _Bool negative = 0, any = 0, overflows = 0;
  if (s[at] == '-' || s[at] == '+')
    negative = s[at++] == '-';
  if ((base == 0 || base == 16) && at - start + 1 < limit && s[at] == '0' && (s[at + 1] == 'x' || s[at + 1] == 'X')) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = s[at] == '0' ? 8 : 10;
  }
  for (; at - start < limit && digit_of(s[at]) < base; at++) {
    unsigned digit = (unsigned)digit_of(s[at]);
    any = 1;
    if (magnitude > ~0ull / (unsigned)base || magnitude * (unsigned)base > ~0ull - digit)
      overflows = 1;
    magnitude = magnitude * (unsigned)base + digit;
  }
  from->at = at;
  // What does not fit is undefined.
  if (overflows)
    __aver_unsupported("a number in a string that is too large");
  *value = (long long)(negative ? 0 - magnitude : magnitude);
  return any;
}

static void put_text(const struct conversion *c, char *target, size_t at, char character) {
  if (target == NULL)
    return;
  if (!c->is_long) {
    target[at] = character;
    return;
  }
  if ((unsigned char)character >= 128)
    __aver_unsupported("a character outside of ASCII");
  ((__WCHAR_TYPE__ *)target)[at] = character;
}

static _Bool read_text(struct source *from, const struct conversion *c, struct arguments *to) {
  size_t limit = c->width != 0 ? c->width : c->kind == 'c' ? 1 : SIZE_MAX, length = 0;
  char *target = c->skips ? NULL : va_arg(to->list, char *);
  while (length < limit && from->text[from->at] != 0 && (c->kind == 'c' || in_set(c, from->text[from->at]))) {
    put_text(c, target, length, from->text[from->at]);
    from->at++;
    length++;
  }
  // C wants all of them, glibc takes what is there.
  if (c->kind == 'c')
    return length == limit || (length > 0 && __aver_unknown_bool());
  if (length > 0)
    put_text(c, target, length, 0);
  return length > 0;
}

static _Bool read_value(struct source *from, const struct conversion *c, struct arguments *to) {
  long long value = 0;
  switch (c->kind) {
  case 'c':
  case 's':
  case '[': return read_text(from, c, to);
  case 'e':
  case 'f':
  case 'g':
  case 'a':
    __aver_unsupported("a float in a string");
    return 0;
  default: break;
  }
  if (!parse(from, c, &value))
    return 0;
  if (!c->skips)
    store(va_arg(to->list, void *), c->kind == 'p' ? (int)sizeof(void *) : c->size, value);
  return 1;
}

// ---- formats ----

static const char *size(const char *format, struct conversion *c) {
  c->size = sizeof(int);
  switch (*format) {
  case 'h':
    c->size = format[1] == 'h' ? 1 : 2;
    return format + (format[1] == 'h' ? 2 : 1);
  case 'l':
    c->is_long = 1;
    c->size = format[1] == 'l' ? sizeof(long long) : sizeof(long);
    return format + (format[1] == 'l' ? 2 : 1);
  case 'q':
  case 'j': c->size = sizeof(long long); return format + 1;
  case 'z': c->size = sizeof(size_t); return format + 1;
  case 't': c->size = sizeof(ssize_t); return format + 1;
  case 'L': c->size = 16; return format + 1;
  default: return format;
  }
}

static const char *members(const char *format, struct conversion *c) {
  if (*format == '^') {
    c->complement = 1;
    format++;
  }
  c->set = format;
  if (*format == ']')
    format++;
  while (*format != ']' && *format != 0)
    format++;
  c->set_end = format;
  return *format == 0 ? format : format + 1;
}

static const char *conversion(const char *format, struct conversion *c) {
  if (*format == '*') {
    c->skips = 1;
    format++;
  }
  for (; *format >= '0' && *format <= '9'; format++)
    c->width = 10 * c->width + (size_t)(*format - '0');
  if (*format == '$' || *format == 'm')
    __aver_unsupported("a conversion in a format of input that C does not know");
  format = size(format, c);
  c->kind = *format++;
  switch (c->kind) {
  case 'E':
  case 'F':
  case 'G':
  case 'A': c->kind += 'a' - 'A'; break;
  case '[': format = members(format, c); break;
  case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'p': case 'n':
  case 'e': case 'f': case 'g': case 'a': case '%': break;
  case 'c':
  case 's': break;
  default:
    __aver_unsupported("a conversion in a format of input that C does not know");
    format--;
  }
  return format;
}

// The number of values that were stored, or EOF if the input ended before the first.
static int scan(struct source *from, const char *format, struct arguments *to) {
  int stored = 0;
  _Bool converted = 0, after_blanks = 0, after_value = 0;
  while (*format != 0) {
    if (is_space((unsigned char)*format)) {
      after_blanks = 1;
      while (from->text != NULL && is_space((unsigned char)from->text[from->at]))
        from->at++;
      format++;
      continue;
    }
    struct conversion c = {.after_blanks = after_blanks, .after_value = !after_blanks && after_value};
    char literal = *format++;
    if (literal == '%') {
      format = conversion(format, &c);
      literal = c.kind == '%' ? '%' : 0;
    }
    if (c.kind == 'n') {
      if (from->text == NULL)
        __aver_unsupported("%n in a format of input");
      store(va_arg(to->list, void *), c.size, (long long)from->at);
      continue;
    }
    if (from->text == NULL) {
      // The input may end here, or not fit.
      if (__aver_unknown_bool())
        return !converted && __aver_unknown_bool() ? EOF : stored;
      after_blanks = 0;
      after_value = literal == 0 && c.kind != 'c';
      if (literal != 0)
        continue;
      unknown_value(&c, to);
    } else {
      if (c.kind != 0 && c.kind != 'c' && c.kind != '[')
        while (is_space((unsigned char)from->text[from->at]))
          from->at++;
      // C says EOF if no conversion is complete, and glibc if no value is stored.
      if (from->text[from->at] == 0)
        return stored > 0 || (converted && __aver_unknown_bool()) ? stored : EOF;
      if (literal != 0) {
        if (from->text[from->at] != literal)
          return stored;
        from->at++;
        continue;
      }
      if (!read_value(from, &c, to))
        return stored;
    }
    converted = 1;
    stored += !c.skips;
  }
  return stored;
}

_Bool __aver_is_pushed_back(FILE *stream);

static int scan_stream(FILE *stream, const char *format, va_list list) {
  if (__aver_is_pushed_back(stream))
    __aver_unsupported("reading more than a character behind `ungetc`");
  struct source from = {NULL, 0};
  struct arguments to;
  __builtin_va_copy(to.list, list);
  return scan(&from, format, &to);
}

static int scan_string(const char *text, const char *format, va_list list) {
  struct source from = {text, 0};
  struct arguments to;
  __builtin_va_copy(to.list, list);
  // A string that is not there is no input.
  (void)*(volatile const char *)text;
  return scan(&from, format, &to);
}

static void touch(FILE *stream) {
  if (__aver_checks_accesses())
    (void)*(volatile char *)stream;
}

// The standards differ in what they call an identifier, not in what these do.
#define FAMILY(prefix)                                                                                                \
  MODEL int prefix##scanf(const char *format, ...) {                                                                  \
    va_list list;                                                                                                     \
    va_start(list, format);                                                                                           \
    int result = scan_stream(stdin, format, list);                                                                    \
    va_end(list);                                                                                                     \
    return result;                                                                                                    \
  }                                                                                                                   \
  MODEL int prefix##fscanf(FILE *stream, const char *format, ...) {                                                   \
    va_list list;                                                                                                     \
    touch(stream);                                                                                                    \
    va_start(list, format);                                                                                           \
    int result = scan_stream(stream, format, list);                                                                   \
    va_end(list);                                                                                                     \
    return result;                                                                                                    \
  }                                                                                                                   \
  MODEL int prefix##sscanf(const char *text, const char *format, ...) {                                               \
    va_list list;                                                                                                     \
    va_start(list, format);                                                                                           \
    int result = scan_string(text, format, list);                                                                     \
    va_end(list);                                                                                                     \
    return result;                                                                                                    \
  }                                                                                                                   \
  MODEL int prefix##vscanf(const char *format, va_list list) { return scan_stream(stdin, format, list); }             \
  MODEL int prefix##vfscanf(FILE *stream, const char *format, va_list list) {                                         \
    touch(stream);                                                                                                    \
    return scan_stream(stream, format, list);                                                                         \
  }                                                                                                                   \
  MODEL int prefix##vsscanf(const char *text, const char *format, va_list list) {                                     \
    return scan_string(text, format, list);                                                                           \
  }

FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)
