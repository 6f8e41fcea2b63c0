/* aver: property=assert expect=TRUE */
/* Overloads, defaults, namespaces, scoped enumerations, constants that clang computes, ranges. */
#include <cassert>
namespace outer { namespace inner { static int value = 4; } inline int twice(int x) { return 2 * x; } }
enum class Colour : unsigned char { red = 1, blue = 200 };
static int kind(int) { return 1; }
static int kind(double) { return 2; }
static int kind(const char *) { return 3; }
static int sum(int a, int b = 5) { return a + b; }
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static_assert(factorial(5) == 120);

int main() {
  int numbers[] = {1, 2, 3}, total = 0;
  for (int &x : numbers)
    total += x *= 2;
  assert(total == 12 && numbers[2] == 6);
  assert(kind(1) == 1 && kind(1.5) == 2 && kind("x") == 3 && sum(1) == 6);
  assert(outer::twice(outer::inner::value) == 8 && static_cast<int>(Colour::blue) == 200);
}
