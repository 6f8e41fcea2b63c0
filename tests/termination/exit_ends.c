/* aver: property=termination expect=TRUE */
/* A run that exits ends. */
#include <stdlib.h>
int main(void) {
  unsigned i = 0;
  for (;;)
    if (++i > 1000000) exit(0);
}
