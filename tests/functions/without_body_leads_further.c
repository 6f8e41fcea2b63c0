/* aver: property=assert expect=UNKNOWN reason="leads to" args="--undefined-functions=havoc -DHEAP" */
/* aver: property=assert expect=UNKNOWN reason="points to" args="--undefined-functions=havoc -DGLOBAL" */
/* aver: property=assert expect=UNKNOWN reason="kept" args="--undefined-functions=havoc -DTWICE" */
/* aver: property=assert expect=UNKNOWN reason="leads to" args="--undefined-functions=havoc -DCALLBACK" */
/* Where a function without a body can get to more than the text of the program shows, havoc is not supported. */
#include <assert.h>
#include <stdlib.h>
extern void unknown(int *p);
extern void later(void);
extern void with(int (*f)(void));
static int one(void) { return 1; }
#ifdef GLOBAL
int *global;
#endif

int main(void) {
  int x = 1;
#ifdef HEAP
  int *p = malloc(sizeof x);
  unknown(p);
#endif
#ifdef GLOBAL
  global = &x;
  later();
#endif
#ifdef TWICE
  unknown(&x);
  x = 1;
  later();
  assert(x == 1);
#endif
#ifdef CALLBACK
  with(one);
#endif
  assert(x == 1);
  return 0;
}
