/* aver: property=valid-deref expect=FALSE at=16 */
// A base struct is cast to one that derives from it, which it is not.
struct base {
  int kind;
};
struct derived {
  struct base base;
  int extra;
};

static int read(struct base *b) {
  struct derived *d = (struct derived *)b;
  if (b->kind == 0)
    return 0;
  // A plain base says that it is kind 1.
  return d->extra;
}

int main(void) {
  struct derived d = {{0}, 1};
  struct base b = {1};
  return read(&d.base) + read(&b);
}
