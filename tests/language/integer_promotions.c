/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Small types become int; a mix of signs becomes unsigned, unless the signed type is wider. */
#include <assert.h>

int main(void) {
  unsigned char a = 200, b = 100;
  short s = -1;
  unsigned u = 1;
  assert(a + b == 300 && (unsigned char)(a + b) == 44 && ~a == -201);
  assert(s > u && (long long)s < u && -1 < (unsigned char)1);
  assert(sizeof(a + b) == 4 && sizeof(+s) == 4 && sizeof(1 ? s : a) == 4);
  assert((sizeof(long) == 8) == (-1L < 1U));
  return 0;
}
