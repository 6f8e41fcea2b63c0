/* aver: property=assert,valid-deref expect=TRUE */
/* Objects with methods. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);

struct shape {
  int side;
  int (*area)(const struct shape *);
};
static int square(const struct shape *s) { return s->side * s->side; }
static int strip(const struct shape *s) { return s->side * 2; }

int main(void) {
  struct shape shapes[2] = {{5, square}, {8, strip}};
  struct shape *s = &shapes[__VERIFIER_nondet_bool()];
  int area = s->area(s);
  assert(area == 25 || area == 16);
  s->area = s->area == square ? strip : square;
  assert(s->area(s) == (s == shapes ? 10 : 64));
  return 0;
}
