/* aver: property=assert expect=TRUE args="-DHEAP" */
/* aver: property=assert expect=UNKNOWN reason="depends on what `later`" args="-DGLOBAL" */
/* aver: property=assert expect=UNKNOWN reason="depends on what `later`" args="-DTWICE" */
/* aver: property=assert expect=UNKNOWN reason="depends on what `take`" args="-DLIST" */
/* aver: property=assert expect=TRUE args="-DBEFORE" */
/* aver: property=assert expect=TRUE args="-DCALLBACK" */
/* What a function without a body can get to: what its arguments lead to, through any number of pointers, what visible
   variables point to, and what such a function was given before. */
#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
extern void take(struct node *list);
extern void keep(int *p);
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
  keep(p);
#endif
#ifdef GLOBAL
  global = &x;
  later();
#endif
#ifdef TWICE
  keep(&x);
  x = 1;
  later();
#endif
#ifdef LIST
  struct node second = {2, 0}, first = {1, &second};
  take(&first);
  assert(second.value == 2);
#endif
#ifdef BEFORE
  later();
  assert(x == 1);
  keep(&x);
  x = 1;
#endif
#ifdef CALLBACK
  with(one);
#endif
  assert(x == 1);
  return 0;
}
