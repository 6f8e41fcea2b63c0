/* aver: property=termination expect=FALSE at=6 */
/* aver: property=termination expect=FALSE:no-stack-overflow at=6 args="--stack-limit 100" */
/* aver: property=termination expect=TRUE args="--stack-limit 100 -DENDS" */
/* aver: property=termination expect=FALSE:no-stack-overflow at=7 args="--stack-limit 21 -DENDS" */
/* aver: property=termination expect=TRUE args="--stack-limit 22 -DENDS" */
static int same(int n) { return n == 0 ? 0 : same(n); }
static int down(int n) { return n <= 0 ? 0 : down(n - 1); }
/* A recursion without end never ends, or crashes where the stack has a limit. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef ENDS
  return down(20);
#else
  return same(__VERIFIER_nondet_int());
#endif
}
