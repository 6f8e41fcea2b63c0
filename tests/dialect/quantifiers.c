/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=24 args=-DALL */
/* aver: property=assert expect=FALSE at=27 args=-DSOME */
/* aver: property=assert expect=FALSE at=29 args=-DLESS */
/* aver: property=assert expect=FALSE at=31 args=-DNEITHER */
/* aver: property=assert expect=UNKNOWN reason="no bounds" args=-DOPEN */
/* Quantifiers where they are asserted, assumed, and compared. */
#define N 4
int nondet_int(void);

int main(void) {
  int a[N];
  int n = nondet_int();
  __CPROVER_assume(0 < n && n <= N);
  __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == 7 });
  __CPROVER_assert(a[n - 1] == 7, "an instance");
  __CPROVER_assert(__CPROVER_forall { int i; 0 <= i && i < n ==> a[i] > 5 }, "weaker");
  __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i < n && a[i] == 7 }, "some");
  __CPROVER_assert(!__CPROVER_exists { int i; 0 <= i && i < n && a[i] == 8 }, "none");
  _Bool all = __CPROVER_forall { int i; (0 <= i && i < N) ==> a[i] == 7 };
  __CPROVER_assert(n == N ==> all, "the whole");
  __CPROVER_assert(__CPROVER_forall { unsigned i; i < 3u ==> __CPROVER_exists { unsigned k; k < 4u && k == i + 1 } }, "nested");
#ifdef ALL
  __CPROVER_assert(
      __CPROVER_forall { int i; (0 <= i && i < N) ==> a[i] == 7 }, "beyond n nothing is known");
#elif defined SOME
  __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i < n && a[i] == 8 }, "there is none");
#elif defined LESS
  __CPROVER_assert(!all, "it may be so");
#elif defined NEITHER
  __CPROVER_assert(n == N <==> all, "the others may be 7 all the same");
#elif defined OPEN
  __CPROVER_assume(__CPROVER_forall { int i; a[i & 3] == 7 });
  __CPROVER_assert(a[3] == 7, "not decided");
#endif
  return 0;
}
