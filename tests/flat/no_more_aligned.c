/* aver: property=assert expect=FALSE at=25 */
/* aver: property=assert expect=FALSE at=21 args="-DFUNCTION" */
/* aver: property=assert expect=TRUE args="-DASKED" */
/* aver: property=assert expect=TRUE args="-DASKED" data-model=ILP32 */
/* Compilers align large arrays and functions further than C asks for, but not all of them and not always. */
#include <assert.h>
#include <stdint.h>
#ifdef ASKED
_Alignas(16)
#endif
char array[32];

static void function(void) {}

struct line {
  _Alignas(16) char bytes[16];
};

int main(void) {
#if defined FUNCTION
  assert((uintptr_t)function % 16 == 0);
#else
  struct line lines[2];
  assert((uintptr_t)&lines[1] % 16 == 0);
  assert((uintptr_t)array % 16 == 0);
#endif
  return 0;
}
