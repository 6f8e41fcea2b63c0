// Models of the printf family. One function walks over the format, as C describes it, and gives every character to a sink
// that counts it, and stores it if there is room. The text of integers, characters and strings is exact; that of floats
// and pointers is unknown, within the longest that it can be.

#include "aver.h"

typedef __builtin_va_list va_list;
#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
#define va_end __builtin_va_end

typedef struct _IO_FILE FILE;

void *malloc(size_t size);

// Stores what lies below `room`; the end of the string gets the last byte of it.
struct sink {
  char *to;
  size_t room;
  size_t count;
};

static void put_at(struct sink *sink, size_t place, char c) {
  if (place + 1 < sink->room)
    sink->to[place] = c;
}

static void put(struct sink *sink, char c) {
  put_at(sink, sink->count, c);
  sink->count++;
}

static void pad(struct sink *sink, char c, int count) {
  for (int i = 0; i < count; i++)
    put(sink, c);
}

// Some text of `least` to `most` characters.
static void put_some(struct sink *sink, size_t least, size_t most) {
  size_t length = __aver_some_size();
  __aver_assume(length >= least && length <= most);
  if (sink->count + 1 < sink->room) {
    size_t left = sink->room - 1 - sink->count;
    __aver_some_bytes(sink->to + sink->count, length < left ? length : left);
  }
  sink->count += length;
}

struct conversion {
  _Bool left, plus, blank, alternative, zero;
  int width;
  // Below zero if none is given.
  int precision;
  // The bytes of an integer.
  int size;
  _Bool is_long;
  char kind;
};

// Digits are counted by comparing, and each is computed from the number itself with a weight that the number does not
// decide, so that a digit that is not used costs nothing.
static void put_digits(struct sink *sink, const struct conversion *c, unsigned long long value, _Bool negative) {
  unsigned base = c->kind == 'x' || c->kind == 'X' ? 16 : c->kind == 'o' ? 8 : c->kind == 'b' ? 2 : 10;
  unsigned long long weight = base;
  int digits = value == 0 && c->precision == 0 ? 0 : 1;
  while (value >= weight) {
    digits++;
    if (weight > ~0ull / base)
      break;
    weight *= base;
  }
  int zeros = c->precision > digits ? c->precision - digits : 0;
  if (c->kind == 'o' && c->alternative && zeros == 0 && (value != 0 || c->precision == 0))
    zeros = 1;
  _Bool prefixed = c->alternative && value != 0 && (base == 16 || base == 2);
  char sign = negative ? '-' : c->plus ? '+' : c->blank ? ' ' : 0;
  _Bool has_sign = (c->kind == 'd' || c->kind == 'i') && sign != 0;
  int length = digits + zeros + 2 * prefixed + has_sign;
  int padding = c->width > length ? c->width - length : 0;
  if (c->zero && !c->left && c->precision < 0) {
    zeros += padding;
    padding = 0;
  }
  if (!c->left)
    pad(sink, ' ', padding);
  if (has_sign)
    put(sink, sign);
  if (prefixed) {
    put(sink, '0');
    put(sink, c->kind);
  }
  pad(sink, '0', zeros);
  weight = 1;
  for (int i = 0; i < digits; i++) {
    unsigned digit = c->size <= 4 ? (unsigned)value / (unsigned)weight % base : (unsigned)(value / weight % base);
    char shown = (char)(digit < 10 ? '0' + digit : (c->kind == 'X' ? 'A' : 'a') + digit - 10);
    put_at(sink, sink->count + (size_t)(digits - 1 - i), shown);
    weight *= base;
  }
  sink->count += (size_t)digits;
  if (c->left)
    pad(sink, ' ', padding);
}

static void put_string(struct sink *sink, const struct conversion *c, const char *s) {
  size_t length = 0;
  if (c->precision < 0 && c->width <= 0) {
    for (; s[length] != 0; length++)
      put(sink, s[length]);
    return;
  }
  while ((c->precision < 0 || length < (size_t)c->precision) && s[length] != 0)
    length++;
  int padding = c->width > 0 && length < (size_t)c->width ? (int)((size_t)c->width - length) : 0;
  if (!c->left)
    pad(sink, ' ', padding);
  for (size_t i = 0; i < length; i++)
    put(sink, s[i]);
  if (c->left)
    pad(sink, ' ', padding);
}

// In the C locale only characters of ASCII can be written.
static char narrow(__WINT_TYPE__ c) {
  if (c >= 128)
    __aver_unsupported("a wide character outside of ASCII in a format");
  return (char)c;
}

static void put_wide_string(struct sink *sink, const struct conversion *c, const __WCHAR_TYPE__ *s) {
  size_t length = 0;
  while ((c->precision < 0 || length < (size_t)c->precision) && s[length] != 0)
    length++;
  int padding = c->width > 0 && length < (size_t)c->width ? (int)((size_t)c->width - length) : 0;
  if (!c->left)
    pad(sink, ' ', padding);
  for (size_t i = 0; i < length; i++)
    put(sink, narrow((__WINT_TYPE__)s[i]));
  if (c->left)
    pad(sink, ' ', padding);
}

