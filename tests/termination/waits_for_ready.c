/* aver: property=termination expect=FALSE at=5 */
/* Nobody says that a function without a body ever returns something else. */
extern int ready(void);
int main(void) {
  while (!ready());
  return 0;
}
