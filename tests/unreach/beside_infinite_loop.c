/* aver: property=unreach-call expect=FALSE at=11 */
/* The loop takes only some of the runs. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int stop = __VERIFIER_nondet_int();
  if (stop)
    while (1)
      ;
  if (!stop) reach_error();
  return 0;
}
