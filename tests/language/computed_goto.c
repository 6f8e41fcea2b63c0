/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=10 args="-DBAD" */
/* An interpreter with a table of labels. */
#include <assert.h>

static int run(const unsigned char *code) {
  static void *const table[] = {&&halt, &&add, &&twice, 0};
  int value = 0;
next:
  goto *table[*code++];
add:
  value++;
  goto next;
twice:
  value *= 2;
  goto next;
halt:
  return value;
}

int main(void) {
  unsigned char code[] = {1, 1, 2, 1, 0};
#ifdef BAD
  code[2] = 3;
#endif
  assert(run(code) == 5);
  return 0;
}
