/* Products as indices: the only counterexample in the second row has a thousand rows and one column. */
/* aver: property=array-bounds expect=TRUE args="--engine kiki --domain equalities --max-k 1 --facts off" */
/* aver: property=array-bounds expect=UNKNOWN reason="not inductive" args="--engine kiki --domain intervals --max-k 0 --facts off -DWRONG" */
/* aver: property=array-bounds expect=FALSE at=20 args="--engine k-induction --facts off -DWRONG" */
#define SIZE 1000
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#ifdef WRONG
#define LINE rows
#else
#define LINE columns
#endif
int main(void) {
  unsigned rows = __VERIFIER_nondet_uint(), columns = __VERIFIER_nondet_uint();
  __VERIFIER_assume(rows <= SIZE && columns <= SIZE && rows * columns <= SIZE);
  int flat[SIZE];
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      flat[row * LINE + column] = __VERIFIER_nondet_int();
  return 0;
}
