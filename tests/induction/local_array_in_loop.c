/* An array of the loop's body is a new one in each iteration. */
/* aver: property=valid-deref expect=TRUE args="--engine kiki" */
/* aver: property=valid-deref expect=FALSE at=19 args=-DKEEP */
extern int __VERIFIER_nondet_int(void);

static int use(int *cells, int at) {
  cells[at & 3] = at;
  return cells[(at + 1) & 3];
}

int main(void) {
  int *kept = 0;
  int total = 0;
  for (unsigned i = 0; __VERIFIER_nondet_int(); i++) {
    int cells[4] = {0, 0, 0, 0};
    total ^= use(cells, i);
#ifdef KEEP
    if (kept && i == 3)
      total ^= *kept;
    kept = &cells[1];
#endif
  }
  return total != 0 && kept != 0;
}
