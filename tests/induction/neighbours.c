/* Every element and its right neighbour. */
/* aver: property=array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=15 args=-DWRONG */
extern int __VERIFIER_nondet_int(void);

#ifdef WRONG
#define END 100
#else
#define END 99
#endif

int main(void) {
  int a[100] = {0}, rises = 0;
  for (int i = 0; i < END; i++)
    rises += a[i] < a[i + 1];
  return rises;
}
