// wchar.h and wctype.h: strings of wide characters, and their classes in the C locale, where only ASCII has any.

#include "aver.h"

typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
#define WEOF ((wint_t)-1)

// ---- lengths and copies ----

MODEL size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

MODEL size_t wcsnlen(const wchar_t *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0)
    n++;
  return n;
}

MODEL wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  return to;
}

MODEL wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return to;
}

MODEL wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count) {
  size_t i = 0;
  for (; i < count && from[i] != 0; i++)
    to[i] = from[i];
  for (; i < count; i++)
    to[i] = 0;
  return to;
}

MODEL wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t count) {
  size_t i = 0;
  for (; i < count && from[i] != 0; i++)
    to[i] = from[i];
  wchar_t *end = to + i;
  for (; i < count; i++)
    to[i] = 0;
  return end;
}

MODEL wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wcscpy(to + wcslen(to), from);
  return to;
}

MODEL wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count) {
  wchar_t *end = to + wcslen(to);
  size_t i = 0;
  for (; i < count && from[i] != 0; i++)
    end[i] = from[i];
  end[i] = 0;
  return to;
}

extern void *malloc(size_t size);

MODEL wchar_t *wcsdup(const wchar_t *s) {
  wchar_t *copy = malloc((wcslen(s) + 1) * sizeof(wchar_t));
  return copy == NULL ? NULL : wcscpy(copy, s);
}

// ---- blocks ----

// The number of bytes; more than there can be if the product does not fit.
static size_t bytes(size_t count) { return count > SIZE_MAX / sizeof(wchar_t) ? SIZE_MAX : count * sizeof(wchar_t); }

MODEL wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
  __builtin_memcpy(to, from, bytes(count));
  return to;
}

MODEL wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) {
  __builtin_memcpy(to, from, bytes(count));
  return to + count;
}

MODEL wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
  __builtin_memmove(to, from, bytes(count));
  return to;
}

MODEL wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
  for (size_t i = 0; i < count; i++)
    to[i] = c;
  return to;
}

MODEL int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (a[i] != b[i])
      return __aver_sign(a[i] < b[i] ? -1 : 1);
  return 0;
}

MODEL wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (s[i] == c)
      return (wchar_t *)s + i;
  return NULL;
}

// ---- comparing ----

MODEL int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (a[i] != b[i])
      return __aver_sign(a[i] < b[i] ? -1 : 1);
    if (a[i] == 0)
      break;
  }
  return 0;
}

MODEL int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0)
    i++;
  return a[i] == b[i] ? 0 : __aver_sign(a[i] < b[i] ? -1 : 1);
}

// The C locale orders as the numbers do.
MODEL int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

static wint_t lower(wint_t c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

MODEL int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t count) {
  for (size_t i = 0; i < count; i++) {
    wint_t x = lower((wint_t)a[i]), y = lower((wint_t)b[i]);
    if (x != y)
      return __aver_sign((wchar_t)x < (wchar_t)y ? -1 : 1);
    if (x == 0)
      break;
  }
  return 0;
}

MODEL int wcscasecmp(const wchar_t *a, const wchar_t *b) { return wcsncasecmp(a, b, SIZE_MAX); }

// ---- searching ----

MODEL wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (;; s++) {
    if (*s == c)
      return (wchar_t *)s;
    if (*s == 0)
      return NULL;
  }
}

MODEL wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s != c && *s != 0)
    s++;
  return (wchar_t *)s;
}

MODEL wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *last = NULL;
  for (;; s++) {
    if (*s == c)
      last = s;
    if (*s == 0)
      return (wchar_t *)last;
  }
}

static _Bool contains(const wchar_t *set, wchar_t c) {
  for (; *set != 0; set++)
    if (*set == c)
      return 1;
  return 0;
}

MODEL size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] != 0 && contains(set, s[n]))
    n++;
  return n;
}

MODEL size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] != 0 && !contains(set, s[n]))
    n++;
  return n;
}

MODEL wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  for (; *s != 0; s++)
    if (contains(set, *s))
      return (wchar_t *)s;
  return NULL;
}

MODEL wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i])
      i++;
    if (part[i] == 0)
      return (wchar_t *)s;
    if (*s == 0)
      return NULL;
  }
}

