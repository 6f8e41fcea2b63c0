/* aver: property=no-pointer-overflow expect=FALSE at=8 */
// Adding to null, and the address of a member of nothing.
struct s {
  int a, b;
};

static int *member(struct s *p) {
  return &p->b;
}

int main(void) { return member(0) == 0; }
