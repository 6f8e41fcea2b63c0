/* aver: property=unreach-call expect=TRUE */
/* The way in which the programs of SV-COMP say what must hold. */
extern void abort(void);
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static void check(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned y = x;
  y = y | y >> 1;
  y = y | y >> 2;
  y = y | y >> 4;
  y = y | y >> 8;
  y = y | y >> 16;
  check(y >= x && (y & (y + 1)) == 0);
  return 0;
}
