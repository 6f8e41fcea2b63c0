/* aver: property=valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=14 args=-DWRONG */
/* A search that must end inside of its array, since it put the end mark there. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[9];
  for (int i = 0; i < 8; i++)
    a[i] = __VERIFIER_nondet_int();
#ifndef WRONG
  a[8] = 0;
#endif
  int at = 0;
  while (a[at] != 0)
    at++;
  return at > 8;
}
