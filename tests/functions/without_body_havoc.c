/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE args="--undefined-functions=havoc" */
/* There is nothing that the function could change. */
#include <assert.h>

extern int unknown(int);

int main(void) {
  int before = 5, x = unknown(before);
  assert(before == 5 && (x & 1) <= 1);
  return 0;
}
