/* aver: property=assert expect=TRUE args=-std=gnu89 */
/* C as it was: a definition with its types below, a call without a declaration. */
#include <assert.h>

int later();

int main() {
  assert(sum(1, 2) == 3);
  assert(later(4) == 5);
  return 0;
}

int sum(a, b)
int a, b;
{ return a + b; }

int later(int x) { return x + 1; }
