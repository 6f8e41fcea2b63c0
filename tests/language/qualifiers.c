/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="-DWRITE=0" */
/* aver: property=valid-deref expect=FALSE at=14 args="-DWRITE=1" */
/* const objects cannot be written, whatever the pointer says; volatile and restrict change nothing. */
#include <assert.h>
static const int fixed[2] = {1, 2};
static int add(int *restrict a, const int *restrict b) { *a += *b; return *a; }

int main(void) {
  volatile int v = 3;
  int x = v;
#ifdef WRITE
  if (WRITE == 0) *(int *)&fixed[1] = 3;
  else ((char *)"text")[0] = 'T';
#endif
  v = v + 1;
  assert(v == x + 1 && add(&x, &fixed[1]) == 5);
  return 0;
}
