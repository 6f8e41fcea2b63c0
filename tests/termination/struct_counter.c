/* aver: property=termination expect=TRUE */
/* The counter is a member. */
extern unsigned __VERIFIER_nondet_uint(void);
struct state { unsigned left; unsigned done; };
int main(void) {
  struct state s = {__VERIFIER_nondet_uint(), 0};
  while (s.left > 0) {
    s.left--;
    s.done++;
  }
  return 0;
}
