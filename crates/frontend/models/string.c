// Models of <string.h>. They follow the text of the C standard: byte by byte, as `unsigned char`, reading nothing that the
// standard does not let them read.

#include "aver.h"

void *malloc(size_t size);

MODEL size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

MODEL size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0)
    n++;
  return n;
}

MODEL char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  apart(to, i + 1, from, i + 1);
  return to;
}

MODEL char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  apart(to, i + 1, from, i + 1);
  return to + i;
}

MODEL char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++)
    to[i] = from[i];
  apart(to, n, from, i < n ? i + 1 : n);
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

MODEL int strcmp(const char *a, const char *b) {
  while (*a != 0 && *a == *b) {
    a++;
    b++;
  }
  return __aver_sign((int)(unsigned char)*a - (int)(unsigned char)*b);
}

// In the C locale.
MODEL int strcoll(const char *a, const char *b) {
  while (*a != 0 && *a == *b) {
    a++;
    b++;
  }
  return __aver_sign((int)(unsigned char)*a - (int)(unsigned char)*b);
}

MODEL int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return __aver_sign((int)(unsigned char)a[i] - (int)(unsigned char)b[i]);
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

static int fold(char c) {
  int code = (unsigned char)c;
  return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
}

MODEL int strcasecmp(const char *a, const char *b) {
  while (*a != 0 && fold(*a) == fold(*b)) {
    a++;
    b++;
  }
  return __aver_sign(fold(*a) - fold(*b));
}

MODEL int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (fold(a[i]) != fold(b[i]))
      return __aver_sign(fold(a[i]) - fold(b[i]));
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

MODEL char *strcat(char *to, const char *from) {
  size_t end = 0;
  while (to[end] != 0)
    end++;
  size_t i = 0;
  while ((to[end + i] = from[i]) != 0)
    i++;
  apart(to, end + i + 1, from, i + 1);
  return to;
}

MODEL char *strncat(char *to, const char *from, size_t n) {
  size_t end = 0;
  while (to[end] != 0)
    end++;
  size_t i = 0;
  for (; i < n && from[i] != 0; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  apart(to, end + i + 1, from, i < n ? i + 1 : n);
  return to;
}

MODEL char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (*s == 0)
      return NULL;
  }
}

MODEL char *strrchr(const char *s, int c) {
  char *last = NULL;
  for (;; s++) {
    if (*s == (char)c)
      last = (char *)s;
    if (*s == 0)
      return last;
  }
}

MODEL char *strstr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i])
      i++;
    if (part[i] == 0)
      return (char *)s;
    if (*s == 0)
      return NULL;
  }
}

static int contains(const char *set, char c) {
  for (; *set != 0; set++)
    if (*set == c)
      return 1;
  return 0;
}

MODEL size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] != 0 && contains(set, s[n]))
    n++;
  return n;
}

MODEL size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] != 0 && !contains(set, s[n]))
    n++;
  return n;
}

MODEL char *strpbrk(const char *s, const char *set) {
  for (; *s != 0; s++)
    if (contains(set, *s))
      return (char *)s;
  return NULL;
}

MODEL int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return __aver_sign((int)x[i] - (int)y[i]);
  return 0;
}

MODEL int bcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return __aver_truth(1);
  return 0;
}

MODEL void *memchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == (unsigned char)c)
      return (void *)(bytes + i);
  return NULL;
}

static char *duplicate(const char *s, size_t n) {
  char *copy = malloc(n + 1);
  if (copy == NULL)
    return NULL;
  for (size_t i = 0; i < n; i++)
    copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

MODEL char *strdup(const char *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return duplicate(s, n);
}

MODEL char *strndup(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0)
    n++;
  return duplicate(s, n);
}

MODEL char *index(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (*s == 0)
      return NULL;
  }
}

MODEL char *rindex(const char *s, int c) {
  char *last = NULL;
  for (;; s++) {
    if (*s == (char)c)
      last = (char *)s;
    if (*s == 0)
      return last;
  }
}

