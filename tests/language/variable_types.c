/* aver: property=assert,valid-deref expect=TRUE */
/* Types whose size is computed: sizeof evaluates them, typedef keeps the size of its moment. */
#include <assert.h>

int main(void) {
  int n = 3;
  typedef int row[n];
  n = 5;
  row a;
  int b[n][n + 1], calls = 0;
  assert(sizeof a == 12 && sizeof b == 120 && sizeof b[0] == 24);
  assert(sizeof(int[++calls + n]) == 24 && calls == 1);
  assert(sizeof(calls++) == 4 && calls == 1);
  b[4][5] = 7;
  int(*p)[n + 1] = &b[3];
  assert(p[1][5] == 7);
  return 0;
}
