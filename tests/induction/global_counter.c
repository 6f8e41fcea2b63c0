/* aver: property=assert expect=TRUE args="--engine kiki" */
/* aver: property=assert expect=FALSE at=28 args=-DWRONG */
/* A global variable, changed by a function that is called in a loop. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static unsigned open_files;

static int open_one(void) {
  if (open_files >= 8)
    return -1;
  return open_files++;
}

static void close_one(void) {
#ifndef WRONG
  if (open_files > 0)
#endif
    open_files--;
}

int main(void) {
  while (1) {
    if (__VERIFIER_nondet_int())
      open_one();
    else
      close_one();
    assert(open_files <= 8);
  }
}
