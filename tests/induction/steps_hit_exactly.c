/* aver: property=unreach-call expect=TRUE args=-DEVEN */
/* aver: property=unreach-call expect=FALSE at=13 */
// By twos an odd number is never met, however often the counter wraps around; by threes every number is.
extern void reach_error(void);
int main(void) {
  unsigned i = 0;
#ifdef EVEN
  while (i != 1000000001) i += 2;
#else
  while (i != 1000000001) i += 3;
#endif
  // More than two thousand million iterations.
  reach_error();
  return 0;
}
