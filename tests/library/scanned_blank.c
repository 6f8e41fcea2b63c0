/* aver: property=assert expect=FALSE at=8 */
#include <assert.h>
#include <stdio.h>
int main(void) {
  char c = 'a';
  if (scanf("%c", &c) == 1)
    // Without a blank in the format it may be one.
    assert(c != ' ');
  return 0;
}
