/* Sequence numbers that wrap are compared by their difference. */
/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args=-DWRONG */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned sent = 4294967290u, acknowledged = 4294967290u;
  while (__VERIFIER_nondet_uint()) {
    if (sent - acknowledged < 8)
      sent++;
    if (__VERIFIER_nondet_uint() && sent != acknowledged)
      acknowledged++;
#ifdef WRONG
    assert(sent >= acknowledged);
#else
    assert(sent - acknowledged <= 8);
#endif
  }
  return 0;
}
