/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=25 args=-DWRONG */
/* A loop with two entries. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 10, y = 10;
  if (__VERIFIER_nondet_int())
    goto b;
a:
  if (x < 20)
    x++;
  if (!__VERIFIER_nondet_int())
    goto end;
b:
#ifdef WRONG
  if (x == 15)
    y = 0;
#endif
  if (x > 10 && __VERIFIER_nondet_int())
    x--;
  goto a;
end:
  assert(x >= 10 && x <= 20 && y == 10);
  return 0;
}
