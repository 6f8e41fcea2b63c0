/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=33 args="-DKEPT" */
/* aver: property=valid-deref expect=FALSE at=33 args="-DKEPT_DEEPER" */
/* aver: property=valid-deref expect=FALSE at=33 args="-DSTORED" */
/* A compound literal lives as long as its block: whoever keeps its address longer must not use it. */
#include <assert.h>
struct pair { int a, b; };
static struct pair *kept;
static int sum(struct pair *p) { return p->a + p->b; }
static int sum_deeper(const struct pair *p) { const struct pair *q = p; return sum((struct pair *)q); }
static void keep(struct pair *p) { kept = p; }
static void keep_deeper(struct pair *p) { keep(p); }
static int total(struct pair p) { return p.a * p.b; }

int main(void) {
  struct pair *outer = &(struct pair){3, 4};
  int n = total((struct pair){5, 6});
  if (n == 30) {
    n = sum(&(struct pair){1, 2}) + sum_deeper(&(struct pair){.b = 7});
#ifdef KEPT
    keep(&(struct pair){8, 9});
#endif
#ifdef KEPT_DEEPER
    keep_deeper(&(struct pair){8, 9});
#endif
#ifdef STORED
    kept = &(struct pair){8, 9};
#endif
  }
  assert(n == 10 && outer->b == 4);
  int *p = (int[]){2, 4};
  assert(*++p == 4);
  return kept ? kept->a : 0;
}
