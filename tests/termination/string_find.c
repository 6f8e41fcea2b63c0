/* aver: property=termination expect=TRUE */
/* The terminating zero ends the search. */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char text[] = "a run that ends";
  char wanted = (char)__VERIFIER_nondet_uchar();
  const char *p = text;
  while (*p && *p != wanted) p++;
  return (int)(p - text);
}
