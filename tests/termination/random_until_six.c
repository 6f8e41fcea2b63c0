/* aver: property=termination expect=UNKNOWN reason=rand */
/* No die avoids the six for ever. */
#include <stdlib.h>
int main(void) {
  int rolls = 0;
  while (rand() % 6 != 5) {
    if (rolls < 10) rolls++;
  }
  return rolls;
}
