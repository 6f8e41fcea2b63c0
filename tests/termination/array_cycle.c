/* aver: property=termination expect=FALSE at=6 */
/* The links of the array are a cycle that misses the end. */
int main(void) {
  unsigned next[4] = {1, 2, 0, 3}, at = 0;
  unsigned long hops = 0;
  while (at != 3) {
    at = next[at];
    hops++;
  }
  return 0;
}
