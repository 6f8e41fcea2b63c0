/* aver: property=assert expect=TRUE */
/* A function without a body that says that it writes nothing, by its attributes or its well-known name. */
#include <assert.h>
extern int hash(const char *text) __attribute__((pure));
extern int square(int x) __attribute__((const));
extern int printk(const char *format, ...);
int state = 4;

int main(void) {
  char text[4] = "abc";
  int x = hash(text) | square(3);
  printk("%s %d", text, x);
  assert(text[0] == 'a' && state == 4);
  return 0;
}