MODEL wchar_t *wcstok(wchar_t *s, const wchar_t *separators, wchar_t **rest) {
  if (s == NULL)
    s = *rest;
  if (s == NULL)
    return NULL;
  while (*s != 0 && contains(separators, *s))
    s++;
  if (*s == 0) {
    *rest = NULL;
    return NULL;
  }
  wchar_t *start = s;
  while (*s != 0 && !contains(separators, *s))
    s++;
  if (*s == 0) {
    *rest = NULL;
  } else {
    *s = 0;
    *rest = s + 1;
  }
  return start;
}

// ---- classes ----

static _Bool is_lower(wint_t c) { return c >= 'a' && c <= 'z'; }
static _Bool is_upper(wint_t c) { return c >= 'A' && c <= 'Z'; }
static _Bool is_digit(wint_t c) { return c >= '0' && c <= '9'; }
static _Bool is_graph(wint_t c) { return c > ' ' && c < 127; }

MODEL int iswlower(wint_t c) { return __aver_truth(is_lower(c)); }
MODEL int iswupper(wint_t c) { return __aver_truth(is_upper(c)); }
MODEL int iswdigit(wint_t c) { return __aver_truth(is_digit(c)); }
MODEL int iswalpha(wint_t c) { return __aver_truth(is_lower(c) || is_upper(c)); }
MODEL int iswalnum(wint_t c) { return __aver_truth(is_lower(c) || is_upper(c) || is_digit(c)); }
MODEL int iswxdigit(wint_t c) { return __aver_truth(is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f')); }
MODEL int iswspace(wint_t c) { return __aver_truth(c == ' ' || (c >= '\t' && c <= '\r')); }
MODEL int iswblank(wint_t c) { return __aver_truth(c == ' ' || c == '\t'); }
MODEL int iswcntrl(wint_t c) { return __aver_truth(c < ' ' || c == 127); }
MODEL int iswgraph(wint_t c) { return __aver_truth(is_graph(c)); }
MODEL int iswprint(wint_t c) { return __aver_truth(is_graph(c) || c == ' '); }
MODEL int iswpunct(wint_t c) { return __aver_truth(is_graph(c) && !is_lower(c) && !is_upper(c) && !is_digit(c)); }
MODEL wint_t towlower(wint_t c) { return lower(c); }
MODEL wint_t towupper(wint_t c) { return is_lower(c) ? c - ('a' - 'A') : c; }

// ---- characters of one byte ----
//
// How bytes and characters outside ASCII are converted in the C locale differs between systems.

MODEL wint_t btowc(int c) {
  if (c == EOF)
    return WEOF;
  if ((unsigned char)c >= 128)
    __aver_unsupported("a character outside of ASCII");
  return (wint_t)(unsigned char)c;
}

MODEL int wctob(wint_t c) {
  if (c != WEOF && c >= 128)
    __aver_unsupported("a character outside of ASCII");
  return c == WEOF ? EOF : (int)c;
}

MODEL int mbtowc(wchar_t *to, const char *from, size_t count) {
  // There is no shift state.
  if (from == NULL)
    return 0;
  if (count == 0)
    return -1;
  unsigned char c = (unsigned char)*from;
  if (c >= 128)
    __aver_unsupported("a character outside of ASCII");
  if (to != NULL)
    *to = c;
  return c != 0;
}

MODEL int mblen(const char *from, size_t count) { return mbtowc(NULL, from, count); }

MODEL int wctomb(char *to, wchar_t c) {
  if (to == NULL)
    return 0;
  if (c < 0 || c >= 128)
    __aver_unsupported("a character outside of ASCII");
  *to = (char)c;
  return 1;
}

MODEL size_t mbstowcs(wchar_t *to, const char *from, size_t count) {
  size_t i = 0;
  for (; to == NULL || i < count; i++) {
    unsigned char c = (unsigned char)from[i];
    if (c >= 128)
      __aver_unsupported("a character outside of ASCII");
    if (to != NULL)
      to[i] = c;
    if (c == 0)
      break;
  }
  return i;
}

MODEL size_t wcstombs(char *to, const wchar_t *from, size_t count) {
  size_t i = 0;
  for (; to == NULL || i < count; i++) {
    wchar_t c = from[i];
    if (c < 0 || c >= 128)
      __aver_unsupported("a character outside of ASCII");
    if (to != NULL)
      to[i] = (char)c;
    if (c == 0)
      break;
  }
  return i;
}
