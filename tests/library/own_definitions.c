/* aver: property=assert expect=TRUE */
/* A program's own functions win over the models. */
#include <assert.h>

unsigned long strlen(const char *s) { return 42; }
int toupper(int c) { return c + 1; }
int printf(const char *format, ...) { return 7; }

int main(void) {
  assert(strlen("abc") == 42 && toupper('a') == 'b' && printf("%s", 0) == 7);
  return 0;
}
