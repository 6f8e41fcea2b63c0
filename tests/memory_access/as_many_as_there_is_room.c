/* aver: property=valid-deref,array-bounds expect=TRUE */
// `[]`, `[0]` and `[1]` at the end of a struct stand for what was allocated.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct one {
  int n;
  int data[1];
};
struct none {
  int n;
  int data[0];
};
struct flexible {
  int n;
  int data[];
};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 4;
  struct one *a = malloc(sizeof *a + 3 * sizeof(int));
  struct none *b = malloc(sizeof *b + 4 * sizeof(int));
  struct flexible *c = malloc(sizeof *c + 4 * sizeof(int));
  if (!a || !b || !c) return 0;
  a->data[i] = b->data[i] = c->data[i] = 1;
  free(a);
  free(b);
  free(c);
  return 0;
}
