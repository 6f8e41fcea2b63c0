/* aver: property=assert,assigns,valid-deref expect=TRUE args="--enforce-contract swap" */
/* aver: property=assert,assigns,valid-deref expect=TRUE args="--replace-call-with-contract swap" */
/* aver: property=assert,assigns expect=FALSE:assert at=13 args="--enforce-contract swap -DWRONG" */
/* aver: property=assigns expect=FALSE at=22 args="--enforce-contract swap -DFRAME" */
/* aver: property=assert,assigns expect=FALSE:assert at=36 args="--replace-call-with-contract swap -DCALLER" */
/* aver: property=assert,assigns expect=FALSE:assert at=11 args="--replace-call-with-contract swap -DSAME" */
/* A contract, checked against its function, and in place of it. */
int counter;

void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a) && __CPROVER_is_fresh(b, sizeof *b))
__CPROVER_assigns(*a, *b)
__CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a));

void swap(int *a, int *b) {
  int old = *a;
  *a = *b;
#ifndef WRONG
  *b = old;
#endif
#ifdef FRAME
  counter++;
#endif
}

int main(void) {
  int x = 1, y = 2;
#ifdef SAME
  swap(&x, &x);
#else
  swap(&x, &y);
#endif
  __CPROVER_assert(counter == 0, "not written");
#ifdef CALLER
  /* It is not known any more. */
  __CPROVER_assert(x == 1, "as before");
#endif
  __CPROVER_assert(x + y == 3, "the sum stays");
  return 0;
}
