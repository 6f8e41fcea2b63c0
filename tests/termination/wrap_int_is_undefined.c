/* aver: property=termination expect=UNKNOWN reason="signed addition overflows" */
/* The loop ends only if a signed overflow wraps around. */
int main(void) {
  int i = 1;
  while (i > 0) i++;
  return 0;
}
