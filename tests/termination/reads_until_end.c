/* aver: property=termination expect=FALSE at=6 */
/* The input may go on for ever. */
#include <stdio.h>
int main(void) {
  int c, lines = 0;
  while ((c = getchar()) != EOF)
    if (c == '\n') lines = 1;
  return lines;
}
