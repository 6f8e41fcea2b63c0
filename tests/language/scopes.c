/* aver: property=assert expect=TRUE */
/* Names hide outer ones; declarations in blocks reach outside; tags and labels have spaces of their own. */
#include <assert.h>
int x = 1;
int twice;
int twice;
struct x { int x; };

int main(void) {
  int sum = x;
  {
    int x = 10;
    sum += x;
    {
      extern int x;
      sum += x;
    }
    struct x x2 = {100};
    sum += x2.x;
  }
  for (int x = 0; x < 2; x++)
    sum += 1000;
  goto x;
x:
  assert(sum == 2112 && twice == 0);
  return 0;
}
