/* aver: property=assert,valid-deref expect=TRUE */
/* Declarations of odd types that do nothing: parentheses around declarators, thread-local flags, arrays of pointers to arrays. */
typedef unsigned char byte;
__thread _Bool flag = 0;
extern int (*(*maker)(void))[3];

int main(void) {
  byte((*pointer))[4096];
  unsigned long number = 0;
  pointer = (byte((*))[4096])number;
  int *(*table[2])[3] = {0, 0};
  return pointer != 0 || table[1] != 0 || flag;
}
