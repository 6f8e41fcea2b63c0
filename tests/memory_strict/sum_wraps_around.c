/* aver: property=no-pointer-overflow expect=FALSE at=9 */
/* aver: property=no-pointer-overflow expect=TRUE args=-DCHECK */
// The usual wrong check for room: the sum itself is undefined.
extern unsigned __VERIFIER_nondet_uint(void);
static char buffer[16];

static int has_room(char *p, unsigned n) {
#ifndef CHECK
  return p + n <= buffer + 16;
#else
  return n <= (unsigned)(buffer + 16 - p);
#endif
}

int main(void) { return has_room(buffer + 8, __VERIFIER_nondet_uint()); }
