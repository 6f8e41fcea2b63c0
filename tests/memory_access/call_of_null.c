/* aver: property=valid-deref expect=FALSE at=8 */
// A table of callbacks with a hole in it.
typedef int callback(int);
static int twice(int x) { return x * 2; }
static callback *const table[3] = {twice, 0, twice};

int main(int argc, char **argv) {
  return table[argc % 3](argc);
}
