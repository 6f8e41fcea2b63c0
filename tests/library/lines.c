/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=12 args="-DLONGER" */
/* aver: property=assert expect=FALSE at=21 args="-DNEWLINE" */
/* A line fits its buffer, ends in NUL, and has a newline at most at its end. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[6];
#ifdef LONGER
  if (!fgets(line, 7, stdin))
    return 0;
#else
  if (!fgets(line, sizeof line, stdin))
    return 0;
#endif
  assert(memchr(line, 0, sizeof line) != 0);
  char *newline = memchr(line, '\n', sizeof line - 1);
#ifdef NEWLINE
  assert(strlen(line) == 0 || line[strlen(line) - 1] == '\n');
#endif
  if (newline != 0 && newline < line + strlen(line))
    assert(newline[1] == 0);
  return 0;
}
