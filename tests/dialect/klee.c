/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args=-DWRONG */
/* What programs for KLEE use. */
#include <assert.h>
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(unsigned long);
int klee_range(int, int, const char *);
void klee_prefer_cex(void *, unsigned long);

int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x > 3);
  klee_prefer_cex(&x, x == 7);
  int y = klee_range(0, 3, "y");
#ifdef WRONG
  assert(y < 2);
#endif
  assert(x > y);
  return 0;
}
