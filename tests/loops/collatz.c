/* aver: property=assert,no-overflow expect=TRUE */
/* 27 takes 111 steps. */
#include <assert.h>

int main(void) {
  int n = 27, steps = 0, highest = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    if (n > highest) highest = n;
    steps++;
  }
  assert(steps == 111 && highest == 9232);
  return 0;
}
