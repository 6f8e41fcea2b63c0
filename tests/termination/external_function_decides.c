/* aver: property=termination expect=FALSE at=6 args="--undefined-functions unknown-result" */
/* A function without a body returns anything. */
extern int ready(void);
int main(void) {
  unsigned long waits = 0;
  while (!ready()) {
    waits++;
  }
  return 0;
}
