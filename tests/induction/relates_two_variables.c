/* No bound of one variable alone proves this, and no check without a hypothesis: 2LS's first example. */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine kiki --domain havoc --max-k 0 --facts off" */
/* aver: property=assert expect=UNKNOWN reason="not inductive" args="--engine kiki --domain intervals --max-k 0 --facts off" */
/* aver: property=assert expect=TRUE args="--engine kiki --domain zones --max-k 0 --facts off" */
/* aver: property=assert expect=TRUE args="--engine kiki --domain octagons --max-k 0 --facts off" */
/* aver: property=assert expect=TRUE args="--engine k-induction --facts off" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int length = __VERIFIER_nondet_int();
  int start = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 < length);
  __VERIFIER_assume(0 < start && start < length);
  int at = start;
  while (at != length - 1) {
    if (__VERIFIER_nondet_char() == '/')
      break;
    assert(at < length);
    ++at;
  }
  return 0;
}
