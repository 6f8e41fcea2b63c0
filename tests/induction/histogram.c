/* Counting bytes in a table. */
/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=15 args=-DWRONG */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
#ifdef WRONG
#define SIZE 255
#else
#define SIZE 256
#endif

int main(void) {
  unsigned count[SIZE] = {0};
  while (__VERIFIER_nondet_int())
    count[__VERIFIER_nondet_uchar()]++;
  return 0;
}
