/* aver: property=assert,valid-deref expect=FALSE:assert at=12 */
/* aver: property=assert,valid-deref expect=TRUE args="-DAPART" */
/* C does not say which way a stack grows. */
#include <assert.h>
#include <stdint.h>

static void inner(uintptr_t outer) {
  int mine = 0;
#ifdef APART
  assert((uintptr_t)&mine != outer);
#else
  assert((uintptr_t)&mine < outer);
#endif
}

int main(void) {
  int mine = 0;
  inner((uintptr_t)&mine);
  return 0;
}