MODEL char *strchrnul(const char *s, int c) {
  while (*s != 0 && *s != (char)c)
    s++;
  return (char *)s;
}

MODEL void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  while (n > 0)
    if (bytes[--n] == (unsigned char)c)
      return (void *)(bytes + n);
  return NULL;
}

MODEL void *rawmemchr(const void *s, int c) {
  const unsigned char *bytes = s;
  while (*bytes != (unsigned char)c)
    bytes++;
  return (void *)bytes;
}

MODEL void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *target = to;
  const unsigned char *source = from;
  for (size_t i = 0; i < n; i++)
    if ((target[i] = source[i]) == (unsigned char)c)
      return target + i + 1;
  return NULL;
}

MODEL void *memmem(const void *s, size_t n, const void *part, size_t length) {
  const unsigned char *bytes = s, *wanted = part;
  if (length > n)
    return NULL;
  for (size_t start = 0; start <= n - length; start++) {
    size_t i = 0;
    while (i < length && bytes[start + i] == wanted[i])
      i++;
    if (i == length)
      return (void *)(bytes + start);
  }
  return NULL;
}

MODEL char *strcasestr(const char *s, const char *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] != 0 && fold(s[i]) == fold(part[i]))
      i++;
    if (part[i] == 0)
      return (char *)s;
    if (*s == 0)
      return NULL;
  }
}

MODEL char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++)
    to[i] = from[i];
  for (size_t rest = i; rest < n; rest++)
    to[rest] = 0;
  return to + i;
}

MODEL size_t strlcpy(char *to, const char *from, size_t size) {
  size_t i = 0;
  for (; from[i] != 0; i++)
    if (i + 1 < size)
      to[i] = from[i];
  if (size > 0)
    to[i < size ? i : size - 1] = 0;
  return i;
}

MODEL size_t strlcat(char *to, const char *from, size_t size) {
  size_t end = 0;
  while (end < size && to[end] != 0)
    end++;
  size_t i = 0;
  for (; from[i] != 0; i++)
    if (end + i + 1 < size)
      to[end + i] = from[i];
  if (end < size)
    to[end + i < size ? end + i : size - 1] = 0;
  return end + i;
}

// In the C locale.
MODEL size_t strxfrm(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; from[i] != 0; i++)
    if (i < n)
      to[i] = from[i];
  if (i < n)
    to[i] = 0;
  return i;
}

// ---- tokens ----

// Without a string, now or before, the behaviour is undefined: the null pointer is dereferenced.
static char *token(char *s, const char *separators, char **rest) {
  if (s == NULL)
    s = *rest;
  while (*s != 0 && contains(separators, *s))
    s++;
  if (*s == 0) {
    *rest = s;
    return NULL;
  }
  char *start = s;
  while (*s != 0 && !contains(separators, *s))
    s++;
  if (*s != 0)
    *s++ = 0;
  *rest = s;
  return start;
}

static char *next_token;

MODEL char *strtok(char *s, const char *separators) { return token(s, separators, &next_token); }
MODEL char *strtok_r(char *s, const char *separators, char **rest) { return token(s, separators, rest); }
MODEL char *__strtok_r(char *s, const char *separators, char **rest) { return token(s, separators, rest); }

MODEL char *strsep(char **rest, const char *separators) {
  char *start = *rest;
  if (start == NULL)
    return NULL;
  char *s = start;
  while (*s != 0 && !contains(separators, *s))
    s++;
  if (*s == 0) {
    *rest = NULL;
    return start;
  }
  *s = 0;
  *rest = s + 1;
  return start;
}

// ---- messages ----

static char message[64];

MODEL char *strerror(int error) {
  __aver_some_bytes(message, sizeof message - 1);
  return message;
}

MODEL char *strsignal(int number) {
  __aver_some_bytes(message, sizeof message - 1);
  return message;
}
