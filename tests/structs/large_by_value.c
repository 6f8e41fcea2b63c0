/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Large structs are passed and returned through memory; the callee has its own copy. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct record {
  int values[8];
  long id;
};

static struct record bump(struct record r) {
  for (int i = 0; i < 8; i++) r.values[i] ^= 1;
  r.id++;
  return r;
}

int main(void) {
  struct record r = {.values = {[3] = 29, [0] = __VERIFIER_nondet_int()}, .id = 7};
  struct record s = bump(r);
  assert(r.values[3] == 29 && s.values[3] == 28);
  assert(s.values[0] == (r.values[0] ^ 1) && s.values[7] == 1);
  assert(r.id == 7 && s.id == 8);
  return 0;
}
