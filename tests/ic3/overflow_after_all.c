/* A signed counter without a bound overflows after 2^31 rounds, too many for an engine that goes step by step. */
/* aver: property=no-overflow expect=TRUE args="--engine ic3" */
/* aver: property=no-overflow expect=FALSE at=14 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0;
  while (1) {
#ifndef WRONG
    if (i == 1000)
      i = 0;
#endif
    i
        ++;
  }
  return 0;
}
