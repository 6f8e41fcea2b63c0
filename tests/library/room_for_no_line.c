/* aver: property=valid-memtrack expect=FALSE at=10 */
/* aver: property=unreach-call expect=FALSE at=11 */
// `getline` may have made room for a line before it found that there is none, which is no error.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);
static int read_one(void) { char *line = NULL; size_t room = 0; errno = 0;
  if (getline(&line, &room, stdin) == -1) {
    if (errno == 0) reach_error();
    return 1;
  }
  free(line);
  return 0;
}
int main(void) { return read_one(); }
