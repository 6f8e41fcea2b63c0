/* aver: property=assert expect=FALSE at=11 */
/* aver: property=assert expect=TRUE args=-DWRITTEN */
/* The contents of a variable that another file defines are unknown. */
#include <assert.h>
extern int setting;

int main(void) {
#ifdef WRITTEN
  setting = 1;
#endif
  assert(setting == 1 && setting == 1);
  return 0;
}
