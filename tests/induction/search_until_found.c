/* A search that need not find anything. */
/* aver: property=array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=9 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[64] = {0}, wanted = __VERIFIER_nondet_int(), i = 0;
#ifdef WRONG
  while (a[i] != wanted)
    i++;
#else
  while (i < 64 && a[i] != wanted)
    i++;
#endif
  return i;
}
