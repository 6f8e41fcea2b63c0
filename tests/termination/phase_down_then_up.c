/* aver: property=termination expect=TRUE */
/* The second variable has to become positive first. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int x = (int)(__VERIFIER_nondet_uint() % 1000), y = -(int)(__VERIFIER_nondet_uint() % 1000);
  while (x > 0 && y < 1000) {
    if (y < 0) y++;
    else x--;
  }
  return 0;
}
