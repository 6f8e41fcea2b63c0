/* aver: property=assert expect=TRUE */
#include <assert.h>

int value = 3;
extern int other_value __attribute__((alias("value")));
int original(int x) { return x + 1; }
int other(int) __attribute__((alias("original")));
static int twice(int x) { return 2 * x; }
static int (*resolve(void))(int) { return twice; }
int chosen(int) __attribute__((ifunc("resolve")));

int main(void) {
  other_value++;
  int (*f)(int) = other;
  assert(value == 4 && other(1) == 2 && f(2) == 3 && chosen(5) == 10);
  return 0;
}
