/* aver: property=no-pointer-overflow expect=TRUE */
// Addresses inside of nested structs and arrays stay in the object.
#include <stdlib.h>
struct inner {
  int cells[3];
};
struct outer {
  char tag;
  struct inner parts[2];
};

int main(int argc, char **argv) {
  struct outer *o = malloc(2 * sizeof *o);
  int *p = &o[1].parts[argc % 2].cells[argc % 3];
  *p = 1;
  free(o);
  return 0;
}
