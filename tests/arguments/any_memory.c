/* aver: property=valid-deref expect=TRUE args="--function copy --args-size to=n,from=n --args distinct" */
/* aver: property=valid-deref expect=FALSE at=10 args="--function copy" */
/* aver: property=valid-deref expect=FALSE at=14 args="--function library --args-size to=n,from=n" */
/* aver: property=valid-deref expect=TRUE args="--function library --args-size to=n,from=n --args distinct" */
/* `void *` points to bytes. */
#include <string.h>

void copy(void *to, const void *from, size_t n) {
  unsigned char *t = to;
  for (size_t i = 0; i < n; i++) t[i] = ((const unsigned char *)from)[i];
}

/* Regions may overlap. */
void library(void *to, const void *from, size_t n) { if (n <= 8) memcpy(to, from, n); }
