/* aver: property=unreach-call expect=TRUE */
/* aver: property=unreach-call expect=FALSE at=19 args="-DREACHED" */
/* A machine that goes from step to step as inputs come in the right order, and never beyond the last. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef REACHED
#define BEYOND step >= 5
#else
#define BEYOND step > 5
#endif
unsigned step = 1;

int main(void) {
  for (;;) {
    unsigned input = __VERIFIER_nondet_int();
    if (input > 5) return 0;
    else if (input < 5 && input == step) step++;
    else if (input == 5 && BEYOND)
      reach_error();
  }
}
