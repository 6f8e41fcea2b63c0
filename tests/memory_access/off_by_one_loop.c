/* aver: property=valid-deref expect=FALSE at=11 */
// `<=` where `<` was meant, with a size that only the input tells.
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 5) n = 5;
  int *cells = malloc(n * sizeof *cells);
  for (int i = 0; i <= n; i++)
    cells[i] = i;
  free(cells);
  return 0;
}
