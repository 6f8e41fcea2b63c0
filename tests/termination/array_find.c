/* aver: property=termination expect=TRUE */
/* A search in an array. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[8], key = __VERIFIER_nondet_int();
  for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int();
  int i = 0;
  while (i < 8 && a[i] != key) i++;
  return i;
}
