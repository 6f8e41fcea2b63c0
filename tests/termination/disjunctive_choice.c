/* aver: property=termination expect=TRUE says="by disjunctive transition invariants" */
/* Two ways to go round: each order of the numbers fails, but between any two visits one of three numbers falls. The example of
   Podelski and Rybalchenko (LICS 2004), in numbers that do not overflow. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1000000 || y > 1000000) return 0;
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) {
      y = x;
      x = x - 1;
    } else {
      int t = x;
      x = y - 2;
      y = t + 1;
    }
  }
}
