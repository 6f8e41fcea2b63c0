/* aver: property=valid-deref expect=FALSE at=10 */
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char from[16] = "fifteen letters";
  char to[8];
  unsigned length = __VERIFIER_nondet_uint();
  if (length > 9) return 0;
  memcpy(to, from, length);
  return to[0];
}