static void put_char(struct sink *sink, const struct conversion *c, char character) {
  int padding = c->width > 1 ? c->width - 1 : 0;
  if (!c->left)
    pad(sink, ' ', padding);
  put(sink, character);
  if (c->left)
    pad(sink, ' ', padding);
}

static void put_unknown(struct sink *sink, const struct conversion *c, size_t least, size_t most) {
  size_t width = c->width > 0 ? (size_t)c->width : 0;
  put_some(sink, width > least ? width : least, width > most ? width : most);
}

static void store_count(void *to, int size, long long count) {
  switch (size) {
  case 1: *(signed char *)to = (signed char)count; break;
  case 2: *(short *)to = (short)count; break;
  case 4: *(int *)to = (int)count; break;
  default: *(long long *)to = count;
  }
}

// Not `va_list *`: where it is an array, a parameter of that type has decayed to a pointer.
struct arguments {
  va_list list;
};

static long long signed_argument(struct arguments *from, int size) {
  switch (size) {
  case 1: return (signed char)va_arg(from->list, int);
  case 2: return (short)va_arg(from->list, int);
  case 4: return va_arg(from->list, int);
  default: return va_arg(from->list, long long);
  }
}

static unsigned long long unsigned_argument(struct arguments *from, int size) {
  switch (size) {
  case 1: return (unsigned char)va_arg(from->list, unsigned);
  case 2: return (unsigned short)va_arg(from->list, unsigned);
  case 4: return va_arg(from->list, unsigned);
  default: return va_arg(from->list, unsigned long long);
  }
}

static const char *flags(const char *format, struct conversion *c) {
  for (;; format++) {
    switch (*format) {
    case '-': c->left = 1; break;
    case '+': c->plus = 1; break;
    case ' ': c->blank = 1; break;
    case '#': c->alternative = 1; break;
    case '0': c->zero = 1; break;
    case '\'': break;
    default: return format;
    }
  }
}

static const char *number(const char *format, int *value, struct arguments *from) {
  if (*format == '*') {
    *value = va_arg(from->list, int);
    return format + 1;
  }
  *value = 0;
  for (; *format >= '0' && *format <= '9'; format++)
    *value = 10 * *value + (*format - '0');
  return format;
}

// `L` is for floats only, and marked by 16.
static const char *size(const char *format, int *bytes) {
  *bytes = sizeof(int);
  switch (*format) {
  case 'h':
    *bytes = format[1] == 'h' ? 1 : 2;
    return format + (format[1] == 'h' ? 2 : 1);
  case 'l':
    *bytes = format[1] == 'l' ? sizeof(long long) : sizeof(long);
    return format + (format[1] == 'l' ? 2 : 1);
  case 'q': *bytes = sizeof(long long); return format + 1;
  case 'j': *bytes = sizeof(long long); return format + 1;
  case 'z': case 'Z': *bytes = sizeof(size_t); return format + 1;
  case 't': *bytes = sizeof(ssize_t); return format + 1;
  case 'L': *bytes = 16; return format + 1;
  default: return format;
  }
}

// The longest text of a float: a sign, the digits of the largest (or 20 of any), a point, the fraction, an exponent.
static void put_float(struct sink *sink, const struct conversion *c, struct arguments *from) {
  size_t digits = 310;
  if (c->size == 16) {
    (void)va_arg(from->list, long double);
    digits = 4934;
  } else {
    (void)va_arg(from->list, double);
  }
  if (c->kind != 'f' && c->kind != 'F')
    digits = 40;
  put_unknown(sink, c, 1, digits + 10 + (c->precision < 0 ? 6 : (size_t)c->precision));
}

static void convert(struct sink *sink, const struct conversion *c, struct arguments *from) {
  switch (c->kind) {
  case 'd':
  case 'i': {
    long long value = signed_argument(from, c->size);
    put_digits(sink, c, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, value < 0);
    break;
  }
  case 'u':
  case 'x':
  case 'X':
  case 'o':
  case 'b': put_digits(sink, c, unsigned_argument(from, c->size), 0); break;
  case 'c':
    if (c->is_long)
      put_char(sink, c, narrow(va_arg(from->list, __WINT_TYPE__)));
    else
      put_char(sink, c, (char)va_arg(from->list, int));
    break;
  case 's': {
    if (c->is_long)
      put_wide_string(sink, c, va_arg(from->list, const __WCHAR_TYPE__ *));
    else
      put_string(sink, c, va_arg(from->list, const char *));
    break;
  }
  case 'p':
    (void)va_arg(from->list, void *);
    put_unknown(sink, c, 3, 20);
    break;
  case 'n': store_count(va_arg(from->list, void *), c->size, (long long)sink->count); break;
  case 'm': put_unknown(sink, c, 0, 128); break;
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A': put_float(sink, c, from); break;
  case '%': put(sink, '%'); break;
  default: __aver_unsupported("a conversion in a format that C does not know");
  }
}

