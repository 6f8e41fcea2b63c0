/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE at=10 args=-DMISTAKE */
/* The arguments of main: at least the program's name, and null at the end. */
#include <assert.h>

int main(int argc, char **argv) {
  assert(argc >= 1);
  assert(argv[argc] == 0);
#ifdef MISTAKE
  assert(argc < 2);
#endif
  return 0;
}
