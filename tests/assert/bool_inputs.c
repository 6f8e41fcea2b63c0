/* aver: property=assert expect=TRUE */
/* An unknown _Bool is 0 or 1, an unknown char is in its range. */
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  assert(b == 0 || b == 1);
  int sum = b + __VERIFIER_nondet_uchar() + __VERIFIER_nondet_ushort();
  assert(sum >= 0 && sum <= 1 + 255 + 65535);
  int c = __VERIFIER_nondet_char();
  assert(c >= -128 && c <= 127);
  _Bool converted = 256;
  assert(converted == 1);
  return 0;
}
