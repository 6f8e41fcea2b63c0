/* aver: property=assert,array-bounds,valid-deref expect=TRUE */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int grid[3][4];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) grid[i][j] = 10 * i + j;
  int(*row)[4] = grid;
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 4;
  assert(row[i][j] == (int)(10 * i + j));
  row++;
  assert((*row)[2] == 12 && row - grid == 1);
  int *literal = (int[]){2, 4};
  assert(*++literal == 4);
  return 0;
}
