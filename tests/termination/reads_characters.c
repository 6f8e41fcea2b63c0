/* aver: property=termination expect=FALSE at=7 */
/* The input need not have an end. */
#include <stdio.h>
int main(void) {
  unsigned long lines = 0;
  int c;
  while ((c = getchar()) != EOF) {
    if (c == '\n') lines++;
  }
  return 0;
}
