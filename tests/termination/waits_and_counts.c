/* aver: property=termination expect=FALSE at=6 */
/* As long as nothing is ready, tries are counted. */
extern int ready(void);
int main(void) {
  unsigned tries = 0;
  while (!ready()) tries++;
  return tries;
}
