/* aver: property=assert,array-bounds expect=TRUE */
/* aver: property=assert expect=FALSE at=29 args=-DMISTAKE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct account {
  unsigned id;
  unsigned balance;
};
static struct account accounts[4] = {{11, 100}, {22, 200}, {33, 300}, {44, 400}};

static void transfer(unsigned from, unsigned to, unsigned amount) {
  if (accounts[from].balance < amount) return;
  accounts[from].balance -= amount;
  accounts[to].balance += amount;
}

int main(void) {
  unsigned from = __VERIFIER_nondet_uint() % 4;
  unsigned to = __VERIFIER_nondet_uint() % 4;
  transfer(from, to, __VERIFIER_nondet_uint());
  unsigned sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += accounts[i].balance;
    assert(accounts[i].id == 11u * (i + 1));
  }
  assert(sum == 1000);
#ifdef MISTAKE
  assert(accounts[to].balance < 700);
#endif
  return 0;
}
