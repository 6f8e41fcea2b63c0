/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
#include <assert.h>
#include <stdatomic.h>

struct large { long a, b, c; };
static _Atomic int number = 1;
static _Atomic long long wide;
static _Atomic struct large whole;
static atomic_flag flag = ATOMIC_FLAG_INIT;

int main(void) {
  number += 2;
  assert(atomic_fetch_add(&number, 3) == 3 && atomic_exchange(&number, 10) == 6);
  int expected = 10;
  assert(atomic_compare_exchange_strong(&number, &expected, 11) && number == 11);
  assert(!atomic_compare_exchange_strong(&number, &expected, 12) && expected == 11);
  wide = 1LL << 40;
  wide |= 1;
  assert(wide == (1LL << 40) + 1);
  assert(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  struct large one = {1, 2, 3};
  whole = one;
  struct large two = whole;
  assert(two.c == 3);
  int plain = 5;
  assert(__sync_fetch_and_nand(&plain, 4) == 5 && plain == ~4);
  __sync_synchronize();
  return 0;
}
