/* aver: property=no-uninitialised expect=FALSE at=9 */
/* aver: property=no-uninitialised expect=TRUE args=-DCHECK */
// `scanf` writes as many variables as it says.
#include <stdio.h>
int main(void) {
  int x;
#ifndef CHECK
  scanf("%d", &x);
  return x;
#else
  return scanf("%d", &x) == 1 ? x : 0;
#endif
}
