/* aver: property=termination expect=UNKNOWN reason="undefined behaviour" */
/* Each iteration reads through a null pointer. */
int main(void) {
  int *p = 0;
  unsigned n = 0;
  while (1) {
    n += (unsigned)*p;
  }
}
