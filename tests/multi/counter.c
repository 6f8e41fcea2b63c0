/* The other file of main.c. */
#ifndef START
#define START 0
#endif
int counter_limit = 10;
static int value = START;

int counter_next(void) {
  if (value < counter_limit) value++;
  return value;
}
