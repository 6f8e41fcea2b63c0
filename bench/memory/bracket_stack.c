/* N unknown brackets are matched with a stack of list nodes. With BUG a failure returns before the stack is freed. */
#include "bench.h"

struct open {
  char kind;
  struct open *below;
};

int main(void) {
  struct open *top = NULL;
  int depth = 0, failed = 0;
  for (int i = 0; i < N; i++) {
    unsigned c = nondet_uint() % 4;
    if (c < 2) {
      struct open *o = malloc(sizeof *o);
      o->kind = (char)c;
      o->below = top;
      top = o;
      depth++;
    } else if (top == NULL || top->kind != (char)(c - 2)) {
#ifdef BUG
      return 1;
#endif
      failed = 1;
      break;
    } else {
      struct open *below = top->below;
      free(top);
      top = below;
      depth--;
    }
  }
  assert(failed || (depth == 0) == (top == NULL));
  while (top != NULL) {
    struct open *below = top->below;
    free(top);
    top = below;
  }
  return 0;
}
