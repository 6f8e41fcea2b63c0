/* aver: property=assert expect=TRUE data-model=LP64 */
/* aver: property=assert expect=FALSE at=11 data-model=ILP32 */
/* A size computed from an unsigned count. */
#include <assert.h>
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned count = __VERIFIER_nondet_uint();
  size_t bytes = (size_t)count * 8;
  assert(bytes >= count);
  return 0;
}
