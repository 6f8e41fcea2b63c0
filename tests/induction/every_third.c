/* Steps of three through an array. */
/* aver: property=array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=13 args=-DWRONG */
#ifdef WRONG
#define SIZE 99
#else
#define SIZE 100
#endif

int main(void) {
  int a[SIZE];
  for (int i = 0; i <= 99; i += 3)
    a[i] = 0;
  return a[0];
}
