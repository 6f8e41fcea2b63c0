/* aver: property=assert expect=TRUE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct inner {
  char name[3];
  unsigned value;
};
struct outer {
  struct inner parts[3];
  struct inner *favourite;
};

int main(void) {
  struct outer o = {{{"ab", 1}, {"cd", 2}, {"ef", 3}}, 0};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  o.favourite = &o.parts[i];
  struct outer copy = o;
  o.parts[i].value = 10;
  assert(copy.parts[i].value == i + 1);
  assert(copy.favourite->value == 10);
  copy.favourite->name[1] = 'x';
  assert(o.parts[i].name[1] == 'x' && copy.parts[i].name[1] != 'x');
  return 0;
}
