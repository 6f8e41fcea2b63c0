/* A pointer to a local of an earlier iteration, kept in memory: the local of this iteration is another object. */
/* aver: property=valid-deref expect=FALSE at=23 args="--engine kiki" */
extern int __VERIFIER_nondet_int(void);

static struct {
  int **slot;
} box;

static int use(int *cells, int i) {
  cells[i & 3] = i;
  return cells[(i + 1) & 3];
}

int main(void) {
  int total = 0;
  int *kept = 0;
  box.slot = &kept;
  for (int i = 0; __VERIFIER_nondet_int(); i++) {
    int cells[4] = {0};
    total ^= use(cells, i);
    /* Not in the first iterations, so that no base case of a proof sees it. */
    if (i == 7 && *box.slot)
      total ^= **box.slot;
    *box.slot = &cells[1];
    if (i > 1000)
      break;
  }
  return total;
}
