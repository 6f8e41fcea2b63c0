/* aver: property=valid-deref,array-bounds,no-overflow expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=12 args=-DWRONG */
/* Head and tail of a ring never leave it. */
#define SIZE 16
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int ring[SIZE] = {0};
  int head = 0, tail = 0, value = 0;
  while (1) {
    if (__VERIFIER_nondet_int()) {
      ring[tail] = __VERIFIER_nondet_int();
#ifdef WRONG
      tail = tail == SIZE ? 0 : tail + 1;
#else
      tail = tail == SIZE - 1 ? 0 : tail + 1;
#endif
    } else if (head != tail) {
      value = ring[head];
      head = (head + 1) % SIZE;
    }
    if (value == 42)
      return 0;
  }
}
