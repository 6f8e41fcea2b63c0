/* The same where the product of two counters overflows, after some hundred rounds. */
/* aver: property=no-overflow expect=TRUE args="--engine ic3" */
/* aver: property=no-overflow expect=FALSE at=14 args="--engine ic3 -DWRONG" */
#ifdef WRONG
#define MOST 60000
#else
#define MOST 46000
#endif

int main(void) {
  int i = 0, square = 0;
  while (i < MOST) {
    i += 500;
    square = i * i;
  }
  return square == 7;
}
