/* aver: property=assert,valid-deref expect=TRUE args=-DCASE=1 */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=35 args=-DCASE=2 */
/* aver: property=assert,valid-deref expect=FALSE:assert at=29 args=-DCASE=3 */
/* Compound literals that a condition chooses from: each evaluation makes a new one, which is there until the block ends. */
#include <assert.h>
struct s { int value; struct s *next; };
int __VERIFIER_nondet_int(void);

int main(void) {
  struct s *last = 0, *kept = 0;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct s *p = i ? &(struct s){4, 0} : &(struct s){5, 0};
    struct s *q = __VERIFIER_nondet_int() ? p : &(struct s){6, p};
    assert(q->value == p->value || q->value == 6 && q->next == p);
    assert(p->value == (i ? 4 : 5));
    struct s *r = i == 2 && (last = &(struct s){7, 0}) ? last : p;
    assert(r->value == (i == 2 ? 7 : p->value));
    p->value++;
    sum += p->value;
    last = p;
    {
      struct s *inner = i > 1 ? &(struct s){8, q} : q;
      if (i > 1) kept = inner;
    }
#if CASE == 3
    {
      struct s *again = i < 1 ? &(struct s){1, 0} : kept;
      if (i < 1) again->value = 2, assert(0 == again->next), assert(again->value == 1);
    }
#endif
  }
  assert(sum == 6 + 5 + 5);
#if CASE == 2
  return kept->value;
#endif
  return 0;
}
