/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=24 args=-DMISTAKE */
/* Three members in one register, all unknown. */
#include <assert.h>
extern short __VERIFIER_nondet_short(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct triple {
  short a;
  unsigned char b;
  short c;
};

static int sum(struct triple t) {
  return t.a + t.b + t.c;
}

int main(void) {
  struct triple t;
  t.a = __VERIFIER_nondet_short();
  t.b = __VERIFIER_nondet_uchar();
  t.c = __VERIFIER_nondet_short();
#ifdef MISTAKE
  assert(sum(t) == t.a + (signed char)t.b + t.c);
#else
  assert(sum(t) == t.a + t.b + t.c);
#endif
  return 0;
}
