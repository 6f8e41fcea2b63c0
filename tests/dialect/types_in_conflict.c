/* aver: property=assert expect=TRUE */
/* A function that is declared in one way and defined in another, as where headers are not up to date. */
struct a;
struct b { int x; };
int twice(struct a *p);
int main(void) {
  struct b here = {3};
  __CPROVER_assert(twice((struct a *)&here) == 6, "the definition counts");
  return 0;
}
int twice(struct b *p) { return 2 * p->x; }
