/* aver: property=assert,no-overflow expect=TRUE */
#include <assert.h>

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 10000; i++) sum += i;
  assert(sum == 50005000);
  return 0;
}
