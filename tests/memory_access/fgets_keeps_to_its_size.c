/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=8 args=-DLESS=1 */
// `fgets` writes as many bytes as it is told, the zero among them.
#include <stdio.h>
#ifndef LESS
#define LESS 0
#endif
static char *line(char *to) { return fgets(to, 8, stdin); }

int main(void) {
  char buffer[8 - LESS];
  if (line(buffer) == NULL) return 0;
  for (int i = 0; buffer[i] != 0; i++)
    if (buffer[i] == '\n') return i;
  return 0;
}
