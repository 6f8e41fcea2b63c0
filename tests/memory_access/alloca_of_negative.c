/* aver: property=valid-deref expect=FALSE at=7 */
// A negative size becomes a huge one.
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);

static char *room(int n) {
  char *p = alloca(n);
  return p;
}

int main(void) { return room(-1) == 0; }
