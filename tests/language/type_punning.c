/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* The bytes of objects: through unions, through characters, by copies. */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
union view { float f; unsigned u; unsigned char c[4]; };

int main(void) {
  union view v = {.f = 1.0f};
  assert(v.u == 0x3F800000 && v.c[3] == 0x3F);
  unsigned x = __VERIFIER_nondet_uint(), copy;
  unsigned char *byte = (unsigned char *)&x;
  assert((byte[0] | byte[1] << 8 | byte[2] << 16 | (unsigned)byte[3] << 24) == x);
  memcpy(&copy, byte, sizeof copy);
  assert(copy == x);
  unsigned short halves[2];
  memcpy(halves, &x, 4);
  assert(halves[0] == (x & 0xFFFF) && halves[1] == x >> 16);
  return 0;
}
