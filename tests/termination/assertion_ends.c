/* aver: property=termination expect=TRUE */
/* A failing assertion ends the run. */
#include <assert.h>
int main(void) {
  unsigned i = 0;
  for (;;) {
    assert(i < 1000000);
    i++;
  }
}
