/* aver: property=valid-memsafety,valid-memcleanup expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=9 args=-DTWICE */
/* Two buffers change places as often as the input likes; each is freed in the end. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *front = calloc(8, sizeof *front);
  int *back = calloc(8, sizeof *back);
  while (__VERIFIER_nondet_int()) {
    int *other = front;
    front = back;
    back = other;
    front[3]++, front[3] &= 7;
  }
  free(front);
#ifdef TWICE
  back = 0;
#endif
  free(back);
  return 0;
}
