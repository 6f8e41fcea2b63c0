/* aver: property=assert expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
    case -5: y += 1;
    case 10: y += 10; break;
    case 100 ... 199: y = 7; break;
    default: y = 5;
    case 11: y += 100;
  }
  if (x == -5) assert(y == 11);
  else if (x == 10) assert(y == 10);
  else if (x == 11) assert(y == 100);
  else if (x >= 100 && x < 200) assert(y == 7);
  else assert(y == 105);
  return 0;
}
