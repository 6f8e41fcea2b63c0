/* aver: property=termination expect=TRUE */
/* Even if i begins above n, it wraps around and meets it. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  while (i != n) i++;
  return 0;
}
