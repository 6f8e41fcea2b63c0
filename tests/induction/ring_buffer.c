/* The write index of a ring buffer. */
/* aver: property=array-bounds,valid-deref expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=16 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

#ifdef WRONG
#define SIZE 9
#else
#define SIZE 8
#endif

int main(void) {
  int ring[8] = {0};
  unsigned at = 0;
  while (__VERIFIER_nondet_int()) {
    ring[at] = __VERIFIER_nondet_int();
    at = (at + 1) % SIZE;
  }
  return 0;
}
