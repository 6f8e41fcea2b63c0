/* aver: property=no-uninitialised expect=TRUE */
// Assigning a struct copies its padding, which nobody wrote and nobody reads.
struct s {
  char c;
  int i;
};

static struct s pass(struct s given) {
  struct s copy = given;
  return copy;
}

int main(void) {
  struct s a;
  a.c = 1;
  a.i = 2;
  struct s b = pass(a);
  return b.i + b.c;
}
