/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=TRUE args="--engine=bmc" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=29 args="--engine=bmc -DAT=9" */
/* aver: property=assert,valid-deref,array-bounds,no-overflow expect=FALSE:assert at=29 data-model=ILP32 args="--engine=bmc -DAT=9" */
/* Two members of each element; a third one stays as it was. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifndef AT
#define AT 2
#endif
struct item {
  int x;
  char c;
  short s[3];
};
struct item a[2000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n <= 2000 && k < 2000);
  for (unsigned i = 0; i < n; i++) {
    a[i].x = i;
    a[i].s[1] = 9;
  }
  assert(a[k].c == 0 && a[k].s[0] == 0 && a[k].s[2] == 0);
  if (k < n) assert(a[k].x == (int)k && a[k].s[1] == 9);
  else assert(a[k].x == 0 && a[k].s[1] == 0);
  assert(a[k].s[1] != AT);
  return 0;
}
