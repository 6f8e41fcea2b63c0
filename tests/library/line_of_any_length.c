/* aver: property=valid-deref,valid-free expect=TRUE */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = 0;
  size_t room = 0;
  ssize_t n = getline(&line, &room, stdin);
  if (n > 0)
    line[n - 1] = 0;
  free(line);
  return 0;
}
