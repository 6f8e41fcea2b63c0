/* aver: property=termination expect=TRUE */
/* The place follows the speed, and the speed falls. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = (int)(__VERIFIER_nondet_uint() % 1000), speed = (int)(__VERIFIER_nondet_uint() % 1000);
  while (x > 0 && x < 100000) {
    x += speed;
    if (speed > -10) speed--;
  }
  return 0;
}
