/* aver: property=assert expect=FALSE at=17 */
/* aver: property=assert expect=TRUE args="-DASKED" */
/* aver: property=assert expect=TRUE args="-DASKED" data-model=ILP32 */
/* Compilers align functions further than C asks for, but not all of them and not always. */
#include <assert.h>
#include <stdint.h>

static void function(void) {}

struct line {
  _Alignas(16) char bytes[16];
};

int main(void) {
#ifndef ASKED
  // It may be at any byte.
  assert((uintptr_t)function % 16 == 0);
#endif
  struct line lines[2];
  assert((uintptr_t)&lines[1] % 16 == 0);
  return 0;
}
