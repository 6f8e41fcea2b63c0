/* aver: property=assert expect=TRUE */
/* Functions that are inline, in the ways that C and GNU C have. */
#include <assert.h>
static inline int a(int x) { return x + 1; }
extern inline int b(int x);
inline int b(int x) { return x + 2; }
__attribute__((always_inline)) static inline int c(int x) { return x + 3; }
__attribute__((noinline)) static int d(int x) { return x + 4; }

int main(void) {
  assert(a(0) + b(0) + c(0) + d(0) == 10);
  return 0;
}
