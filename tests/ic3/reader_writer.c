/* A lock for one writer or many readers, with a writer that waits: three threads, each a small machine. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=47 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

enum { OUT, READS, WAITS, WRITES };

int main(void) {
  int a = OUT, b = OUT, c = OUT;
  int readers = 0;
  _Bool writing = 0, wanted = 0;
  while (1) {
    int in = __VERIFIER_nondet_int();
    int *t = &a;
    if (in & 1)
      t = &b;
    else if (in & 2)
      t = &c;
    if (*t == OUT) {
      if ((in & 4) && !writing && !wanted) {
        readers++;
        *t = READS;
      } else if ((in & 8) && !wanted) {
        wanted = 1;
        *t = WAITS;
      }
    } else if (*t == READS) {
#ifndef WRONG
      readers--;
#else
      readers = wanted ? 0 : readers - 1;
#endif
      *t = OUT;
    } else if (*t == WAITS) {
      if (readers == 0 && !writing) {
        writing = 1;
        wanted = 0;
        *t = WRITES;
      }
    } else {
      writing = 0;
      *t = OUT;
    }
    assert((a == WRITES) + (b == WRITES) + (c == WRITES) <= 1);
    assert(!(a == WRITES && (b == READS || c == READS)));
  }
}
