/* aver: property=valid-free,valid-memcleanup,valid-deref expect=TRUE */
// Memory of every allocation function is freed by `free`.
#include <stdlib.h>

int main(void) {
  void *p = NULL;
  char *a = aligned_alloc(64, 128);
  if (posix_memalign(&p, 32, 10) != 0) p = NULL;
  a[127] = 1;
  free(a);
  free(p);
  return 0;
}
