/* aver: property=no-overflow expect=FALSE at=17 */
/* aver: property=no-overflow expect=TRUE args="-DCHECKED" */
/* A number from a line of input, with and without a look at it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char line[12];
  if (!fgets(line, sizeof line, stdin))
    return 0;
  int n = atoi(line);
#ifdef CHECKED
  if (n == INT_MAX)
    return 0;
#endif
  return n + 1 > 0;
}
