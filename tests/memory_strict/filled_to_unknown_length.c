/* aver: property=no-uninitialised expect=FALSE at=25 */
/* aver: property=no-uninitialised expect=TRUE args="-DMOST=n" */
/* aver: property=no-uninitialised expect=FALSE at=25 args="-DBY_LOOP" */
/* aver: property=no-uninitialised expect=TRUE args="-DBY_LOOP -DMOST=n" */
/* aver: property=no-uninitialised expect=FALSE at=25 args="-DCOPY" */
/* aver: property=no-uninitialised expect=TRUE args="-DCOPY -DMOST=n" */
/* Only a part of a block was written, and nobody knows how long it is. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef MOST
#define MOST 1000
#endif

extern char source[1000];

static int part(char *block, unsigned n, unsigned k) {
#ifdef BY_LOOP
  for (unsigned i = 0; i < n; i++) block[i] = 1;
#elif defined COPY
  memcpy(block, source, n);
#else
  memset(block, 1, n);
#endif
  return block[k];
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > 1000 || k >= MOST) return 0;
  char *block = malloc(1000);
  if (!block) return 0;
  int value = part(block, n, k);
  free(block);
  return value != 0;
}
