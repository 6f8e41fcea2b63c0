/* aver: property=valid-memtrack,valid-memcleanup expect=TRUE */
// A stream that is not closed is the library's memory, which closes it at exit.
#include <stdio.h>

int main(void) {
  FILE *f = fopen("name", "r");
  return f == NULL;
}
