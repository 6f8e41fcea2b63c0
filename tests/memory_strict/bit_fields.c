/* aver: property=no-uninitialised expect=TRUE */
// Writing a bit-field reads the bits around it, which is the compiler's doing.
struct flags {
  unsigned a : 3, b : 5;
};

int main(void) {
  struct flags f;
  f.a = 1;
  f.b = 2;
  return f.a + f.b;
}
