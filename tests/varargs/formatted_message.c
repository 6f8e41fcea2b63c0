/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE args="-DSHORT" at=15 */
/* The usual wrapper around `vsnprintf`, and around `vsprintf` without room. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char text[12];

static int say(const char *format, ...) {
  va_list list;
  va_start(list, format);
#ifdef SHORT
  int length = vsprintf(text, format, list);
#else
  int length = vsnprintf(text, sizeof text, format, list);
#endif
  va_end(list);
  return length;
}

int main(void) {
  int length = say("%s=%d (%c)", "answer", 42, 'x');
  assert(length == 13);
  assert(strcmp(text, "answer=42 (") == 0);
  return 0;
}
