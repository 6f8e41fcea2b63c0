/* The square of a counter overflows, after ten rounds. */
/* aver: property=no-overflow expect=TRUE args="--engine ic3" */
/* aver: property=no-overflow expect=FALSE at=14 args="--engine ic3 -DWRONG" */
#ifdef WRONG
#define MOST 50000
#else
#define MOST 45000
#endif

int main(void) {
  int i = 0, square = 0;
  while (i < MOST) {
    i += 5000;
    square = i * i;
  }
  return square == 7;
}
