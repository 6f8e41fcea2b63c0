/* aver: property=valid-deref expect=TRUE args="--function total --args-size r=n" */
/* aver: property=valid-deref expect=FALSE at=14 args="--function total" */
/* aver: property=valid-deref,array-bounds expect=TRUE args="--function cell --args-size m=2" */
/* Elements that are structs or arrays. */
struct record {
  short id;
  unsigned weight;
  const char *name;
};

unsigned total(const struct record *r, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    sum += r[i].weight;
  return sum;
}

int cell(int (*m)[3], unsigned i) {
  return i < 6 ? m[i / 3][i % 3] : 0;
}
