/* aver: property=unreach-call expect=UNKNOWN reason="timeout" args="--timeout 5" */
/* The error is two thousand million steps away: no unrolling gets there, and nothing may be proved. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 1;
  while (1) {
    x = x * 1664525u + 1013904223u;
    if (x == 1u)
      reach_error();
  }
}
