/* aver: property=assert expect=REJECTED reason="main" */
/* A program needs a place to start. */
int twice(int x) {
  return 2 * x;
}
