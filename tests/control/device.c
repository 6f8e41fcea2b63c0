/* aver: property=assert,array-bounds expect=TRUE */
/* The body of a loop is entered through a switch. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 9) return 0;
  int done[9] = {0};
  unsigned i = 0, rounds = (n + 3) / 4;
  switch (n % 4) {
    do {
      case 0: done[i++] = 1;
      case 3: done[i++] = 1;
      case 2: done[i++] = 1;
      case 1: done[i++] = 1;
    } while (--rounds > 0);
  }
  assert(i == n);
  for (unsigned k = 0; k < 9; k++) assert(done[k] == (k < n));
  return 0;
}
