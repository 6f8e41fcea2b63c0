/* aver: property=termination expect=TRUE */
/* The digits of a number are written into a buffer from its end. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char buffer[12];
  char *p = buffer + 11;
  unsigned n = __VERIFIER_nondet_uint();
  *p = 0;
  do {
    *--p = '0' + n % 10;
    n /= 10;
  } while (n);
  return buffer + 11 - p;
}
