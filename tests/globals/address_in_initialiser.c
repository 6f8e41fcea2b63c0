/* aver: property=assert expect=TRUE args="-DFINE" */
/* aver: property=assert expect=UNKNOWN reason="depends on what `take`" */
/* aver: property=assert expect=FALSE at=18 args="--undefined-functions=havoc" */
/* Variables that lead to each other from their initial values on. */
#include <assert.h>
static int *slot;
static int value = 3;
static int **way = &slot;
extern void take(int ***p);

int main(void) {
  slot = &value;
#ifdef FINE
  **way = 3;
#else
  take(&way);
#endif
  assert(value == 3);
  return 0;
}
