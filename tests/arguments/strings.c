/* aver: property=valid-deref expect=FALSE at=9 args="--function length" */
/* aver: property=valid-deref expect=TRUE args="--function first --args-size s=string" */
/* aver: property=valid-deref expect=FALSE at=20 args="--function beyond --args-size s=string" */
/* Nothing says that characters end in a zero, unless the user does. */
#include <string.h>

unsigned length(const char *s) {
  unsigned n = 0;
  while (s[n]) n++;
  return n;
}

int first(const char *s) {
  if (!s[0]) return 0;
  return s[1];
}

int beyond(const char *s) {
  if (s[0]) return 0;
  return s[1];
}

unsigned long modelled(const char *s) {
  return strlen(s);
}
