/* Rows and columns of a matrix. */
/* aver: property=array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=14 args=-DWRONG */
#ifdef WRONG
#define COLUMNS 31
#else
#define COLUMNS 30
#endif

int main(void) {
  char m[20][30];
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < COLUMNS; j++)
      m[i][j] = 0;
  return 0;
}