// The number of characters, or -1 if that is not an `int`.
static int format_to(struct sink *sink, const char *format, struct arguments *from) {
  while (*format != 0) {
    if (*format != '%') {
      put(sink, *format++);
      continue;
    }
    struct conversion c = {.precision = -1};
    format = flags(format + 1, &c);
    format = number(format, &c.width, from);
    if (c.width < 0) {
      c.left = 1;
      c.width = -c.width;
    }
    if (*format == '$')
      __aver_unsupported("arguments of a format by their number");
    if (*format == '.')
      format = number(format + 1, &c.precision, from);
    c.is_long = *format == 'l';
    format = size(format, &c.size);
    c.kind = *format++;
    convert(sink, &c, from);
    if (c.kind == 0)
      break;
  }
  if (sink->room > 0)
    sink->to[sink->count < sink->room ? sink->count : sink->room - 1] = 0;
  return sink->count <= INT_MAX ? (int)sink->count : -1;
}

// ---- to memory ----

static int to_memory(char *to, size_t room, const char *format, va_list list) {
  struct sink sink = {to, room, 0};
  struct arguments from;
  __builtin_va_copy(from.list, list);
  return format_to(&sink, format, &from);
}

MODEL int vsnprintf(char *to, size_t size, const char *format, va_list list) { return to_memory(to, size, format, list); }
MODEL int vsprintf(char *to, const char *format, va_list list) { return to_memory(to, SIZE_MAX, format, list); }
MODEL int snprintf(char *to, size_t size, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = to_memory(to, size, format, list);
  va_end(list);
  return result;
}
MODEL int sprintf(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = to_memory(to, SIZE_MAX, format, list);
  va_end(list);
  return result;
}
MODEL int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = to_memory(to, size, format, list);
  va_end(list);
  return result;
}
MODEL int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = to_memory(to, SIZE_MAX, format, list);
  va_end(list);
  return result;
}

static int to_new(char **to, const char *format, va_list list) {
  int length = to_memory(NULL, 0, format, list);
  if (length < 0)
    return -1;
  *to = malloc((size_t)length + 1);
  if (*to == NULL)
    return -1;
  return to_memory(*to, (size_t)length + 1, format, list);
}

MODEL int vasprintf(char **to, const char *format, va_list list) { return to_new(to, format, list); }
MODEL int asprintf(char **to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = to_new(to, format, list);
  va_end(list);
  return result;
}

// ---- to streams: what is shown is read. Standard output works; another stream may fail ----

static int show(const char *format, va_list list) { return to_memory(NULL, 0, format, list); }

static int show_or_fail(const char *format, va_list list) {
  int length = to_memory(NULL, 0, format, list);
  if (__aver_unknown_bool()) {
    fail();
    length = __aver_unknown_int();
    __aver_assume(length < 0);
  }
  return length;
}

static void touch(FILE *stream) {
  if (__aver_checks_accesses())
    (void)*(volatile char *)stream;
}

MODEL int vprintf(const char *format, va_list list) { return show(format, list); }
MODEL int vfprintf(FILE *stream, const char *format, va_list list) {
  touch(stream);
  return show_or_fail(format, list);
}
MODEL int vdprintf(int file, const char *format, va_list list) { return show_or_fail(format, list); }
MODEL int printf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = show(format, list);
  va_end(list);
  return result;
}
MODEL int fprintf(FILE *stream, const char *format, ...) {
  va_list list;
  touch(stream);
  va_start(list, format);
  int result = show_or_fail(format, list);
  va_end(list);
  return result;
}
MODEL int dprintf(int file, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = show_or_fail(format, list);
  va_end(list);
  return result;
}
MODEL int __printf_chk(int flag, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result = show(format, list);
  va_end(list);
  return result;
}
MODEL int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  va_list list;
  touch(stream);
  va_start(list, format);
  int result = show_or_fail(format, list);
  va_end(list);
  return result;
}
MODEL void syslog(int priority, const char *format, ...) {
  va_list list;
  va_start(list, format);
  show(format, list);
  va_end(list);
}

// ---- err.h: messages, then the end ----

_Noreturn void exit(int status);

MODEL _Noreturn void err(int code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (format != NULL)
    show(format, list);
  va_end(list);
  exit(code);
}
MODEL _Noreturn void errx(int code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (format != NULL)
    show(format, list);
  va_end(list);
  exit(code);
}
MODEL void warn(const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (format != NULL)
    show(format, list);
  va_end(list);
}
MODEL void warnx(const char *format, ...) {
  va_list list;
  va_start(list, format);
  if (format != NULL)
    show(format, list);
  va_end(list);
}
