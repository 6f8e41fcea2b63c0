/* aver: property=valid-deref expect=FALSE at=13 */
/* aver: property=assert,valid-deref expect=TRUE args="-DMOVE" */
/* `memcpy` must not overlap; `memmove` may. */
#include <assert.h>
#include <string.h>

int main(void) {
  char text[8] = "abcdef";
#ifdef MOVE
  memmove(text + 2, text, 4);
  assert(strcmp(text, "ababcd") == 0);
#else
  memcpy(text + 2, text, 4);
#endif
  return 0;
}
