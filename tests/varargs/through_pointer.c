/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* A variadic function that is called through a pointer, with unknown arguments. */
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);

static int largest(int count, ...) {
  va_list list;
  va_start(list, count);
  int best = va_arg(list, int);
  for (int i = 1; i < count; i++) {
    int next = va_arg(list, int);
    if (next > best)
      best = next;
  }
  va_end(list);
  return best;
}

int main(void) {
  int (*f)(int, ...) = largest;
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int c = f(3, a, b, 0);
  assert(c >= a && c >= b && c >= 0 && (c == a || c == b || c == 0));
  return 0;
}
