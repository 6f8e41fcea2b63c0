/* aver: property=valid-deref,assert expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=14 args=-DMASK=8 */
// Indices that only grow, cut by a mask that fits the size, or does not.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef MASK
#define MASK 7
#endif
static unsigned char ring[8];
static unsigned head;

static void put(unsigned char c) {
  unsigned char *to = ring;
  to[head++ & MASK] = c;
}

int main(void) {
  head = __VERIFIER_nondet_uint();
  unsigned first = head;
  for (int i = 0; i < 3; i++) put((unsigned char)(i + 1));
  assert(ring[first & 7] == 1);
}
