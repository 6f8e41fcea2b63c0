/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=41 args=-DWRONG */
/* Overflow, functions of which nothing is known, and what has no effect. */
#include <limits.h>
int __CPROVER_uninterpreted_digest(int, const void *);
int nondet_int(void);
typedef unsigned __CPROVER_bitvector[5] five;

int main(void) {
  unsigned char small = 200;
  __CPROVER_assert(!__CPROVER_overflow_plus(small, small), "promoted");
  __CPROVER_assert(__CPROVER_overflow_plus(INT_MAX, 1), "plus");
  __CPROVER_assert(__CPROVER_overflow_minus(0u, 1u), "minus");
  __CPROVER_assert(__CPROVER_overflow_mult(INT_MAX, 2) && !__CPROVER_overflow_mult(INT_MAX, 2L), "mult");
  __CPROVER_assert(__CPROVER_overflow_unary_minus(INT_MIN) && !__CPROVER_overflow_unary_minus(0u), "negation");
  __CPROVER_assert(__CPROVER_overflow_shl(1, 31) && !__CPROVER_overflow_shl(1u, 31), "shifts");
  __CPROVER_assert(!__CPROVER_overflow_shl(0, 40) && __CPROVER_overflow_shl(1, 40), "of zero");
  int x = nondet_int(), y = nondet_int();
  int first = __CPROVER_uninterpreted_digest(x, &x);
  int second = __CPROVER_uninterpreted_digest(y, &x);
  __CPROVER_assert(x == y ==> first == second, "equal arguments");
  five number = 31;
  number++;
  __CPROVER_assert(number == 0, "five bits");
  __CPROVER_size_t size = sizeof(int);
  __CPROVER_bool truth = size == 4;
  __CPROVER_precondition(truth, "a condition");
  __CPROVER_postcondition(truth, "another one");
  __CPROVER_cover(x == 3);
  __CPROVER_printf("%d", x);
  __CPROVER_input("x", x);
  __CPROVER_output("x", x);
  __CPROVER_atomic_begin();
  __CPROVER_atomic_end();
#ifndef __AVER__
#error "Aver says who it is"
#endif
__CPROVER_HIDE:;
#ifdef WRONG
  int z = __CPROVER_uninterpreted_digest(y, &y);
  __CPROVER_assert(first == z, "another argument");
#endif
  return 0;
}
