/* The length of a string in a buffer. */
/* aver: property=array-bounds,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=15 args=-DWRONG */
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[8];
  for (int i = 0; i < 7; i++)
    s[i] = __VERIFIER_nondet_char();
#ifdef WRONG
  s[7] = 'x';
#else
  s[7] = 0;
#endif
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}
