/* aver: property=assert,array-bounds,no-overflow expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static const int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

static int find(int key) {
  int low = 0, high = 7;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (primes[middle] == key) return middle;
    if (primes[middle] < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

int main(void) {
  int key = __VERIFIER_nondet_int();
  int at = find(key);
  if (at >= 0) assert(primes[at] == key);
  else
    for (int i = 0; i < 8; i++) assert(primes[i] != key);
  return 0;
}
