/* aver: property=termination expect=TRUE */
/* A walk to the end of a string of limited length. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char s[16];
  for (int i = 0; i < 15; i++) s[i] = (char)__VERIFIER_nondet_int();
  s[15] = 0;
  int n = 0;
  while (s[n]) n++;
  return n;
}
