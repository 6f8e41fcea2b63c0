/* aver: property=termination expect=TRUE */
/* The failed assertion ends the run. */
#include <assert.h>
int main(void) {
  unsigned short count = 0;
  while (1) {
    count++;
    assert(count != 60000);
  }
}
