/* A stack that is neither overfull nor empty when popped. */
/* aver: property=array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=18 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int stack[16], top = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (top < 16)
        stack[top++] = 1;
    } else {
#ifdef WRONG
      if (top >= 0)
#else
      if (top > 0)
#endif
        stack[--top] = 0;
    }
  }
  return 0;
}
