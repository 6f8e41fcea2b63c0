/* aver: property=assert expect=TRUE data-model=ILP32 */
/* aver: property=assert expect=REJECTED data-model=LP64 reason="made for 32 bits" */
/* Clang itself rejects the program in one of the data models. */
#include <assert.h>
_Static_assert(sizeof(long) == 4, "made for 32 bits");

int main(void) {
  assert((long)3000000000u < 0);
  return 0;
}
