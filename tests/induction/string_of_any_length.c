/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=11 args=-DOPEN */
/* A string ends where its zero is, and that is inside of its array, however long that is. */
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static int length_of(const char *s) {
  /* OPEN: an array of one element is read
     without a zero. */
  const char *p = s;
  while (*p) p++;
  return (int)(p - s);
}

int main(void) {
  int size = __VERIFIER_nondet_int();
  if (size < 1) size = 1;
  char *text = alloca(size * sizeof(char));
#ifndef OPEN
  text[size - 1] = '\0';
#endif
  return length_of(text);
}
