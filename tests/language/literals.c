/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Numbers and characters in all the ways to write them. */
#include <assert.h>

int main(void) {
  assert(0x1F == 31 && 017 == 15 && 0b101 == 5 && 'A' == 65 && '\x41' == 'A' && '\101' == 'A');
  assert('\n' == 10 && '\\' == 92 && '\0' == 0 && '\xff' == -1 && 'ab' == 0x6162);
  assert(sizeof 1 == 4 && sizeof 1LL == 8 && sizeof 'a' == 4 && sizeof 2147483648 == (sizeof(long) == 8 ? 8 : 8));
  assert(0xFFFFFFFF == 4294967295u && -0x80000000 == 0x80000000u);
  assert(1.5e1 == 15 && 0x1p-1 == 0.5 && sizeof 1.0f == 4 && .5L == 0.5);
  assert(sizeof "a\0b" == 4 && "ab" "cd"[0] == 'a' && 1["xyz"] == 'y');
  return 0;
}
