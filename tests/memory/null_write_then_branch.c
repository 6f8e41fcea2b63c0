/* aver: property=valid-deref expect=FALSE at=16 */
/* aver: property=unreach-call expect=FALSE at=17 args=-DOTHER */
/* aver: property=unreach-call expect=UNKNOWN reason="undefined behaviour" */
/* A run that writes through null ends there. An optimiser concludes that `c` is 0 in every run. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef OTHER
#define CONDITION !c
#else
#define CONDITION c
#endif

int main(void) {
  int *p = 0;
  int c = __VERIFIER_nondet_int();
  if (c) *p = 1;
  if (CONDITION) reach_error();
  return 0;
}
