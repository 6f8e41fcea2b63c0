/* aver: property=valid-deref expect=FALSE at=14 */
/* aver: property=valid-deref expect=TRUE args=-DGUARD */
// Whether the regions overlap depends on the inputs.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char buffer[16] = {0};
  unsigned to = __VERIFIER_nondet_uint(), from = __VERIFIER_nondet_uint();
  if (to > 12 || from > 12) return 0;
#ifdef GUARD
  if (to < from + 4 && from < to + 4) return 0;
#endif
  memcpy(buffer + to, buffer + from, 4);
  return buffer[to];
}
