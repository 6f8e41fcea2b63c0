/* aver: property=assert expect=TRUE */
/* A pointer that is called without a prototype: of the functions whose address is taken, only one is called. */
#include <assert.h>
static int three(int a, int b, int c) { return a + b + c; }
static int one(int a) { return a; }
int (*table[2])() = {three, one};
int main(void) {
  assert(table[1](3) == 3);
  return 0;
}
