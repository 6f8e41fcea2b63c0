/* aver: property=assert expect=TRUE */
/* Loops with two entrances: by `goto`, and by a `switch` around them. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0, c = __VERIFIER_nondet_int();
  if (c)
    goto middle;
  while (i < 5) {
    i++;
  middle:
    i++;
  }
  assert(i == (c ? 5 : 6));
  int n = 7, copied = 0;
  switch (n % 4) {
  case 0:
    do {
      copied++;
    case 3:
      copied++;
    case 2:
      copied++;
    case 1:
      copied++;
    } while ((n -= 4) > 0);
  }
  assert(copied == 7);
  return 0;
}
