/* aver: property=termination expect=FALSE at=7 */
/* The flag is behind a pointer. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned flag = 1, other = 0, count = 0;
  unsigned *p = __VERIFIER_nondet_uint() ? &other : &count;
  while (flag) {
    *p += 3;
    count++;
  }
  return 0;
}
