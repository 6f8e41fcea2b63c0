/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=17 args="-DWRONG" */
/* What alloca gives lives until the function returns, a local of a block until the block ends. */
#include <alloca.h>
#include <assert.h>

int main(void) {
  int *kept[3], *last = 0;
  for (int i = 0; i < 3; i++) {
    kept[i] = alloca(sizeof(int));
    *kept[i] = i;
    int inner = i;
    last = &inner;
  }
  assert(*kept[0] == 0 && *kept[2] == 2);
#ifdef WRONG
  return *last;
#endif
  return last == 0;
}
