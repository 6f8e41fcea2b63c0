/* aver: property=assert expect=TRUE */
/* Operators of the program's own, references, and implicit conversions. */
#include <cassert>
struct Vector {
  int x, y;
  Vector operator+(const Vector &o) const { return {x + o.x, y + o.y}; }
  Vector &operator+=(int k) { x += k; y += k; return *this; }
  bool operator==(const Vector &o) const { return x == o.x && y == o.y; }
  int &operator[](int i) { return i ? y : x; }
  int operator()(int k) const { return k * (x + y); }
  explicit operator bool() const { return x || y; }
};

int main() {
  Vector a{1, 2}, b{3, 4}, c = a + b;
  Vector same{4, 6}, none{};
  assert(c == same && c && !none);
  c[1] = 9;
  (c += 1) += 1;
  assert(c.x == 6 && c.y == 11 && c(2) == 34);
}
