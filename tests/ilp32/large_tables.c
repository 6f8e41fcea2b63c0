/* aver: property=valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=19 data-model=ILP32 args="-DROWS=301" */
/* aver: property=valid-deref expect=FALSE at=20 data-model=ILP32 args="-DPARTS=1001" */
/* Objects nearly as large as they may be: the steps to an element are long, each alone and together. */
#ifndef ROWS
#define ROWS 300
#endif
#ifndef PARTS
#define PARTS 1000
#endif
extern unsigned __VERIFIER_nondet_uint(void);
static int table[300][400];
static struct { char padding[480000]; int parts[1000]; } record;

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (i >= ROWS || j >= 400 || k >= PARTS)
    return 0;
  table[i][j] = 1;
  record.parts[k] = 2;
  int *end = &table[299][399];
  return end[-119999] + *(end - i * 400 - j);
}
