/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=8 args="-DROWS=3" */
/* Arrays as parameters are pointers to their elements, which may be arrays, also of a length that is not constant. */
#include <assert.h>
#ifndef ROWS
#define ROWS 2
#endif
static int sum(int rows, int columns, int a[rows][columns]) { int s = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < columns; j++) s += a[i][j]; return s; }
static int first(int a[static 2]) { return a[0] + (sizeof a == sizeof(int *)); }

int main(void) {
  int grid[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = grid;
  assert(sum(ROWS, 3, grid) == 21 && first(grid[1]) == 5);
  assert((*++row)[2] == 6 && row - grid == 1 && sizeof *row == 12 && sizeof grid / sizeof *grid == 2);
  return 0;
}
