/* aver: property=termination expect=FALSE at=8 */
/* A server that handles requests for ever. */
extern int __VERIFIER_nondet_int(void);
static unsigned long handled, refused;
static int request(void) { return __VERIFIER_nondet_int(); }
int main(void) {
  for (;;) {
    int r = request();
    if (r < 0) {
      refused++;
      continue;
    }
    handled++;
  }
}
