// Models of <string.h>. They follow the C standard's words: byte by byte, as `unsigned char`, reading nothing that the
// standard does not let them read.

typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)

void *malloc(size_t size);

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return n;
}

size_t strnlen(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0)
    n++;
  return n;
}

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0)
    i++;
  return to;
}

char *stpcpy(char *to, const char *from) {
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return to;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; i++)
    to[i] = from[i];
  for (; i < n; i++)
    to[i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  while (*a != 0 && *a == *b) {
    a++;
    b++;
  }
  return (int)(unsigned char)*a - (int)(unsigned char)*b;
}

int strcoll(const char *a, const char *b) {
  return strcmp(a, b);
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i] != b[i])
      return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

static int fold(char c) {
  int code = (unsigned char)c;
  return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
}

int strcasecmp(const char *a, const char *b) {
  while (*a != 0 && fold(*a) == fold(*b)) {
    a++;
    b++;
  }
  return fold(*a) - fold(*b);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (fold(a[i]) != fold(b[i]))
      return fold(a[i]) - fold(b[i]);
    if (a[i] == 0)
      return 0;
  }
  return 0;
}

char *strcat(char *to, const char *from) {
  size_t end = 0;
  while (to[end] != 0)
    end++;
  size_t i = 0;
  while ((to[end + i] = from[i]) != 0)
    i++;
  return to;
}

char *strncat(char *to, const char *from, size_t n) {
  size_t end = 0;
  while (to[end] != 0)
    end++;
  size_t i = 0;
  for (; i < n && from[i] != 0; i++)
    to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c)
      return (char *)s;
    if (*s == 0)
      return NULL;
  }
}

char *strrchr(const char *s, int c) {
  char *last = NULL;
  for (;; s++) {
    if (*s == (char)c)
      last = (char *)s;
    if (*s == 0)
      return last;
  }
}

char *strstr(const char *s, const char *part) {
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

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] != 0 && contains(set, s[n]))
    n++;
  return n;
}

size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] != 0 && !contains(set, s[n]))
    n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  for (; *s != 0; s++)
    if (contains(set, *s))
      return (char *)s;
  return NULL;
}

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return (int)x[i] - (int)y[i];
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < n; i++)
    if (x[i] != y[i])
      return 1;
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
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

char *strdup(const char *s) {
  size_t n = 0;
  while (s[n] != 0)
    n++;
  return duplicate(s, n);
}

char *strndup(const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0)
    n++;
  return duplicate(s, n);
}
