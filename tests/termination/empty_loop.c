/* aver: property=termination expect=FALSE at=4 */
/* No assumption that loops make progress. */
int main(void) {
  while (1) {
  }
}
