/* aver: property=termination expect=TRUE */
/* The bound is behind a pointer. */
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned limit;
int main(void) {
  limit = __VERIFIER_nondet_uint();
  unsigned *bound = &limit, i = 0;
  while (i < *bound) {
    if (i == 7 && *bound > 100) *bound -= 50;
    i++;
  }
  return 0;
}
