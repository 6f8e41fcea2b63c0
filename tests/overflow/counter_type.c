/* aver: property=no-overflow expect=FALSE at=15 */
/* aver: property=no-overflow expect=TRUE args=-DLONG_COUNTER */
/* A tick counter near the end of its range. */
extern int __VERIFIER_nondet_int(void);
#ifdef LONG_COUNTER
typedef long long counter;
#else
typedef int counter;
#endif

int main(void) {
  counter ticks = 2147483640;
  int events = __VERIFIER_nondet_int();
  if (events < 0 || events > 10) return 0;
  for (int i = 0; i < events; i++) ticks++;
  return ticks > 0;
}
