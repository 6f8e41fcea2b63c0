/* aver: property=assert,valid-deref,valid-free expect=TRUE */
/* aver: property=valid-deref,valid-free expect=FALSE:valid-deref at=14 args="-DUSE_AFTER" */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = strdup("text");
  assert(copy[4] == 0 && strcmp(copy, "text") == 0);
  char *part = strndup("text", 2);
  assert(strcmp(part, "te") == 0);
  free(copy);
#ifdef USE_AFTER
  copy[0] = 'x';
#endif
  free(part);
  return 0;
}
