/* aver: property=assert expect=TRUE */
// A static object was there all the time.
#include <assert.h>
#include <stdlib.h>
static int fixed;

int main(void) {
  int *p = malloc(sizeof *p);
  int *f = &fixed;
  free(p);
  assert(p != f);
}
