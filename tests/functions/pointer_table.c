/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=17 args=-DMISTAKE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int (*const operations[3])(int, int) = {add, sub, mul};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 3;
  int result = operations[i](7, 3);
  assert(result == 10 || result == 4 || result == 21);
  if (i == 1) assert(result == 4);
#ifdef MISTAKE
  assert(result != 21);
#endif
  return 0;
}
